// The view of a photo (its centre and zoom), independent of the screen's size, and the views of two linked photos.
import type { Homography } from '#contract/geometry/homography.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import { createLink, type LinkedViewer, type LinkRule, otherSide, type SideName, sideNames } from './linked-viewer.ts';
import { type PhotoWarp, warpTransform } from './photo-warp.ts';

/** The point of the photo in the middle of the box (0 to 1 from left and top), and its zoom relative to the whole photo. */
export type PhotoView = { readonly x: number; readonly y: number; readonly zoom: number };
/** The right view relative to the left one: its point as a difference, its zoom as a factor. */
export type PhotoOffset = PhotoView;
/** The share of the box that the whole photo takes, across and down: one of the two is 1. */
export type Fit = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };

export const wholePhoto: PhotoView = { x: 0.5, y: 0.5, zoom: 1 };
export const noOffset: PhotoOffset = { x: 0, y: 0, zoom: 1 };
export const maxZoom = 8;

/** Zoomed in, by more than a rounding error. */
export function isNear({ zoom }: PhotoView): boolean {
  return zoom > 1.001;
}

/** The width on screen, in pixels, up to which a picture of 1600 pixels looks sharp enough. */
const maxStretched = 2000;

/** Zoomed in beyond what its usual sizes hold; `pixels`: on screen, across the whole photo. */
export function needsWhole({ pixels, zoom }: { pixels: number; zoom: number }): boolean {
  return zoom > 1.2 && pixels * zoom > maxStretched;
}

/** The photo's share of the box when it is shown whole. */
export function fitOf(photo: Size, box: Size): Fit {
  const scale = Math.min(box.width / photo.width, box.height / photo.height);
  return { x: (photo.width * scale) / box.width, y: (photo.height * scale) / box.height };
}

/** Limited so that no more of the box is empty than necessary. */
export function bounded({ x, y, zoom }: PhotoView, fit: Fit): PhotoView {
  const near = clamp(zoom, 1, maxZoom);
  return { x: centred(x, fit.x * near), y: centred(y, fit.y * near), zoom: near };
}

function centred(at: number, taken: number): number {
  if (taken <= 1) return 0.5;
  const half = 0.5 / taken;
  return clamp(at, half, 1 - half);
}

