// How pins find their place on what a viewer shows, in pixels of the box around them, and which place a point has.
import type { AnchorKind, AnchorPlace } from '#contract/disputes/anchors.ts';

export type Point = { x: number; y: number };
export type Rect = { left: number; top: number; width: number; height: number };

/** Where a pin is; `marker`: the tap target, beside the buttons that cover its spot; `area`: for a pin on an area. */
export type PinPlace = { point: Point | null; marker: Point | null; area: Rect | null };

/** What a viewer shows now; it may move at any time. */
export type Surface = {
  kind: AnchorKind;
  /** Null: out of sight. */
  pointOf(place: AnchorPlace): Point | null;
  /** Null: nothing is shown there. */
  placeAt(point: Point): AnchorPlace | null;
  /** The area between two points, as far as the picture goes; only where areas can be marked. Null: beside the picture. */
  boxAt?(from: Point, to: Point): AnchorPlace | null;
  /** Where an area is shown. */
  areaOf?(box: NonNullable<AnchorPlace['box']>): Rect | null;
};

/** How one of two compared viewers finds places in itself: points are those of its box. */
export type PlaceFinder = {
  box: HTMLElement;
  /** A place is the same for any viewer, like one on earth, whatever each of them shows. */
  isAbsolute: boolean;
  pointOf(place: AnchorPlace): Point | null;
  placeAt(point: Point): AnchorPlace | null;
  analyzePicture(place: AnchorPlace): void;
};

/** The rectangle of a picture of this size in a box that shows all of it. */
export function containedIn(box: Rect, size: { width: number; height: number }): Rect | null {
  if (size.width <= 0 || size.height <= 0) return null;
  const scale = Math.min(box.width / size.width, box.height / size.height);
  const [width, height] = [size.width * scale, size.height * scale];
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height };
}

const clamp = (share: number) => Math.min(Math.max(share, 0), 1);

/** A surface of flat content in this rectangle, in shares of it. */
export function flatSurface(kind: AnchorKind, rect: () => Rect | null): Surface {
  const shareAt = (at: Rect, point: Point) => ({
    x: (point.x - at.left) / at.width,
    y: (point.y - at.top) / at.height,
  });
  return {
    kind,
    pointOf({ x, y }) {
      const at = rect();
      return at && x !== undefined && y !== undefined ? { x: at.left + x * at.width, y: at.top + y * at.height } : null;
    },
    placeAt(point) {
      const at = rect();
      if (!at) return null;
      const { x, y } = shareAt(at, point);
      return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
    },
  };
}

/** The same, where areas can be marked too. */
export function flatAreaSurface(kind: AnchorKind, rect: () => Rect | null): Surface {
  const flat = flatSurface(kind, rect);
  return {
    ...flat,
    boxAt(from, to) {
      const at = rect();
      const one = flat.placeAt(from);
      return (
        at && one && boxBetween(one, { x: clamp((to.x - at.left) / at.width), y: clamp((to.y - at.top) / at.height) })
      );
    },
    areaOf({ left, top, width, height }) {
      const at = rect();
      return (
        at && {
          left: at.left + left * at.width,
          top: at.top + top * at.height,
          width: width * at.width,
          height: height * at.height,
        }
      );
    },
  };
}

/** The rectangle of an element, seen from a box. */
export function rectIn(element: Element, box: Element): Rect {
  const [at, origin] = [element.getBoundingClientRect(), box.getBoundingClientRect()];
  return { left: at.left - origin.left, top: at.top - origin.top, width: at.width, height: at.height };
}

/** The rectangle of a picture's content, as its element shows it, seen from a box. */
export function contentRect(picture: Element | null | undefined, box: Element | null): Rect | null {
  if (!picture || !box) return null;
  const own = rectIn(picture, box);
  if (picture instanceof HTMLImageElement)
    return containedIn(own, { width: picture.naturalWidth, height: picture.naturalHeight });
  if (picture instanceof HTMLVideoElement)
    return containedIn(own, { width: picture.videoWidth, height: picture.videoHeight });
  return own;
}

/** The corners of a box that two points span, as shares. */
export function boxBetween(one: AnchorPlace | null, other: AnchorPlace | null): AnchorPlace | null {
  if (one?.x === undefined || one.y === undefined || other?.x === undefined || other.y === undefined) return null;
  const [left, top] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const [width, height] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  return { x: left + width / 2, y: top + height / 2, box: { left, top, width, height } };
}
