// A pane that pictures are looked at in: dragging, pinching, wheel, arrow keys and clicks move what it shows.
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useZoomPanPinch } from 'react-zoom-pan-pinch';
import { classNames } from '#web/lib/class-names.ts';
import type { LinkedViewport } from './linked-viewport.ts';
import type { SideName } from './modes.ts';
import { type Fit, fitOf, initialViewport, maxZoom, type Viewport } from './viewport.ts';

type Size = { width: number; height: number };

type PaneProps = {
  label: string;
  views: LinkedViewport;
  locked: boolean;
  /** In fullscreen the wheel has no page to scroll. */
  full: boolean;
  /** The picture's shape; undefined until it is known. */
  picture: Size | undefined;
  /** Which side a drag that starts here (0 to 1 from the left) moves. */
  sideAt: (across: number) => SideName;
  boxRef?: ((box: HTMLDivElement | null) => void) | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Marks what lies on a pane but is no part of it. */
export const noPan = 'no-pan';
/** Further than this a press is a drag and no click. */
const slip = 5;

/** At whole size a finger scrolls the page and two fingers zoom; zoomed in, one finger moves the picture. */
export function PanZoom({ label, views, locked, full, picture, sideAt, boxRef, className, children }: PaneProps) {
  const side = useRef<SideName>(sideAt(0));
  const pressed = useRef<{ x: number; y: number } | undefined>(undefined);
  const isNear = useSyncExternalStore(views.hear, () => views.get(side.current).zoom > 1.001);
  const moves = isNear || !locked;
  const gestures = useGestures({ views, side, picture, moves, wheel: moves || full });
  const box = gestures.wrapperRef;
  useLayoutEffect(() => boxRef?.(box.current), [boxRef, box]);

  function onPointerDownCapture(event: PointerEvent) {
    pressed.current = undefined;
    // A second finger makes it a pinch.
    if (isAside(event.target) || !event.isPrimary) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    side.current = sideAt((event.clientX - left) / width);
    gestures.follow();
    pressed.current = { x: event.clientX, y: event.clientY };
  }
  function onPointerUp(event: PointerEvent) {
    const from = pressed.current;
    pressed.current = undefined;
    if (!from || event.button !== 0 || isAside(event.target)) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= slip) toggle(event);
  }
  /** A click shows the clicked place twice as large in the middle; the next one shows everything again (pages §2). */
  function toggle({ clientX, clientY }: PointerEvent) {
    const pane = box.current?.getBoundingClientRect();
    if (!pane || !picture) return;
    const fit = fitOf(picture, pane);
    const { x, y, zoom } = views.get(side.current);
    if (zoom > 1.001) return views.move(side.current, initialViewport, fit);
    const across = (clientX - pane.left - pane.width / 2) / (pane.width * fit.x * zoom);
    const down = (clientY - pane.top - pane.height / 2) / (pane.height * fit.y * zoom);
    views.move(side.current, { x: x + across, y: y + down, zoom: 2 }, fit);
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = event.target === event.currentTarget && keyed(event.key, views.get(side.current), moves);
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    gestures.move(to);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds form controls, this holds pictures.
    <div
      ref={box}
      role="group"
      aria-label={label}
      aria-roledescription="picture pane"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows and + and - move the picture, for those who have no pointer.
      tabIndex={0}
      className={classNames(
        'relative overflow-hidden bg-black [container-type:size] focus-visible:-outline-offset-4',
        moves ? 'touch-none cursor-grab active:cursor-grabbing' : 'touch-pan-y cursor-zoom-in',
        className,
      )}
      onPointerDownCapture={onPointerDownCapture}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    >
      {/* What the library moves, to reckon with; the pictures follow `views`. */}
      <div ref={gestures.contentRef} aria-hidden="true" className="absolute inset-0" />
      {children}
    </div>
  );
}

function isAside(target: EventTarget): boolean {
  return target instanceof Element && target.closest(`.${noPan}`) !== null;
}

