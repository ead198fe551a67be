// The words for a day until which something is due, as a reader counts days.
import { count, wallClock } from '#web/lib/format/format.ts';

type Due = {
  /** The last moment. */
  dueAt: string;
  /** The day that it ends, yyyy-mm-dd. */
  dueOn: string;
  /** The reader's; undefined: the device's. */
  timeZone?: string | undefined;
};

const dayMilliseconds = 24 * 3_600_000;

/** How many days from the reader's today until that day; negative: it has passed. */
function daysUntil({ dueOn, timeZone }: Due, now: number): number {
  const { year, month, day } = wallClock(now, timeZone);
  return Math.round((Date.parse(dueOn) - Date.UTC(year, month - 1, day)) / dayMilliseconds);
}

const days = (left: number) => count(left, 'day');

/** Who reads it in another zone may have another day, but never something that is overdue and due. */
export function dueWords(due: Due, now: number): string {
  const left = daysUntil(due, now);
  if (now >= Date.parse(due.dueAt)) return left < 0 ? `Answer overdue by ${days(-left)}` : 'Answer overdue';
  if (left <= 0) return 'Answer due today';
  return left === 1 ? 'Answer due tomorrow' : `Answer due in ${days(left)}`;
}

export function urgencyOf(due: Due, now: number): 'over' | 'soon' | 'later' {
  if (now >= Date.parse(due.dueAt)) return 'over';
  return daysUntil(due, now) <= 1 ? 'soon' : 'later';
}
