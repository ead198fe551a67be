// The layer over a viewer on which pins lie, and on which a place is pointed at.
import { useEffect, useEffectEvent, useState } from 'react';
import { clusterOf } from './clusters.ts';
import { PinMarker } from './pin-marker.tsx';
import { PlaceOverlay } from './place-overlay.tsx';
import type { Point, Surface } from './surface.ts';
import type { Pins } from './use-pins.tsx';

type PinLayerProps = {
  pins: Pins;
  /** Null until the viewer shows something. */
  surface: Surface | null;
};

export function PinLayer({ pins, surface }: PinLayerProps) {
  const points = usePoints(pins, surface);
  if (!surface) return null;
  const placed = pins.pins.map((thing, nth) => ({ thing, point: points[nth] ?? null }));
  return (
    <>
      <div className="pointer-events-none absolute inset-0 z-10 overflow-hidden print:hidden" data-pins="">
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

const same = (one: Point | null, other: Point | null | undefined) =>
  one === other || (one && other && Math.abs(one.x - other.x) < 0.5 && Math.abs(one.y - other.y) < 0.5);

/** Where the pins are in each frame: viewers move by hand, by inertia and by animations of their own. */
function usePoints({ pins }: Pins, surface: Surface | null): (Point | null)[] {
  const [points, setPoints] = useState<(Point | null)[]>([]);
  const look = useEffectEvent(() => {
    const next = pins.map(({ anchor }) => surface?.pointOf(anchor.place) ?? null);
    if (next.length !== points.length || !next.every((point, nth) => same(point, points[nth]))) setPoints(next);
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
  return points;
}
