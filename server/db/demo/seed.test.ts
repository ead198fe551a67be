// The demo company: enough to make every page worth looking at, and true to the rules of the product.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorKinds } from '#contract/disputes/anchors.ts';
import { classifyLink } from '#contract/links/link.ts';
import { askDueVisits } from '#server/features/viewpoints/fill-visit.ts';
import { nearness } from '#server/features/viewpoints/nearness.ts';
import { readPictureHeader } from '#server/media/formats/picture-header.ts';
import { readTiff } from '#server/media/formats/tiff-directory.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { readBuildings } from './media-manifest.ts';
import { projects } from './projects.ts';
import { seedDemo } from './seed.ts';
import { planVisits } from './visits.ts';

let own: TestDatabase;
const media = join(import.meta.dirname, '..', '..', '..', 'demo', 'media');
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
    expect(await count('users')).toBe(13);
    expect(await count('projects')).toBe(8);
    expect(await count('sites')).toBe(16);
    const sessions = await count('sessions');
    expect(sessions).toBeGreaterThanOrEqual(55);
    expect(sessions).toBeLessThanOrEqual(70);
    expect(await count('notifications')).toBeGreaterThan(20);
  });

  it('has a block with fifteen stages, eleven confirmed by a quantity surveyor, one claimed and refused once', async () => {
    expect(await count('stages')).toBe(15);
    expect(await count('stages', 'confirmed_id is not null')).toBe(11);
    expect(await count('stages', 'claimed_id is not null and confirmed_id is null')).toBe(1);
    expect(await count('stage_marks', "act = 'refused'")).toBe(1);
    expect(await count('stage_marks', "kind = 'confirmed' and act = 'given' and given_as <> 'checker'")).toBe(0);
    const pictures = sql<{
      n: number;
      there: number;
    }>`select count(*) as n, count(*) filter (where s.id is not null) as there
      from stage_marks m cross join jsonb_array_elements(m.criteria) c cross join jsonb_array_elements(c -> 'pictures') p
      left join sessions_released s on s.id = (p ->> 'sessionId')::integer and s.drone_images_url = p ->> 'link'`;
    const [found] = (await pictures.execute(own.database.query)).rows;
    expect(found?.n).toBeGreaterThan(40);
    expect(found?.there).toBe(found?.n);
  });

  it('has a next visit for every project under way, of which one is late, and one that was kept and one that was skipped', async () => {
    const open = 'skipped_at is null and session_id is null';
    const active = projects.filter(({ status }) => status === 'active').length;
    expect(
      await count('projects', `exists (select 1 from planned_visits v where v.project_id = projects.id and ${open})`),
    ).toBe(active);
    expect(await count('planned_visits', `${open} and day < current_date`)).toBe(1);
    expect(await count('planned_visits', 'session_id is not null')).toBe(1);
    expect(await count('planned_visits', 'skipped_at is not null')).toBe(1);
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

  it('has sessions that were sent back with coded reasons and two flagged pictures, one resubmitted with changes', async () => {
    const found = await sql<{ status: string; codes: number; flags: number; answers: number }>`
      select s.status, cardinality(r.rejection_reasons) as codes, count(distinct f.id)::int as flags, count(a.flag_id)::int as answers
      from sessions s join session_records r on r.session_id = s.id and r.action = 'rejected'
      join rejected_files k on k.record_id = r.id join rejection_flags f on f.record_id = r.id left join flag_answers a on a.flag_id = f.id
      group by s.id, r.id, k.record_id order by s.status`.execute(own.database.query);
    expect(found.rows.map(({ status, flags, answers }) => [status, flags, answers])).toEqual([
      ['pending', 2, 1],
      ['rejected', 2, 0],
      ['rejected', 2, 0],
    ]);
    expect(Math.min(...found.rows.map(({ codes }) => codes))).toBeGreaterThan(0);
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

  it('has releases of one project that wait to be pinned and sealed, the oldest first', async () => {
    const { rows: waiting } = await sql<{ project: string; releasedAt: string; isReleasedAt: boolean }>`
      select p.name as project, s.released_at as "releasedAt", m.released_at = s.released_at and not m.complete as "isReleasedAt"
      from released_media m join sessions s on s.released_record_id = m.record_id join projects p on p.id = s.project_id
      order by m.tried_at`.execute(own.database.query);
    const { rows: releases } = await sql<{ releasedAt: string }>`
      select s.released_at as "releasedAt" from sessions s join projects p on p.id = s.project_id
      where p.name = 'Lekki Palm Residences' and s.released_record_id is not null order by s.released_at`.execute(
      own.database.query,
    );
    expect(waiting.length).toBeGreaterThan(5);
    expect(waiting).toEqual(
      releases.map(({ releasedAt }) => ({ project: 'Lekki Palm Residences', releasedAt, isReleasedAt: true })),
    );
  });
});

describe('the viewpoints of the demo', () => {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(own.database.query)).rows;

  it('are six at every place that is visited, with pictures of all of its visits', async () => {
    const places = await rows(sql<{ project: string; viewpoints: number; visits: number }>`
      select p.name as project, count(distinct v.id) as viewpoints, count(distinct vp.session_id) as visits
      from viewpoints v join projects p on p.id = v.project_id join viewpoint_pictures vp on vp.viewpoint_id = v.id
      group by v.project_id, v.site_id, p.name`);
    expect(new Set(places.map(({ project }) => project)).size).toBe(8);
    for (const { project, viewpoints } of places) expect([project, viewpoints]).toEqual([project, 6]);
    expect(places.reduce((sum, { visits }) => sum + visits, 0)).toBe(await count('sessions'));
  });

  it('leave nothing for the product to look for', async () => {
    await askDueVisits(own.database.query);
    expect(await count('jobs', "kind = 'placePictures'")).toBe(0);
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

  it('say where and how they were taken, and those of one visit when, as their own headers do', async () => {
    const placed = await rows(sql<{
      file: string;
      at: string | null;
      latitude: number;
      longitude: number;
      altitude: number;
      heading: number;
      pitch: number;
      camera: string;
    }>`
      select distinct d.file, captured_at as at, latitude, longitude, altitude, heading, pitch, camera
      from picture_details d join viewpoint_pictures vp on vp.file = d.file where vp.media_kind = 'drone'`);
    expect(placed.filter(({ at }) => at !== null)).toHaveLength(4);
    for (const { file, at, latitude, longitude, altitude, heading, pitch, camera } of placed) {
      const said = await readPictureHeader(await readFile(join(folders.to, file.slice('local:demo/'.length))));
      expect([file, said.capturedAt, said.camera]).toEqual([file, at, camera]);
      expect([file, said.heading, said.pitch]).toEqual([file, heading, pitch]);
      expect(said.latitude).toBeCloseTo(latitude, 6);
      expect(said.longitude).toBeCloseTo(longitude, 6);
      expect(said.altitude).toBeCloseTo(altitude, 1);
    }
  });

  it('are seen a little differently at every visit, as by a drone, and near enough to be found by position', () => {
    for (const { slug, stages } of buildings.values()) {
      for (const nth of stages[0]?.shots.keys() ?? []) {
        const shots = stages.flatMap(({ shots }) => shots[nth] ?? []);
        expect(shots).toHaveLength(stages.length);
        // Headers have tenths of a degree: two visits may agree by chance.
        const views = new Set(shots.map(({ heading, pitch }) => `${heading} ${pitch}`));
        expect(views.size).toBeGreaterThan(stages.length / 2);
        for (const one of shots) {
          for (const other of shots) {
            const near = nearness(one, other, { panorama: false });
            expect([slug, nth, near?.sure]).toEqual([slug, nth, true]);
          }
        }
      }
    }
  });
});

describe('the concerns of the demo', () => {
  const rows = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(own.database.query)).rows;

  it('are pinned to every kind of media: files that are among the released ones', async () => {
    const pinned = await rows(sql<{ kind: string; file: string; name: string; link: string; other: string | null }>`
      select a.kind, a.file, a.name, a.other_file as other, case a.media_kind when 'drone' then s.drone_images_url
        when 'videos' then s.video_url when 'tour360' then s.tour360_url when 'orthomosaic' then s.orthomosaic_url end as link
      from anchors a join sessions_released s on s.id = a.session_id and s.record_id = a.record_id`);
    expect(pinned).toHaveLength(await count('anchors'));
    expect(new Set(pinned.map(({ kind }) => kind))).toEqual(new Set(anchorKinds));
    const source = createLocalSource({ demo: folders.to, mediaRoot: null });
    for (const { kind, file, name, link, other } of pinned) {
      const files = await source.list(classifyLink(link), [{ provider: 'local', root: 'demo' }]);
      expect(files?.map((one) => `${one.id} ${one.name}`)).toContain(`${file} ${name}`);
      expect(other !== null).toBe(kind === 'comparison');
    }
  });

  it('keep what was seen around them, a former place, and a picture in an answer', async () => {
    expect(await count('anchors', "kind in ('photo', 'panorama', 'comparison') and cutout is null")).toBe(0);
    expect(
      await rows(
        sql`select a.id from anchors a join sessions_released s on s.id = a.session_id where a.created_at < s.updated_at`,
      ),
      'nobody shows a visit before it was released',
    ).toEqual([]);
    expect(await count('anchors', 'mark_x not between 0 and 1 or mark_y not between 0 and 1')).toBe(0);
    expect(await count('dispute_messages', "message_type = 'moved'")).toBe(1);
    expect(await count('anchors', 'of_concern and message_id is not null')).toBe(1);
    expect(await count('anchors', 'not of_concern and message_id is not null')).toBeGreaterThan(0);
    const [{ crop } = { crop: null }] = await rows(sql<{ crop: Buffer | null }>`
      select cutout as crop from anchors where kind = 'comparison'`);
    const { format, exif, xmp } = await sharp(crop ?? Buffer.alloc(0)).metadata();
    expect([format, exif, xmp]).toEqual(['webp', undefined, undefined]);
  });

  it('have clocks that run, are overdue, and were stopped in time', async () => {
    expect(await count('disputes', 'due_at is null or due_on is null')).toBe(0);
    expect(await count('disputes', 'answered_at is null and due_at > now()')).toBeGreaterThan(0);
    expect(await count('disputes', 'answered_at is null and due_at < now()')).toBeGreaterThan(0);
    expect(await count('disputes', 'answered_at < due_at')).toBeGreaterThan(0);
    expect(await count('disputes', 'due_told <> (due_at <= now())'), 'nobody hears of what passed before').toBe(0);
  });
});

/** The position in EXIF's GPS directory, read as any program would. */
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
      const header = 4 + rendered.readUInt16BE(4);
      expect(picture.subarray(header).equals(rendered.subarray(header))).toBe(true);
    }
    expect(positions.size).toBe(4);
  });
});
