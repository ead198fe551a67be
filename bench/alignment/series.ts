// Our own pairs: from the demo's pictures and from real flights, each picture warped once as if taken on another visit.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { composeHomographies, type Homography, invertHomography } from '#contract/geometry/homography.ts';
import { type CameraOf, groundChange, readCameras } from './demo-cameras.ts';
import type { MeasuredPair, PairKind } from './pairs.ts';
import type { Size } from './pixels.ts';
import { random, randomCrop, randomWarp, readPixels, warp } from './warp.ts';

/** Pictures of one camera position, oldest first; for the demo its known cameras say how they moved, real flights are already aligned. */
type Series = { name: string; paths: string[] };
/** A warped picture: `matrix` maps pixels of the original to those of `path`. */
type Warped = { path: string; original: string; matrix: Homography; size: Size };
type WarpedSeries = { name: string; pictures: Warped[] };

function picturesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.jpe?g$/i.test(name))
    .sort()
    .map((name) => join(folder, name));
}

function demoSeries(folder: string): Series[] {
  const slugs = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return slugs.flatMap(({ name: slug }) => {
    const stages = readdirSync(join(folder, slug)).sort();
    const all = stages.map((stage) => picturesIn(join(folder, slug, stage, 'drone')));
    const views = [...new Set(all.flat().map((path) => basename(path)))];
    return views.map((view) => ({
      name: `${slug}-${view}`,
      paths: all.flat().filter((path) => basename(path) === view),
    }));
  });
}

/** The flights over one site, and places that were photographed once. */
function realSeries(folder: string | undefined): { flights: Series[]; single: Series[] } {
  if (!folder) return { flights: [], single: [] };
  const photos = picturesIn(join(folder, 'fort-collins/photos'));
  const isFlight = (path: string) => /^\d{4}-\d\d-\d\d\.jpg$/.test(basename(path));
  const others = [...photos.filter((path) => !isFlight(path)), ...picturesIn(join(folder, 'drone-photos'))];
  return {
    flights: [{ name: 'flights', paths: photos.filter(isFlight) }],
    single: others.map((path) => ({ name: basename(path), paths: [path] })),
  };
}

type Making = { to: string; next: () => number; cameraOf: CameraOf };

async function warpSeries({ name, paths }: Series, { to, next }: Making): Promise<WarpedSeries> {
  const pictures: Warped[] = [];
  for (const [at, original] of paths.entries()) {
    const picture = await readPixels(original);
    const { width, height } = picture;
    const matrix = randomWarp(next, picture);
    const path = join(to, `${basename(name, '.jpg')}-visit-${at + 1}.jpg`);
    await warp(picture, matrix, path);
    pictures.push({ path, original, matrix, size: { width, height } });
  }
  return { name, pictures };
}

/** In pixels of the original pictures: how the camera moved. */
function movedBetween(older: Warped, newer: Warped, cameraOf: CameraOf): Homography {
  const [from, by] = [cameraOf(older.original), cameraOf(newer.original)];
  return from && by ? groundChange(from, by, newer.size) : [1, 0, 0, 0, 1, 0, 0, 0, 1];
}

const namesOf = (older: string, newer: string) => [basename(older), basename(newer)] as const;

function rightPair(older: Warped, newer: Warped, { cameraOf, kind }: { cameraOf: CameraOf; kind: PairKind }) {
  const moved = movedBetween(older, newer, cameraOf);
  const back = invertHomography(older.matrix) ?? [];
  const pair: MeasuredPair = {
    ...{ older: older.path, newer: newer.path, names: namesOf(older.path, newer.path), kind },
    truth: composeHomographies(composeHomographies(back, moved), newer.matrix),
    asTaken: { older: older.original, newer: newer.original, truth: moved },
  };
  return pair;
}

/** The measured pairs: consecutive ones, two to five apart, the first with the last. */
const furthest = 5;

function rightPairs({ pictures }: WarpedSeries, cameraOf: CameraOf): MeasuredPair[] {
  const last = pictures.length - 1;
  const pairs = pictures.flatMap((older, from) =>
    pictures.slice(from + 1).map((newer, at) => {
      const kind: PairKind = at === 0 ? 'next' : 'apart';
      const isMeasured = at < furthest || (from === 0 && from + at + 1 === last);
      return isMeasured ? rightPair(older, newer, { cameraOf, kind }) : [];
    }),
  );
  return pairs.flat();
}

/** A part of a picture, turned and tilted. */
async function stranger({ name, pictures }: WarpedSeries, { to, next }: Making): Promise<WarpedSeries> {
  const { original = '' } = pictures[Math.floor(next() * pictures.length)] ?? {};
  const picture = await readPixels(original);
  const matrix = composeHomographies(randomCrop(next, picture), randomWarp(next, picture));
  const path = join(to, `${basename(name, '.jpg')}-part-${Math.floor(next() * 1e9)}.jpg`);
  await warp(picture, matrix, path);
  return { name, pictures: [{ path, original, matrix, size: picture }] };
}

/** This many newer pictures of one place, each with this many older ones of others. */
const wrong = { newer: 35, older: 6 };
const wrongQuick = { newer: 4, older: 3 };

/** From other viewpoints of the same site and from other sites; every second newer one is a part of its picture. */
async function wrongPairs(all: readonly WarpedSeries[], making: Making, quick: boolean): Promise<MeasuredPair[]> {
  const { next } = making;
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T;
  const siteOf = ({ name }: WarpedSeries) => name.replace(/-\d+\.jpg$/, '');
  const wanted = quick ? wrongQuick : wrong;
  const pairs: MeasuredPair[] = [];
  for (let at = 0; at < wanted.newer; at++) {
    const chosen = pick(all);
    const { path: newer } = pick((at % 2 ? await stranger(chosen, making) : chosen).pictures);
    const others = all.filter(({ name }) => name !== chosen.name);
    const near = others.filter((one) => siteOf(one) === siteOf(chosen));
    const older = new Set<string>();
    for (let tries = 0; older.size < wanted.older && tries < wanted.older * 20; tries++)
      older.add(pick(pick(tries % 2 && near.length > 0 ? near : others).pictures).path);
    for (const path of older)
      pairs.push({ older: path, newer, names: namesOf(path, newer), truth: null, kind: 'wrong' });
  }
  return pairs;
}

const isShort = ({ paths }: Series) => paths.length <= 3;

/** `demo` and `real`: folders; the warped pictures are written into `to`. `quick`: a few pairs. */
export async function makePairs(options: {
  demo: string;
  real: string | undefined;
  to: string;
  quick: boolean;
}): Promise<MeasuredPair[]> {
  const { demo, real, to, quick } = options;
  const making = { to, next: random(11), cameraOf: readCameras(demo) };
  const { flights, single } = realSeries(real);
  const drawn = demoSeries(demo);
  const chosen = quick ? [...flights, ...drawn.filter(isShort).slice(0, 7)] : [...flights, ...drawn, ...single];
  const warped: WarpedSeries[] = [];
  for (const one of chosen) warped.push(await warpSeries(one, making));
  const right = warped.flatMap((one) => rightPairs(one, making.cameraOf));
  return [...right, ...(await wrongPairs(warped, making, quick))];
}
