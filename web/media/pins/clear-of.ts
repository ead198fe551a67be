// Where a pin stands whose spot lies under buttons: beside them, as near as there is room.
import type { Point, Rect } from './surface.ts';

/** From the middle of a pin to its edge, and a little air. */
const reach = 18;

const isOver = ({ x, y }: Point, { left, top, width, height }: Rect) =>
  x > left - reach && x < left + width + reach && y > top - reach && y < top + height + reach;

const isInside = ({ x, y }: Point, { width, height }: Pick<Rect, 'width' | 'height'>) =>
  x >= 0 && y >= 0 && x <= width && y <= height;

/** The point itself, unless a button lies there; what is out of sight stays so. */
export function clearOf(point: Point, controls: readonly Rect[], box: Pick<Rect, 'width' | 'height'>): Point {
  const isFree = (at: Point) => isInside(at, box) && !controls.some((each) => isOver(at, each));
  if (!isInside(point, box) || isFree(point)) return point;
  const columns = [point.x, ...controls.flatMap(({ left, width }) => [left - reach, left + width + reach])];
  const rows = [point.y, ...controls.flatMap(({ top, height }) => [top - reach, top + height + reach])];
  const farness = ({ x, y }: Point) => Math.hypot(x - point.x, y - point.y);
  const free = columns.flatMap((x) => rows.map((y) => ({ x, y }))).filter(isFree);
  return free.sort((one, other) => farness(one) - farness(other))[0] ?? point;
}
