// Concerns about two pictures together: pinned to the newer one, with the older one and the way they were compared.

import { useMemo, useState } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { type ComparisonPinning, PinningContext } from '#web/media/frame/pinning.ts';
import type { ComparisonState } from '#web/media/linked/comparison-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { photoPairSurface, viewerPairSurface } from './pair-surface.ts';
import { PinButtons } from './pin-buttons.tsx';
import { PinLayer } from './pin-layer.tsx';
import type { PlaceFinder } from './surface.ts';
import { useNamedPlace } from './use-named-place.ts';
import { type Pins, WithPins } from './use-pins.tsx';

type ComparisonPinsProps = {
  pinning: ComparisonPinning;
  sides: Pair<Side>;
  state: ComparisonState;
  /** Of viewers that know their places, null until they do; photos are measured where they lie. */
  finders: Pair<PlaceFinder | null> | undefined;
};

export function ComparisonPins({ pinning, sides: { left, right }, state, finders }: ComparisonPinsProps) {
  if (!left.item || !right.item || right.kind === undefined) return null;
  const { mode, view, shift } = state;
  const extra = {
    other: { sessionId: left.visit.id, file: left.item.id },
    mode,
    ...(view.length > 0 && { view: [...view] }),
    ...(shift.length > 0 && { shift: [...shift] }),
  };
  const { imageUrl, crop } = right.item;
  const picture = imageUrl === null ? null : { src: imageUrl, crop };
  const isPhoto = right.content?.is === 'photo';
  return (
    <PinningContext value={{ ...pinning, kind: right.kind }}>
      <WithPins id={right.item.id} as="comparison" picture={picture} extra={extra}>
        {(pins) => pins && <OnPair pins={pins} isBeside={mode === 'side'} finders={isPhoto ? 'photos' : finders} />}
      </WithPins>
    </PinningContext>
  );
}

type OnPairProps = { pins: Pins; isBeside: boolean; finders: Pair<PlaceFinder | null> | 'photos' | undefined };

/** Its buttons stand where no pair has any. */
function OnPair({ pins, isBeside, finders }: OnPairProps) {
  const [layer, setLayer] = useState<HTMLDivElement | null>(null);
  const surface = useMemo(() => {
    if (!layer || !finders) return null;
    if (finders === 'photos') return photoPairSurface(layer, { isBeside });
    const { left, right } = finders;
    return left && right && viewerPairSurface(layer, { left, right });
  }, [layer, finders, isBeside]);
  const newer = finders === 'photos' ? null : finders?.right;
  // On another screen less may be in sight of what was seen when it was pinned.
  useNamedPlace(pins, surface && newer ? (place) => surface.pointOf(place) === null && newer.lookAt(place) : null);
  return (
    <div ref={setLayer} className="pointer-events-none absolute inset-0 z-10">
      <PinLayer pins={pins} surface={surface} />
      {surface && <PinBar pins={pins} className="top-11" />}
    </div>
  );
}

// The buttons of pins over what has no bar of its own for them.

/** `className`: how far from the top, beneath what stands there. */
export function PinBar({ pins, className }: { pins: Pins; className: string }) {
  return (
    <div
      data-controls=""
      className={classNames(
        'pointer-events-auto absolute right-2 z-10 flex max-w-[calc(100%-1rem)] flex-wrap justify-end gap-1 rounded-control bg-surface/90 p-1 shadow-raised empty:hidden print:hidden',
        className,
      )}
    >
      <PinButtons pins={pins} size="sm" />
    </div>
  );
}
