// Pointing at a place: by a tap, by drawing an area, or with the arrow keys and Enter.

import { MapPin } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { AnchorPlace } from '#contract/disputes/anchors.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { Point, Surface } from './surface.ts';
import type { Purpose } from './use-pins.tsx';

// What to do while a place is pointed at: beside the picture, over everything else, because any part of the picture may be meant.
// Where a hint about a picture is out of its way.
const gap = 8;

/** Below the picture where the window has room for it, else above, else over its lower edge. */
export function hintTop(
  { top, bottom }: { top: number; bottom: number },
  height: number,
  windowHeight: number,
): number {
  if (bottom + gap + height <= windowHeight) return bottom + gap;
  if (top - gap - height >= 0) return top - gap - height;
  return windowHeight - height - gap;
}

type PlaceHintProps = { picture: RefObject<HTMLElement | null>; onCancel: () => void; children: ReactNode };

function PlaceHint({ picture, onCancel, children }: PlaceHintProps) {
  const hint = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current: panel } = hint;
    if (!panel) return;
    panel.showPopover();
    const place = () => {
      const box = picture.current?.getBoundingClientRect();
      if (!box) return;
      panel.style.left = `${box.left + box.width / 2}px`;
      panel.style.top = `${hintTop(box, panel.offsetHeight, innerHeight)}px`;
    };
    const watcher = new ResizeObserver(place);
    watcher.observe(panel);
    addEventListener('scroll', place, { capture: true, passive: true });
    addEventListener('resize', place);
    return () => {
      watcher.disconnect();
      removeEventListener('scroll', place, { capture: true });
      removeEventListener('resize', place);
    };
  }, [picture]);
  return (
    <div
      ref={hint}
      popover="manual"
      role="status"
      className="fixed inset-auto m-0 w-max max-w-[min(36rem,calc(100vw-1rem))] -translate-x-1/2 items-center gap-x-3 rounded-control border-0 bg-surface p-1.5 pl-3 text-ink text-sm shadow-raised open:flex print:hidden"
    >
      <span className="min-w-0">{children}</span>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

type PlaceOverlayProps = {
  purpose: Purpose['is'];
  surface: Surface;
  onPlace: (place: AnchorPlace) => void;
  onCancel: () => void;
};

const words: Record<Purpose['is'], string> = {
  raise: 'Tap the place that your concern is about.',
  answer: 'Tap the place that you want to show.',
  move: 'Tap the place where the pin belongs.',
};

const step = 16;
const fineStep = 2;
/** Anything smaller than this was a tap. */
const dragFrom = 12;

const arrows: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where an arrow key leads from a point; beyond the edge nobody would see it any more. */
function movedBy({ key, shiftKey, currentTarget }: KeyboardEvent, from: Point): Point | undefined {
  const arrow = arrows[key];
  if (!arrow) return undefined;
  const by = shiftKey ? fineStep : step;
  const within = (at: number, most: number) => Math.min(Math.max(at, 0), most);
  const { clientWidth, clientHeight } = currentTarget;
  return { x: within(from.x + arrow.x * by, clientWidth), y: within(from.y + arrow.y * by, clientHeight) };
}

export function PlaceOverlay({ purpose, surface, onPlace, onCancel }: PlaceOverlayProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [point, setPoint] = useState<Point>();
  const [start, setStart] = useState<Point>();
  const [missed, setMissed] = useState(false);
  useEffect(() => {
    const { clientWidth = 0, clientHeight = 0 } = layer.current ?? {};
    const opener = document.activeElement;
    setPoint({ x: clientWidth / 2, y: clientHeight / 2 });
    layer.current?.focus({ preventScroll: true });
    return () => {
      // What has the focus by now keeps it.
      const isLost = document.activeElement === document.body;
      if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  const of = (event: PointerEvent): Point => {
    const { left = 0, top = 0 } = layer.current?.getBoundingClientRect() ?? {};
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const hasDrawn = (to: Point) => start && surface.boxAt && Math.hypot(to.x - start.x, to.y - start.y) > dragFrom;
  function placeAt(to: Point) {
    const found = start && hasDrawn(to) ? surface.boxAt?.(start, to) : surface.placeAt(to);
    setStart(undefined);
    if (found) onPlace(found);
    else setMissed(true);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== layer.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = point && movedBy(event, point);
    if (moved) setPoint(moved);
    else if (event.key === 'Enter' && point) placeAt(point);
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="pointer-events-auto absolute inset-0 z-20 print:hidden">
      <div
        ref={layer}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application of its own keys, as the role says
        tabIndex={0}
        data-placing=""
        aria-label={`${words[purpose]} Arrow keys move the pin, Enter sets it, Escape cancels.`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setStart(of(event));
          setPoint(of(event));
        }}
        onPointerMove={(event) => start && setPoint(of(event))}
        onPointerUp={(event) => start && placeAt(of(event))}
        onPointerCancel={() => setStart(undefined)}
        className="absolute inset-0 cursor-crosshair touch-none overflow-hidden outline-none focus-visible:outline-2 focus-visible:-outline-offset-4 focus-visible:outline-white"
      >
        {point && start && hasDrawn(point) && <Drawn from={start} to={point} />}
        {point && <Crosshair {...point} />}
      </div>
      <PlaceHint picture={layer} onCancel={onCancel}>
        {missed ? 'Nothing is shown there: tap within the picture.' : words[purpose]}
        {surface.boxAt && !missed && ' Draw to mark an area.'}
        <span className="pointer-coarse:hidden"> Keys: arrows, Enter.</span>
      </PlaceHint>
    </div>
  );
}

function Crosshair({ x, y }: Point) {
  return (
    <MapPin
      aria-hidden="true"
      style={{ left: x, top: y }}
      className="pointer-events-none absolute size-9 -translate-x-1/2 -translate-y-full fill-pin-open text-white drop-shadow-md"
    />
  );
}

function Drawn({ from, to }: { from: Point; to: Point }) {
  const style = {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  };
  return <div style={style} className="pointer-events-none absolute border-2 border-white bg-white/20 shadow-raised" />;
}
