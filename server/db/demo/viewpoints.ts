// The demo's viewpoints: what its cameras see at every visit, placed as the product would by the names of the files.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql, type Transaction } from 'kysely';
import { isTwiceAsWide } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { fileVersion } from '#server/lib/file-version.ts';
import { sharp } from '#server/lib/sharp.ts';
import { cameraName } from './demo-folder.ts';
import { type Viewpoint as CameraPosition, linkPrefix, type Shot, type Stage } from './media-manifest.ts';
import type { Visit } from './visits.ts';

type Tx = Transaction<Tables>;
/** A visit as it was seeded. */
export type SeededVisit = {
  sessionId: number;
  projectId: number;
  siteId: number | null;
  photographerId: number;
  visit: Visit;
};
type Building = { viewpoints: readonly CameraPosition[]; stages: readonly Stage[] };
type Kind = 'drone' | 'indoor' | 'tour360';
/** `file`: its name within the tab. */
type Spot = { kind: Kind; file: string; name: string };

const maxSpots = 6;

const sides = ['North', 'North-east', 'East', 'South-east', 'South', 'South-west', 'West', 'North-west'];

/** 'South-east corner', from where the camera stands; what looks down or stands on the ground says so. */
function nameOf({ east, north, above }: CameraPosition): string {
  if (above > 50) return 'From above';
  const side = sides[Math.round(((Math.atan2(east, north) * 180) / Math.PI + 360) / 45) % 8] as string;
  if (above < 10) return `Ground, ${side.toLowerCase()}`;
  return `${side} ${side.includes('-') ? 'corner' : 'side'}`;
}

/** What every finished stage of a building shows, drone pictures first. */
function spotsOf({ viewpoints, stages }: Building): Spot[] {
  const media = stages.at(-1)?.media ?? {};
  const drone = (media.drone ?? []).map((file, nth): Spot => {
    const position = viewpoints[nth];
    return { kind: 'drone', file, name: position ? nameOf(position) : `Viewpoint ${nth + 1}` };
  });
  const panoramas = (media.tour360 ?? []).map((file): Spot => ({ kind: 'tour360', file, name: 'Inside, all around' }));
  const rooms = (media.indoor ?? []).map(
    (file, nth): Spot => ({ kind: 'indoor', file, name: `Inside, room ${nth + 1}` }),
  );
  return [...drone, ...panoramas, ...rooms].slice(0, maxSpots);
}

type Placed = { link: string; file: string; version: string; path: string; shot: Shot | null };

/** The file of a spot in a visit, if the visit has it. */
async function findPicture(folder: string, { links, shots }: Visit, { kind, file }: Spot): Promise<Placed | null> {
  const link = links[kind];
  if (link === null) return null;
  const path = link.replace(linkPrefix, '');
  const item = path.endsWith(`/${file}`) ? path : `${path}/${file}`;
  const inside = join(folder, item.replace(/^demo\//, ''));
  const found = await stat(inside).catch(() => null);
  const shot = (kind === 'drone' && shots[Number.parseInt(file, 10) - 1]) || null;
  return found && { link, file: `local:${item}`, version: fileVersion(found), path: inside, shot };
}

async function insertViewpoints(tx: Tx, first: SeededVisit, spots: readonly Spot[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into viewpoints (project_id, site_id, kind, name, position, created_by, created_at, updated_at)
    select ${first.projectId}::integer, ${first.siteId}::integer, t.kind, t.name, t.position, ${first.photographerId}::integer, s.created_at, s.created_at
    from sessions s, unnest(${spots.map(({ kind }) => (kind === 'tour360' ? 'panorama' : 'photo'))}::text[], ${spots.map(({ name }) => name)}::text[])
      with ordinality as t (kind, name, position)
    where s.id = ${first.sessionId} order by t.position returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The first visit's are chosen by its photographer, the others found by their names. Answers the files that are placed. */
async function placePictures(
  tx: Tx,
  folder: string,
  { visits, spots }: { visits: readonly SeededVisit[]; spots: readonly Spot[] },
): Promise<Placed[]> {
  const [first] = visits;
  if (!first) return [];
  const ids = await insertViewpoints(tx, first, spots);
  const placed: Placed[] = [];
  for (const [nth, spot] of spots.entries()) {
    const seen: SeededVisit[] = [];
    for (const one of visits) {
      const found = await findPicture(folder, one.visit, spot);
      if (!found) continue;
      const byHand = seen.push(one) === 1;
      placed.push(found);
      const row = {
        viewpoint_id: ids[nth] as number,
        session_id: one.sessionId,
        media_kind: spot.kind,
        link: found.link,
        file: found.file,
        file_version: found.version,
        file_name: spot.file,
        placed_by: byHand ? ('hand' as const) : ('name' as const),
        placed_by_id: byHand ? first.photographerId : null,
      };
      await tx.insertInto('viewpoint_pictures').values(row).execute();
    }
  }
  // Nothing is left to be looked for.
  const newest = Math.max(0, ...ids);
  const searches = visits.map(({ sessionId }) => ({ session_id: sessionId, viewpoint_id: newest }));
  await tx.insertInto('picture_searches').values(searches).execute();
  return placed;
}

/** Their sizes, and of drone pictures what their headers say: where and in which direction they were taken, some of them when. */
async function keepDetails(tx: Tx, placed: readonly Placed[], taken: ReadonlyMap<string, string>): Promise<void> {
  const files = [...new Map(placed.map((one) => [one.file, one])).values()];
  const rows = files.map(async ({ file, version, path, shot }) => {
    const { width, height } = (await sharp(path).metadata()).autoOrient;
    const panorama = isTwiceAsWide({ panorama: null, width, height }) ? true : null;
    const said = shot && {
      latitude: shot.latitude,
      longitude: shot.longitude,
      altitude: shot.altitude,
      heading: shot.heading,
      pitch: shot.pitch,
      camera: cameraName,
      captured_at: taken.get(file) ?? null,
    };
    return { file, version, width, height, panorama, ...said };
  });
  if (files.length > 0)
    await tx
      .insertInto('picture_details')
      .values(await Promise.all(rows))
      .execute();
}

/** `folder`: the demo's media; `visits`: oldest first; `taken`: when the stamped pictures were taken, by file. */
export async function addViewpoints(
  tx: Tx,
  {
    folder,
    visits,
    buildings,
    taken,
  }: {
    folder: string;
    visits: readonly SeededVisit[];
    buildings: ReadonlyMap<string, Building>;
    taken: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const keyOf = ({ projectId, siteId }: SeededVisit) => `${projectId} ${siteId}`;
  const places = new Set(visits.map(keyOf));
  const placed: Placed[] = [];
  for (const key of places) {
    const group = visits.filter((one) => keyOf(one) === key);
    const building = buildings.get(group[0]?.visit.project.building ?? '');
    if (building) placed.push(...(await placePictures(tx, folder, { visits: group, spots: spotsOf(building) })));
  }
  await keepDetails(tx, placed, taken);
}