const keySteps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a key leads; arrows only where there is something to move. */
function keyed(key: string, { x, y, zoom }: Viewport, moves: boolean): Viewport | undefined {
  const step = keySteps[key];
  if (step && moves) return { x: x + (step[0] * 0.1) / zoom, y: y + (step[1] * 0.1) / zoom, zoom };
  if (key === '+' || key === '=') return { x, y, zoom: Math.min(zoom * 1.5, maxZoom) };
  if (key === '-') return { x, y, zoom: zoom / 1.5 };
  return key === '0' ? initialViewport : undefined;
}

type Gestures = {
  views: LinkedViewport;
  side: { current: SideName };
  picture: Size | undefined;
  moves: boolean;
  wheel: boolean;
};

/** The library tells what hands do; where that leads is kept in `views`, which knows of both sides. */
function useGestures({ views, side, picture, moves, wheel }: Gestures) {
  const now = useRef({ picture, busy: false });
  now.current.picture = picture;
  const { wrapperRef, contentRef, instance } = useZoomPanPinch({});

  const measure = (): { pane: Size; fit: Fit } | undefined => {
    const pane = wrapperRef.current?.getBoundingClientRect();
    const shape = now.current.picture;
    return pane && shape && pane.width > 0 ? { pane, fit: fitOf(shape, pane) } : undefined;
  };
  /** Tells the library where the side really looks. */
  const follow = () => {
    const sizes = measure();
    if (!sizes) return;
    const { scale, positionX, positionY } = toLibrary(views.get(side.current), sizes);
    now.current.busy = true;
    instance.current.setState(scale, positionX, positionY);
    now.current.busy = false;
  };
  const move = (to: Viewport) => {
    const sizes = measure();
    if (sizes) views.move(side.current, to, sizes.fit);
  };
  const latest = useRef({ follow, move, measure });
  latest.current = { follow, move, measure };

  useLayoutEffect(() => {
    instance.current.update({
      limitToBounds: false,
      centerZoomedOut: false,
      minScale: 0.5,
      maxScale: maxZoom,
      panning: { disabled: !moves, velocityDisabled: true, excluded: [noPan] },
      wheel: { activationKeys: wheel ? [] : isZoomKey, excluded: [noPan] },
      pinch: { excluded: [noPan] },
      doubleClick: { disabled: true },
      zoomAnimation: { disabled: true },
      autoAlignment: { disabled: true },
      onTransform: (_, { scale, positionX, positionY }) => {
        const sizes = latest.current.measure();
        if (now.current.busy || !sizes) return;
        latest.current.move(fromLibrary({ scale, positionX, positionY }, sizes));
      },
    });
  }, [instance, moves, wheel]);
  useEffect(() => {
    latest.current.follow();
    return views.hear(() => latest.current.follow());
  }, [views]);
  return { wrapperRef, contentRef, follow, move };
}

/** A trackpad's pinch comes as a wheel with Control. */
function isZoomKey(keys: string[]): boolean {
  return keys.includes('Control') || keys.includes('Meta');
}

type Transform = { scale: number; positionX: number; positionY: number };
type Sizes = { pane: Size; fit: Fit };

/** The library moves a content as large as the pane, from its corner; the picture stands whole in the middle of that. */
function toLibrary({ x, y, zoom }: Viewport, { pane, fit }: Sizes): Transform {
  const along = (at: number, length: number, part: number) => (0.5 - zoom * (0.5 + (at - 0.5) * part)) * length;
  return { scale: zoom, positionX: along(x, pane.width, fit.x), positionY: along(y, pane.height, fit.y) };
}

function fromLibrary({ scale, positionX, positionY }: Transform, { pane, fit }: Sizes): Viewport {
  const along = (position: number, length: number, part: number) =>
    0.5 + ((0.5 - position / length) / scale - 0.5) / part;
  return { x: along(positionX, pane.width, fit.x), y: along(positionY, pane.height, fit.y), zoom: scale };
}
