// One viewpoint as a card: its newest picture, while it is held its first one, and what its crew may do with it.
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Pencil } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import { formatDate, shortDay } from '#contract/core/day-words.ts';
import type { Viewpoint, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { classNames } from '#web/lib/format/class-names.ts';
import { count } from '#web/lib/format/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx';
import { numberedName, viewpointPath } from './viewpoint-labels.ts';

/** What may be done; what leads nowhere, as moving the first one up, is left out. */
export type ManageViewpoint = {
  rename: () => void;
  retire: () => void;
  earlier?: () => void;
  later?: () => void;
};

type ViewpointCardProps = { viewpoint: Viewpoint; manage?: ManageViewpoint };

export function ViewpointCard({ viewpoint, manage }: ViewpointCardProps) {
  const { first, newest, visitCount, retired, kind } = viewpoint;
  const canHold = first !== null && first.sessionId !== newest?.sessionId;
  const hold = useHold(canHold);
  const shown = hold.isHeld ? first : newest;
  return (
    <article
      aria-label={numberedName(viewpoint)}
      className="relative flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card transition-colors hover:border-line-strong"
    >
      <Link
        href={viewpointPath(viewpoint)}
        draggable={false}
        {...hold.handlers}
        className="relative block select-none focus-visible:-outline-offset-4 [-webkit-touch-callout:none]"
      >
        <CardPicture viewpoint={viewpoint} picture={newest} />
        {hold.wanted && first && (
          <span className={classNames('absolute inset-0', !hold.isHeld && 'invisible')}>
            <CardPicture viewpoint={viewpoint} picture={first} />
          </span>
        )}
        {shown && (
          <span className="absolute bottom-2 left-2 rounded-md bg-black/65 px-2 py-1 font-medium text-white text-xs tabular-nums">
            {shortDay(shown.captureDate)}
          </span>
        )}
        <span className="sr-only" role="status">
          {hold.isHeld && first ? `First picture, ${formatDate(first.captureDate)}` : ''}
        </span>
      </Link>
      <div className="flex items-start justify-between gap-2 p-3">
        <div className="min-w-0">
          <p className="wrap-anywhere font-medium">
            <Link href={viewpointPath(viewpoint)} className="hover:underline">
              {numberedName(viewpoint)}
            </Link>
          </p>
          <p className="text-muted text-sm tabular-nums">{count(visitCount, 'visit')}</p>
        </div>
        <span className="flex items-center gap-1">
          {kind === 'panorama' && <Badge>360°</Badge>}
          {retired && <Badge>Retired</Badge>}
          {manage && <Menu label={`Actions for ${viewpoint.name}`} items={itemsOf(manage, retired)} />}
        </span>
      </div>
    </article>
  );
}

function itemsOf({ rename, retire, earlier, later }: ManageViewpoint, retired: boolean): MenuItem[] {
  return [
    { label: 'Rename', icon: Pencil, onSelect: rename },
    ...(earlier ? [{ label: 'Move up', icon: ArrowUp, onSelect: earlier }] : []),
    ...(later ? [{ label: 'Move down', icon: ArrowDown, onSelect: later }] : []),
    'separator',
    retired
      ? { label: 'Bring back', icon: ArchiveRestore, onSelect: retire }
      : { label: 'Retire', icon: Archive, onSelect: retire },
  ];
}

function CardPicture({ viewpoint, picture }: { viewpoint: Viewpoint; picture: ViewpointPicture | null }) {
  return (
    <Picture
      alt={picture ? `${viewpoint.name}, ${formatDate(picture.captureDate)}` : viewpoint.name}
      small={picture?.item.thumbnailUrl}
      sizes="(width < 640px) 100vw, (width < 1024px) 50vw, 300px"
      ratio="3/2"
    />
  );
}

/** So long is a press that holds; a shorter one opens. */
const holdMs = 250;
/** A finger that moved so far, in pixels, scrolls. */
const scrollFrom = 10;

/** Mouse, finger, or the space bar held down; the click that ends a hold opens nothing. */
function useHold(canHold: boolean) {
  const [isHeld, setHeld] = useState(false);
  /** The first picture is fetched once somebody may hold. */
  const [wanted, setWanted] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const wasHeld = useRef(false);
  function press() {
    setWanted(true);
    wasHeld.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      wasHeld.current = true;
      setHeld(true);
    }, holdMs);
  }
  function release() {
    clearTimeout(timer.current);
    setHeld(false);
  }
  const want = () => setWanted(true);
  const handlers = {
    onPointerEnter: want,
    onFocus: want,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      press();
    },
    onPointerMove(event: PointerEvent) {
      const { x, y } = start.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) > scrollFrom) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
    // A long press opens the link's menu on phones.
    onContextMenu: (event: { preventDefault: () => void }) => wasHeld.current && event.preventDefault(),
    onClick: (event: { preventDefault: () => void }) => wasHeld.current && event.preventDefault(),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== ' ') return;
      event.preventDefault();
      if (!event.repeat) {
        setWanted(true);
        setHeld(true);
      }
    },
    onKeyUp: (event: KeyboardEvent) => event.key === ' ' && setHeld(false),
    onBlur: release,
  };
  return { isHeld, wanted: wanted && canHold, handlers: canHold ? handlers : {} };
}
