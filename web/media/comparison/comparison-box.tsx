// The place where two visits are shown: linked where they are of a kind, else each for itself.
import type { ComponentType } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { type Pair, sideNames } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { comparableAs, type PairKind } from '#web/media/linked/sides.ts';
import { Card } from '#web/ui/display/card.tsx';
import { LoadOnDemand } from './load-on-demand.tsx';
import { SideLabel } from './overlay.tsx';
import { PhotoPair } from './photo-pair.tsx';
import { lazyViewer, SingleViewer } from './single-viewer.tsx';
import { VideoPair } from './video-pair.tsx';
import { type PairProps, pairGrid } from './viewer-pair.tsx';

/** A new kind of viewer is compared by adding its pair here. */
const pairs: Record<Exclude<PairKind, 'video'>, ComponentType<PairProps>> = {
  photo: PhotoPair,
  panorama: lazyViewer(() => import('./panorama-pair.tsx'), 'PanoramaPair'),
  map: lazyViewer(() => import('./map-pair.tsx'), 'MapPair'),
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
    const pair = <LinkedPair {...props} items={{ left: left.item, right: right.item }} />;
    return (
      <LoadOnDemand key={kind} of={[left.content, right.content].flatMap((one) => one ?? [])}>
        {pair}
      </LoadOnDemand>
    );
  }
  return (
    <div className={pairGrid}>
      {sideNames.map((name) => (
        <Card
          key={name}
          className="relative grid min-h-0 place-items-center overflow-auto rounded-none border-0 shadow-none"
        >
          <SingleViewer side={sides[name]} name={name} full={rest.full} />
          {sides[name].content?.is !== 'photo' && <SideLabel side={name} title={sides[name].label} />}
        </Card>
      ))}
    </div>
  );
}

/**
 * Two halves or one, as high as the screen leaves room beside what stands around them; of one height from the start, so that nothing
 * moves while it loads.
 */
export function comparisonBoxClass({ halves, full }: { halves: 1 | 2; full: boolean }): string {
  return classNames(
    'relative isolate min-h-0 overflow-hidden border-line bg-sunken print:break-inside-avoid',
    // On paper as wide as the sheet, and of the shape of two pictures or one.
    halves === 2
      ? 'print:aspect-8/3! print:mx-0! print:h-auto! print:max-h-none!'
      : 'print:aspect-3/2! print:mx-0! print:h-auto! print:max-h-none!',
    full ? 'flex-1' : 'compact:-mx-4 compact:border-y roomy:w-full roomy:rounded-card roomy:border',
    !full && 'compact:h-[max(18rem,calc(100dvh-14.5rem-var(--above,0px)))]',
    !full &&
      (halves === 2
        ? 'roomy:aspect-2/1 roomy:max-h-[max(16rem,calc(100dvh-28.75rem))]'
        : 'roomy:aspect-3/2 roomy:max-h-[max(16rem,calc(100dvh-32.25rem))]'),
  );
}