/** Unlocked photos may be anywhere, as long as their middle is in sight. */
export function loose({ x, y, zoom }: PhotoView): PhotoView {
  return { x: clamp(x, 0, 1), y: clamp(y, 0, 1), zoom: clamp(zoom, 0.5, maxZoom) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

export function shifted(view: PhotoView, offset: PhotoOffset): PhotoView {
  return { x: view.x + offset.x, y: view.y + offset.y, zoom: view.zoom * offset.zoom };
}

export function inverseOffset({ x, y, zoom }: PhotoOffset): PhotoOffset {
  return { x: -x, y: -y, zoom: 1 / zoom };
}

export function offsetBetween(left: PhotoView, right: PhotoView): PhotoOffset {
  return { x: right.x - left.x, y: right.y - left.y, zoom: right.zoom / left.zoom };
}

export function isShifted({ x, y, zoom }: PhotoOffset): boolean {
  return Math.abs(x) > 1e-4 || Math.abs(y) > 1e-4 || Math.abs(zoom - 1) > 1e-3;
}

/** For an element that is as large as the whole photo, with its origin in the middle. */
export function transformOf({ x, y, zoom }: PhotoView): string {
  const percent = (at: number) => `${((0.5 - at) * zoom * 100).toFixed(3)}%`;
  return `translate(${percent(x)}, ${percent(y)}) scale(${zoom.toFixed(4)})`;
}

/** Where the photo is in a box; part of it may be outside. */
export function placeIn(box: Size, photo: Size, view: PhotoView) {
  const fit = fitOf(photo, box);
  const width = box.width * fit.x * view.zoom;
  const height = box.height * fit.y * view.zoom;
  return { x: box.width / 2 - view.x * width, y: box.height / 2 - view.y * height, width, height };
}

/** Three numbers from the address; `initial` if it has none. */
export function readView(numbers: readonly number[], initial: PhotoView): PhotoView {
  const [x, y, zoom] = numbers;
  return x !== undefined && y !== undefined && zoom !== undefined && zoom > 0 ? { x, y, zoom } : initial;
}

/** Empty for the initial view. */
export function writeView(view: PhotoView, initial: PhotoView): readonly number[] {
  const numbers = [view.x, view.y, view.zoom].map((value) => Number(value.toFixed(4)));
  const before = [initial.x, initial.y, initial.zoom];
  return numbers.every((value, index) => value === before[index]) ? [] : numbers;
}

export type PhotoViewer = LinkedViewer<PhotoView> & {
  /** The element that follows the view; a ref callback. */
  attach(image: HTMLImageElement): () => void;
  /** The photo's own size; undefined until it has loaded. */
  size(): Size | undefined;
  /** Its size on screen when it is whole; undefined until it has loaded. */
  shownSize(): Size | undefined;
  /** Calls back when its size on screen changes; returns a function that stops it. */
  onResize(listener: () => void): () => void;
  /** Aligned to another photo, whose frame its view then refers to; null: as it was taken. */
  warp(warp: PhotoWarp | null): void;
};

function createPhotoViewer(): PhotoViewer {
  let view = wholePhoto;
  let image: HTMLImageElement | undefined;
  let warp: PhotoWarp | null = null;
  const listeners = createListeners();
  const resized = createListeners();
  const shownSize = () =>
    image && image.offsetWidth > 0 && image.offsetHeight > 0
      ? { width: image.offsetWidth, height: image.offsetHeight }
      : undefined;
  const transform = () => {
    const [own, onto] = [warp && shownSize(), warp?.onto()];
    return warp && own && onto ? warpTransform({ matrix: warp.matrix, own, onto, view }) : transformOf(view);
  };
  const place = () => {
    if (image) image.style.transform = transform();
  };
  const size = () =>
    image?.complete && image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : undefined;
  return {
    view: () => view,
    setView(next) {
      view = next;
      place();
      listeners.notify();
    },
    onChange: listeners.add,
    attach(element) {
      image = element;
      const observer = new ResizeObserver(() => {
        place();
        resized.notify();
      });
      observer.observe(element);
      place();
      return () => {
        observer.disconnect();
        if (image === element) image = undefined;
      };
    },
    size,
    shownSize,
    onResize: resized.add,
    warp(next) {
      warp = next;
      place();
    },
    async capture() {
      const shape = size();
      if (!image || !shape) throw new Error('Wait until both pictures are shown.');
      return { source: image, ...shape, view, ...(warp && { warp: warp.matrix }) };
    },
    destroy: () => undefined,
  };
}

const rule: LinkRule<PhotoViewer, PhotoOffset> = {
  noOffset,
  offsetBetween: (left, right) => offsetBetween(left.view(), right.view()),
  inverse: inverseOffset,
  follow: ({ leader, follower, offset }) => follower.setView(shifted(leader.view(), offset)),
};

/** Which side is aligned to the other, and how. */
export type PhotoAlignment = { older: SideName; matrix: Homography };

export type PhotoLink = ReturnType<typeof createPhotoLink>;

export function createPhotoLink() {
  const link = createLink(rule);
  const viewers = { left: createPhotoViewer(), right: createPhotoViewer() };
  for (const side of sideNames) link.attach(side, viewers[side]);
  const show = (view: PhotoView, offset?: PhotoOffset) => link.moveBoth(() => viewers.left.setView(view), offset);
  return {
    ...link,
    viewers,
    show,
    /** Aligns the older photo to the other one; null: both as they were taken. Returns a function that ends it. */
    align(alignment: PhotoAlignment | null): () => void {
      if (!alignment) return () => undefined;
      const [older, newer] = [viewers[alignment.older], viewers[otherSide(alignment.older)]];
      const follow = () => older.warp({ matrix: alignment.matrix, onto: newer.shownSize });
      follow();
      const stop = newer.onResize(follow);
      return () => {
        stop();
        older.warp(null);
      };
    },
    isNear: () => isNear(viewers.left.view()),
    /** `fit`: the share of its box that the photo of this side takes. */
    move(side: SideName, to: PhotoView, fit: Fit) {
      const isBounded = link.isLocked() && !isShifted(link.offset());
      viewers[side].setView(isBounded ? bounded(to, fit) : loose(to));
    },
    reset: () => show(wholePhoto, noOffset),
    /** Around the middle of the view. */
    zoomBy(factor: number) {
      const view = viewers.left.view();
      show(bounded({ ...view, zoom: view.zoom * factor }, { x: 1, y: 1 }));
    },
    /** By shares of the visible part. */
    panBy(across: number, down: number) {
      const { x, y, zoom } = viewers.left.view();
      show(bounded({ x: x + across / zoom, y: y + down / zoom, zoom }, { x: 1, y: 1 }));
    },
  };
}
