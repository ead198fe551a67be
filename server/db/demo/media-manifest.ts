// Reads demo/media/manifest.json: which rendered demo images belong to which building and stage.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { Phase } from '#contract/sessions/field-schemas.ts';

/** Metres from the site's middle at which a drone picture is taken: 01 at the first, and so on. */
const Viewpoint = z.object({ east: z.number(), north: z.number(), above: z.number() });
/** What a drone picture's header says: degrees clockwise from north, above the horizon, on the globe; metres over the sea. */
const Shot = z.object({
  heading: z.number(),
  pitch: z.number(),
  latitude: z.number(),
  longitude: z.number(),
  altitude: z.number(),
});
const Manifest = z.object({
  buildings: z.array(
    z.object({
      slug: z.string(),
      /** Its middle on the globe. */
      place: z.object({ latitude: z.number(), longitude: z.number() }),
      viewpoints: z.array(Viewpoint),
      stages: z.array(
        z.object({
          folder: z.string(),
          phase: Phase,
          progress: z.number(),
          media: z.record(z.string(), z.array(z.string())),
          /** Of its drone pictures, in their order. */
          shots: z.array(Shot),
        }),
      ),
    }),
  ),
});

type Building = z.infer<typeof Manifest>['buildings'][number];
export type Stage = Building['stages'][number];
export type Shot = z.infer<typeof Shot>;
export type Viewpoint = z.infer<typeof Viewpoint>;

/** The rendered buildings by their slugs; none in a checkout without demo/media. */
export function readBuildings(folder: string): Map<string, Building> {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) return new Map();
  const { buildings } = z.parse(Manifest, JSON.parse(readFileSync(file, 'utf8')));
  return new Map(buildings.map((building) => [building.slug, building]));
}

/** What stands before the path in a link that `linkTo` made. */
export const linkPrefix = /^\/media\/(?:folders|files)\//;

/** The link to one kind of media of a stage; null where the stage has none. */
export function linkTo(
  stage: Stage | undefined,
  medium: 'drone' | 'indoor' | 'tour360' | 'orthomosaic' | 'videos',
): string | null {
  const files = stage?.media[medium] ?? [];
  if (!stage || files.length === 0) return null;
  const folder = `demo/${stage.folder}/${medium}`;
  return files.length === 1 && medium !== 'drone' ? `/media/files/${folder}/${files[0]}` : `/media/folders/${folder}`;
}
