// The demo company: enough to make every page worth looking at, and true to the rules of the product.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { classifyLink } from '#contract/links.ts';
import { createLocalSource } from '#server/media/local.ts';
import { readPictureHeader } from '#server/media/picture-header.ts';
import { readTiff } from '#server/media/tiff-directory.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { projects } from './cast.ts';
import { readBuildings } from './media-manifest.ts';
import { seedDemo } from './seed.ts';
import { planVisits } from './visits.ts';

let own: TestDatabase;
const media = join(import.meta.dirname, '..', '..', '..', 'demo-media');
const buildings = readBuildings(media);
let folders: { from: string; to: string };

beforeAll(async () => {
  own = await freshDatabase();
  folders = { from: media, to: await mkdtemp(join(tmpdir(), 'topout demo-')) };
  await seedDemo(own.database, folders);
});
afterAll(async () => {
  await own.drop();
  await rm(folders.to, { recursive: true });
});

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(own.database.query);
  return rows[0]?.n ?? -1;
}

describe('the demo company', () => {
  it('has people, projects, sites, a year of sessions and concerns', async () => {
    expect(await count('users')).toBe(12);
    expect(await count('projects')).toBe(8);
    expect(await count('sites')).toBe(16);
    const sessions = await count('sessions');
    expect(sessions).toBeGreaterThanOrEqual(55);
    expect(sessions).toBeLessThanOrEqual(70);
    expect(await count('notifications')).toBeGreaterThan(20);
  });

  it.each(['pending', 'approved', 'rejected', 'completed'])('has sessions that are %s', async (status) => {
    expect(await count('sessions', `status = '${status}'`)).toBeGreaterThan(0);
  });

  it.each(['open', 'in_progress', 'resolved', 'closed'])('has concerns that are %s', async (status) => {
    expect(await count('disputes', `status = '${status}'`)).toBeGreaterThan(0);
  });

  it('has visits of one project that were filmed alike, and films that lie with a host', async () => {
    const { rows } = await sql<{ films: number }>`select count(distinct video_url)::int as films from sessions
      where video_url like '/media/files/demo/%/flight.mp4' group by project_id order by 1 desc`.execute(
      own.database.query,
    );
    expect(rows[0]?.films).toBeGreaterThanOrEqual(2);
    expect(await count('sessions', "video_url like 'https://www.youtube.com/%'")).toBeGreaterThan(0);
    expect(await count('sessions', "video_url like 'https://vimeo.com/%'")).toBeGreaterThan(0);
  });

  it('has a released session that waits for review again, and a project without sites', async () => {
    expect(await count('sessions', `status = 'pending' and released_record_id is not null`)).toBeGreaterThan(0);
    const bare = await own.database.query
      .selectFrom('projects as p')
      .leftJoin('sites as s', 's.project_id', 'p.id')
      .where('s.id', 'is', null)
      .select('p.name')
      .execute();
    expect(bare).toEqual([{ name: 'Enugu Hillside Duplexes' }]);
  });

  it('lies nowhere in the future, and every approval names the record it released', async () => {
    expect(await count('session_records', 'at > now()')).toBe(0);
    expect(await count('disputes', 'created_at > now() or updated_at < created_at')).toBe(0);
    const wrong = await sql<{
      n: number;
    }>`select count(*) as n from sessions s join session_records r on r.id = s.released_record_id
      where r.session_id <> s.id or r.action not in ('created', 'edited')`.execute(own.database.query);
    expect(wrong.rows[0]?.n).toBe(0);
  });

  it('is never filled in twice, nor where somebody already has an account', async () => {
    const before = await count('sessions');
    await seedDemo(own.database, folders);
    expect(await count('sessions')).toBe(before);
  });
});

