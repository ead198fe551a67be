// The place that a tour, video, panorama or map stands in: 600 px high, 80vh in fullscreen (§6.11); and the buttons in its corner.
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

/** On low screens the page around it stays in reach. */
export function viewerHeight(full: boolean): string {
  return full ? 'h-[80vh]' : 'h-[600px] max-h-[80dvh]';
}

/** On phones a video keeps the shape of a video. */
function videoHeight(full: boolean): string {
  return full ? viewerHeight(true) : 'aspect-video max-h-[80dvh] md:aspect-auto md:h-[600px]';
}

/** `low`: what it holds is not open yet, and not what one came for. */
type ViewerBoxProps = { full: boolean; video?: boolean; low?: boolean; children: ReactNode };

export function ViewerBox({ full, video, low, children }: ViewerBoxProps) {
  const height = video ? videoHeight(full) : viewerHeight(full);
  return (
    <div
      className={classNames(
        'relative grid w-full place-items-center overflow-hidden rounded-card bg-sunken',
        low ? 'h-40' : height,
      )}
    >
      {children}
    </div>
  );
}

export function ViewerButtons({ children }: { children: ReactNode }) {
  return (
    <div
      data-controls=""
      className="absolute right-2 bottom-2 z-10 flex max-w-[calc(100%-1rem)] flex-wrap justify-end gap-1 rounded-control print:hidden bg-surface/90 p-1 shadow-raised"
    >
      {children}
    </div>
  );
}
