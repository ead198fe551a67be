// The layer over a viewer on which pins lie, and on which a place is pointed at.
import { useEffect, useEffectEvent, useState } from 'react';
import { clusterOf } from './clusters.ts';
import { PinArea, PinMarker } from './pin-marker.tsx';
import { PlaceOverlay } from './place-overlay.tsx';
import type { Point, Rect, Surface } from './surface.ts';
import type { Pins } from './use-pins.tsx';

type PinLayerProps = {
  pins: Pins;
  /** Null until the viewer shows something. */
  surface: Surface | null;
};

export function PinLayer({ pins, surface }: PinLayerProps) {
  const places = usePlaces(pins, surface);
  if (!surface) return null;
  const placed = pins.pins.map((thing, nth) => ({ thing, point: places[nth]?.point ?? null }));
  return (
    <>
      <div className="pointer-events-none absolute inset-0 z-10 overflow-hidden print:hidden" data-pins="">
        {!pins.placing &&
          pins.pins.map((pin, nth) => {
            const area = places[nth]?.area;
            return area && <PinArea key={pin.disputeId} pin={pin} area={area} />;
          })}
        {!pins.placing &&
          clusterOf(placed).map((cluster) => (
            <PinMarker key={cluster.things[0]?.disputeId} cluster={cluster} pins={pins} />
          ))}
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

/** `area`: of a pin that is a box. */
type Placed = { point: Point | null; area: Rect | null };

/** By less than a pixel's half they are where they were. */
const isNear = (one: number | undefined, other: number | undefined) =>
  one === other || (one !== undefined && other !== undefined && Math.abs(one - other) < 0.5);

const isSame = ({ point, area }: Placed, other: Placed | undefined) =>
  (['x', 'y'] as const).every((name) => isNear(point?.[name], other?.point?.[name])) &&
  (['left', 'top', 'width', 'height'] as const).every((name) => isNear(area?.[name], other?.area?.[name]));

/** Where the pins are in each frame: viewers move by hand, by inertia and by animations of their own. */
function usePlaces({ pins }: Pins, surface: Surface | null): Placed[] {
  const [places, setPlaces] = useState<Placed[]>([]);
  const look = useEffectEvent(() => {
    const next = pins.map(({ anchor: { place } }) => ({
      point: surface?.pointOf(place) ?? null,
      area: (place.box && surface?.areaOf?.(place.box)) ?? null,
    }));
    if (next.length !== places.length || !next.every((each, nth) => isSame(each, places[nth]))) setPlaces(next);
  });
  const isWatched = surface !== null && pins.length > 0;
  useEffect(() => {
    if (!isWatched) return;
    let frame = 0;
    const each = () => {
      look();
      frame = requestAnimationFrame(each);
    };
    each();
    return () => cancelAnimationFrame(frame);
  }, [isWatched]);
  return places;
}
