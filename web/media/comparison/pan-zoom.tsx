// A box for viewing photos: dragging, pinching, the wheel, arrow keys and clicks change the view.
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useZoomPanPinch } from 'react-zoom-pan-pinch';
import { classNames } from '#web/lib/format/class-names.ts';
import { GestureHint, useGestureHint } from '#web/media/frame/gesture-hint.tsx';
import { otherSide, type SideName } from '#web/media/linked/linked-viewer.ts';
import {
  type Fit,
  fitOf,
  isNear,
  maxZoom,
  type PhotoLink,
  type PhotoView,
  type Size,
  wholePhoto,
} from '#web/media/linked/photo-view.ts';
import { IconButton } from '#web/ui/controls/button.tsx';

// Buttons that zoom and move photos, for hands that do not drag.

/** What of two linked photos, or of a single one, buttons move. */
export type ViewControls = Pick<PhotoLink, 'onChange' | 'isNear' | 'zoomBy' | 'panBy' | 'reset'>;

const zoomStep = 1.5;
/** Parts of what is in sight. */
const panStep = 0.25;

type ViewButtonsProps = { controls: ViewControls };

/** Zooming and moving photos by buttons, for hands that do not drag (WCAG 2.5.7). */
export function ZoomButtons({ controls }: ViewButtonsProps) {
  return (
    <>
      <IconButton label="Zoom out" icon={ZoomOut} onClick={() => controls.zoomBy(1 / zoomStep)} />
      <IconButton label="Zoom in" icon={ZoomIn} onClick={() => controls.zoomBy(zoomStep)} />
      <IconButton label="Reset views" icon={RotateCcw} onClick={controls.reset} />
    </>
  );
}

const directions = [
  { label: 'Move left', icon: ArrowLeft, by: [-panStep, 0] },
  { label: 'Move right', icon: ArrowRight, by: [panStep, 0] },
  { label: 'Move up', icon: ArrowUp, by: [0, -panStep] },
  { label: 'Move down', icon: ArrowDown, by: [0, panStep] },
] as const;

/** They keep their places while there is nothing to move, so that nothing jumps. */
export function PanButtons({ controls }: ViewButtonsProps) {
  const canPan = useSyncExternalStore(controls.onChange, controls.isNear);
  return directions.map(({ label, icon, by: [across, down] }) => (
    <IconButton key={label} label={label} icon={icon} disabled={!canPan} onClick={() => controls.panBy(across, down)} />
  ));
}

type PanZoomProps = {
  label: string;
  link: PhotoLink;
  locked: boolean;
  /** In fullscreen the wheel has no page to scroll. */
  full: boolean;
  /** Which side a drag that starts here (0 to 1 from the left) moves. */
  sideAt: (across: number) => SideName;
  ref?: Ref<HTMLDivElement | null> | undefined;
  className?: string | undefined;
  children: ReactNode;
};

/** Marks elements on top of the box that do not belong to it. */
export const noPan = 'no-pan';
/** A press that moved further than this, in pixels, is a drag and no click. */
const clickTolerance = 5;

/** At whole size a finger scrolls the page and two fingers zoom; zoomed in, one finger moves the photo. */
export function PanZoom({ label, link, locked, full, sideAt, ref, className, children }: PanZoomProps) {
  const side = useRef<SideName>(sideAt(0));
  const pressedAt = useRef<{ x: number; y: number } | undefined>(undefined);
  const canPan = useSyncExternalStore(link.onChange, () => isNear(link.viewers[side.current].view())) || !locked;
  const gestures = useGestures(link, side, { canPan, wheel: canPan || full });
  const { box } = gestures;
  const hint = useGestureHint(box, { isActive: () => canPan || full, wheel: 'Hold Ctrl to zoom with the wheel' });
  useImperativeHandle<HTMLDivElement | null, HTMLDivElement | null>(ref, () => box.current, [box]);

  function onPointerDownCapture(event: PointerEvent) {
    pressedAt.current = undefined;
    // A second finger makes it a pinch.
    if (isExcluded(event.target) || !event.isPrimary) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    side.current = sideAt((event.clientX - left) / width);
    gestures.follow();
    pressedAt.current = { x: event.clientX, y: event.clientY };
  }
  function onPointerUp(event: PointerEvent) {
    const from = pressedAt.current;
    pressedAt.current = undefined;
    if (!from || event.button !== 0 || isExcluded(event.target)) return;
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) <= clickTolerance) gestures.toggleZoom(event);
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = event.target === event.currentTarget && afterKey(event.key, link.viewers[side.current].view(), canPan);
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
        'picture-frame relative overflow-hidden bg-sunken [container-type:size] focus-visible:-outline-offset-4',
        canPan ? 'touch-none cursor-grab active:cursor-grabbing' : 'touch-pan-y cursor-zoom-in',
        className,
      )}
      onPointerDownCapture={onPointerDownCapture}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    >
      {/* The library moves this empty element; the photos follow the link. */}
      <div ref={gestures.content} aria-hidden="true" className="absolute inset-0" />
      {children}
      <GestureHint hint={hint} />
    </div>
  );
}

