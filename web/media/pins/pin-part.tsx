// What viewers show of pins beside the lightbox, in one piece: those of films and of comparisons, and the notes about files that are gone.

import type { ComponentProps } from 'react';
import { type ComparisonPinning, PinningContext } from '#web/media/frame/pinning.ts';
import type { ComparisonState } from '#web/media/linked/comparison-params.ts';
import { type Pair, sideNames } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { ComparisonPins } from './comparison-pins.tsx';
import { FilmPins } from './film-pins.tsx';
import { GonePins } from './gone-pins.tsx';

type PinPartProps =
  | ({ of: 'film' } & ComponentProps<typeof FilmPins>)
  | ({ of: 'comparison' } & ComponentProps<typeof ComparisonPins>)
  | ({ of: 'gone' } & ComponentProps<typeof GoneCompared>);

export function PinPart(props: PinPartProps) {
  switch (props.of) {
    case 'film':
      return <FilmPins id={props.id} poster={props.poster} box={props.box} />;
    case 'comparison':
      return <ComparisonPins {...props} />;
    case 'gone':
      return <GoneCompared {...props} />;
  }
}

// The note about a pin of two compared files, where a link leads to it and one of them is gone.
type GoneComparedProps = { pinning: ComparisonPinning | undefined; sides: Pair<Side>; state: ComparisonState };

function GoneCompared({ pinning, sides, state }: GoneComparedProps) {
  if (pinning?.pin === undefined || !isGone(sides, state)) return null;
  return (
    <PinningContext value={{ ...pinning, kind: sides.right.kind ?? 'drone' }}>
      <GonePins isGone={({ id }) => id === pinning.pin} />
    </PinningContext>
  );
}

/** What a link leads to is not among what a side has now. */
function isGone(sides: Pair<Side>, { leftItem, rightItem }: ComparisonState): boolean {
  const asked = { left: leftItem, right: rightItem };
  return sideNames.some((name) => {
    const { content, item } = sides[name];
    return content !== undefined && asked[name] !== '' && item?.id !== asked[name];
  });
}
