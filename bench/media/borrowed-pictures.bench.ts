// How many re-used pictures are recognised, and how many honest ones are not spared. `npm run bench -- borrowed-pictures`, `--quick` for a quarter.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { random } from '#bench/alignment/warp.ts';
import { table } from '#bench/lib/report.ts';
import { isSame } from '#server/features/sessions/checks/find-borrowed.ts';
import { maxNear, maxOfWindows } from '#server/features/sessions/checks/near-pictures.ts';
import { compareExposures, type Described, describePicture, readSmall } from '#server/media/alignment/same-exposure.ts';
import { hashPicture, type PictureHashes } from '#server/media/analysis/hash-picture.ts';
import { ways } from './reused-pictures.ts';

const quick = process.argv.includes('--quick');
const [reused, honest] = quick ? [50, 250] : [200, 1_000];
const leastFound = 0.98;
const mostAlarms = 1 / 1_000;
const roots = [resolve(process.env.REAL_DATA ?? '../shared/data'), resolve('demo/media')];

/** `source`: the exposure it comes from; parts of one are the same. `place`: of which viewpoint. */
type Base = { name: string; source: string; place: string; bytes: () => Promise<Buffer> };
type Known = Base & { hashes: PictureHashes };

const made = new Map<string, Promise<Buffer>>();

/** As the product compares them: each is decoded once. */
function small(path: string): Promise<Buffer> {
  const upright = () => sharp(path).autoOrient().resize(1600, 1600, { fit: 'inside', withoutEnlargement: true });
  const bytes = made.get(path) ?? upright().jpeg({ quality: 90 }).toBuffer();
  made.set(path, bytes);
  return bytes;
}

function picturesIn(root: string): Base[] {
  if (!existsSync(root)) return [];
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.jpe?g$/i.test(name));
  return names.sort().map((name) => {
    const place = /stage-\d+/.test(name) ? name.replace(/stage-\d+\//, '') : dirname(name);
    return { name, source: name, place, bytes: () => small(join(root, name)) };
  });
}

/** The same part of every exposure: neighbouring parts are other viewpoints. */
const parts = [
  [0, 0, 0.62],
  [0.38, 0, 0.62],
  [0, 0.38, 0.62],
  [0.38, 0.38, 0.62],
] as const;

function partsOf(base: Base): Base[] {
  return parts.map(([x, y, share], nth) => ({
    ...base,
    name: `${base.name} part ${nth + 1}`,
    place: `${base.place} part ${nth + 1}`,
    async bytes() {
      const whole = await base.bytes();
      const { width, height } = await sharp(whole).metadata();
      const size = { width: Math.floor(width * share), height: Math.floor(height * share) };
      const rect = { left: Math.floor(x * width), top: Math.floor(y * height), ...size };
      return sharp(whole).extract(rect).jpeg({ quality: 90 }).toBuffer();
    },
  }));
}

async function hashOf(bytes: Buffer): Promise<PictureHashes | null> {
  const image = sharp(bytes).resize(1600, 1600, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await image.extractChannel('green').raw().toBuffer({ resolveWithObject: true });
  return hashPicture({ data, width: info.width, height: info.height });
}

const bits = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

function distance(one: Uint8Array, two: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += bits[(one[at] as number) ^ (two[at] as number)] as number;
  return sum;
}

const nearest = ({ windows }: PictureHashes, asked: Uint8Array) => {
  let least = 256;
  for (const window of windows) least = Math.min(least, distance(window, asked));
  return least;
};

const described = new LRUCache<string, Described>({ max: 400 });

async function describe({ name, bytes }: Pick<Base, 'name' | 'bytes'>, mirrored = false): Promise<Described> {
  const key = `${mirrored} ${name}`;
  const made = described.get(key) ?? (await describePicture(await readSmall(await bytes(), { mirrored })));
  described.set(key, made);
  return made;
}

/** The first of the nearest that is the same exposure, as the product finds it. */
async function findSame(
  asked: Pick<Base, 'name' | 'bytes'>,
  known: readonly Known[],
): Promise<{ found: Known | null; looked: number }> {
  const hashes = await hashOf(await asked.bytes());
  if (!hashes) return { found: null, looked: 0 };
  const near = known
    .flatMap((one) => {
      const [asIs, mirrored] = [
        nearest(one.hashes, hashes.windows[0] as Uint8Array),
        nearest(one.hashes, hashes.mirrored),
      ];
      const best = { one, distance: Math.min(asIs, mirrored), mirrored: mirrored < asIs };
      return best.distance <= maxOfWindows ? [best] : [];
    })
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxNear);
  for (const [nth, { one, mirrored }] of near.entries()) {
    const shared = await compareExposures(await describe(one), await describe(asked, mirrored));
    if (shared && isSame(shared)) return { found: one, looked: nth + 1 };
  }
  return { found: null, looked: near.length };
}

