// Concerns about two pictures together: pinned to the newer one, with the older one and the way they were compared.

import { useMemo, useState } from 'react';
import type { AnchorPlace } from '#contract/disputes/anchors.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { type ComparisonPinning, PinningContext } from '#web/media/frame/pinning.ts';
import type { ComparisonState } from '#web/media/linked/comparison-params.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import type { Side } from '#web/media/linked/sides.ts';
import { PinButtons } from './pin-buttons.tsx';
import { PinLayer, useNamedPlace } from './pin-layer.tsx';
import {
  contentRect,
  flatAreaSurface,
  type PlaceFinder,
  type Point,
  type Rect,
  rectIn,
  type Surface,
} from './surface.ts';
import { type Pins, WithPins } from './use-pins.tsx';

// What two compared pictures are for pins: they stand in the newer one, and a tap into either half is a place of it.
const isWithin = ({ x, y }: Point, { left, top, width, height }: Rect) =>
  x >= left && x <= left + width && y >= top && y <= top + height;

const seenIn = (point: Point | null, rect: Rect | null) => (point && rect && isWithin(point, rect) ? point : null);

/** The part of an area that lies within the other; null where none does. */
export function overlapOf(area: Rect | null, within: Rect | null): Rect | null {
  if (!area || !within) return null;
  const [left, top] = [Math.max(area.left, within.left), Math.max(area.top, within.top)];
  const width = Math.min(area.left + area.width, within.left + within.width) - left;
  const height = Math.min(area.top + area.height, within.top + within.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** The photos lie in their order: the older one first. On each other only the newer one counts, as the older one may be warped. */
export function photoPairSurface(layer: HTMLElement, { isBeside }: { isBeside: boolean }): Surface {
  const photo = (nth: 0 | 1) => layer.parentElement?.querySelectorAll('img[draggable="false"]')[nth];
  const flat = (nth: 0 | 1) => flatAreaSurface('comparison', () => contentRect(photo(nth), layer));
  const [older, newer] = [flat(0), flat(1)];
  /** Of the half, beyond which the photo may go on unseen. */
  const paneOf = (nth: 0 | 1) => {
    const pane = photo(nth)?.parentElement;
    return pane ? rectIn(pane, layer) : null;
  };
  /** The surface of the half in which a point lies. */
  const under = (point: Point) => {
    const pane = paneOf(0);
    return isBeside && pane && isWithin(point, pane) ? older : newer;
  };
  return {
    ...newer,
    pointOf: (place) => seenIn(newer.pointOf(place), paneOf(1)),
    areaOf: (box) => overlapOf(newer.areaOf?.(box) ?? null, paneOf(1)),
    placeAt: (point) => under(point).placeAt(point),
    boxAt: (from, to) => under(from).boxAt?.(from, to) ?? null,
  };
}

/** Of viewers that know their places: panoramas and maps. */
export function viewerPairSurface(layer: HTMLElement, { left, right }: Pair<PlaceFinder>): Surface {
  const inside = ({ box }: PlaceFinder, point: Point) => {
    const at = rectIn(box, layer);
    return isWithin(point, at) ? { x: point.x - at.left, y: point.y - at.top } : null;
  };
  /** In the older half: its own place where that is one of both, else what stands at the same spot of the newer one. */
  const placeInOlder = (point: Point): AnchorPlace | null => (left.isAbsolute ? left : right).placeAt(point);
  return {
    kind: 'comparison',
    pointOf(place) {
      const point = right.pointOf(place);
      const at = rectIn(right.box, layer);
      return point && seenIn({ x: point.x + at.left, y: point.y + at.top }, at);
    },
    placeAt(point) {
      const [newer, older] = [inside(right, point), inside(left, point)];
      return (newer && right.placeAt(newer)) ?? (older && placeInOlder(older));
    },
  };
}

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
  useNamedPlace(
    pins,
    surface && newer ? (place) => surface.pointOf(place) === null && newer.analyzePicture(place) : null,
  );
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
