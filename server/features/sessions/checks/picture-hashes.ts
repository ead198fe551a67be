// Stored hashes of the pictures that visits show: made when a visit is analysed, and gone with its pictures (behaviour §32.6).
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addJob } from '#server/jobs.ts';
import type { PictureHashes } from '#server/media/analysis/hash-picture.ts';
import type { KeptPicture } from './visit-rows.ts';

type Named = { id: string; version: string; name: string };

const toBits = (hash: Uint8Array) => Array.from(hash, (byte) => byte.toString(2).padStart(8, '0')).join('');

/** Once for each version of its bytes; null for one in which there is nothing to recognise. */
export async function saveHashes(
  db: Kysely<Tables>,
  { id: file, version, name }: Named,
  hashes: PictureHashes | null,
): Promise<void> {
  const windows = hashes?.windows.map(toBits) ?? null;
  const mirrored = hashes && toBits(hashes.mirrored);
  await sql`insert into picture_hashes (file, version, name, windows, mirrored)
    values (${file}, ${version}, ${name}, ${windows}::text[]::bit(256)[], ${mirrored}::text::bit(256))
    on conflict (file, version) do nothing`.execute(db);
}

export const searchingJob = 'findBorrowed';

/** Added for a visit that waits for a decision, and for another one when a reviewer opens its checks. */
export function askForSearch(db: Kysely<Tables>, sessionId: number): Promise<void> {
  return addJob(db, { kind: searchingJob, payload: { sessionId }, dedupeKey: `${searchingJob} ${sessionId}` });
}

/** Bits by which a picture may differ from a former one of its visit, and be it under another name or version. */
const maxOfSame = 40;

type Shown = { sessionId: number; listed: readonly string[]; pictures: readonly KeptPicture[] };

/**
 * Call it before the visit itself is saved: what it shows at its first analysis it had from its submission on, the rest from now on, or as long as a
 * picture that looked the same. Tabs that could not be listed keep theirs. Returns whether some were renamed or written anew in this way.
 */
export async function saveVisitHashes(
  tx: Transaction<Tables>,
  { sessionId, listed, pictures }: Shown,
): Promise<boolean> {
  const shown = sql`select distinct on (h.id) h.id, p.kind, h.windows[1] as hash
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as p (kind text, file text, version text)
      join picture_hashes h on h.file = p.file and h.version = p.version order by h.id, p.kind`;
  const isGone = sql`v.session_id = ${sessionId} and v.media_kind = any(${[...listed]}::text[])
    and v.picture_id not in (select id from (${shown}) s)`;
  const same = sql`select min(v.seen_at) from visit_hashes v where ${isGone} and bit_count(v.hash # p.hash) <= ${sql.lit(maxOfSame)}`;
  const added = await sql<{ isKept: boolean }>`
    with added as (select s.id as session_id, p.*, c.hashed, s.created_at, (${same}) as same_since
      from (${shown}) p cross join sessions s left join visit_checks c on c.session_id = s.id where s.id = ${sessionId}),
    inserted as (insert into visit_hashes (session_id, picture_id, media_kind, hash, seen_at)
      select session_id, id, kind, hash, case when hashed then coalesce(same_since, now()) else created_at end from added
      on conflict (session_id, picture_id) do nothing returning picture_id)
    select a.same_since is not null as "isKept" from added a join inserted i on i.picture_id = a.id`.execute(tx);
  await forget(tx, isGone);
  return added.rows.some(({ isKept }) => isKept);
}

/** Pictures that these rows alone show are recognised no longer; what was found to be theirs is looked for elsewhere. */
async function forget(tx: Transaction<Tables>, which: RawBuilder<unknown>): Promise<void> {
  const found = await sql<{ session: number; picture: number }>`
    select v.session_id as session, v.picture_id as picture from visit_hashes v where ${which} for update`.execute(tx);
  if (found.rows.length === 0) return;
  const gone = sql`(select session, picture from jsonb_to_recordset(${JSON.stringify(found.rows)}::jsonb) as g (session integer, picture bigint))`;
  const lost = await sql<{ id: number }>`
    with again as (update visit_hashes o set searched_at = null from borrowed_pictures b
      where (b.known_session_id, b.known_picture_id) in ${gone} and (o.session_id, o.picture_id) = (b.session_id, b.picture_id)
      returning o.session_id)
    select s.id from sessions_present s where s.status = 'pending' and s.id in (select session_id from again)`.execute(
    tx,
  );
  for (const { id } of lost.rows) await askForSearch(tx, id);
  await sql`delete from visit_hashes v where (v.session_id, v.picture_id) in ${gone}`.execute(tx);
  await sql`delete from picture_hashes h where h.id in (select picture from ${gone} g)
    and not exists (select 1 from visit_hashes v where v.picture_id = h.id)`.execute(tx);
}

/** Of removed sessions nothing is recognised any more; so many rows at a time. */
export function forgetRemoved(tx: Transaction<Tables>, most: number): Promise<void> {
  return forget(
    tx,
    sql`not exists (select 1 from sessions_present s where s.id = v.session_id) limit ${sql.lit(most)}`,
  );
}

/** Pending visits of the same project or photographer that came after this one: they are compared once more. */
export async function searchAgainBeside(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`update visit_hashes v set searched_at = null from sessions s join sessions o
      on o.status = 'pending' and o.removed_at is null and o.id <> s.id
        and (o.project_id = s.project_id or o.photographer_id = s.photographer_id)
    where s.id = ${sessionId} and v.session_id = o.id and v.searched_at is not null and v.seen_at > s.created_at`.execute(
    tx,
  );
}
