// How the demo's cameras moved from visit to visit: what takes one picture's ground to that of the next, from what the manifest says of both.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { composeHomographies, type Homography, invertHomography } from '#contract/geometry/homography.ts';

const Shot = z.object({
  ...{ east: z.number(), north: z.number(), above: z.number() },
  ...{ heading: z.number(), pitch: z.number(), roll: z.number(), angle: z.number() },
});
const Manifest = z.object({
  buildings: z.array(z.object({ stages: z.array(z.object({ folder: z.string(), shots: z.array(Shot) })) })),
});
type Shot = z.infer<typeof Shot>;
type Size = { width: number; height: number };

/** How the demo's picture at this path was taken. */
export type CameraOf = (path: string) => Shot | undefined;

export function readCameras(demo: string): CameraOf {
  const file = join(demo, 'manifest.json');
  const { buildings } = existsSync(file)
    ? z.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')))
    : { buildings: [] };
  const shots = new Map(buildings.flatMap(({ stages }) => stages.map((stage) => [stage.folder, stage.shots] as const)));
  return (path) => {
    const stage = dirname(dirname(path));
    return shots.get(`${basename(dirname(stage))}/${basename(stage)}`)?.[Number.parseInt(basename(path), 10) - 1];
  };
}

const radians = (angle: number) => (angle * Math.PI) / 180;

/** From pixels to directions: east, up, south. */
function directions({ heading, pitch, roll, angle }: Shot, { width, height }: Size): Homography {
  const [turn, tilt, lean] = [radians(heading), radians(pitch), radians(roll)];
  const flat = Math.cos(tilt);
  const [fx, fy, fz] = [Math.sin(turn) * flat, Math.sin(tilt), -Math.cos(turn) * flat];
  const across = [-fz / flat, 0, fx / flat] as const;
  const up = [(-fy * fx) / flat, flat, (-fy * fz) / flat] as const;
  const half = Math.tan(radians(angle) / 2);
  const [cos, sin] = [Math.cos(lean) * half, Math.sin(lean) * half];
  const centred = [2 / width, 0, -1, 0, -2 / width, height / width, 0, 0, 1];
  const upright = [cos, sin, 0, -sin, cos, 0, 0, 0, 1];
  const turned = [across[0], up[0], fx, across[1], up[1], fy, across[2], up[2], fz];
  return [centred, upright, turned].reduce<Homography>(composeHomographies, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
}

/** Takes pixels of the older picture to those of the newer one, for what lies on the ground. */
export function groundChange(older: Shot, newer: Shot, size: Size): Homography {
  const [x, y, z] = [older.east - newer.east, older.above - newer.above, newer.north - older.north];
  const high = older.above;
  const moved = [1, -x / high, 0, 0, 1 - y / high, 0, 0, -z / high, 1];
  const back = invertHomography(directions(newer, size));
  if (!back) throw new Error('A camera sees nothing');
  return [directions(older, size), moved, back].reduce<Homography>(composeHomographies, [1, 0, 0, 0, 1, 0, 0, 0, 1]);
}
