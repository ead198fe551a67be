// How old what is shown is, where changes do not arrive.
import { formatDateTime } from '#contract/core/day-words.ts';

/** What came with this page was right for as long as changes arrived; what was kept from before is as old as it is. */
export function asOfTime(updatedAt: number, lostAt: number): number {
  return updatedAt < performance.timeOrigin ? updatedAt : Math.max(updatedAt, lostAt);
}

/** '14:05' of today, else 'November 20, 2026 at 14:05'. */
export function formatAsOf(at: number, { now, zone }: { now: number; zone?: string | undefined }): string {
  const [day, clock = ''] = formatDateTime(at, zone).split(' at ');
  return formatDateTime(now, zone).startsWith(`${day} `) ? clock : `${day} at ${clock}`;
}
