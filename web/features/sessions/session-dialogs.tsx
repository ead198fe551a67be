// Everything that can be done with one session from a list or a page: which dialog is open, for which session.
import { useCallback, useState } from 'react';
import { can } from '#contract/policy.ts';
import { removeSession, resubmitSession, type Session, sessionTransitions } from '#contract/sessions.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { useMutation } from '#web/lib/use-mutation.ts';
import { policyFactsOf } from './session-labels.ts';

const ConfirmDialog = lazyDialog(() => import('#web/ui/confirm-dialog.tsx').then((module) => module.ConfirmDialog));
const EditSessionDialog = lazyDialog(() =>
  import('./edit-session-dialog.tsx').then((module) => module.EditSessionDialog),
);
const ReviewDialog = lazyDialog(() => import('./review-dialog.tsx').then((module) => module.ReviewDialog));

type Doing = { what: 'edit' | 'review' | 'resubmit' | 'remove'; session: Session };

function isFrom(move: keyof typeof sessionTransitions, session: Session): boolean {
  return (sessionTransitions[move].from as readonly string[]).includes(session.status);
}

/** What this person may do with a session now: who by the policy, when by the moves. */
export function useSessionRights() {
  const { actor } = useCurrentUser();
  return useCallback(
    (session: Session) => {
      const facts = policyFactsOf(session);
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

/**
 * `open(what, session)` opens the dialog; render `dialogs` once on the page. `onRemoved` is for pages that show that session
 * and have to leave.
 */
export function useSessionDialogs({ onRemoved }: { onRemoved?: () => void } = {}) {
  const [doing, setDoing] = useState<Doing>();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const resubmit = useMutation(resubmitSession, {
    successToast: { title: 'Session resubmitted', description: 'Your session has been resubmitted for admin review.' },
    errorToast: 'Failed to resubmit session',
    onSuccess: close,
  });
  const remove = useMutation(removeSession, {
    successToast: { title: 'Session deleted', description: 'The session has been successfully deleted.' },
    errorToast: 'Failed to delete session',
    onSuccess: () => {
      close();
      onRemoved?.();
    },
  });
  const is = (what: Doing['what']) => isOpen && doing?.what === what;
  const id = doing?.session.id ?? 0;

  const dialogs = doing && (
    <>
      {doing.what === 'edit' && (
        <EditSessionDialog key={id} open={is('edit')} onOpenChange={setOpen} session={doing.session} />
      )}
      {doing.what === 'review' && (
        <ReviewDialog key={id} open={is('review')} onOpenChange={setOpen} session={doing.session} />
      )}
      <ConfirmDialog
        open={is('resubmit')}
        onOpenChange={setOpen}
        title="Resubmit session"
        sentence="Are you sure you want to resubmit this session? It will be sent back to admin for review."
        confirmLabel="Resubmit"
        tone="primary"
        pending={resubmit.isPending}
        onConfirm={() => resubmit.run({ params: { id } })}
      />
      <ConfirmDialog
        open={is('remove')}
        onOpenChange={setOpen}
        title="Delete session"
        sentence="Are you sure you want to delete this session? This action cannot be undone."
        confirmLabel="Delete"
        pending={remove.isPending}
        onConfirm={() => remove.run({ params: { id } })}
      />
    </>
  );

  const open = useCallback((what: Doing['what'], session: Session) => {
    setDoing({ what, session });
    setOpen(true);
  }, []);
  return { dialogs, open };
}
