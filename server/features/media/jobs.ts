// The jobs of media: after a session was saved or released, and all day long for what is due.
import type { JobHandler } from '#server/jobs.ts';
import type { LinkHealth } from './link-health.ts';
import type { ReleasedFiles } from './released-files.ts';

/** Spread over the day, so that hosts are not asked for everything at once. */
const everySeconds = 600;

/** `sessionMedia` is asked for by whoever writes a session. */
export function mediaJobs(pins: ReleasedFiles, health: LinkHealth): Record<'sessionMedia' | 'mediaDue', JobHandler> {
  return {
    sessionMedia: {
      async run(payload) {
        const { sessionId } = payload as { sessionId: number };
        // First: until then clients see the folder as it is.
        await pins.pinSession(sessionId);
        await health.lookAtSession(sessionId);
      },
    },
    mediaDue: {
      every: everySeconds,
      async run() {
        await pins.pinMissing();
        await health.lookAtDue();
      },
    },
  };
}
