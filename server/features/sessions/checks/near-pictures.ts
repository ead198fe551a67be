// Which earlier pictures of the company are near to those of a visit, by their hashes (behaviour §32.7).
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** `mirrored`: its mirror image is near. */
export type NearPicture = {
  pictureId: number;
  knownSessionId: number;
  knownPictureId: number;
  mirrored: boolean;
  distance: number;
};

/** Bits of 256 that may differ: decision 110 says how they were found. */
export const maxOfWindows = 80;
const maxOfWhole = 40;
/** Of each picture the nearest: the same exposure is among them, and each takes a look. */
export const maxNear = 3;

/** A scan of a million pictures takes seconds, and longer where the machine is busy. */
const maxMilliseconds = 120_000;

type Asked = { sessionId: number; projectId: number; photographerId: number; pictures: readonly number[] };

/**
 * Visits of the project and of the photographer by windows and mirrored, which also finds what was cut; all others as the picture is. Only pictures
 * that were there before. At a million pictures of the company the second part takes seconds for a visit, and the mirrored question would double them.
 */
export function readNear(db: Kysely<Tables>, asked: Asked): Promise<NearPicture[]> {
  return db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = ${sql.lit(maxMilliseconds)}`.execute(tx);
    // One processor is enough for what nobody waits for.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(tx);
    return searchNear(tx, asked);
  });
}

async function searchNear(db: Kysely<Tables>, asked: Asked): Promise<NearPicture[]> {
  const { sessionId, projectId, photographerId, pictures } = asked;
  const isEarlier = sql`(k.seen_at, k.session_id) < (a.seen_at, a.session_id) and k.session_id <> a.session_id`;
  const found = await sql<NearPicture>`
    with asked as materialized (
        select v.picture_id, v.session_id, v.seen_at, t.hash, t.mirrored from visit_hashes v join picture_hashes h on h.id = v.picture_id
          cross join lateral (values (v.hash, false), (h.mirrored, true)) as t (hash, mirrored)
        where v.session_id = ${sessionId} and v.picture_id = any(${[...pictures]}::bigint[]) and v.hash is not null),
      own as (
        select k.session_id, k.picture_id, k.seen_at, w.hash from sessions s join visit_hashes k on k.session_id = s.id
          join picture_hashes h on h.id = k.picture_id cross join unnest(h.windows) as w (hash)
        where s.project_id = ${projectId} or s.photographer_id = ${photographerId}),
      near as (
        select a.picture_id, k.session_id, k.picture_id as known_id, k.seen_at, a.mirrored, bit_count(k.hash # a.hash) as distance
        from own k join asked a on bit_count(k.hash # a.hash) <= ${sql.lit(maxOfWindows)} and ${isEarlier}
        union all
        select a.picture_id, k.session_id, k.picture_id, k.seen_at, a.mirrored, bit_count(k.hash # a.hash)
        from visit_hashes k join asked a on not a.mirrored and bit_count(k.hash # a.hash) <= ${sql.lit(maxOfWhole)} and ${isEarlier}),
      once as (
        select distinct on (n.picture_id, n.known_id) n.* from near n join sessions_present s on s.id = n.session_id
        order by n.picture_id, n.known_id, n.distance, n.seen_at),
      ranked as (
        select o.*, row_number() over (partition by o.picture_id order by o.distance, o.seen_at, o.known_id) as nth from once o)
    select picture_id as "pictureId", session_id as "knownSessionId", known_id as "knownPictureId", mirrored,
      distance::integer as distance from ranked where nth <= ${sql.lit(maxNear)} order by picture_id, nth`.execute(db);
  return found.rows;
}
