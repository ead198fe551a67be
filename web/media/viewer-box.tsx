// The place that a tour, film, sphere or map stands in: 600 px high, 80vh in fullscreen (foundation §2).
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

/** On low screens the page around it stays in reach. */
export function viewerHeight(full: boolean): string {
  return full ? 'h-[80vh]' : 'h-[600px] max-h-[80dvh]';
}

/** On phones a film keeps the shape of a film. */
function filmHeight(full: boolean): string {
  return full ? viewerHeight(true) : 'aspect-video max-h-[80dvh] md:aspect-auto md:h-[600px]';
}

type StageProps = { full: boolean; film?: boolean; children: ReactNode };

export function ViewerBox({ full, film, children }: StageProps) {
  return (
    <div
      className={classNames(
        'relative grid w-full place-items-center overflow-hidden rounded-card bg-sunken',
        film ? filmHeight(full) : viewerHeight(full),
      )}
    >
      {children}
    </div>
  );
}
