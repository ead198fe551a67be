// Edits a visit, or changes to one, that were not sent yet.
import type { Session } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useSites } from './project-site-fields.tsx';
import { draftOf, type SessionDraft, sessionResolver, toBody } from './session-draft.ts';
import { SessionFields } from './session-form.tsx';
import { useDateQuestion } from './use-date-question.tsx';

type EditUnsentSessionDialogProps = DialogControl & { item: Unsent; onSave: (input: Unsent['input']) => void };

export function EditUnsentSessionDialog({ item, onSave, ...control }: EditUnsentSessionDialogProps) {
  const { person } = useCurrentUser();
  const isNew = item.call === 'createSession';
  const draft = useDraftForm<SessionDraft>({
    owner: person.id,
    name: `unsent ${item.key}`,
    // The body of create and edit holds what a session does, under the same names.
    initial: { values: draftOf(item.input.body as unknown as Session) },
    resolver: sessionResolver(() => (isNew ? found.rule === 'several' : found.rule !== 'none')),
  });
  const { form } = draft;
  const found = useSites(form.watch('projectId'));
  const question = useDateQuestion();
  function save(values: SessionDraft) {
    draft.done();
    const recordId = item.refusal?.recordId;
    const newer = recordId === undefined ? {} : { recordId };
    onSave({ ...item.input, body: { ...item.input.body, ...toBody(values), ...newer } });
  }
  return (
    <FormDialog
      {...control}
      size="lg"
      title={isNew ? 'Edit: New session' : 'Edit: Changes to a session'}
      description={item.words}
      onSubmit={form.handleSubmit((values) => question.ask(values, () => save(values)))}
      submitLabel="Save and Send"
      pending={false}
      pendingLabel="Saving..."
    >
      <DraftNotes draft={draft} />
      <SessionFields form={form} found={found} choose={draft.choose} />
      {question.dialogs}
    </FormDialog>
  );
}
