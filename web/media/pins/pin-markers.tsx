// The pins of a picture, several that lie on each other as one: its colour and its shape say where the concern stands, a tap what it is.

import { Check, CircleDot, MapPin, X } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useState } from 'react';
import { type Dispute, disputeStatusLabels, type Pin } from '#contract/disputes/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DisputeStatus, Priority } from '#web/ui/display/status-badge.tsx';
import type { PinPlace, Point, Rect } from './surface.ts';
import type { Pins } from './use-pins.tsx';

// Pins that would lie on each other are drawn as one, which says how many it stands for.
export type Cluster<Thing> = Point & { things: Thing[] };

/** As wide and as high as the area of a pin that a finger hits: beside each other they never overlap. */
const touchSize = 44;

/** Each joins the first that is near; what is out of sight is left out. */
export function clusterOf<Thing>(placed: readonly { thing: Thing; point: Point | null }[]): Cluster<Thing>[] {
  const clusters: Cluster<Thing>[] = [];
  for (const { thing, point } of placed) {
    if (point === null) continue;
    const host = clusters.find(({ x, y }) => Math.max(Math.abs(x - point.x), Math.abs(y - point.y)) < touchSize);
    if (host) host.things.push(thing);
    else clusters.push({ ...point, things: [thing] });
  }
  return clusters;
}

/** The outlines differ without their colours: a drop, a diamond, a circle, a square. */
const markerStyles: Record<Dispute['status'], { shape: string; turned?: string; icon: typeof Check }> = {
  open: { shape: 'bg-pin-open rounded-full rounded-br-none rotate-45', turned: '-rotate-45', icon: MapPin },
  in_progress: {
    shape: 'bg-pin-progress rounded-sm rotate-45 scale-80',
    turned: '-rotate-45 scale-125',
    icon: CircleDot,
  },
  resolved: { shape: 'bg-pin-resolved rounded-full', icon: Check },
  closed: { shape: 'bg-pin-closed rounded-sm', icon: X },
};

const edges: Record<Dispute['status'], string> = {
  open: 'border-pin-open',
  in_progress: 'border-pin-progress',
  resolved: 'border-pin-resolved',
  closed: 'border-pin-closed',
};

/** The area that somebody drew; its pin stands in the middle and is what one taps. White around it keeps it seen on any picture. */
function PinArea({ pin: { disputeId, status }, area }: { pin: Pin; area: Rect }) {
  return (
    <span
      aria-hidden="true"
      data-pin-area={disputeId}
      style={area}
      className={classNames('absolute rounded-xs border-2 outline-2 outline-white/80', edges[status])}
    />
  );
}

/** From a pin that stands beside buttons to its spot under them. */
function Lead({ from, to }: { from: Point; to: Point }) {
  const ends = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return (
    <svg aria-hidden="true" className="absolute inset-0 size-full" strokeLinecap="round">
      <line {...ends} stroke="black" strokeWidth="5" opacity="0.6" />
      <line {...ends} stroke="white" strokeWidth="3" />
    </svg>
  );
}

/** The one that asks for most stands for a cluster. */
const urgency: Dispute['status'][] = ['open', 'in_progress', 'resolved', 'closed'];

function statusOf(pins: readonly Pin[]): Dispute['status'] {
  return urgency.find((status) => pins.some((pin) => pin.status === status)) ?? 'closed';
}

function labelOf(pins: readonly Pin[]): string {
  const [first] = pins;
  if (pins.length > 1) return `${pins.length} concerns here`;
  return first ? `Concern ${first.disputeId}, ${disputeStatusLabels[first.status]}: ${first.reason.slice(0, 80)}` : '';
}

function PinMarker({ cluster, pins }: { cluster: Cluster<Pin>; pins: Pins }) {
  const { x, y, things } = cluster;
  const named = things.some(({ anchor }) => anchor.id === pins.named);
  const [isOpen, setOpen] = useState(false);
  const { shape, turned, icon: Icon } = markerStyles[statusOf(things)];
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={labelOf(things)}
        data-pin={things.map(({ disputeId }) => disputeId).join(' ')}
        data-status={statusOf(things)}
        aria-current={named || undefined}
        style={{ left: x, top: y }}
        // Two fingers on a pin would enlarge the page around the picture.
        className="pointer-events-auto absolute grid size-8 touch-pan-x touch-pan-y -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full before:absolute before:-inset-1.5 focus-visible:outline-2 focus-visible:outline-white aria-[current]:ring-4 aria-[current]:ring-white/80"
      >
        <span className={classNames('grid size-7 place-items-center border-2 border-white shadow-raised', shape)}>
          <span className={classNames('grid place-items-center font-semibold text-white text-xs', turned)}>
            {things.length > 1 ? things.length : <Icon aria-hidden="true" className="size-4" />}
          </span>
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          aria-label={labelOf(things)}
          side="top"
          sideOffset={6}
          collisionPadding={8}
          // Pins move without a resize or a scroll, which is all that browsers without layout observers would go by.
          updatePositionStrategy="always"
          className="z-50 max-h-[60dvh] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card bg-raised p-3 text-ink shadow-raised outline-none"
        >
          <ul className="grid gap-3">
            {things.map((pin) => (
              <li key={pin.disputeId}>
                <PinCard pin={pin} pins={pins} onDone={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type PinCardProps = { pin: Pin; pins: Pins; onDone: () => void };

function PinCard({ pin, pins, onDone }: PinCardProps) {
  const { disputeId, status, priority, reason, mayMove } = pin;
  const follow = (act: () => void) => () => {
    onDone();
    act();
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <DisputeStatus status={status} />
        <Priority priority={priority} />
        <span className="text-muted text-sm">Concern {disputeId}</span>
      </div>
      <p className="wrap-anywhere line-clamp-4">{reason}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={follow(() => pins.openDetails(disputeId))}>
          Open concern
        </Button>
        {mayMove && (
          <Button size="sm" onClick={follow(() => pins.begin({ is: 'move', disputeId }))}>
            Move pin
          </Button>
        )}
      </div>
    </div>
  );
}

/** Areas below, markers above them; `places` are those of the pins, in their order, and missing until they are known. */
export function PinMarkers({ pins, places }: { pins: Pins; places: readonly PinPlace[] }) {
  const placed = pins.pins.map((thing, nth) => ({ thing, point: places[nth]?.marker ?? null }));
  return (
    <>
      {pins.pins.map((pin, nth) => {
        const area = places[nth]?.area;
        return area && <PinArea key={pin.disputeId} pin={pin} area={area} />;
      })}
      {pins.pins.map(({ disputeId }, nth) => {
        const { point, marker } = places[nth] ?? {};
        return point && marker && point !== marker && <Lead key={disputeId} from={marker} to={point} />;
      })}
      {clusterOf(placed).map((cluster) => (
        <PinMarker key={cluster.things[0]?.disputeId} cluster={cluster} pins={pins} />
      ))}
    </>
  );
}
