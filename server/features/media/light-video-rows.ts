// The rows of light copies of videos: what is known of each, by its name.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { LightRow, LightRows } from '#server/media/videos/light-videos.ts';

/** A maker that has written nothing for so long is thought dead. */
const freshSeconds = 60;

export function createLightRows(db: Kysely<Tables>): LightRows {
  return {
    async read(names) {
      if (names.length === 0) return [];
      const found =
        await sql<LightRow>`select name, state, share::float8 as share, bytes::float8 as bytes, poster, reason,
        changed_at > now() - make_interval(secs => ${freshSeconds}) as "isFresh",
        extract(epoch from changed_at)::float8 * 1000 as "changedAt"
        from light_videos where name = any(${[...names]}::text[])`.execute(db);
      return found.rows;
    },

    async made({ name, file, version, bytes, width, height, poster, madeBy }) {
      await sql`insert into light_videos (name, file, version, state, share, bytes, width, height, poster, made_by)
        values (${name}, ${file}, ${version}, 'made', 1, ${bytes}, ${width}, ${height}, ${poster}, ${madeBy})
        on conflict (name) do update set state = 'made', share = 1, bytes = excluded.bytes, width = excluded.width,
          height = excluded.height, poster = excluded.poster, made_by = excluded.made_by, reason = null, failures = 0,
          missing_since = null, changed_at = now()`.execute(db);
    },
  };
}
