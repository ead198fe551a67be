// The jobs of media: after a session was saved or released, and at intervals for whatever is due.
import type { JobHandler } from '#server/jobs.ts';
import type { LinkHealth } from './link-health.ts';
import type { ReleasedFiles } from './released-files.ts';

/** Spread over the day, so that hosts are not asked for everything at once. */
const everySeconds = 600;

/** Every write of a session adds a job `sessionMedia`. */
export function mediaJobs(
  released: ReleasedFiles,
  health: LinkHealth,
): Record<'sessionMedia' | 'mediaDue', JobHandler> {
  return {
    sessionMedia: {
      async run(payload) {
        const { sessionId } = payload as { sessionId: number };
        // Pinned first: until then clients see the folder as it is.
        await released.pinSession(sessionId);
        await health.checkSession(sessionId);
      },
    },
    mediaDue: {
      every: everySeconds,
      async run() {
        await released.pinMissing();
        await health.checkDue();
      },
    },
  };
}
