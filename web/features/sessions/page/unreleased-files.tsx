// Files that came into a released folder after its approval: said to those who may act on it; clients are not shown them.
import { type MediaKind, sessionMedia } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

const List = lazySection(() => import('./unreleased-list.tsx'), 'UnreleasedList', 'mb-4 h-32');

/** Nothing at all where nothing was added. */
export function UnreleasedFiles({ session, kind }: { session: Session; kind: MediaKind }) {
  const { data } = useApiQuery(sessionMedia, { params: { id: session.id, kind } });
  if (!data?.added) return null;
  return <List key={kind} session={session} kind={kind} items={data.items.filter((item) => item.unreleased)} />;
}
