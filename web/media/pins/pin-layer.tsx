// The layer over a viewer on which pins lie, and on which a place is pointed at.

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnchorPlace } from '#contract/disputes/anchors.ts';
import { lazyComponent, showLoadError } from '#web/lib/page/lazy-component.tsx';
import { PlaceOverlay } from './place-overlay.tsx';
import { type PinPlace, type Point, type Rect, rectIn, type Surface } from './surface.ts';
import type { Pins } from './use-pins.tsx';

// Where the buttons over a layer of pins are: read again once something about them may have changed, and not in each frame.

/** Changes that no observer reports are noticed this late, in milliseconds. */
const latest = 500;
const attributeFilter = ['class', 'hidden', 'data-controls'];
const ends = ['transitionend', 'animationend'] as const;

/** `data-controls` marks them; what a dialog covers does not count. */
export function watchControls(layer: Element, now = () => performance.now()) {
  const around = layer.closest('[role="dialog"]') ?? document.documentElement;
  let known: { at: number; rects: Rect[] } | null = null;
  const forget = () => {
    known = null;
  };
  const sizes = new ResizeObserver(forget);
  const observed = new WeakSet<Element>();
  // Moving pins changes nothing about buttons.
  const changes = new MutationObserver((records) => {
    if (records.some(({ target }) => !layer.contains(target))) forget();
  });
  changes.observe(around, { subtree: true, childList: true, attributes: true, attributeFilter });
  for (const end of ends) around.addEventListener(end, forget);

  function read(): Rect[] {
    if (known && now() - known.at < latest) return known.rects;
    const all = [...around.querySelectorAll('[data-controls], .yarl__button')];
    // Observing an element reports a change of it at once.
    for (const each of [layer, ...all].filter((one) => !observed.has(one))) sizes.observe(each);
    for (const each of [layer, ...all]) observed.add(each);
    known = { at: now(), rects: all.map((each) => rectIn(each, layer)).filter(({ width }) => width > 0) };
    return known.rects;
  }
  function stop() {
    sizes.disconnect();
    changes.disconnect();
    for (const end of ends) around.removeEventListener(end, forget);
  }
  return { read, stop };
}

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

// Looks, once, at the pin that the address names: as soon as both the viewer and the pin are there.

/** `look`: null until the viewer can be moved. */
export function useNamedPlace(pins: Pins | null, look: ((place: AnchorPlace) => void) | null): void {
  const looked = useRef<number>(undefined);
  const named = pins?.pins.find(({ anchor }) => anchor.id === pins.named)?.anchor;
  const act = useEffectEvent((place: AnchorPlace) => look?.(place));
  const isReady = look !== null;
  useEffect(() => {
    if (!named || !isReady || looked.current === named.id) return;
    looked.current = named.id;
    act(named.place);
  }, [named, isReady]);
}
