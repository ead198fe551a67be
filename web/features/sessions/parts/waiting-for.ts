// How long a session waits for its review; apart from the labels, which every page of sessions loads.
import { count } from '#web/lib/format/format.ts';

const hour = 3_600_000;

/** How long a session waits for its review: 'waiting 3 days'. */
export function waitingFor(submittedAt: string, now: number): string {
  const hours = Math.floor((now - Date.parse(submittedAt)) / hour);
  if (hours < 1) return 'waiting less than an hour';
  return `waiting ${hours < 24 ? count(hours, 'hour') : count(Math.floor(hours / 24), 'day')}`;
}
