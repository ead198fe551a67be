// Renders the demo's media into demo/media/: `npm run render-demo` makes all that is missing (more than an hour on one core).
// For the maker, after `--`: `--only residential-block/stage-5` narrows it, `--medium drone` (indoor, tour360, orthomosaic, videos) too, `--again` overwrites,
// `--preview 320 --to DIR` draws small ones elsewhere while scenes are being changed. The same sources give the same pictures.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { siteAt } from './building.ts';
import type { Camera } from './camera.ts';
import { COVERAGE, type Coverage, MAP } from './coverage.ts';
import { save, toJpeg } from './encode.ts';
import { type Effort, expose } from './expose.ts';
import { canFilm, flight, toFilm } from './film.ts';
import { georeferenced } from './geotiff.ts';
import { writeManifest } from './manifest.ts';
import type { Painter } from './painter.ts';
import { lensesAt, shotOf } from './shot.ts';
import { withShot } from './shot-header.ts';
import { asSphere } from './sphere.ts';

const { values: wish } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    medium: { type: 'string', default: '' },
    preview: { type: 'string' },
    to: { type: 'string', default: 'demo/media' },
    again: { type: 'boolean', default: false },
  },
});

/** How each medium is made: width and shape, the bytes it may take, and the work that its light is worth. */
interface Format {
  width: number;
  ratio: number;
  bytes: number;
  effort: Effort;
}

const DRONE: Format = { width: 1600, ratio: 1.6, bytes: 100_000, effort: { rays: 1, edges: 4 } };
const INDOOR: Format = { width: 1200, ratio: 1.6, bytes: 60_000, effort: { rays: 1, edges: 3 } };
const SPHERE: Format = { width: 2048, ratio: 2, bytes: 172_000, effort: { rays: 1, edges: 3 } };
const MAP_QUALITY = 42;
const FILM: Format = { width: 640, ratio: 16 / 9, bytes: 330_000, effort: { rays: 1, edges: 2 } };
const REEL = { perSecond: 12, seconds: 6 };

function take(painter: Painter, camera: Camera, format: Format) {
  const width = wish.preview ? Number(wish.preview) : format.width;
  const height = Math.round(width / format.ratio);
  return { data: expose(painter, camera, { width, height }, format.effort), width, height };
}

/** The files of one medium that are wanted and not there yet. */
function missing(folder: string, names: readonly string[]): string[] {
  const wanted = names.map((name) => `${folder}/${name}`).filter((file) => file.includes(wish.only));
  return wanted.filter((file) => file.includes(`/${wish.medium}`) && (wish.again || !existsSync(join(wish.to, file))));
}

async function keep(file: string, make: () => Promise<Buffer>): Promise<void> {
  const started = Date.now();
  const bytes = await make();
  await save(join(wish.to, file), bytes);
  console.log(`${file}  ${Math.round(bytes.length / 1024)} kB  ${Math.round((Date.now() - started) / 1000)} s`);
}

interface Series {
  files: readonly string[];
  cameras: readonly Camera[];
  painter: () => Painter | null;
  format: Format;
  /** What is written into the picture of that camera. */
  sign?: (jpeg: Buffer, nth: number) => Promise<Buffer>;
}

/** Takes the numbered pictures of one medium: 01 through the first camera, and so on. */
async function series({ files, cameras, painter, format, sign }: Series): Promise<void> {
  const world = files.length > 0 ? painter() : null;
  if (world === null) return;
  for (const file of files) {
    const nth = Number(file.slice(-6, -4)) - 1;
    const jpeg = () => toJpeg(take(world, cameras[nth]!, format), format.bytes);
    await keep(file, async () => (sign ? await sign(await jpeg(), nth) : await jpeg()));
  }
}

const numbered = (medium: string, cameras: readonly Camera[]) => cameras.map((_, i) => `${medium}/0${i + 1}.jpg`);

async function visit({ building, indoor, sphere, map, films, wide = DRONE.width }: Coverage, stage: number) {
  const folder = `${building.slug}/stage-${stage}`;
  const site = () => siteAt(building, stage);
  const cameras = lensesAt(building, stage);
  const sign = (jpeg: Buffer, nth: number) => withShot(jpeg, shotOf(cameras[nth]!, building.place));
  const format = { ...DRONE, width: wide, bytes: Math.round((DRONE.bytes * wide) / DRONE.width) };
  await series({ files: missing(folder, numbered('drone', cameras)), cameras, painter: site, format, sign });
  if (indoor) {
    const inside = missing(folder, numbered('indoor', indoor.cameras));
    await series({ files: inside, cameras: indoor.cameras, painter: () => indoor.at(stage), format: INDOOR });
  }
  for (const file of sphere ? missing(folder, ['tour360/pano.jpg']) : []) {
    const world = sphere?.at(stage);
    if (!world || !sphere) continue;
    const raw = () => take(world, { kind: 'sphere', from: sphere.from, facing: sphere.facing }, SPHERE);
    await keep(file, async () => asSphere(await toJpeg(raw(), SPHERE.bytes), (sphere.facing + 90) % 360));
  }
  for (const file of map?.stages.includes(stage) ? missing(folder, ['orthomosaic/map.tif']) : []) {
    const raw = take(site(), MAP.camera, { ...DRONE, width: MAP.pixels, ratio: 1 });
    await keep(file, async () => georeferenced(await pyramid(raw), map!.where));
  }
  for (const file of films?.includes(stage) ? missing(folder, ['videos/flight.mp4']) : []) {
    if (await canFilm()) await keep(file, () => film(site(), building.cameras[0]!));
  }
}

/** The flight round the site, frame by frame. */
async function film(painter: Painter, through: Camera): Promise<Buffer> {
  const count = REEL.perSecond * REEL.seconds;
  const frames = Array.from({ length: count }, (_, nth) => take(painter, flight(through, nth / (count - 1)), FILM));
  const { width, height } = frames[0]!;
  const data = frames.map((frame) => frame.data);
  return await toFilm(data, { width, height, ...REEL }, FILM.bytes);
}

/** A tiled TIFF with its overviews, JPEG inside. */
async function pyramid({ data, width, height }: { data: Buffer; width: number; height: number }): Promise<Buffer> {
  const tile = { tile: true, tileWidth: 256, tileHeight: 256, pyramid: true };
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .tiff({ compression: 'jpeg', quality: MAP_QUALITY, ...tile })
    .toBuffer();
}

for (const coverage of COVERAGE) {
  for (let stage = 1; stage <= coverage.building.stages.length; stage++) await visit(coverage, stage);
}
await writeManifest(
  wish.to,
  COVERAGE.map((it) => it.building),
);
