// Where a drone picture was taken and how the camera was held, in the numbers that drones write into their pictures.
import type { Building } from './building.ts';
import type { Lens } from './camera.ts';
import { directionOf, drifted, turned } from './drift.ts';

/** A site's middle, in degrees, and its ground, in metres over the sea. */
export interface Place {
  latitude: number;
  longitude: number;
  ground: number;
}

/** Metres from the site's middle; degrees clockwise from north, above the horizon, and to the right; degrees on the globe; metres over the sea. */
export interface Shot {
  east: number;
  north: number;
  above: number;
  heading: number;
  pitch: number;
  roll: number;
  angle: number;
  latitude: number;
  longitude: number;
  altitude: number;
}

const METRES_PER_DEGREE = 111_320;

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function shotOf(lens: Lens, { latitude, longitude, ground }: Place): Shot {
  const [east, above, north] = [lens.from[0], lens.from[1], 0 - lens.from[2]];
  const { heading, pitch } = directionOf(lens);
  return {
    east: rounded(east, 2),
    north: rounded(north, 2),
    above: rounded(above, 2),
    heading: rounded(heading, 1) % 360,
    pitch: rounded(pitch, 1),
    roll: rounded(lens.roll ?? 0, 1),
    angle: rounded(lens.angle, 2),
    latitude: rounded(latitude + north / METRES_PER_DEGREE, 7),
    longitude: rounded(longitude + east / (METRES_PER_DEGREE * Math.cos((latitude * Math.PI) / 180)), 7),
    altitude: rounded(ground + above, 1),
  };
}

/** The cameras of a visit, in the order of its pictures. */
export function lensesAt({ slug, cameras, steady = 0 }: Building, stage: number): Lens[] {
  const planned = cameras.filter((camera): camera is Lens => camera.kind === 'lens');
  return planned.map((lens, nth) => (nth < steady ? turned : drifted)(lens, `${slug}/stage-${stage}/${nth + 1}`));
}