async function toKnown(bases: readonly Base[]): Promise<Known[]> {
  const known: Known[] = [];
  for (const base of bases) {
    const hashes = await hashOf(await base.bytes());
    if (hashes) known.push({ ...base, hashes });
  }
  return known;
}

async function measureReused(bases: readonly Known[], known: readonly Known[]): Promise<boolean> {
  const next = random(11);
  const tally = new Map(ways.map(({ name }) => [name, { of: 0, found: 0, missed: [] as string[] }]));
  for (let nth = 0; nth < reused; nth++) {
    const way = ways[nth % ways.length] as (typeof ways)[number];
    const base = bases[Math.floor(next() * bases.length)] as Known;
    const changed = await way.change(await base.bytes(), next);
    const { found } = await findSame({ name: `again ${nth}`, bytes: async () => changed }, known);
    const counts = tally.get(way.name) ?? { of: 0, found: 0, missed: [] };
    counts.of++;
    if (found?.source === base.source) counts.found++;
    else counts.missed.push(basename(base.name));
  }
  const rows = ways.map(({ name, far }) => {
    const { of, found, missed } = tally.get(name) ?? { of: 0, found: 0, missed: [] };
    return [name, `${found} of ${of}`, far ? 'only shown' : '', missed.join(' ')];
  });
  console.log(table([['submitted again', 'found', '', 'missed'], ...rows], 1));
  const judged = ways.filter(({ far }) => !far).map(({ name }) => tally.get(name) ?? { of: 0, found: 0 });
  const share = judged.reduce((sum, { found }) => sum + found, 0) / judged.reduce((sum, { of }) => sum + of, 0);
  console.log(`${(100 * share).toFixed(1)} % found without those that are only shown, target >= ${100 * leastFound} %`);
  return share >= leastFound;
}

async function measureHonest(known: readonly Known[]): Promise<boolean> {
  const tally = { asked: 0, repeats: 0, looked: 0, alarms: [] as string[] };
  const step = Math.max(1, known.length / honest);
  for (let at = 0; at < known.length && tally.asked < honest; at += step) {
    const asked = known[Math.floor(at)] as Known;
    const others = known.filter(({ source }) => source !== asked.source);
    const { found, looked } = await findSame(asked, others);
    tally.asked++;
    tally.looked += looked;
    if (others.some(({ place }) => place === asked.place)) tally.repeats++;
    if (found) tally.alarms.push(`${asked.name} = ${found.name}`);
  }
  const { asked, repeats, looked, alarms } = tally;
  console.log(
    `${asked} honest pictures, ${repeats} of a viewpoint that others show on other days; ${looked} pairs fitted`,
  );
  console.log(`${alarms.length} wrong alarms, target <= ${Math.max(1, asked * mostAlarms)}: ${alarms.join(', ')}`);
  return alarms.length <= Math.max(1, asked * mostAlarms);
}

const bases = roots.flatMap(picturesIn);
const whole = await toKnown(bases);
console.log(`${bases.length} pictures, ${whole.length} with something to recognise`);
const all = [...whole, ...(await toKnown(bases.flatMap(partsOf)))];
console.log(`${all.length} with their parts, which stand for other pictures of the same places`);
const isFound = await measureReused(whole, all);
const isHonest = await measureHonest(all);
if (!isFound || !isHonest) process.exitCode = 1;
