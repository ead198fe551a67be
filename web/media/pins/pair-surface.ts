// What two compared pictures are for pins: they stand in the newer one, and a tap into either half is a place of it.
import type { AnchorPlace } from '#contract/disputes/anchors.ts';
import type { Pair } from '#web/media/linked/linked-viewer.ts';
import {
  contentRect,
  flatAreaSurface,
  type PlaceFinder,
  type Point,
  type Rect,
  rectIn,
  type Surface,
} from './surface.ts';

const isWithin = ({ x, y }: Point, { left, top, width, height }: Rect) =>
  x >= left && x <= left + width && y >= top && y <= top + height;

const seenIn = (point: Point | null, rect: Rect | null) => (point && rect && isWithin(point, rect) ? point : null);

/** The part of an area that lies within the other; null where none does. */
export function overlapOf(area: Rect | null, within: Rect | null): Rect | null {
  if (!area || !within) return null;
  const [left, top] = [Math.max(area.left, within.left), Math.max(area.top, within.top)];
  const width = Math.min(area.left + area.width, within.left + within.width) - left;
  const height = Math.min(area.top + area.height, within.top + within.height) - top;
  return width > 0 && height > 0 ? { left, top, width, height } : null;
}

/** The photos lie in their order: the older one first. On each other only the newer one counts, as the older one may be warped. */
export function photoPairSurface(layer: HTMLElement, { isBeside }: { isBeside: boolean }): Surface {
  const photo = (nth: 0 | 1) => layer.parentElement?.querySelectorAll('img[draggable="false"]')[nth];
  const flat = (nth: 0 | 1) => flatAreaSurface('comparison', () => contentRect(photo(nth), layer));
  const [older, newer] = [flat(0), flat(1)];
  /** Of the half, beyond which the photo may go on unseen. */
  const paneOf = (nth: 0 | 1) => {
    const pane = photo(nth)?.parentElement;
    return pane ? rectIn(pane, layer) : null;
  };
  /** The surface of the half in which a point lies. */
  const under = (point: Point) => {
    const pane = paneOf(0);
    return isBeside && pane && isWithin(point, pane) ? older : newer;
  };
  return {
    ...newer,
    pointOf: (place) => seenIn(newer.pointOf(place), paneOf(1)),
    areaOf: (box) => overlapOf(newer.areaOf?.(box) ?? null, paneOf(1)),
    placeAt: (point) => under(point).placeAt(point),
    boxAt: (from, to) => under(from).boxAt?.(from, to) ?? null,
  };
}

/** Of viewers that know their places: panoramas and maps. */
export function viewerPairSurface(layer: HTMLElement, { left, right }: Pair<PlaceFinder>): Surface {
  const inside = ({ box }: PlaceFinder, point: Point) => {
    const at = rectIn(box, layer);
    return isWithin(point, at) ? { x: point.x - at.left, y: point.y - at.top } : null;
  };
  /** In the older half: its own place where that is one of both, else what stands at the same spot of the newer one. */
  const placeInOlder = (point: Point): AnchorPlace | null => (left.isAbsolute ? left : right).placeAt(point);
  return {
    kind: 'comparison',
    pointOf(place) {
      const point = right.pointOf(place);
      const at = rectIn(right.box, layer);
      return point && seenIn({ x: point.x + at.left, y: point.y + at.top }, at);
    },
    placeAt(point) {
      const [newer, older] = [inside(right, point), inside(left, point)];
      return (newer && right.placeAt(newer)) ?? (older && placeInOlder(older));
    },
  };
}
