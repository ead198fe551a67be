// The place where two visits are shown: together where they are of a kind, else each for itself.
import type { RefObject } from 'react';
import { classNames } from '#web/lib/class-names.ts';
import { Card } from '#web/ui/card.tsx';
import { type LinkedHandle, LinkedMaps, LinkedPanoramas } from './linked-viewers.tsx';
import { sideNames } from './modes.ts';
import { PicturePair, type PicturePairProps } from './picture-pair.tsx';
import type { Side } from './sides.ts';
import { SingleViewer } from './single-viewer.tsx';
import { VideoPair } from './video-pair.tsx';
import { comparableAs } from './viewable.ts';

export type ComparisonBoxProps = Omit<PicturePairProps, 'items' | 'titles' | 'labels'> & {
  sides: Record<'left' | 'right', Side>;
  view: readonly number[];
  onView: (view: readonly number[]) => void;
  handle: RefObject<LinkedHandle | null>;
};

export function ComparisonBox(props: ComparisonBoxProps) {
  const { sides, full, onShown } = props;
  const { left, right } = sides;
  const titles = { left: left.title, right: right.title };
  const labels = { left: left.label, right: right.label };
  const inPair = { ...props, titles, labels };
  const [one, other] = [left.face, right.face];
  if (one?.is === 'film' && other?.is === 'film')
    return <VideoPair films={{ left: one, right: other }} titles={titles} labels={labels} locked={props.locked} />;
  if (left.item && right.item) {
    const items = { left: left.item, right: right.item };
    const as = comparableAs(one, other);
    if (as === 'picture') return <PicturePair {...inPair} items={items} />;
    if (as === 'sphere') return <LinkedPanoramas {...inPair} items={items} />;
    if (as === 'map') return <LinkedMaps {...inPair} items={items} />;
  }
  return (
    <div className="grid size-full grid-rows-2 gap-1 md:grid-cols-2 md:grid-rows-1">
      {sideNames.map((name) => (
        <Card
          key={name}
          className="relative grid min-h-0 place-items-center overflow-auto rounded-none border-0 shadow-none"
        >
          <SingleViewer side={sides[name]} name={name} full={full} onShown={(image) => onShown(name, image)} />
        </Card>
      ))}
    </div>
  );
}

/** Two panes beside each other, or below each other on small screens, or one; always of one height, so that nothing moves while it loads. */
export function comparisonBoxClass({ panes, full }: { panes: 1 | 2; full: boolean }): string {
  return classNames(
    'min-h-0 w-full overflow-hidden rounded-card border border-line bg-surface',
    full && 'flex-1',
    !full && (panes === 2 ? 'aspect-3/4 max-h-[80dvh] md:aspect-3/1 md:min-h-64' : 'aspect-3/2 max-h-[66dvh]'),
  );
}
