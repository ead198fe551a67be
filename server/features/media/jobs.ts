// The jobs of media: after a session was saved or released, and at intervals for whatever is due.
import type { Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { addJob, type JobHandler } from '#server/jobs.ts';
import { lightVideosJob } from './light-videos.ts';
import type { LinkHealth } from './link-health.ts';
import type { ReleasedFiles } from './released-files.ts';

/** Spread over the day, so that hosts are not asked for everything at once. */
const everySeconds = 600;

/** Links are checked, so that those who can fix a broken one are notified; pictures are placed and analysed, light copies of videos made. */
const kindsAfterChange = ['sessionMedia', 'placePictures', 'checkVisit', lightVideosJob];

/** Call it in the transaction of the change: it changed a link, or the last file arrived. */
export async function addMediaJobs(tx: Transaction<Tables>, sessionId: number): Promise<void> {
  for (const kind of kindsAfterChange) await addJob(tx, { kind, payload: { sessionId } });
}

/** Run after every change of a session's media. */
export function linkJobs(health: LinkHealth): Record<'sessionMedia' | 'mediaDue', JobHandler> {
  return {
    sessionMedia: { run: (payload) => health.checkSession((payload as { sessionId: number }).sessionId) },
    mediaDue: { every: everySeconds, run: () => health.checkDue() },
  };
}

/** A release adds a job `pinSession` where a folder could not be listed. Clients see such a folder as it is until then: these run in a lane of their own. */
export function pinJobs(released: ReleasedFiles): Record<'pinSession' | 'pinsDue', JobHandler> {
  return {
    pinSession: { run: (payload) => released.pinSession((payload as { sessionId: number }).sessionId) },
    pinsDue: { every: everySeconds, run: () => released.pinMissing() },
  };
}
