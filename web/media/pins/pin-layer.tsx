// The layer over a viewer on which pins lie, and on which a place is pointed at.

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { lazyComponent, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { PlaceOverlay } from './place-overlay.tsx';
import type { PinPlace, Point, Rect, Surface } from './surface.ts';
import type { Pins } from './use-pins.tsx';
import { watchControls } from './watch-controls.ts';

// Where a pin stands whose spot lies under buttons: beside them, as near as there is room.

/** From the middle of a pin to its edge, and a little air. */
const reach = 18;

const isOver = ({ x, y }: Point, { left, top, width, height }: Rect) =>
  x > left - reach && x < left + width + reach && y > top - reach && y < top + height + reach;

const isInside = ({ x, y }: Point, { width, height }: Pick<Rect, 'width' | 'height'>) =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** The point itself, unless a button lies there; what is out of sight stays so. */
export function clearOf(point: Point, controls: readonly Rect[], box: Pick<Rect, 'width' | 'height'>): Point {
  const isFree = (at: Point) => isInside(at, box) && !controls.some((each) => isOver(at, each));
  if (!isInside(point, box) || isFree(point)) return point;
  const columns = [point.x, ...controls.flatMap(({ left, width }) => [left - reach, left + width + reach])];
  const rows = [point.y, ...controls.flatMap(({ top, height }) => [top - reach, top + height + reach])];
  const farness = ({ x, y }: Point) => Math.hypot(x - point.x, y - point.y);
  const free = columns.flatMap((x) => rows.map((y) => ({ x, y }))).filter(isFree);
  return free.sort((one, other) => farness(one) - farness(other))[0] ?? point;
}

/** Their popovers weigh 25 kB, and most pictures have no pins. */
const markers = lazyComponent(() => import('./pin-markers.tsx'), 'PinMarkers');

type PinLayerProps = {
  pins: Pins;
  /** Null until the viewer shows something. */
  surface: Surface | null;
};

export function PinLayer({ pins, surface }: PinLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const places = usePlaces(pins, surface, layer);
  const Markers = markers.useWhen(pins.pins.length > 0, showLoadError);
  if (!surface) return null;
  return (
    <>
      <div ref={layer} className="pointer-events-none absolute inset-0 z-10 overflow-hidden print:hidden" data-pins="">
        {!pins.placing && Markers && <Markers pins={pins} places={places} />}
      </div>
      {pins.placing && (
        <PlaceOverlay
          purpose={pins.placing.is}
          surface={surface}
          onPlace={(place) => pins.set(surface, place)}
          onCancel={pins.cancel}
        />
      )}
    </>
  );
}

/** By less than a pixel's half they are where they were. */
const isNear = (one: number | undefined, other: number | undefined) =>
  one === other || (one !== undefined && other !== undefined && Math.abs(one - other) < 0.5);

const isSame = ({ point, marker, area }: PinPlace, other: PinPlace | undefined) =>
  (['x', 'y'] as const).every((name) => isNear(point?.[name], other?.point?.[name])) &&
  (['x', 'y'] as const).every((name) => isNear(marker?.[name], other?.marker?.[name])) &&
  (['left', 'top', 'width', 'height'] as const).every((name) => isNear(area?.[name], other?.area?.[name]));

/** Where the pins are in each frame: viewers move by hand, by inertia and by animations of their own. */
function usePlaces({ pins }: Pins, surface: Surface | null, layer: RefObject<HTMLElement | null>): PinPlace[] {
  const [places, setPlaces] = useState<PinPlace[]>([]);
  const look = useEffectEvent((box: HTMLElement, controls: Rect[]) => {
    const size = { width: box.clientWidth, height: box.clientHeight };
    const next = pins.map(({ anchor: { place } }) => {
      const point = surface?.pointOf(place) ?? null;
      const area = (place.box && surface?.areaOf?.(place.box)) ?? null;
      return { point, marker: point && clearOf(point, controls, size), area };
    });
    if (next.length !== places.length || !next.every((each, nth) => isSame(each, places[nth]))) setPlaces(next);
  });
  const isWatched = surface !== null && pins.length > 0;
  useEffect(() => {
    const { current: box } = layer;
    if (!isWatched || !box) return;
    const controls = watchControls(box);
    let frame = 0;
    const each = () => {
      look(box, controls.read());
      frame = requestAnimationFrame(each);
    };
    each();
    return () => {
      cancelAnimationFrame(frame);
      controls.stop();
    };
  }, [isWatched, layer]);
  return places;
}
