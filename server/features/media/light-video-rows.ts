// The rows of light copies of videos: what is known of each, by its name.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { LightRow, LightRows } from '#server/media/videos/light-store.ts';

// Those that failed each time are tried again after a day: a disk may have been full.

/** A maker that has written nothing for so long is thought dead. */
const freshSeconds = 60;

/** Whether a file has a copy, or one is being made of it at this moment. */
export async function hasLightCopy(db: Kysely<Tables>, file: string): Promise<boolean> {
  const found = await sql`select 1 from light_videos where file = ${file}
    and (state = 'made' or state = 'making' and changed_at > now() - make_interval(secs => ${freshSeconds})) limit 1`.execute(
    db,
  );
  return found.rows.length > 0;
}

export function createLightRows(db: Kysely<Tables>): LightRows {
  return {
    async read(names) {
      if (names.length === 0) return [];
      const found = await sql<LightRow>`select name, state, share::float8 as share, bytes::float8 as bytes, poster,
        changed_at > now() - make_interval(secs => ${freshSeconds}) as "isFresh",
        extract(epoch from changed_at)::float8 * 1000 as "changedAt"
        from light_videos where name = any(${[...names]}::text[])
          and not (state = 'none' and reason = 'failed' and changed_at < now() - interval '1 day')`.execute(db);
      return found.rows;
    },

    async plan(copies) {
      const [names, files, versions] = [
        copies.map(({ name }) => name),
        copies.map(({ file }) => file),
        copies.map(({ version }) => version),
      ];
      await sql`insert into light_videos (name, file, version, state)
        select t.name, t.file, t.version, 'making' from unnest(${names}::text[], ${files}::text[], ${versions}::text[]) as t (name, file, version)
        on conflict (name) do update set changed_at = now() where light_videos.state = 'making'`.execute(db);
    },

    async begin({ name, file, version }) {
      const begun = await sql<{ before: number }>`insert into light_videos as l (name, file, version, state, failures)
        values (${name}, ${file}, ${version}, 'making', 1)
        on conflict (name) do update set state = 'making', share = 0, bytes = null, width = null, height = null, poster = false,
          made_by = null, reason = null, changed_at = now(), failures = case when l.state = 'making' then l.failures + 1 else 1 end
        returning failures - 1 as before`.execute(db);
      return begun.rows[0]?.before ?? 0;
    },

    async excuse(name) {
      await sql`update light_videos set failures = greatest(failures - 1, 0) where name = ${name} and state = 'making'`.execute(
        db,
      );
    },

    async progress({ name, share, waiting }) {
      await sql`update light_videos set changed_at = now(), share = case when name = ${name} then ${share}::real else share end
        where name = any(${[name, ...waiting]}::text[]) and state = 'making'`.execute(db);
    },

    async made({ name, file, version, bytes, width, height, poster, madeBy }) {
      await sql`insert into light_videos (name, file, version, state, share, bytes, width, height, poster, made_by)
        values (${name}, ${file}, ${version}, 'made', 1, ${bytes}, ${width}, ${height}, ${poster}, ${madeBy})
        on conflict (name) do update set state = 'made', share = 1, bytes = excluded.bytes, width = excluded.width,
          height = excluded.height, poster = excluded.poster, made_by = excluded.made_by, reason = null, failures = 0,
          missing_since = null, changed_at = now()`.execute(db);
    },

    async none({ name, file, version, reason, poster }) {
      await sql`insert into light_videos (name, file, version, state, share, poster, reason)
        values (${name}, ${file}, ${version}, 'none', 1, ${poster}, ${reason})
        on conflict (name) do update set state = 'none', share = 1, bytes = null, width = null, height = null,
          poster = excluded.poster, made_by = null, reason = excluded.reason, changed_at = now()`.execute(db);
    },

    async withoutRow(names) {
      const found = await sql<{ name: string }>`select t.name from unnest(${[...names]}::text[]) as t (name)
        where not exists (select 1 from light_videos l where l.name = t.name)`.execute(db);
      return found.rows.map(({ name }) => name);
    },
  };
}

// Rows whose originals are looked for.

export type RowOfCopy = { name: string; file: string; version: string; missingDays: number };

export async function listRows(
  db: Kysely<Tables>,
  { after, limit }: { after: string; limit: number },
): Promise<RowOfCopy[]> {
  const found = await sql<RowOfCopy>`select name, file, version,
      coalesce(extract(epoch from now() - missing_since)::float8 / 86400, 0) as "missingDays"
    from light_videos where name > ${after} order by name limit ${limit}`.execute(db);
  return found.rows;
}

/** Since when it has been missing stays. */
export async function markMissing(db: Kysely<Tables>, name: string, isMissing: boolean): Promise<void> {
  await sql`update light_videos set missing_since = case when ${isMissing} then now() end
    where name = ${name} and (missing_since is null) = ${isMissing}`.execute(db);
}

export async function forgetRows(db: Kysely<Tables>, names: readonly string[]): Promise<void> {
  if (names.length > 0) await sql`delete from light_videos where name = any(${[...names]}::text[])`.execute(db);
}

/** Of files that are no longer kept; answers the names of those that went. */
export async function removeRowsOfUpload(db: Kysely<Tables>, upload: string): Promise<string[]> {
  const folder = `local:uploads/${upload}/`;
  const gone = await sql<{ name: string }>`delete from light_videos l where starts_with(l.file, ${folder})
    and not exists (select 1 from upload_files f where f.upload_id = ${upload} and f.state = 'kept'
      and l.file = ${folder} || case when f.folder = '' then '' else f.folder || '/' end || f.name) returning l.name`.execute(
    db,
  );
  return gone.rows.map(({ name }) => name);
}
