// How much of uploads a session holds: asked where files are announced to it, and where it takes over what was announced before.
import { sql, type Transaction } from 'kysely';
import { uploadLimits } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { conflict } from '#server/lib/problem.ts';

type Held = { files: number; bytes: number };

/** @throws 409 where this is more than a session holds. */
export function requireSessionRoom({ files, bytes }: Held): void {
  if (files > uploadLimits.files)
    throw conflict(
      `A session holds at most ${uploadLimits.files.toLocaleString('en-US')} uploaded files`,
      'too_many_files',
    );
  if (bytes > uploadLimits.bytes)
    throw conflict(`A session holds at most ${uploadLimits.bytes / 1024 ** 3} GB of uploads`, 'too_much');
}

/**
 * Of the uploads that are the session's by now, with what is still announced to them: each file counts from then on, and never gets
 * longer. Their rows are locked first, as whoever announces locks them: what is being announced is counted here, or counts these.
 */
export async function requireRoomForClaimed(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`select 1 from uploads where session_id = ${sessionId} order by id for update`.execute(tx);
  const found = await sql<Held>`select count(*) as files, coalesce(sum(f.bytes), 0)::float8 as bytes
    from uploads u join upload_files f on f.upload_id = u.id and f.state <> 'refused'
    where u.session_id = ${sessionId}`.execute(tx);
  requireSessionRoom(found.rows[0] ?? { files: 0, bytes: 0 });
}
