// Stored hashes of the pictures that visits show: made when a visit is analysed, and gone with its pictures (behaviour §32.6).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
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

type Shown = { sessionId: number; listed: readonly string[]; pictures: readonly KeptPicture[] };

/**
 * Call it before the visit itself is saved: what it shows at its first analysis it had from its submission on, the rest from now on. Tabs that could
 * not be listed keep theirs.
 */
export async function saveVisitHashes(tx: Transaction<Tables>, { sessionId, listed, pictures }: Shown): Promise<void> {
  const shown = sql`select distinct on (h.id) h.id, p.kind, h.windows[1] as hash
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as p (kind text, file text, version text)
      join picture_hashes h on h.file = p.file and h.version = p.version order by h.id, p.kind`;
  const gone = await sql<{ id: number }>`delete from visit_hashes v where v.session_id = ${sessionId}
      and v.media_kind = any(${[...listed]}::text[]) and v.picture_id not in (select id from (${shown}) s)
    returning v.picture_id as id`.execute(tx);
  await sql`insert into visit_hashes (session_id, picture_id, media_kind, hash, seen_at)
    select s.id, p.id, p.kind, p.hash, case when c.hashed then now() else s.created_at end
    from (${shown}) p cross join sessions s left join visit_checks c on c.session_id = s.id where s.id = ${sessionId}
    on conflict (session_id, picture_id) do nothing`.execute(tx);
  await removeUnshown(
    tx,
    gone.rows.map(({ id }) => id),
  );
}

async function removeUnshown(tx: Transaction<Tables>, pictures: readonly number[]): Promise<void> {
  if (pictures.length === 0) return;
  await sql`delete from picture_hashes h where h.id = any(${[...pictures]}::bigint[])
    and not exists (select 1 from visit_hashes v where v.picture_id = h.id)`.execute(tx);
}

/** Of removed sessions nothing is recognised any more; so many rows at a time. */
export async function removeHashesOfRemoved(tx: Transaction<Tables>, most: number): Promise<void> {
  const gone = await sql<{ id: number }>`delete from visit_hashes v where (v.session_id, v.picture_id) in (
      select h.session_id, h.picture_id from visit_hashes h
      where not exists (select 1 from sessions_present s where s.id = h.session_id) limit ${sql.lit(most)})
    returning v.picture_id as id`.execute(tx);
  await removeUnshown(
    tx,
    gone.rows.map(({ id }) => id),
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
