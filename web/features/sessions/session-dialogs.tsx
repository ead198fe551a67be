// Everything that can be done with one session from a list or a page: who may, and the dialogs for it.
import { useCallback } from 'react';
import { can, noRelation } from '#contract/policy.ts';
import { removeSession, resubmitSession, type Session, sessionTransitions } from '#contract/sessions.ts';
import { DisputeDetailsDialog } from '#web/features/disputes/lazy-dialogs.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { DecisionDialog, SessionMediaDialog } from './lazy-dialogs.ts';

const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx'), 'ConfirmDialog');
const EditSessionDialog = lazyDialog(() => import('./edit-session-dialog.tsx'), 'EditSessionDialog');
const ReviewDialog = lazyDialog(() => import('./review-dialog.tsx'), 'ReviewDialog');

export type SessionRights = ReturnType<ReturnType<typeof useSessionRights>>;

function isFrom(move: keyof typeof sessionTransitions, session: Session): boolean {
  return (sessionTransitions[move].from as readonly string[]).includes(session.status);
}

/** What this person may do with a session now: who by the policy, when by the moves. */
export function useSessionRights() {
  const { actor } = useCurrentUser();
  return useCallback(
    (session: Session) => {
      // How the person stands to the project is only needed for rights that the server checks anyway.
      const facts = { ...session, standing: noRelation };
      return {
        edit: can.editSession(actor, facts),
        review: can.reviewSessions(actor) && isFrom('approve', session),
        resubmit: can.resubmitSession(actor, facts) && isFrom('resubmit', session),
        remove: can.removeSession(actor, facts),
      };
    },
    [actor],
  );
}

export type OpenSessionDialog = ReturnType<typeof useSessionDialogs>['open'];

/** Its media and concerns to read, then edit, review, reject, resubmit and delete. `onRemoved` is for the page of that session, which has to leave. */
export function useSessionDialogs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const resubmit = useMutation(resubmitSession, {
    successToast: { title: 'Session resubmitted', description: 'Your session has been resubmitted for admin review.' },
    errorToast: 'Failed to resubmit session',
    onSuccess: () => close(),
  });
  const remove = useMutation(removeSession, {
    successToast: { title: 'Session deleted', description: 'The session has been successfully deleted.' },
    errorToast: 'Failed to delete session',
    onSuccess: () => {
      close();
      onRemoved?.();
    },
  });
  const { open, close, dialogs } = useDialogs({
    media: (control, session: Session) => <SessionMediaDialog {...control} session={session} />,
    disputes: (control, session: Session) => <DisputeDetailsDialog {...control} session={session} />,
    edit: (control, session: Session) => <EditSessionDialog {...control} session={session} />,
    review: (control, session: Session) => <ReviewDialog {...control} session={session} />,
    reject: (control, session: Session) => <DecisionDialog {...control} variant="rejectWithNotes" session={session} />,
    resubmit: (control, { id }: Session) => (
      <ConfirmDialog
        {...control}
        title="Resubmit session"
        sentence="Are you sure you want to resubmit this session? It will be sent back to admin for review."
        confirmLabel="Resubmit"
        tone="primary"
        pending={resubmit.isPending}
        onConfirm={() => resubmit.run({ params: { id } })}
      />
    ),
    remove: (control, { id }: Session) => (
      <ConfirmDialog
        {...control}
        title="Delete session"
        sentence="Are you sure you want to delete this session? This action cannot be undone."
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.run({ params: { id } })}
      />
    ),
  });
  return { open, dialogs };
}
