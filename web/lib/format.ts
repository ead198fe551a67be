// How names, days, instants, counts and sizes are written for a reader.

const words = 'en-US';
const mostZones = 20;
const parts = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const calendarDay = new Intl.DateTimeFormat(words, { ...parts, timeZone: 'UTC' });
const dayAndMonth = new Intl.DateTimeFormat(words, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const whole = new Intl.NumberFormat(words);
const dayIn = byZone(parts);
const clockIn = byZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** To make a formatter takes thirty times as long as to use it. One device has one zone, those of a company a few. */
function byZone(options: Intl.DateTimeFormatOptions): (timeZone: string | undefined) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    // The device's at that moment, which may be another one later.
    if (timeZone === undefined) return new Intl.DateTimeFormat(words, options);
    const known = made.get(timeZone);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat(words, { ...options, timeZone });
    if (made.size >= mostZones) made.clear();
    made.set(timeZone, formatter);
    return formatter;
  };
}

/**
 * 'November 20, 2026' for the calendar day '2026-11-20', the same day in every time zone (behaviour §10.4).
 * Text that is no such day comes back as it is, so that a strange record never breaks a list.
 */
export function formatDate(day: string): string {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return at && !Number.isNaN(at.getTime()) ? calendarDay.format(at) : day;
}

/** 'Nov 20, 2026' for that day; without the year where it is that of the day `before`. */
export function shortDay(day: string, before?: string): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return day;
  const year = day.slice(0, 4);
  return before?.startsWith(year) ? dayAndMonth.format(at) : `${dayAndMonth.format(at)}, ${year}`;
}

/** 'November 20, 2026' for an instant, in this IANA zone or else the reader's own; in what the server renders too: ui/instant.tsx. */
export function formatInstantDay(instant: string | number | Date, timeZone?: string): string {
  return dayIn(timeZone).format(new Date(instant));
}

/** 'November 20, 2026 at 14:05' for an instant, in that zone (behaviour §10.4). */
export function formatDateTime(instant: string | number | Date, timeZone?: string): string {
  return `${formatInstantDay(instant, timeZone)} at ${clockIn(timeZone).format(new Date(instant))}`;
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}

/** 'Foundation' for 'foundation'; nothing for a session without a phase. */
export function phaseLabel(phase: string | null | undefined): string {
  return capitalised(phase ?? '');
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** '12,480'. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** '1 session', '1,204 sessions'; a plural that is not made with s is the third argument. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** What a button says of what it fetches, where that is known and over 1 MB: ' · 38.0 MB'. */
export function sizeNote(bytes: number | null): string {
  return bytes === null || bytes <= 1e6 ? '' : ` · ${formatSize(bytes)}`;
}

/** '840 kB', '12.4 MB', '1.3 GB' for bytes: what a download costs, in the units a data plan is sold in. */
export function formatSize(bytes: number): string {
  const [step, unit] = (
    [
      [1e9, 'GB'],
      [1e6, 'MB'],
    ] as const
  ).find(([size]) => bytes >= size) ?? [1e3, 'kB'];
  const amount = bytes / step;
  return `${unit === 'kB' || amount >= 100 ? Math.max(1, Math.round(amount)) : amount.toFixed(1)} ${unit}`;
}
