// What of a picture is cut out around a place in it, the same on server and browser.

import type { AnchorPlace } from './anchor-schemas.ts';
import type { AnchorKind } from './anchors.ts';

type Point = { x: number; y: number };
/** A part of a picture in shares of its sides, from its upper left. */
export type Region = { left: number; top: number; width: number; height: number };
/** What a crop shows, and where in it the place is; `box`: the drawn part of it. */
export type CutoutPlan = { region: Region; mark: Point; box?: Region };
type Placed = AnchorPlace & { kind: AnchorKind };

const around = { width: 0.3, height: 0.3 };
/** A panorama is seen a quarter of the way round at a time. */
const aroundInPanorama = { width: 0.25, height: 0.4 };
const whole = { width: 1, height: 1 };

const clamp = (value: number, most = 1) => Math.min(Math.max(value, 0), most);

/** The place lies in the middle, but for those near an edge: the picture ends there. */
function planAround({ x, y }: Point, { width, height }: { width: number; height: number }): CutoutPlan {
  const region = { left: clamp(x - width / 2, 1 - width), top: clamp(y - height / 2, 1 - height), width, height };
  return { region, mark: { x: clamp((x - region.left) / width), y: clamp((y - region.top) / height) } };
}

/** Where a direction lies in an equirectangular picture, which may cover a part of the sphere only. */
export function pointOfDirection(
  { yaw, pitch }: { yaw: number; pitch: number },
  crop: Region = { left: 0, top: 0, ...whole },
): Point {
  const [x, y] = [0.5 + yaw / 360, 0.5 - pitch / 180];
  return { x: clamp((x - crop.left) / crop.width), y: clamp((y - crop.top) / crop.height) };
}

/** A box is shown with some of what is around it. */
function sizeAround(box: { width: number; height: number } | undefined) {
  if (!box) return around;
  const { width, height } = around;
  return { width: clamp(Math.max(width, box.width * 1.4)), height: clamp(Math.max(height, box.height * 1.4)) };
}

/** The drawn box as shares of what is cut out. */
function boxIn({ left, top, width, height }: Region, region: Region): Region {
  return {
    left: clamp((left - region.left) / region.width),
    top: clamp((top - region.top) / region.height),
    width: clamp(width / region.width),
    height: clamp(height / region.height),
  };
}

/** For a video its whole poster; for a map nothing is planned. `crop`: the part of the sphere that a panorama covers. */
export function planCutout({ kind, x, y, yaw, pitch, box }: Placed, crop?: Region): CutoutPlan | null {
  if (kind === 'film') return planAround({ x: x ?? 0.5, y: y ?? 0.5 }, whole);
  if (yaw !== undefined && pitch !== undefined)
    return planAround(pointOfDirection({ yaw, pitch }, crop), aroundInPanorama);
  if (x === undefined || y === undefined) return null;
  const plan = planAround({ x, y }, sizeAround(box));
  return box ? { ...plan, box: boxIn(box, plan.region) } : plan;
}
