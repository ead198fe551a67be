// The jobs of viewpoints, in a lane of their own: looking at pictures takes long, and nothing else waits for it.
import type { JobHandler } from '#server/jobs.ts';

/** Every write of a session's content and every approval adds a job `placePictures`; so do new viewpoints, for the other visits there. */
export function viewpointJobs(fillVisit: (sessionId: number) => Promise<void>): Record<'placePictures', JobHandler> {
  return { placePictures: { run: (payload) => fillVisit((payload as { sessionId: number }).sessionId) } };
}
