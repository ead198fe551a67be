// Everything that can be done with one session from a list or a page: who may, and the dialogs for it.
import { useCallback } from 'react';
import { can, noRelation } from '#contract/policy.ts';
import { type Session, sessionTransitions } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';

const DisputeDetailsDialog = lazyDialog(
  () => import('#web/features/disputes/dispute-details-dialog.tsx'),
  'DisputeDetailsDialog',
);
const DecisionDialog = lazyDialog(
  () => import('#web/features/sessions/decision/decision-dialog.tsx'),
  'DecisionDialog',
);
const SessionMediaDialog = lazyDialog(() => import('./session-media-dialog.tsx'), 'SessionMediaDialog');

const EditSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/edit-session-dialog.tsx'),
  'EditSessionDialog',
);
const RemoveSessionDialog = lazyDialog(() => import('./remove-session-dialog.tsx'), 'RemoveSessionDialog');
const ResubmitSessionDialog = lazyDialog(
  () => import('#web/features/sessions/form/resubmit-session-dialog.tsx'),
  'ResubmitSessionDialog',
);
const ReviewDialog = lazyDialog(() => import('#web/features/sessions/decision/review-dialog.tsx'), 'ReviewDialog');

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
      const facts = { ...session, relation: noRelation };
      return {
        edit: can.editSession(actor, facts),
        review: can.reviewSessions(actor) && isFrom('approve', session) && !session.travelling,
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
  return useDialogs({
    media: (control, session: Session) => <SessionMediaDialog {...control} session={session} />,
    disputes: (control, session: Session) => <DisputeDetailsDialog {...control} session={session} />,
    edit: (control, session: Session) => <EditSessionDialog {...control} session={session} />,
    review: (control, session: Session) => <ReviewDialog {...control} session={session} />,
    reject: (control, session: Session) => <DecisionDialog {...control} variant="rejectWithNotes" session={session} />,
    resubmit: (control, session: Session) => <ResubmitSessionDialog {...control} session={session} />,
    remove: (control, session: Session) => <RemoveSessionDialog {...control} session={session} onRemoved={onRemoved} />,
  });
}
