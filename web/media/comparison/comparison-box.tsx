// The place where two visits are shown: linked where they are of a kind, else each for itself.
import type { ComponentType } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { type Pair, sideNames } from '#web/media/linked-viewer.ts';
import { Card } from '#web/ui/card.tsx';
import { PhotoPair } from './photo-pair.tsx';
import type { Side } from './sides.ts';
import { lazyViewer, SingleViewer } from './single-viewer.tsx';
import { VideoPair } from './video-pair.tsx';
import { comparableAs, type PairKind } from './viewable.ts';
import { type PairProps, pairGrid } from './viewer-pair.tsx';

/** A new kind of viewer is compared by adding its pair here. */
const pairs: Record<Exclude<PairKind, 'video'>, ComponentType<PairProps>> = {
  photo: PhotoPair,
  panorama: lazyViewer(() => import('./panorama-pair.tsx').then((module) => module.PanoramaPair)),
  map: lazyViewer(() => import('./map-pair.tsx').then((module) => module.MapPair)),
};

export type ComparisonBoxProps = Omit<PairProps, 'items' | 'titles' | 'labels'> & { sides: Pair<Side> };

export function ComparisonBox({ sides, ...rest }: ComparisonBoxProps) {
  const { left, right } = sides;
  const props = {
    ...rest,
    titles: { left: left.title, right: right.title },
    labels: { left: left.label, right: right.label },
  };
  if (left.content?.is === 'video' && right.content?.is === 'video')
    return <VideoPair {...props} items={{ left: left.content, right: right.content }} />;
  const kind = comparableAs(left.content, right.content);
  if (kind && kind !== 'video' && left.item && right.item) {
    const LinkedPair = pairs[kind];
    return <LinkedPair {...props} items={{ left: left.item, right: right.item }} />;
  }
  return (
    <div className={pairGrid}>
      {sideNames.map((name) => (
        <Card
          key={name}
          className="relative grid min-h-0 place-items-center overflow-auto rounded-none border-0 shadow-none"
        >
          <SingleViewer side={sides[name]} name={name} full={rest.full} />
        </Card>
      ))}
    </div>
  );
}

/** Two halves beside each other, or below each other on small screens, or one; always of one height, so that nothing moves while it loads. */
export function comparisonBoxClass({ halves, full }: { halves: 1 | 2; full: boolean }): string {
  return classNames(
    'min-h-0 w-full overflow-hidden rounded-card border border-line bg-surface',
    full && 'flex-1',
    !full && (halves === 2 ? 'aspect-3/4 max-h-[80dvh] md:aspect-3/1 md:min-h-64' : 'aspect-3/2 max-h-[66dvh]'),
  );
}
