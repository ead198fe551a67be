// 'Create New Session': the photographer hands a visit in for approval.
import { useEffect } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { markStage } from '#contract/stages/endpoints.ts';
import { ClaimChoice, useClaimable } from '#web/features/stages/claim-choice.tsx';
import { messageOf } from '#web/lib/api/api-error.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { type DraftForm, useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import { toast, toastFailure } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useSites } from './project-site-fields.tsx';
import { newDraft, type SessionDraft, sessionResolver, toBody, useDiscard } from './session-draft.ts';
import { SessionFields } from './session-form.tsx';
import { useDateQuestion } from './use-date-question.tsx';

type CreateSessionDialogProps = DialogControl & {
  /** Chosen at first. */
  projectId?: number | undefined;
  /** A site of it, likewise. */
  siteId?: number | undefined;
};

export function CreateSessionDialog({ projectId, siteId, ...control }: CreateSessionDialogProps) {
  const { person } = useCurrentUser();
  const draft = useDraftForm<SessionDraft>({
    owner: person.id,
    name: ['new session', projectId ?? '', ...(siteId ? [siteId] : [])].join(' '),
    initial: { values: { ...newDraft(new Date()), projectId: String(projectId ?? ''), siteId: String(siteId ?? '') } },
    resolver: sessionResolver(() => found.rule === 'several'),
  });
  const { form } = draft;
  const noted = useDiscard(draft);
  const { handleSubmit, watch } = form;
  const found = useSites(watch('projectId'));
  useStartingPlace(draft, found);
  const claim = useClaim(draft);
  const finish = () => {
    draft.done();
    control.onOpenChange(false);
  };
  const create = useWaitingMutation('createSession', {
    draft,
    words: ({ body }) =>
      [formatDate(body.captureDate), found.rows?.find(({ id }) => id === body.siteId)?.name].filter(Boolean).join(', '),
    successToast: { title: 'Session created', description: 'Your session has been submitted for approval.' },
    onError: (error) => setFieldErrors(error, form),
    onSuccess(session) {
      claim.of(session);
      finish();
    },
    onKept() {
      claim.kept();
      finish();
    },
  });
  const question = useDateQuestion();
  const showMissing = () => toastFailure('Missing required fields', 'Please fill in all required fields.');
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Create New Session"
      description="Record a visit to a site. It goes to an admin for approval before the client sees it."
      onSubmit={handleSubmit(
        (values) => question.ask(values, () => void create.run({ body: toBody(values) })),
        (wrong) => (wrong.projectId || wrong.captureDate || wrong.siteId) && showMissing(),
      )}
      submitLabel="Create Session"
      pending={create.isPending}
      pendingLabel="Creating..."
    >
      <KeepNotice />
      <DraftNotes draft={noted} />
      <SessionFields form={form} found={found} choose={draft.choose} />
      <ClaimChoice
        place={{ projectId: watch('projectId'), siteId: watch('siteId') }}
        value={watch('stageId')}
        onChange={(id) => draft.choose('stageId', id)}
      />
      {question.dialogs}
    </FormDialog>
  );
}

// The stage that a new session is claimed for, once it is there.

/** A claim that fails leaves the session as it is; it can be given from the stage's page. */
function useClaim({ form }: DraftForm<SessionDraft>) {
  const offered = useClaimable({ projectId: form.watch('projectId'), siteId: form.watch('siteId') });
  const chosen = () => offered.find(({ id }) => String(id) === form.getValues('stageId'));
  const mark = useMutation(markStage, {
    successToast: ({ name }) => ({
      title: 'Session created',
      description: `Your session has been submitted for approval, and ‘${name}’ is claimed.`,
    }),
    onError(error) {
      toastFailure('The session was submitted, but the stage was not claimed', messageOf(error));
      return true;
    },
  });
  return {
    of({ id: sessionId }: Session) {
      const stage = chosen();
      if (!stage) return;
      const body = { kind: 'claimed', act: 'given', onSite: false, sessionId, lastMark: stage.lastMark } as const;
      void mark.run({ params: { id: stage.id }, body });
    },
    /** The session waits on this device: nothing names it yet. */
    kept() {
      const stage = chosen();
      if (stage)
        toast({
          title: 'Not sent yet',
          description: `It is kept on this device and sent when you're online again. Claim ‘${stage.name}’ from its page then.`,
        });
    },
  };
}

// Where a new session starts: where its photographer was last, and of several sites at the one that is theirs alone.

/** What was chosen or restored stays; what is filled in here can be changed. */
function useStartingPlace(
  { form, restored }: DraftForm<SessionDraft>,
  { rows }: Pick<ReturnType<typeof useSites>, 'rows'>,
): void {
  const { person } = useCurrentUser();
  const { defaultValues } = form.formState;
  const enabled = !restored && defaultValues?.projectId === '';
  const { data } = useApiQuery(sessions, { query: { photographerId: person.id, limit: 1 } }, { enabled });
  const last = data?.rows[0];
  useEffect(() => {
    if (!enabled || !last || form.getValues('projectId') !== '') return;
    form.setValue('projectId', String(last.projectId));
    form.setValue('siteId', last.siteId === null ? '' : String(last.siteId));
  }, [enabled, last, form]);
  const own = rows?.filter(({ photographerId }) => photographerId === person.id);
  const only = own?.length === 1 ? own[0]?.id : undefined;
  useEffect(() => {
    if (only && form.getValues('siteId') === '') form.setValue('siteId', String(only));
  }, [only, form]);
}