function isExcluded(target: EventTarget): boolean {
  return target instanceof Element && target.closest(`.${noPan}`) !== null;
}

const keySteps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The view after a key; arrows only if there is something to move. */
function afterKey(key: string, { x, y, zoom }: PhotoView, canPan: boolean): PhotoView | undefined {
  const step = keySteps[key];
  if (step && canPan) return { x: x + (step[0] * 0.1) / zoom, y: y + (step[1] * 0.1) / zoom, zoom };
  if (key === '+' || key === '=') return { x, y, zoom: Math.min(zoom * 1.5, maxZoom) };
  if (key === '-') return { x, y, zoom: zoom / 1.5 };
  return key === '0' ? wholePhoto : undefined;
}

type Sizes = { box: DOMRect; fit: Fit };

/** The library reads the gestures; the link, which knows both sides, decides about the result. */
function useGestures(link: PhotoLink, side: RefObject<SideName>, allowed: { canPan: boolean; wheel: boolean }) {
  const { wrapperRef: box, contentRef: content, instance } = useZoomPanPinch({});
  const isFollowing = useRef(false);
  const { canPan, wheel } = allowed;

  const measure = (): Sizes | undefined => {
    const rect = box.current?.getBoundingClientRect();
    const { [side.current]: own, [otherSide(side.current)]: other } = link.viewers;
    const photo: Size | undefined = own.size() ?? other.size();
    return rect && photo && rect.width > 0 ? { box: rect, fit: fitOf(photo, rect) } : undefined;
  };
  /** Gives the library the side's actual view. */
  const follow = () => {
    const sizes = measure();
    if (!sizes) return;
    const { scale, positionX, positionY } = toLibrary(link.viewers[side.current].view(), sizes);
    isFollowing.current = true;
    instance.current.setState(scale, positionX, positionY);
    isFollowing.current = false;
  };
  const move = (to: PhotoView) => {
    const sizes = measure();
    if (sizes) link.move(side.current, to, sizes.fit);
  };
  /** A click shows the clicked place twice as large in the middle; the next one shows everything again (§6.12). */
  const toggleZoom = ({ clientX, clientY }: PointerEvent) => {
    const sizes = measure();
    if (!sizes) return;
    const { left, top, width, height } = sizes.box;
    const view = link.viewers[side.current].view();
    if (isNear(view)) return move(wholePhoto);
    const across = (clientX - left - width / 2) / (width * sizes.fit.x * view.zoom);
    const down = (clientY - top - height / 2) / (height * sizes.fit.y * view.zoom);
    move({ x: view.x + across, y: view.y + down, zoom: 2 });
  };
  const latest = useRef({ follow, move, measure });
  latest.current = { follow, move, measure };

  useLayoutEffect(() => {
    instance.current.update({
      limitToBounds: false,
      centerZoomedOut: false,
      minScale: 0.5,
      maxScale: maxZoom,
      panning: { disabled: !canPan, velocityDisabled: true, excluded: [noPan] },
      wheel: { activationKeys: wheel ? [] : isZoomKey, excluded: [noPan] },
      pinch: { excluded: [noPan] },
      doubleClick: { disabled: true },
      zoomAnimation: { disabled: true },
      autoAlignment: { disabled: true },
      onTransform: (_, transform) => {
        const sizes = latest.current.measure();
        if (sizes && !isFollowing.current) latest.current.move(fromLibrary(transform, sizes));
      },
    });
  }, [instance, canPan, wheel]);
  useEffect(() => {
    latest.current.follow();
    return link.onChange(() => latest.current.follow());
  }, [link]);
  return { box, content, follow, move, toggleZoom };
}

/** A trackpad's pinch comes as a wheel with Control. */
function isZoomKey(keys: string[]): boolean {
  return keys.includes('Control') || keys.includes('Meta');
}

type Transform = { scale: number; positionX: number; positionY: number };

/** The library moves content as large as the box, from its corner; the whole photo is in the middle of that. */
function toLibrary({ x, y, zoom }: PhotoView, { box, fit }: Sizes): Transform {
  const along = (at: number, length: number, part: number) => (0.5 - zoom * (0.5 + (at - 0.5) * part)) * length;
  return { scale: zoom, positionX: along(x, box.width, fit.x), positionY: along(y, box.height, fit.y) };
}

function fromLibrary({ scale, positionX, positionY }: Transform, { box, fit }: Sizes): PhotoView {
  const along = (position: number, length: number, part: number) =>
    0.5 + ((0.5 - position / length) / scale - 0.5) / part;
  return { x: along(positionX, box.width, fit.x), y: along(positionY, box.height, fit.y), zoom: scale };
}
