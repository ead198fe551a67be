// What is done after every change of what a session shows, once it is committed.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addJob } from '#server/jobs.ts';

/** Links are checked, so that who can correct a broken one learns of it; pictures are given their places and looked at. */
const kinds = ['sessionMedia', 'placePictures', 'checkVisit'];

/** To be called in the transaction of the change: it linked something else, or the last of its files came. */
export async function addMediaJobs(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  for (const kind of kinds) await addJob(tx, { kind, payload: { sessionId } });
}
