// Queues pairs of pictures for alignment: those that somebody views, and the neighbours in time of a viewpoint.
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addJob } from '#server/jobs.ts';
import { linkOfTab } from '#server/visibility.ts';
import type { AlignedKind, PicturePair, PicturePlace } from './picture-pair.ts';

export type AlignmentPayload = { kind: AlignedKind; older: PicturePlace; newer: PicturePlace };

/** One job per pair of versions, however many ask. */
export function keyOf(lane: string, parts: readonly unknown[]): string {
  return `${lane} ${createHash('sha256').update(JSON.stringify(parts)).digest('base64')}`;
}

const placeOf = ({ sessionId, link, file }: PicturePlace): PicturePlace => ({ sessionId, link, file });

type Versioned = PicturePlace & { version: string };

export async function queueAlignment(
  db: Kysely<Tables>,
  pair: { kind: AlignedKind; older: Versioned; newer: Versioned },
): Promise<void> {
  const { kind, older, newer } = pair;
  const dedupeKey = keyOf('align', [kind, older.file, older.version, newer.file, newer.version]);
  const payload: AlignmentPayload = { kind, older: placeOf(older), newer: placeOf(newer) };
  await addJob(db, { kind: 'alignPictures', payload, dedupeKey });
}

type Placed = { kind: AlignedKind; older: PicturePlace; newer: PicturePlace };

/** For whoever looks later: after all pairs that somebody waits for. One job for a pair, whoever asks. */
export async function queueInAdvance(db: Kysely<Tables>, { kind, older, newer }: Placed): Promise<void> {
  const payload: AlignmentPayload = { kind, older: placeOf(older), newer: placeOf(newer) };
  const dedupeKey = keyOf('neighbours', [kind, payload.older, payload.newer]);
  await addJob(db, { kind: 'alignNeighbours', payload, dedupeKey });
}

/** A viewpoint's photos from two visits. */
export type ViewpointPair = { viewpointId: number; older: ViewpointFile; newer: ViewpointFile };
type ViewpointFile = { sessionId: number; file: string };

/** Pairs without a result yet; the job looks up their versions. */
export async function queueViewpointPairs(db: Kysely<Tables>, pairs: readonly ViewpointPair[]): Promise<void> {
  const place = (alias: string) => sql`jsonb_build_object('sessionId', ${sql.ref(`${alias}.session_id`)},
    'link', ${sql.ref(`${alias}.link`)}, 'file', ${sql.ref(`${alias}.file`)})`;
  const joined = (alias: string, side: 'older' | 'newer') => sql`viewpoint_pictures ${sql.ref(alias)}
    on ${sql.ref(`${alias}.viewpoint_id`)} = v.id and ${sql.ref(`${alias}.file`)} = w.${sql.ref(side)} ->> 'file'
      and ${sql.ref(`${alias}.session_id`)} = (w.${sql.ref(side)} ->> 'sessionId')::integer`;
  const found = await sql<AlignmentPayload>`select v.kind, ${place('o')} as older, ${place('n')} as newer
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as w ("viewpointId" integer, older jsonb, newer jsonb)
      join viewpoints v on v.id = w."viewpointId" and v.kind = 'photo'
      join ${joined('o', 'older')} join ${joined('n', 'newer')}
    where not exists (select 1 from alignments a
      where a.older_file = o.file and a.newer_file = n.file and (a.settled or a.by_hand))`.execute(db);
  for (const payload of found.rows) {
    const dedupeKey = keyOf('shown', [payload.older, payload.newer]);
    await addJob(db, { kind: 'alignPictures', payload, dedupeKey });
  }
}

type Neighbours = { kind: AlignedKind; before: PicturePlace | null; own: PicturePlace; after: PicturePlace | null };

/** A viewpoint's picture of a visit, paired with those of the nearest visits before and after it that have one. */
async function readNeighbours(db: Kysely<Tables>, viewpointId: number, sessionId: number): Promise<Neighbours | null> {
  const found = await sql<Neighbours & { sessionId: number }>`
    with pictures as (
      select v.kind, p.session_id, jsonb_build_object('sessionId', p.session_id, 'link', p.link, 'file', p.file) as place, s.capture_date, s.id
      from viewpoint_pictures p join viewpoints v on v.id = p.viewpoint_id join sessions_present s on s.id = p.session_id
      where p.viewpoint_id = ${viewpointId} and p.file is not null and p.link = ${linkOfTab('p')})
    select * from (select kind, session_id as "sessionId", place as own, lag(place) over earlier as before, lead(place) over earlier as after
      from pictures window earlier as (order by capture_date, id)) t where "sessionId" = ${sessionId}`.execute(db);
  return found.rows[0] ?? null;
}

/** Pairs of a viewpoint that could not be aligned get another chance: there may be a new chain. */
async function forgetRefused(db: Kysely<Tables>, viewpointId: number): Promise<void> {
  const files = sql`(select file from viewpoint_pictures where viewpoint_id = ${viewpointId} and file is not null)`;
  await sql`delete from alignments where not by_hand and matrix is null and yaw is null and older_file in ${files}
    and newer_file in ${files}`.execute(db);
}

/** Call it in the transaction of a manual alignment: other pairs of these viewpoints may get a chain through it. */
export async function retryByWayOf(
  db: Kysely<Tables>,
  { older, newer }: Pick<PicturePair, 'older' | 'newer'>,
): Promise<void> {
  const found = await sql<{
    id: number;
  }>`select o.viewpoint_id as id from viewpoint_pictures o join viewpoint_pictures n using (viewpoint_id)
    where o.session_id = ${older.sessionId} and o.file = ${older.file} and n.session_id = ${newer.sessionId} and n.file = ${newer.file}
    group by 1`.execute(db);
  for (const { id } of found.rows) await forgetRefused(db, id);
}

/**
 * Call it in the transaction that gives a viewpoint a picture of a visit, or another one: pairs with its neighbours are aligned in advance,
 * and pairs of the viewpoint that could not be aligned get another chance, through this picture.
 */
export async function addNeighbourAlignments(
  db: Kysely<Tables>,
  viewpointId: number,
  sessionId: number,
): Promise<void> {
  await forgetRefused(db, viewpointId);
  const found = await readNeighbours(db, viewpointId, sessionId);
  if (!found) return;
  const { kind, before, own, after } = found;
  const pairs = [before && { older: before, newer: own }, after && { older: own, newer: after }];
  for (const pair of pairs) if (pair) await queueInAdvance(db, { kind, ...pair });
}
