// Which files that were pinned to are no longer there.
import type { Anchor } from '#contract/disputes/anchors.ts';
import { type Media, type MediaKind, sessionMedia } from '#contract/media/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { isListed } from '#web/media/frame/media-view.ts';

/** Of a tab that cannot be listed now nobody knows. */
export function isGoneFrom(media: Pick<Media, 'items' | 'kind' | 'problem' | 'originalUrl'>, file: string): boolean {
  const isHere = media.items.some(({ id }) => id === file) || file === `link:${media.originalUrl}`;
  return !isHere && isListed(media);
}

/** The file of an anchor in this tab; of a comparison each of its two may be in it. */
function filesIn({ sessionId, mediaKind, file, other }: Anchor, tab: { session: number; kind: MediaKind }): string[] {
  if (mediaKind !== tab.kind || file === '') return [];
  return [sessionId === tab.session ? file : [], other?.sessionId === tab.session ? other.file : []].flat();
}

/** It is pinned to what this tab had once. */
export function isGoneFromTab(anchor: Anchor, tab: { session: number; kind: MediaKind; media: Media }): boolean {
  return filesIn(anchor, tab).some((file) => isGoneFrom(tab.media, file));
}

/** Fetches the present files of its tabs, which the tab itself fetches too. */
export function useIsGone(anchor: Anchor, { enabled }: { enabled: boolean }): boolean {
  const { sessionId, mediaKind: kind, file, other } = anchor;
  const asks = enabled && file !== '';
  const own = useApiQuery(sessionMedia, { params: { id: sessionId, kind } }, { enabled: asks });
  const older = useApiQuery(
    sessionMedia,
    { params: { id: other?.sessionId ?? sessionId, kind } },
    { enabled: asks && other !== null },
  );
  const isGone = (media: Media | undefined, id: string) => media !== undefined && isGoneFrom(media, id);
  return isGone(own.data, file) || (other !== null && isGone(older.data, other.file));
}