describe('the viewpoints of the demo', () => {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(own.database.query)).rows;

  it('are there for every place that is visited, up to six, each with a picture of its newest visits', async () => {
    const places = await rows(sql<{ project: string; viewpoints: number; visits: number }>`
      select p.name as project, count(distinct v.id) as viewpoints, count(distinct vp.session_id) as visits
      from viewpoints v join projects p on p.id = v.project_id join viewpoint_pictures vp on vp.viewpoint_id = v.id
      group by v.project_id, v.site_id, p.name`);
    expect(new Set(places.map(({ project }) => project)).size).toBe(8);
    for (const { viewpoints } of places) expect(viewpoints).toBeGreaterThanOrEqual(2);
    expect(places.filter(({ project }) => project === 'Lekki Palm Residences').map((one) => one.viewpoints)).toEqual([
      6, 6,
    ]);
    expect(places.reduce((sum, { visits }) => sum + visits, 0)).toBe(await count('sessions'));
  });

  it('have their drone pictures at every visit, with sizes, and are named apart within a place', async () => {
    const gaps =
      await rows(sql`select 1 from viewpoints v join sessions s on s.project_id = v.project_id and s.site_id is not distinct from v.site_id
      where exists (select 1 from viewpoint_pictures d where d.viewpoint_id = v.id and d.media_kind = 'drone')
        and not exists (select 1 from viewpoint_pictures vp where vp.viewpoint_id = v.id and vp.session_id = s.id)`);
    expect(gaps).toEqual([]);
    expect(
      await count(
        'viewpoint_pictures',
        'not exists (select 1 from picture_details d where d.file = viewpoint_pictures.file and d.version = file_version and d.width > 0)',
      ),
    ).toBe(0);
    expect(await rows(sql`select name from viewpoints group by project_id, site_id, name having count(*) > 1`)).toEqual(
      [],
    );
  });

  it('belong to the links of their sessions, in the version that the product finds there', async () => {
    expect(
      await rows(sql`select vp.id from viewpoint_pictures vp join sessions s on s.id = vp.session_id
      where vp.link is distinct from case vp.media_kind when 'drone' then s.drone_images_url when 'indoor' then s.indoor_images_url else s.tour360_url end`),
    ).toEqual([]);
    const [one] = await rows(sql<{ link: string; file: string; version: string }>`
      select link, file, file_version as version from viewpoint_pictures where media_kind = 'drone' order by id limit 1`);
    const source = createLocalSource({ demo: folders.to, mediaRoot: null });
    const files = await source.list(classifyLink(one?.link ?? ''), [{ provider: 'local', root: 'demo' }]);
    expect(files?.map(({ id, version }) => `${id} ${version}`)).toContain(`${one?.file} ${one?.version}`);
  });

  it('of the stamped visit say when and where they were taken, as their own headers do', async () => {
    const placed = await rows(sql<{
      file: string;
      at: string;
      latitude: number;
      longitude: number;
      altitude: number;
      camera: string;
    }>`
      select file, captured_at as at, latitude, longitude, altitude, camera from picture_details where captured_at is not null`);
    expect(placed).toHaveLength(4);
    for (const { file, at, latitude, longitude, altitude, camera } of placed) {
      const head = await readFile(join(folders.to, file.slice('local:demo/'.length)));
      const said = await readPictureHeader(head);
      expect([said.capturedAt, said.camera]).toEqual([at, camera]);
      expect(said.latitude).toBeCloseTo(latitude, 5);
      expect(said.longitude).toBeCloseTo(longitude, 5);
      expect(said.altitude).toBeCloseTo(altitude, 1);
    }
  });
});

/** The position that EXIF's GPS directory names, read as any program would. */
async function positionIn(exif: Buffer): Promise<{ latitude: number; longitude: number; altitude: number }> {
  const tiff = exif.subarray('Exif\0\0'.length);
  const file = await readTiff(async (at, length) => tiff.subarray(at, at + length));
  const [at = 0] = (await file?.directories[0]?.numbers(34853)) ?? [];
  const gps = await file?.directoryAt(at);
  const fractions = async (tag: number) => {
    const bytes = (await gps?.bytes(tag)) ?? Buffer.alloc(0);
    const read = (offset: number) => (file?.little ? bytes.readUInt32LE(offset) : bytes.readUInt32BE(offset));
    return Array.from({ length: bytes.length / 8 }, (_, nth) => read(nth * 8) / read(nth * 8 + 4));
  };
  const degrees = async (tag: number) => (await fractions(tag)).reduce((sum, part, nth) => sum + part / 60 ** nth, 0);
  return { latitude: await degrees(2), longitude: await degrees(4), altitude: (await fractions(6))[0] ?? 0 };
}

