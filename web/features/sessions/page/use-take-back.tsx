// Taking single files of a session back from clients, and showing them again: who may, and the dialog that asks.
import type { MediaItem, MediaKind } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';

const TakeBackDialog = lazyDialog(() => import('./take-back-dialog.tsx'), 'TakeBackDialog');

/** Of a tab of a session; undefined where this person may not, or clients see nothing of it anyway. */
export function useTakeBack(session: Session, kind: MediaKind) {
  const { actor } = useCurrentUser();
  const { open, dialogs } = useDialogs({
    ask: (control, item: MediaItem) => <TakeBackDialog {...control} session={session} kind={kind} item={item} />,
  });
  const may = can.takeBackPictures(actor) && session.released;
  return { onTakeBack: may ? (item: MediaItem) => open('ask', item) : undefined, dialogs };
}
