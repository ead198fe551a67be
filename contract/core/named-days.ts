// The days that 'today', 'this week' and their like stand for: the ranges of the filters and the words of a search mean the same (behaviour §7.2).

/** Both included, as yyyy-mm-dd. */
export type Days = { from: string; to: string };
/** Months from 0; months and days may be 0 or less, and count backwards then. */
type Day = [year: number, month: number, day: number];
/** `weekday`: from Monday, 0. */
export type Today = { year: number; month: number; day: number; weekday: number };

export function daysBetween(from: Day, to: Day): Days {
  const [first, last] = [from, to].map((day) => new Date(Date.UTC(...day)).toISOString().slice(0, 10));
  return { from: first as string, to: last as string };
}

/** Of a day as yyyy-mm-dd. */
export function todayOf(day: string): Today {
  const at = new Date(`${day}T00:00:00Z`);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { year, month, day: at.getUTCDate(), weekday: (at.getUTCDay() + 6) % 7 };
}

/** Since so many days ago; 0: today alone. */
export function daysSince(days: number, { year, month, day }: Today): Days {
  return daysBetween([year, month, day - days], [year, month, day]);
}

export const namedDays = {
  today: (today: Today) => daysSince(0, today),
  week: (today: Today) => daysSince(7, today),
  /** Since a calendar month ago; of a month without that day, its last day. */
  month({ year, month, day }: Today): Days {
    const lastBefore = new Date(Date.UTC(year, month, 0)).getUTCDate();
    return daysBetween([year, month - 1, Math.min(day, lastBefore)], [year, month, day]);
  },
  /** The calendar month before, from its first day to its last one. */
  lastMonth: ({ year, month }: Today) => daysBetween([year, month - 1, 1], [year, month, 0]),
};
