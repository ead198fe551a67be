// What both viewers of pages for guests are moved by: dragging, pinching, the wheel, keys, and buttons for whoever can do neither.
import { button, make } from './elements.ts';

type Point = { x: number; y: number };
type Acts = {
  /** In pixels of the screen. */
  moveBy(across: number, down: number): void;
  /** Around a point of the screen. */
  zoomBy(factor: number, around: Point): void;
  /** `sharp`: pixels of the canvas for each of the screen. */
  draw(sharp: number): void;
};
export type ViewerFrame = { area: HTMLElement; canvas: HTMLCanvasElement; redraw(): void };

const buttons = [
  ['ArrowLeft', '\u2190', 'To the left'],
  ['ArrowRight', '\u2192', 'To the right'],
  ['-', '\u2212', 'Zoom out'],
  ['+', '+', 'Zoom in'],
] as const;

/** Once in each frame of the screen. */
function drawing(canvas: HTMLCanvasElement, draw: Acts['draw']): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    requestAnimationFrame(() => {
      isAsked = false;
      const sharp = Math.min(devicePixelRatio, 2);
      const [width, height] = [Math.round(canvas.clientWidth * sharp), Math.round(canvas.clientHeight * sharp)];
      if (width === 0 || height === 0) return;
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      draw(sharp);
    });
  };
}

const at = ({ offsetX, offsetY }: MouseEvent): Point => ({ x: offsetX, y: offsetY });
const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

function followPointers(canvas: HTMLCanvasElement, { moveBy, zoomBy }: Acts): void {
  const fingers = new Map<number, Point>();
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, at(event));
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const [first, second] = fingers.values();
    fingers.set(event.pointerId, now);
    const [one, other] = fingers.values();
    if (fingers.size === 2 && first && second && one && other && apart(first, second) > 10)
      zoomBy(apart(one, other) / apart(first, second), { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
    moveBy((now.x - before.x) / fingers.size, (now.y - before.y) / fingers.size);
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 400), at(event));
    },
    { passive: false },
  );
}

export function viewerFrame(label: string, acts: Acts): ViewerFrame {
  const { moveBy, zoomBy } = acts;
  const canvas = make('canvas', { tabIndex: 0 });
  canvas.setAttribute('aria-label', `${label}. Arrow keys move it, plus and minus zoom.`);
  canvas.setAttribute('role', 'application');
  const middle = () => ({ x: canvas.clientWidth / 2, y: canvas.clientHeight / 2 });
  const step = () => canvas.clientWidth / 8;
  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveBy(step(), 0),
    ArrowRight: () => moveBy(-step(), 0),
    ArrowUp: () => moveBy(0, step()),
    ArrowDown: () => moveBy(0, -step()),
    '+': () => zoomBy(1.25, middle()),
    '=': () => zoomBy(1.25, middle()),
    '-': () => zoomBy(0.8, middle()),
  };
  canvas.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  followPointers(canvas, acts);
  const bar = make('div', {}, ...buttons.map(([key, sign, name]) => button(sign, () => keys[key]?.(), name)));
  const area = make('section', {}, canvas, bar);
  const redraw = drawing(canvas, acts.draw);
  new ResizeObserver(redraw).observe(canvas);
  area.addEventListener('shown', () => {
    redraw();
    canvas.focus({ preventScroll: true });
  });
  return { area, canvas, redraw };
}
