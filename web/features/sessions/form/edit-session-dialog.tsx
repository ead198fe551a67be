// 'Edit Session': changes what was recorded; released content goes back for review, and says so first.
import { Clock, Info } from 'lucide-react';
import { useState } from 'react';
import { mapSessionFields, type Phase, sessionFields } from '#contract/core/session-fields.ts';
import { can, noRelation } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { RejectionBox } from '#web/features/sessions/parts/rejection-box.tsx';
import { SentBack } from '#web/features/sessions/parts/sent-back.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { phaseLabel } from '#web/lib/format/format.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useWaitingEdit } from '#web/lib/offline/outbox-of.ts';
import type { Unsent } from '#web/lib/offline/outbox-store.ts';
import { useWaitingMutation } from '#web/lib/offline/use-waiting-mutation.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { KeepNotice } from '#web/ui/feedback/keep-notice.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { useConfirm } from '#web/ui/overlays/use-confirm.tsx';
import { useSites } from './project-site-fields.tsx';
import { AnswersBeforehand } from './resubmit-fields.tsx';
import { draftOf, type SessionDraft, sessionResolver, toBody, useDiscard, wordsOf } from './session-draft.ts';
import { SessionFields } from './session-form.tsx';
import { useDateQuestion } from './use-date-question.tsx';

export function EditSessionDialog({ session, ...control }: DialogControl & { session: Session }) {
  const { person } = useCurrentUser();
  const [waiting] = useState(useWaitingEdit(session.id));
  const draft = useDraftForm<SessionDraft>({
    owner: person.id,
    name: `edit session ${session.id}`,
    initial: waiting ? waitingState(waiting) : stateOf(session),
    resolver: sessionResolver(() => found.rule !== 'none'),
  });
  const { form } = draft;
  const noted = useDiscard(draft);
  const names = useDifferenceNames(session);
  const { handleSubmit, watch } = form;
  const found = useSites(watch('projectId'));
  const finish = () => {
    draft.done();
    control.onOpenChange(false);
  };
  const edit = useWaitingMutation('editSession', {
    draft,
    words: wordsOf(session),
    successToast: { title: 'Session updated', description: 'Your session has been updated successfully.' },
    onError: (error) =>
      draft.takeStale<Session>(error, (present) => names.remember(present)) || setFieldErrors(error, form),
    onSuccess: finish,
    onKept: finish,
  });
  const save = (values: SessionDraft) =>
    edit.run({ params: { id: session.id }, body: { ...toBody(values), recordId: draft.version } });
  const confirmation = useConfirm();
  async function saveMoved(values: SessionDraft): Promise<void> {
    const isMeant = await confirmation.ask({
      title: 'Move to another project',
      sentence: `This session will leave ${session.project.name}. People of that project will no longer see it in their lists.`,
      confirmLabel: 'Move session',
      tone: 'primary',
    });
    if (isMeant) void save(values);
  }
  const question = useDateQuestion();
  const moves = (values: SessionDraft) => Number(values.projectId) !== session.projectId;
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Edit Session"
      onSubmit={handleSubmit((values) =>
        question.ask(values, () => (moves(values) ? void saveMoved(values) : void save(values))),
      )}
      submitLabel="Update Session"
      pending={edit.isPending}
      pendingLabel="Updating..."
    >
      <KeepNotice />
      {waiting && (
        <Notice tone="grey" icon={Clock}>
          Your earlier changes have not been sent yet. What you save now replaces them.
        </Notice>
      )}
      <DraftNotes draft={noted} labels={differenceLabels} describe={names.describe} />
      <ReleaseNotice session={session} />
      <WhySentBack session={session} />
      <SessionFields
        form={form}
        found={found}
        choose={draft.choose}
        fixed={session.released ? 'A released session stays in its project.' : undefined}
      />
      {confirmation.dialogs}
      {question.dialogs}
    </FormDialog>
  );
}

const stateOf = (session: Session) => ({ version: session.recordId, values: draftOf(session) });

/** A body holds what a session does, under the same names. */
const waitingState = ({ input: { body } }: Unsent) => ({
  version: body?.recordId as number,
  values: draftOf(body as unknown as Session),
});

const differenceLabels: Record<string, string> = {
  projectId: 'Project',
  siteId: 'Site',
  ...mapSessionFields((name) => sessionFields[name].label),
};

/** Projects, sites and phases by their names, in the versions that are shown beside each other. */
function useDifferenceNames(opened: Session) {
  const [versions, setVersions] = useState([opened]);
  const projectId = versions.at(-1)?.projectId ?? opened.projectId;
  const listed = useSites(versions.length > 1 ? String(projectId) : '');
  return {
    remember(present: Session) {
      setVersions([opened, present]);
      return stateOf(present);
    },
    describe(path: string, value: unknown): string | undefined {
      const id = Number(value);
      if (path === 'phase') return phaseLabel((value || null) as Phase | null);
      if (path === 'projectId') return versions.find(({ project }) => project.id === id)?.project.name;
      if (path !== 'siteId') return undefined;
      const sites = [...versions.flatMap(({ site }) => site ?? []), ...(listed.rows ?? [])];
      return sites.find((site) => site.id === id)?.name;
    },
  };
}

/** People who may resubmit it answer here already; an admin who edits for them reads. */
function WhySentBack({ session }: { session: Session }) {
  const { actor } = useCurrentUser();
  if (session.status !== 'rejected') return null;
  if (can.resubmitSession(actor, { ...session, relation: noRelation })) return <AnswersBeforehand session={session} />;
  return (
    <>
      <RejectionBox session={session} />
      <SentBack session={session} />
    </>
  );
}

/** Approved content never changes unreviewed: people who edit it read what will happen (behaviour §3.2). */
function ReleaseNotice({ session }: { session: Session }) {
  const { actor } = useCurrentUser();
  if (session.status !== 'approved' && session.status !== 'completed') return null;
  const text =
    actor.kind === 'person' && actor.role === 'admin'
      ? 'Clients see this session. What you save is released to them at once.'
      : 'This session was approved. When you save, it goes back to an admin for review; until then clients go on seeing the approved version.';
  return (
    <Notice tone="blue" icon={Info}>
      {text}
    </Notice>
  );
}
