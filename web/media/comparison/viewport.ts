// Where one looks at a picture and how closely, apart from the size of the screen it is looked at on.

/** The point of the picture that stands in the middle (0 to 1 from left and top), and how much larger than whole it is. */
export type Viewport = { readonly x: number; readonly y: number; readonly zoom: number };
/** How the right view stands to the left one: its point further on, its zoom as a multiple. */
export type Offset = Viewport;
/** How much of the pane the whole picture takes, across and down: one of the two is 1. */
export type Fit = { readonly x: number; readonly y: number };
type Size = { readonly width: number; readonly height: number };

export const initialViewport: Viewport = { x: 0.5, y: 0.5, zoom: 1 };
export const noOffset: Offset = { x: 0, y: 0, zoom: 1 };
export const maxZoom = 8;

/** The picture's part of the pane when it is shown whole. */
export function fitOf(picture: Size, pane: Size): Fit {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return { x: (picture.width * scale) / pane.width, y: (picture.height * scale) / pane.height };
}

/** Kept so that the pane is never emptier than it must be. */
export function bounded({ x, y, zoom }: Viewport, fit: Fit): Viewport {
  const near = clamp(zoom, 1, maxZoom);
  return { x: centred(x, fit.x * near), y: centred(y, fit.y * near), zoom: near };
}

function centred(at: number, taken: number): number {
  if (taken <= 1) return 0.5;
  const half = 0.5 / taken;
  return clamp(at, half, 1 - half);
}

/** Set apart by hand the pictures may stand anywhere, as long as their middle is in sight. */
export function loose({ x, y, zoom }: Viewport): Viewport {
  return { x: clamp(x, 0, 1), y: clamp(y, 0, 1), zoom: clamp(zoom, 0.5, maxZoom) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

export function shifted(left: Viewport, shift: Offset): Viewport {
  return { x: left.x + shift.x, y: left.y + shift.y, zoom: left.zoom * shift.zoom };
}

/** The left view that belongs to a right one. */
export function unshifted(right: Viewport, shift: Offset): Viewport {
  return { x: right.x - shift.x, y: right.y - shift.y, zoom: right.zoom / shift.zoom };
}

export function shiftBetween(left: Viewport, right: Viewport): Offset {
  return { x: right.x - left.x, y: right.y - left.y, zoom: right.zoom / left.zoom };
}

export function isShifted({ x, y, zoom }: Offset): boolean {
  return Math.abs(x) > 1e-4 || Math.abs(y) > 1e-4 || Math.abs(zoom - 1) > 1e-3;
}

/** For an element that is as large as the whole picture, with its origin in the middle. */
export function transformOf({ x, y, zoom }: Viewport): string {
  const percent = (at: number) => `${((0.5 - at) * zoom * 100).toFixed(3)}%`;
  return `translate(${percent(x)}, ${percent(y)}) scale(${zoom.toFixed(4)})`;
}

/** Where the picture comes to lie in a pane; part of it may be outside. */
export function placed(view: Viewport, picture: Size, pane: Size) {
  const fit = fitOf(picture, pane);
  const width = pane.width * fit.x * view.zoom;
  const height = pane.height * fit.y * view.zoom;
  return { x: pane.width / 2 - view.x * width, y: pane.height / 2 - view.y * height, width, height };
}

/** Three numbers as the address has them; what it does not have is `first`. */
export function readView(numbers: readonly number[], first: Viewport): Viewport {
  const [x, y, zoom] = numbers;
  return x !== undefined && y !== undefined && zoom !== undefined && zoom > 0 ? { x, y, zoom } : first;
}

/** Nothing at all for what is as it was at first. */
export function writeView(view: Viewport, first: Viewport): readonly number[] {
  const numbers = [view.x, view.y, view.zoom].map((value) => Number(value.toFixed(4)));
  const before = [first.x, first.y, first.zoom];
  return numbers.every((value, nth) => value === before[nth]) ? [] : numbers;
}
