// Photos on pages for guests that are zoomed by pinching, double tap, wheel and keys, and moved by dragging.

type Point = { x: number; y: number };
type Drag = Point & { moved: boolean; slides: boolean; pinched?: boolean };

type Acts = {
  /** A drag while not zoomed, or from where `isHandle(event)`. */
  slide?: (event: PointerEvent) => void;
  isHandle?: (event: PointerEvent) => boolean;
  /** A swipe while not zoomed. */
  turn?: (way: number) => void;
  /** It was zoomed in. */
  zoomed?: () => void;
  /** A double tap, whose single taps mean nothing. */
  double?: () => void;
};

const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);
const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const within = (value: number, side: number) => Math.max(-side, Math.min(side, value));

/** How far the layers are moved and zoomed, each within its parent; of these, `frame` is the one that was touched last. */
function createPlace(area: HTMLElement, layers: readonly HTMLElement[], { turn, zoomed }: Acts) {
  let [x, y, zoom] = [0, 0, 1];
  let frame = layers[0]?.parentElement ?? area;

  function draw(): void {
    x = within(x, (frame.clientWidth * (zoom - 1)) / 2);
    y = within(y, (frame.clientHeight * (zoom - 1)) / 2);
    const transform = zoom === 1 ? '' : `translate(${x}px,${y}px) scale(${zoom})`;
    for (const layer of layers) layer.style.transform = transform;
    area.style.touchAction = zoom === 1 && !turn ? 'pan-y' : 'none';
    area.dataset.zoom = zoom.toFixed(2);
  }
  function moveBy(across: number, down: number): void {
    x += across;
    y += down;
    draw();
  }
  /** `point`: of the frame, from its middle. */
  function zoomBy(factor: number, point: Point = { x: 0, y: 0 }): void {
    const next = Math.max(1, Math.min(8, zoom * factor));
    x = point.x - ((point.x - x) * next) / zoom;
    y = point.y - ((point.y - y) * next) / zoom;
    zoom = next;
    draw();
    if (zoom > 1) zoomed?.();
  }
  function reset(): void {
    [x, y, zoom] = [0, 0, 1];
    draw();
  }
  function frameAt({ target }: Event): HTMLElement | null {
    const layer = layers.find(({ parentElement }) => parentElement?.contains(target as Node));
    return layer?.parentElement ?? null;
  }
  draw();
  return {
    moveBy,
    zoomBy,
    reset,
    frameAt,
    isZoomed: () => zoom > 1,
    step: () => frame.clientWidth / 8,
    touch(event: Event): void {
      frame = frameAt(event) ?? frame;
    },
    pointOf({ clientX, clientY }: MouseEvent): Point {
      const { left, top, width, height } = frame.getBoundingClientRect();
      return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
    },
  };
}
type Place = ReturnType<typeof createPlace>;

function followPointers(area: HTMLElement, place: Place, { slide, isHandle, turn, double }: Acts): void {
  let drag: Drag | null = null;
  let tap: (Point & { time: number }) | null = null;
  const fingers = new Map<number, Point>();

  function onTap(event: PointerEvent, point: Point, ended: Drag): void {
    const isSecond = tap !== null && event.timeStamp - tap.time < 350 && apart(tap, point) < 40;
    tap = isSecond ? null : { ...point, time: event.timeStamp };
    if (!isSecond) return;
    ended.moved = true;
    double?.();
    if (place.isZoomed()) place.reset();
    else place.zoomBy(2.5, point);
  }
  area.addEventListener('pointerdown', (event) => {
    if (event.isPrimary) {
      fingers.clear();
      drag = null;
      place.touch(event);
    }
    if (event.button !== 0 || !place.frameAt(event)) return;
    const point = place.pointOf(event);
    fingers.set(event.pointerId, point);
    if (drag) Object.assign(drag, { moved: true, slides: false, pinched: true });
    else drag = { ...point, moved: false, slides: Boolean(slide) && (!place.isZoomed() || isHandle?.(event) === true) };
  });
  area.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    const now = place.pointOf(event);
    if (!before || !drag || (!drag.moved && apart(drag, now) < 6)) return;
    drag.moved = true;
    area.setPointerCapture(event.pointerId);
    const former = spreadOf(fingers);
    fingers.set(event.pointerId, now);
    const [one, other] = fingers.values();
    if (one && other && former > 10) place.zoomBy(apart(one, other) / former, between(one, other));
    if (drag.slides) slide?.(event);
    else if (place.isZoomed()) place.moveBy((now.x - before.x) / fingers.size, (now.y - before.y) / fingers.size);
  });
  area.addEventListener('pointerup', (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0 || !drag) return;
    const point = place.pointOf(event);
    if (!drag.moved) return onTap(event, point, drag);
    tap = null;
    const way = point.x - drag.x;
    if (turn && !place.isZoomed() && !drag.pinched && Math.abs(way) > 50) turn(way < 0 ? 1 : -1);
  });
  area.addEventListener('pointercancel', ({ pointerId }) => fingers.delete(pointerId));
  area.addEventListener(
    'click',
    (event) => {
      if (event.detail === 0 || !drag?.moved) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  area.addEventListener('dragstart', (event) => event.preventDefault());
}

/** How far two fingers are apart; nothing for one. */
function spreadOf(fingers: ReadonlyMap<number, Point>): number {
  const [one, other] = fingers.values();
  return one && other ? apart(one, other) : 0;
}

export function zoomable(area: HTMLElement, layers: readonly HTMLElement[], acts: Acts) {
  const place = createPlace(area, layers, acts);
  const { moveBy, zoomBy, reset, step } = place;
  followPointers(area, place, acts);
  area.addEventListener(
    'wheel',
    (event) => {
      if ((!acts.turn && !event.ctrlKey) || !place.frameAt(event)) return;
      event.preventDefault();
      place.touch(event);
      zoomBy(Math.exp(-event.deltaY / 400), place.pointOf(event));
    },
    { passive: false },
  );
  const keys: Record<string, () => void> = {
    '+': () => zoomBy(1.25),
    '=': () => zoomBy(1.25),
    '-': () => zoomBy(0.8),
    0: reset,
  };
  const arrows: Record<string, () => void> = {
    ArrowLeft: () => moveBy(step(), 0),
    ArrowRight: () => moveBy(-step(), 0),
    ArrowUp: () => moveBy(0, step()),
    ArrowDown: () => moveBy(0, -step()),
  };
  return {
    zoomBy,
    reset,
    /** Whether the key meant the picture; arrows do while it is zoomed. */
    onKey(event: KeyboardEvent): boolean {
      const act = keys[event.key] ?? (place.isZoomed() ? arrows[event.key] : undefined);
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return false;
      event.preventDefault();
      act();
      return true;
    },
  };
}
