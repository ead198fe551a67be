// The list of what the demo's pictures show, for whoever fills the demo company with visits.
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Building } from './building.ts';
import { lensesAt, shotOf } from './shot.ts';

const MEDIA = ['drone', 'indoor', 'tour360', 'orthomosaic', 'videos'] as const;

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /\.(jpg|tif|mp4)$/.test(name)).sort();
}

/** Writes `manifest.json` into `root`: every building, its stages and the files that are there, by medium. */
export async function writeManifest(root: string, buildings: readonly Building[]): Promise<void> {
  const list = [];
  for (const building of buildings) {
    const stages = [];
    for (const [i, { title, phase, progress }] of building.stages.entries()) {
      const folder = `${building.slug}/stage-${i + 1}`;
      const media: Record<string, string[]> = {};
      for (const medium of MEDIA) media[medium] = await filesIn(join(root, folder, medium));
      const shots = lensesAt(building, i + 1).map((lens) => shotOf(lens, building.place));
      stages.push({ folder, title, phase, progress, media, shots });
    }
    const viewpoints = building.cameras.flatMap((it) =>
      it.kind === 'lens' ? [{ east: it.from[0], north: 0 - it.from[2], above: it.from[1] }] : [],
    );
    const { latitude, longitude } = building.place;
    list.push({ slug: building.slug, title: building.title, place: { latitude, longitude }, viewpoints, stages });
  }
  await writeFile(join(root, 'manifest.json'), `${JSON.stringify({ buildings: list }, null, 2)}\n`);
}