describe('the pictures of the demo', () => {
  const visits = planVisits(buildings);
  const ofBuilding = (slug: string) => buildings.get(slug)?.stages ?? [];

  it('show a building of its own for every project', () => {
    const shown = projects.map(({ building }) => building);
    expect(new Set(shown).size).toBe(projects.length);
    expect(shown.filter((slug) => ofBuilding(slug).length === 0)).toEqual([]);
    expect(visits.filter(({ links }) => links.drone === null).map(({ project }) => project.name)).toEqual([]);
  });

  it('are taken from the same viewpoints at every visit of a project', () => {
    for (const { building } of projects) {
      const taken = new Set(ofBuilding(building).map(({ media }) => media.drone?.join()));
      expect([building, taken.size]).toEqual([building, 1]);
    }
  });

  it('never show an empty plot where a standing building is refurbished, nor do the words', () => {
    const refurbished = visits.filter(({ project }) => project.name.includes('Refurbishment'));
    expect(refurbished.length).toBeGreaterThan(0);
    for (const { phase, notes, project } of refurbished) {
      expect(['foundation', 'framing']).not.toContain(phase);
      expect(`${notes} ${project.building}`).not.toMatch(/excavat|setting-out|raft|footing|residential-block/i);
    }
  });

  it('are said in the words of their own stage', () => {
    expect(visits.filter(({ notes }) => notes === '').map(({ project }) => project.name)).toEqual([]);
    for (const { name } of projects) {
      const own = visits.filter(({ project }) => project.name === name);
      const count = (of: (visit: (typeof own)[number]) => string | null) => new Set(own.map(of)).size;
      const stages = count(({ links }) => links.drone);
      expect([name, count(({ notes }) => notes)]).toEqual([name, stages]);
      expect([name, count(({ notes, links }) => `${notes} ${links.drone}`)]).toEqual([name, stages]);
    }
  });

  it('include every kind of media in one visit that clients see, whose photos say when and where they were taken', async () => {
    const { rows } = await sql<{ date: string; drone: string }>`
      select capture_date::text as date, drone_images_url as drone from sessions_released
      where drone_images_url like '/media/folders/demo/%/20__-__-__/drone' and indoor_images_url is not null
        and video_url like '/media/files/demo/%' and tour360_url is not null and orthomosaic_url is not null`.execute(
      own.database.query,
    );
    expect(rows).toHaveLength(1);
    const [{ date, drone } = { date: '', drone: '' }] = rows;
    const folder = join(folders.to, drone.slice('/media/folders/demo/'.length));
    const names = await readdir(folder);
    expect(names).toEqual(['01.jpg', '02.jpg', '03.jpg', '04.jpg']);
    const positions = new Set<string>();
    for (const name of names) {
      const exif = (await sharp(join(folder, name)).metadata()).exif ?? Buffer.alloc(0);
      expect(exif.toString('latin1')).toContain(`${date.replaceAll('-', ':')} 09:1`);
      expect(exif.toString('latin1')).toContain('Demo drone');
      const place = await positionIn(exif);
      // A few dozen metres from Admiralty Way in Lekki, at the height of a flight.
      expect(place.latitude).toBeCloseTo(6.4478, 2.5);
      expect(place.longitude).toBeCloseTo(3.472, 2.5);
      expect(place.altitude).toBeGreaterThan(5);
      expect(place.altitude).toBeLessThan(120);
      positions.add(JSON.stringify(place));
      const picture = await readFile(join(folder, name));
      const rendered = await readFile(join(media, 'residential-block', 'stage-6', 'drone', name));
      expect(picture.subarray(-rendered.length + 2).equals(rendered.subarray(2))).toBe(true);
    }
    expect(positions.size).toBe(4);
  });
});
