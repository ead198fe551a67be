// The pictures of a visit that may stand for a viewpoint, tab by tab: small, to be chosen from.
import type { ReactNode } from 'react';
import { imageAtSize, imagesAtSizes, type MediaItem, sessionMedia } from '#contract/media/endpoints.ts';
import type { ViewpointKind } from '#contract/viewpoints/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { isPanorama, mediaLabels } from '#web/media/frame/media-view.ts';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import type { ViewpointTab } from './viewpoint-labels.ts';

export type TabPicture = { mediaKind: ViewpointTab; item: MediaItem };

export function kindOfPicture({ item, mediaKind }: TabPicture): ViewpointKind {
  return isPanorama(item, mediaKind) ? 'panorama' : 'photo';
}

export const pictureGrid = 'grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-4';

type TabPicturesProps = {
  sessionId: number;
  tab: ViewpointTab;
  /** Only these. */
  kind?: ViewpointKind | undefined;
  /** False: it is left out. */
  isOffered?: (item: MediaItem) => boolean;
  children: (picture: TabPicture) => ReactNode;
};

export function TabPictures({ sessionId, tab, kind, isOffered = () => true, children }: TabPicturesProps) {
  const found = useApiQuery(sessionMedia, { params: { id: sessionId, kind: tab } });
  const pictures = (found.data?.items ?? [])
    .filter((item) => item.kind === 'image' && item.imageUrl !== null && isOffered(item))
    .map((item) => ({ mediaKind: tab, item }))
    .filter((picture) => kind === undefined || kindOfPicture(picture) === kind);
  return (
    <section aria-label={mediaLabels[tab]} className="grid gap-2">
      <h3 className="font-semibold">{mediaLabels[tab]}</h3>
      {found.error && <QueryError query={found} />}
      {found.isPending && (
        <SkeletonList count={4} className={pictureGrid}>
          <Skeleton className="aspect-3/2 rounded-control" />
        </SkeletonList>
      )}
      {found.data && pictures.length === 0 && <p className="text-muted text-sm">No pictures that fit in this tab.</p>}
      <ul className={pictureGrid}>
        {pictures.map((picture) => (
          <li key={picture.item.id} className="grid min-w-0 content-start gap-1.5">
            {children(picture)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A small picture with its name below it; what is around it says what a tap does. */
export function SmallPicture({ item }: { item: MediaItem }) {
  return (
    <>
      <Picture
        alt=""
        small={imageAtSize(item, 's220')}
        srcSet={imagesAtSizes(item, ['s220', 's400', 's800'])}
        sizes="(width < 640px) 44vw, 180px"
        ratio="3/2"
        className="rounded-control"
      />
      <span className="block truncate text-left text-sm">{item.group ? `${item.group}/${item.name}` : item.name}</span>
    </>
  );
}
