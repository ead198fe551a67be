// Above the media of a released session: what an admin took back from clients, who are not notified.
import { type MediaItem, type MediaKind, sessionMedia } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const List = lazySection(() => import('./taken-back-list.tsx'), 'TakenBackList', 'mb-4 h-24');

type TakenBackFilesProps = { session: Session; kind: MediaKind; onTakeBack: ((item: MediaItem) => void) | undefined };

/** Renders nothing if no file was taken back. */
export function TakenBackFiles({ session, kind, onTakeBack }: TakenBackFilesProps) {
  const { data } = useApiQuery(sessionMedia, { params: { id: session.id, kind } });
  const items = data?.items.filter(({ takenBack }) => takenBack !== undefined) ?? [];
  return items.length > 0 && <List key={kind} items={items} onShow={onTakeBack} />;
}
