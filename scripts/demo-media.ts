// Renders the demo's media into demo-media/: `npx tsx scripts/demo-media.ts` makes all that is missing (about half an hour on one core).
// For the maker: `--only residential-block/stage-5` narrows it, `--medium drone` too, `--again` overwrites,
// `--preview 320 --to DIR` draws small ones elsewhere while scenes are being changed. The same sources give the same bytes.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RESIDENTIAL_BLOCK } from './demo-media/block-stages.ts';
import { type Building, siteAt } from './demo-media/building.ts';
import { save, toJpeg } from './demo-media/encode.ts';
import { expose } from './demo-media/expose.ts';
import { writeManifest } from './demo-media/manifest.ts';
import { DUPLEX_TERRACE } from './demo-media/terrace-stages.ts';
import { STEEL_WAREHOUSE } from './demo-media/warehouse-stages.ts';

const BUILDINGS = [RESIDENTIAL_BLOCK, DUPLEX_TERRACE, STEEL_WAREHOUSE];
const DRONE_BYTES = 100_000;

const { values: wish } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    medium: { type: 'string', default: '' },
    preview: { type: 'string' },
    to: { type: 'string', default: 'demo-media' },
    again: { type: 'boolean', default: false },
  },
});

const width = Number(wish.preview ?? 1600);

/** The files of one medium that are wanted and not there yet. */
function missing(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    const file = `${folder}/${name}`;
    return (
      file.includes(wish.only) && file.includes(`/${wish.medium}`) && (wish.again || !existsSync(join(wish.to, file)))
    );
  });
}

async function drone(building: Building, stage: number, folder: string): Promise<void> {
  const names = missing(
    folder,
    building.cameras.map((_, i) => `drone/0${i + 1}.jpg`),
  );
  if (names.length === 0) return;
  const painter = siteAt(building, stage);
  const size = { width, height: Math.round(width / 1.6) };
  for (const name of names) {
    const camera = building.cameras[Number(name.slice(6, 8)) - 1]!;
    const started = Date.now();
    const jpeg = await toJpeg({ data: expose(painter, camera, size), ...size }, DRONE_BYTES);
    await save(join(wish.to, folder, name), jpeg);
    console.log(
      `${folder}/${name}  ${Math.round(jpeg.length / 1024)} kB  ${Math.round((Date.now() - started) / 1000)} s`,
    );
  }
}

for (const building of BUILDINGS) {
  for (let stage = 1; stage <= building.stages.length; stage++) {
    await drone(building, stage, `${building.slug}/stage-${stage}`);
  }
}
await writeManifest(wish.to, BUILDINGS);
