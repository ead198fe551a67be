// The jobs of viewpoints, in lanes of their own: looking at pictures takes long, and nothing else waits for it.
import type { JobHandler } from '#server/jobs.ts';
import type { Filler } from './fill-visit.ts';

const sessionOf = (payload: unknown) => (payload as { sessionId: number }).sessionId;

const minute = 60;

/** Added by every write of a session's content and every approval, by new viewpoints for the visits there, and for overdue visits. */
export function placingJobs({
  placePictures,
  askDueVisits,
}: Filler): Record<'placePictures' | 'placingDue', JobHandler> {
  return {
    placePictures: { run: (payload) => placePictures(sessionOf(payload)) },
    placingDue: { every: minute, run: askDueVisits },
  };
}

/** Added for pictures that neither names nor positions could place. */
export function comparingJobs({ comparePictures }: Filler): Record<'comparePictures', JobHandler> {
  return { comparePictures: { run: (payload) => comparePictures(sessionOf(payload)) } };
}
