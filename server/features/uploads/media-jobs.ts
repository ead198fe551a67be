// The jobs queued after each change of a session's media, once it is committed.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addJob } from '#server/jobs.ts';

/** Links are checked, so that those who can fix a broken one are notified; pictures are placed and analysed. */
const kinds = ['sessionMedia', 'placePictures', 'checkVisit'];

/** Call it in the transaction of the change: it changed a link, or the last file arrived. */
export async function addMediaJobs(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  for (const kind of kinds) await addJob(tx, { kind, payload: { sessionId } });
}
