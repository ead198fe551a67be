// What clients are not shown of a released session: files that an admin took back, and files that came after its approval.
import { type MediaItem, type MediaKind, sessionMedia } from '#contract/media/endpoints.ts';
import { can } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

// Taking single files of a session back from clients, and showing them again: who may, and the dialog that asks.
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

const TakenBackList = lazySection(
  () => import('./taken-back-list.tsx'),
  'TakenBackList',
  <Skeleton className="mb-4 h-24 rounded-card" />,
);

type TakenBackFilesProps = { session: Session; kind: MediaKind; onTakeBack: ((item: MediaItem) => void) | undefined };

/** Above the media; nothing if no file was taken back. Clients are not notified of it. */
export function TakenBackFiles({ session, kind, onTakeBack }: TakenBackFilesProps) {
  const { data } = useApiQuery(sessionMedia, { params: { id: session.id, kind } });
  const items = data?.items.filter(({ takenBack }) => takenBack !== undefined) ?? [];
  return items.length > 0 && <TakenBackList key={kind} items={items} onShow={onTakeBack} />;
}

const UnreleasedList = lazySection(
  () => import('./unreleased-list.tsx'),
  'UnreleasedList',
  <Skeleton className="mb-4 h-32 rounded-card" />,
);

/** Files that came into a released folder after its approval, for those who may act on it; nothing where none was added. */
export function UnreleasedFiles({ session, kind }: { session: Session; kind: MediaKind }) {
  const { data } = useApiQuery(sessionMedia, { params: { id: session.id, kind } });
  if (!data?.added) return null;
  return (
    <UnreleasedList key={kind} session={session} kind={kind} items={data.items.filter((item) => item.unreleased)} />
  );
}
