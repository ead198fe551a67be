// The pairs that alignment is measured on: those of a file, or made from the demo's pictures and from real flights.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import * as z from 'zod/mini';
import { composeHomographies, type Homography } from '#contract/homography.ts';
import { type CameraOf, groundChange, readCameras } from './demo-cameras.ts';
import { random, randomWarp, warp } from './warp.ts';

/** `truth` takes pixels of the upright older picture to those of the newer one; null: they do not belong together. */
export type MeasuredPair = { older: string; newer: string; truth: Homography | null };

const File = z.array(
  z.object({ older: z.string(), newer: z.string(), truth: z.nullable(z.array(z.number()).check(z.length(9))) }),
);

/** The paths are relative to the file. */
export function readPairs(path: string): MeasuredPair[] {
  const near = (name: string) => resolve(dirname(path), name);
  const listed = File.parse(JSON.parse(readFileSync(path, 'utf8')));
  return listed.map(({ older, newer, truth }) => ({ older: near(older), newer: near(newer), truth }));
}

/** Pictures of one camera position, oldest first, that lie exactly over each other but for what is known of their cameras. */
type Series = string[];

function demoSeries(folder: string): Series[] {
  const slugs = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return slugs.flatMap(({ name: slug }) => {
    const stages = readdirSync(join(folder, slug)).sort();
    const names = [
      ...new Set(
        stages.flatMap((stage) => picturesIn(join(folder, slug, stage, 'drone')).map((path) => basename(path))),
      ),
    ];
    return names.map((name) =>
      stages.map((stage) => join(folder, slug, stage, 'drone', name)).filter((path) => existsSync(path)),
    );
  });
}

function picturesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.jpe?g$/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function realSeries(folder: string | undefined): Series[] {
  if (!folder) return [];
  const flights = picturesIn(join(folder, 'fort-collins/photos')).filter((path) =>
    /\d{4}-\d\d-\d\d\.jpg$/.test(basename(path)),
  );
  const single = picturesIn(join(folder, 'drone-photos')).map((path) => [path]);
  return [flights.filter((path) => !basename(path).startsWith('perspective')), ...single];
}

type Making = { to: string; quick: boolean; next: () => number; cameraOf: CameraOf };

/** The newer one of each pair as another visit would have taken it. */
async function rightPairs(series: Series, { to, next, cameraOf }: Making): Promise<MeasuredPair[]> {
  const pairs: MeasuredPair[] = [];
  const add = async (older = '', newer = '') => {
    const { width, height } = await sharp(newer).metadata();
    const change = randomWarp(next, { width, height });
    const path = join(to, `${pairs.length}-${newer.replaceAll(/[^\w.-]+/g, '_')}`);
    await warp(newer, change, path);
    const [from, by] = [cameraOf(older), cameraOf(newer)];
    const truth = from && by ? composeHomographies(groundChange(from, by, { width, height }), change) : change;
    pairs.push({ older, newer: path, truth });
  };
  for (let at = 0; at + 1 < series.length; at++) await add(series[at], series[at + 1]);
  if (series.length > 2) await add(series[0], series.at(-1));
  return pairs;
}

/** Of other places, each pair another one, until there are enough. */
function wrongPairs(all: readonly Series[], { quick, next }: Making): MeasuredPair[] {
  const wanted = quick ? 12 : 210;
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const pairs = new Map<string, MeasuredPair>();
  for (let tries = 0; pairs.size < wanted && tries < wanted * 50; tries++) {
    const [one, other] = [pick(all), pick(all)];
    if (one === other) continue;
    const pair = { older: pick(one), newer: pick(other), truth: null };
    pairs.set(`${pair.older} ${pair.newer}`, pair);
  }
  return [...pairs.values()];
}

/** `quick`: a few of them. */
export async function makePairs(options: {
  demo: string;
  real: string | undefined;
  to: string;
  quick: boolean;
}): Promise<MeasuredPair[]> {
  const making = { ...options, next: random(11), cameraOf: readCameras(options.demo) };
  const [demo, real] = [demoSeries(options.demo), realSeries(options.real)];
  const chosen = options.quick ? [...real.slice(0, 1), ...demo.slice(0, 2)] : [...real, ...demo];
  const right: MeasuredPair[] = [];
  for (const series of chosen) right.push(...(await rightPairs(series, { ...making, to: options.to })));
  return [...right, ...wrongPairs([...real, ...demo], making)];
}
