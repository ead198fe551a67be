// Pins that would lie on each other are drawn as one, which says how many it stands for.
import type { Point } from './surface.ts';

export type Cluster<Thing> = Point & { things: Thing[] };

/** As wide and as high as the area of a pin that a finger hits: beside each other they never overlap. */
const touchSize = 44;

/** Each joins the first that is near; what is out of sight is left out. */
export function clusterOf<Thing>(placed: readonly { thing: Thing; point: Point | null }[]): Cluster<Thing>[] {
  const clusters: Cluster<Thing>[] = [];
  for (const { thing, point } of placed) {
    if (point === null) continue;
    const host = clusters.find(({ x, y }) => Math.max(Math.abs(x - point.x), Math.abs(y - point.y)) < touchSize);
    if (host) host.things.push(thing);
    else clusters.push({ ...point, things: [thing] });
  }
  return clusters;
}
