// The newer picture with the older one half seen over it, as the marks lay them.
import { useLayoutEffect, useState } from 'react';
import type { Homography } from '#contract/geometry/homography.ts';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { imageUrlAt } from '#web/media/comparison/photo-layer.tsx';
import { otherSide } from '#web/media/linked/linked-viewer.ts';
import { createPhotoLink } from '#web/media/linked/photo-view.ts';

type AlignmentPreviewProps = { older: MediaItem | undefined; newer: MediaItem | undefined; matrix: Homography | null };

export function AlignmentPreview({ older, newer, matrix }: AlignmentPreviewProps) {
  const [link] = useState(createPhotoLink);
  const text = JSON.stringify(matrix);
  useLayoutEffect(() => {
    const parsed = JSON.parse(text) as Homography | null;
    return link.align(parsed && { older: 'left', matrix: parsed });
  }, [link, text]);
  const { left } = link.viewers;
  const right = link.viewers[otherSide('left')];
  return (
    <figure className="grid content-start gap-1">
      <figcaption className="text-muted text-sm">Both, as they would lie</figcaption>
      <div className="relative grid place-items-center overflow-hidden rounded-control bg-sunken *:col-start-1 *:row-start-1">
        {newer && <img ref={right.attach} src={imageUrlAt(newer, 's800')} alt="Newer" className="block w-full" />}
        {older && matrix && (
          <img
            ref={left.attach}
            src={imageUrlAt(older, 's800')}
            alt="Older, half seen over it"
            className="block w-full opacity-50"
          />
        )}
      </div>
    </figure>
  );
}
