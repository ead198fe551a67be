// Announcing light copies: whose device may send one, and until when.
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Person } from '#contract/policy.ts';
import type { NewCopies } from '#contract/uploads/routes.ts';
import type { Tables } from '#server/db/schema.ts';
import { hasLightCopy } from '#server/features/media/light-video-rows.ts';
import { conflict, invalid, notFound, Problem } from '#server/lib/problem.ts';
import { typeOfName } from '#server/media/formats/media-types.ts';
import { idOfUploaded } from '#server/media/sources/uploaded.ts';
import { requireStillWanted } from './announce.ts';
import { type CopyDependencies, type CopyRow, isReleased, madeAlready, tooLate, untilCommit } from './copies.ts';
import { type FileRow, ownFile } from './rows.ts';

type Tx = Transaction<Tables>;

/** Locks the upload: what is announced and what is kept at the same moment happens one after the other. */
async function requireOpen(tx: Tx, { upload, folder, name, state }: FileRow): Promise<void> {
  await sql`select 1 from uploads where id = ${upload} for update`.execute(tx);
  if (await isReleased(tx, upload, untilCommit)) throw conflict(tooLate, 'released');
  if (state === 'kept' && (await hasLightCopy(tx, idOfUploaded(upload, { folder, name }))))
    throw conflict(madeAlready, 'made');
}

type Announced = z.output<typeof NewCopies>;

/** By its name as long as it travels; a kept file is called after its content. */
function requireVideo({ name, bytes }: FileRow, { light }: Announced): void {
  if (!typeOfName(name).startsWith('video/')) throw invalid('light', 'Light copies are made of videos only');
  if (light.bytes >= bytes) throw invalid('light', 'A light copy is smaller than its video');
}

/** Returns the ids of those that were announced before and are not any more. */
async function replaceCopies(tx: Tx, file: string, rows: readonly CopyRow[]): Promise<string[]> {
  const ids = rows.map(({ id }) => id);
  const gone = await sql<{ id: string }>`delete from upload_copies
    where file_id = ${file} and id <> all(${ids}::text[]) returning id`.execute(tx);
  const whats = rows.map(({ what }) => what);
  const taken = await sql`insert into upload_copies as c (id, file_id, what, bytes)
    select t.id, ${file}::text, t.what, t.bytes
    from unnest(${ids}::text[], ${whats}::text[], ${rows.map(({ bytes }) => bytes)}::bigint[]) as t (id, what, bytes)
    where not exists (select 1 from upload_files f where f.id = t.id)
    on conflict (id) do update set changed_at = now()
      where c.file_id = excluded.file_id and c.what = excluded.what and c.bytes = excluded.bytes
    returning id`.execute(tx);
  if (taken.rows.length !== rows.length) throw notFound('Upload');
  return gone.rows.map(({ id }) => id);
}

/** Announced again, as after a lost answer or while it waits to be sent, it is the same copy; under other ids it replaces the former. */
export async function announceCopies(
  { store, write }: Pick<CopyDependencies, 'store' | 'write'>,
  actor: Person,
  { file: id, copies }: { file: string; copies: Announced },
): Promise<void> {
  const gone = await write(async ({ tx }) => {
    const file = await ownFile(tx, actor, id);
    if (file.copyOf !== null) throw notFound('Upload');
    if (file.state === 'refused') throw new Problem({ status: 415, code: 'refused', message: file.refusal ?? '' });
    requireVideo(file, copies);
    await requireStillWanted(tx, actor, file.upload);
    await requireOpen(tx, file);
    const { light, poster } = copies;
    const rows: CopyRow[] = [{ ...light, what: 'light' }, ...(poster ? [{ ...poster, what: 'poster' as const }] : [])];
    return replaceCopies(tx, id, rows);
  });
  for (const one of gone) await store.discard(one);
}
