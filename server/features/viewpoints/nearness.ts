// How near to each other two pictures were taken: by positions, headings and tilts. Pure; nothing is read here.
import { earthDistance } from '#contract/geometry/earth-distance.ts';

/** A picture's position from its header; null fields if the header has none. */
export type Spot = {
  latitude: number | null;
  longitude: number | null;
  heading: number | null;
  pitch: number | null;
};

/** Metres and degrees within which two pictures count as one viewpoint (behaviour §11.3). */
export const maxMetres = 15;
export const maxDegrees = 20;

const placeOf = ({ latitude, longitude }: Spot) =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Null if one has no position. */
export function metresBetween(a: Spot, b: Spot): number | null {
  const [from, to] = [placeOf(a), placeOf(b)];
  return from && to && earthDistance(from, to);
}

/** From 0 to 180; null if one has no value. */
export function degreesBetween(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return null;
  const turn = Math.abs(a - b) % 360;
  return Math.min(turn, 360 - turn);
}

export type Nearness = {
  /** 0 for the same place and heading, at most 2. */
  score: number;
  /** Both have a heading; panoramas look every way. */
  sure: boolean;
};

/** Null if they cannot be one viewpoint, or have no position. */
export function nearness(a: Spot, b: Spot, { panorama }: { panorama: boolean }): Nearness | null {
  const metres = metresBetween(a, b);
  if (metres === null || metres > maxMetres) return null;
  if (panorama) return { score: metres / maxMetres, sure: true };
  const turn = degreesBetween(a.heading, b.heading);
  const tilt = degreesBetween(a.pitch, b.pitch);
  if ((turn ?? 0) > maxDegrees || (tilt ?? 0) > maxDegrees) return null;
  return { score: metres / maxMetres + (turn ?? 0) / maxDegrees, sure: turn !== null };
}

/** Whether the headers show that two pictures are not one viewpoint: a camera's counter starts again with each card. */
export function contradict(a: Spot, b: Spot): boolean {
  const metres = metresBetween(a, b);
  const turn = degreesBetween(a.heading, b.heading);
  return metres !== null && (metres > 2 * maxMetres || (turn !== null && turn > 2 * maxDegrees));
}
