// The jobs of media: after a session was saved or released, and at intervals for whatever is due.
import type { JobHandler } from '#server/jobs.ts';
import type { LinkHealth } from './link-health.ts';
import type { ReleasedFiles } from './released-files.ts';

/** Spread over the day, so that hosts are not asked for everything at once. */
const everySeconds = 600;

/** Every write of a session adds a job `sessionMedia`. */
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
