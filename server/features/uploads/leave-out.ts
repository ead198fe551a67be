// Files that will not come: left out where an edit no longer names their upload, or where somebody says so (behaviour §26.6).
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { submitOnceThere } from './finish.ts';
import { orderTidying } from './tidy-folder.ts';

/** Asked for before the session is locked: a file that arrives locks them in this order too. */
export async function lockUploadsOf(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  await sql`select 1 from uploads where session_id = ${sessionId} order by id for update`.execute(tx);
}

/** Whoever still sends them is told that there is no such file; the cleanup removes what came of them. Answers whether there were any. */
export async function leaveOutTravelling(
  tx: Transaction<Tables>,
  { sessionId, but = [] }: { sessionId: number; but?: readonly string[] },
): Promise<boolean> {
  const gone = await sql<{ upload: string }>`delete from upload_files f using uploads u
    where u.id = f.upload_id and u.session_id = ${sessionId} and u.id <> all(${but}::text[]) and f.state = 'travelling'
    returning f.upload_id as upload`.execute(tx);
  await orderTidying(tx, new Set(gone.rows.map(({ upload }) => upload)));
  return gone.rows.length > 0;
}

/** Of a locked session: all that travels. It waits for review from now on, as its photographer's. */
export async function leaveOutMissing(context: WriteContext, session: { id: number; photographer: number }) {
  if (await leaveOutTravelling(context.tx, { sessionId: session.id })) await submitOnceThere(context, session);
}
