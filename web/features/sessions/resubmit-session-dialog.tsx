// Hands a rejected session in again: why it came back, an answer to each flagged picture, what changed, and a word about it.
import { useState } from 'react';
import { sessionChanges, sessionFlags } from '#contract/rejection.ts';
import { getSession, resubmitSession, type Session } from '#contract/sessions.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import type { DialogControl } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { DraftRestored } from '#web/ui/draft-restored.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { QueryError } from '#web/ui/query-error.tsx';
import { SkeletonText } from '#web/ui/skeleton.tsx';
import { ChangeList } from './change-list.tsx';
import { RejectionBox } from './rejection-box.tsx';
import { AnswerFields, NoteField } from './resubmit-fields.tsx';
import { useResubmitText } from './use-resubmit-text.ts';

export function ResubmitSessionDialog({ session: opened, ...control }: DialogControl & { session: Session }) {
  const input = { params: { id: opened.id } };
  const session = useApiQuery(getSession, input, { enabled: control.open }).data ?? opened;
  const flags = useApiQuery(sessionFlags, input, { enabled: control.open });
  const changes = useApiQuery(sessionChanges, input, { enabled: control.open });
  const text = useResubmitText(opened.id, flags.data?.flags ?? []);
  const [problem, setProblem] = useState<string>();
  const resubmit = useMutation(resubmitSession, {
    successToast: { title: 'Session resubmitted', description: 'Your session has been resubmitted for admin review.' },
    errorToast: 'Failed to resubmit session',
    onError({ issues }) {
      const issue = issues.find(({ path }) => path === 'note');
      setProblem(issue?.message);
      return issue !== undefined;
    },
    onSuccess: () => {
      text.discard();
      control.onOpenChange(false);
    },
  });
  const lacksWord = changes.data?.unchanged === true && !text.says;
  function send() {
    setProblem(lacksWord ? unchanged : undefined);
    if (lacksWord) return text.noteField.current?.focus();
    return resubmit.run({ ...input, body: { ...text.body, recordId: session.recordId } });
  }
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Resubmit session"
      description="Are you sure you want to resubmit this session? It will be sent back to admin for review."
      onSubmit={send}
      submitLabel="Resubmit"
      pending={resubmit.isPending}
      pendingLabel="Resubmitting..."
    >
      <DraftRestored restored={text.restored} discard={text.discard} />
      <RejectionBox session={session} />
      {flags.error && <QueryError query={flags} />}
      {flags.data && flags.data.flags.length > 0 && <AnswerFields flags={flags.data.flags} text={text} />}
      <section className="grid gap-2">
        <h3 className="font-semibold">What changed since it was sent back</h3>
        {changes.error && <QueryError query={changes} />}
        {changes.isPending && <SkeletonText lines={2} />}
        {changes.data && <ChangeList changes={changes.data} />}
      </section>
      <NoteField text={text} isRequired={lacksWord} problem={lacksWord || !changes.data ? problem : undefined} />
    </FormDialog>
  );
}

const unchanged = 'Nothing has changed. Say why it is sent again.';
