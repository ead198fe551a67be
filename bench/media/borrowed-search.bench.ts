// What it takes to look for a visit's pictures among a million of the company's, beside the floor of one plain scan. `npm run bench -- borrowed-search`.
import { sql } from 'kysely';
import sharp from 'sharp';
import { fillCompany } from '#bench/lib/company.ts';
import { databaseCpu } from '#bench/lib/cpu.ts';
import { grouped, table } from '#bench/lib/report.ts';
import { migrate } from '#server/db/migrate.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { maxNear, readNear } from '#server/features/sessions/checks/near-pictures.ts';
import { compareExposures, describePicture, readSmall } from '#server/media/alignment/same-exposure.ts';
import { hashPicture } from '#server/media/analysis/hash-picture.ts';
import { startInstalled } from '#server/test-support/processes/system-postgres.ts';

const quick = process.argv.includes('--quick');
const pictures = quick ? 100_000 : 1_000_000;
/** Of them so many are of the visit's own project or photographer, and are searched by windows. */
const own = quick ? 1_000 : 10_000;
const ofVisit = 60;
const atOnce = 5;
const mostSeconds = 60;

/** Every bit by chance: as far from each other as pictures of other places. */
const anyHash = sql.raw(
  `(select string_agg((random() > 0.5)::integer::text, '')::bit(256) from generate_series(1, 256) where g.n is not null)`,
);

type Filled = { sessionId: number; projectId: number; photographerId: number };

/** Each hash of a pool with each of some others: quicker than a million times 256 bits by chance. */
async function fill({ query }: Database): Promise<Filled> {
  const found =
    await sql<Filled>`select id as "sessionId", project_id as "projectId", photographer_id as "photographerId"
    from sessions where removed_at is null order by id desc limit 1`.execute(query);
  const visit = found.rows[0] as Filled;
  const other = await sql<{ id: number }>`select id from sessions where removed_at is null
      and project_id <> ${visit.projectId} and photographer_id <> ${visit.photographerId} limit 1`.execute(query);
  const beside = await sql<{ id: number }>`select id from sessions where removed_at is null and id <> ${visit.sessionId}
      and (project_id = ${visit.projectId} or photographer_id = ${visit.photographerId}) limit 1`.execute(query);
  const [elsewhere, near] = [other.rows[0]?.id, beside.rows[0]?.id];
  await sql`create temporary table pool as select g.n as nth, ${anyHash} as hash from generate_series(0, 2047) g (n)`.execute(
    query,
  );
  const wanted = pictures + ofVisit;
  await sql`insert into picture_hashes (file, version, name, windows, mirrored)
    select 'local:p/' || n, '1', n || '.jpg', case when n <= ${own + ofVisit} then array_fill(hash, array[16]) else array[hash] end, hash
    from (select row_number() over () as n, a.hash # b.hash as hash from pool a cross join pool b where b.nth <= ${wanted} / 2048 limit ${wanted}) h`.execute(
    query,
  );
  await sql`insert into visit_hashes (session_id, picture_id, media_kind, hash, seen_at)
    select case when n <= ${ofVisit} then ${visit.sessionId} when n <= ${own + ofVisit} then ${near}::integer else ${elsewhere}::integer end, id, 'drone', windows[1],
      now() - case when n <= ${ofVisit} then interval '0' else interval '1 day' end
    from (select *, row_number() over (order by id) as n from picture_hashes) h`.execute(query);
  await sql`analyze picture_hashes, visit_hashes`.execute(query);
  return visit;
}

type Cost = { seconds: number; cpu: number };

async function measure(work: () => Promise<unknown>, cpu: () => number): Promise<Cost> {
  const [began, used] = [performance.now(), cpu()];
  await work();
  return { seconds: (performance.now() - began) / 1000, cpu: (cpu() - used) / 1000 };
}

const ownCpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** The look at one picture and at the most candidates, none of which fits: what an honest visit costs at worst. */
async function costOfPictures(): Promise<{ hashing: number; fitting: number }> {
  const names = ['01', '02', '03', '04'].map((name) => `demo/media/residential-block/stage-5/drone/${name}.jpg`);
  const bytes = await Promise.all(names.map((name) => sharp(name).resize(1600).webp({ quality: 80 }).toBuffer()));
  const [first = Buffer.alloc(0)] = bytes;
  const { data, info } = await sharp(first).extractChannel('green').raw().toBuffer({ resolveWithObject: true });
  const compareAll = async () => {
    const asked = await describePicture(await readSmall(first, { mirrored: false }));
    for (const known of bytes.slice(1, 1 + maxNear))
      await compareExposures(await describePicture(await readSmall(known, { mirrored: false })), asked);
  };
  await compareAll();
  const rounds = 10;
  const hashing = await measure(async () => {
    for (let round = 0; round < rounds; round++) hashPicture({ data, width: info.width, height: info.height });
  }, ownCpu);
  const fitting = await measure(async () => {
    for (let round = 0; round < rounds; round++) await compareAll();
  }, ownCpu);
  return { hashing: hashing.cpu / rounds, fitting: fitting.cpu / rounds };
}

async function run(): Promise<void> {
  const server = await startInstalled();
  if (!server) return console.log('PostgreSQL is not installed: nothing was measured.');
  const database = createDatabase(server.connection, { max: 1 });
  try {
    await migrate(database);
    await fillCompany(database, 1_000);
    await sql`set statement_timeout = 0`.execute(database.query);
    const visit = await fill(database);
    const cpu = () => databaseCpu(server.pid);
    const ids = await sql<{
      id: number;
    }>`select picture_id as id from visit_hashes where session_id = ${visit.sessionId} order by 1 limit ${ofVisit}`.execute(
      database.query,
    );
    const asked = ids.rows.map(({ id }) => id);
    const groups = Array.from({ length: ofVisit / atOnce }, (_, nth) => asked.slice(nth * atOnce, (nth + 1) * atOnce));
    const floor = await measure(
      () =>
        sql`select count(*) from visit_hashes k where bit_count(k.hash # (select mirrored from picture_hashes limit 1)) <= 40`.execute(
          database.query,
        ),
      cpu,
    );
    const search = await measure(async () => {
      for (const group of groups) await readNear(database.query, { ...visit, pictures: group });
    }, cpu);
    const { hashing, fitting } = await costOfPictures();
    const whole = search.cpu + ofVisit * (hashing + fitting);
    const row = (name: string, seconds: number, note: string) => [name, seconds.toFixed(2), note];
    console.log(
      table(
        [
          [`${grouped(pictures)} pictures, ${grouped(own)} of the project or photographer`, 'CPU s', ''],
          row('floor: one hash against all', floor.cpu, `${(floor.cpu * ofVisit).toFixed(1)} for 60 pictures`),
          row('search for 60 pictures', search.cpu, `${search.seconds.toFixed(1)} s on the clock`),
          row('hashes of 60 pictures', ofVisit * hashing, `${(1000 * hashing).toFixed(0)} ms each`),
          row('60 pictures fitted to 3 others each', ofVisit * fitting, `${(1000 * fitting).toFixed(0)} ms each`),
          row('a visit of 60 pictures', whole, `target <= ${mostSeconds}`),
        ],
        1,
      ),
    );
    if (whole > mostSeconds) process.exitCode = 1;
  } finally {
    await database.close();
    await server.stop();
  }
}

await run();
