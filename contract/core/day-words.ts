// How days and instants are written for every reader, on pages, in mails and in reports: the month first, by the 24-hour clock (behaviour §10.4).

// The time zone of this device or server, without a date formatter: the first one costs a slow phone a tenth of a second.
type WithTemporal = { Temporal?: { Now: { timeZoneId: () => string } } };

/** Its IANA name; undefined without Temporal. Read again each time: people travel. */
export const ownZone = (): string | undefined => (globalThis as WithTemporal).Temporal?.Now.timeZoneId();

// What a clock on the wall shows at an instant.

/** `month` from 1 to 12, `hour` from 0 to 23. */
export type WallClock = { year: number; month: number; day: number; hour: number; minute: number };

const mostZones = 20;
/** Written in this language: '11/20/2026, 14:05'. */
const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
const formatterOf = createFormatters();

/** To make a formatter takes thirty times as long as to use it; those of a company have a few zones. */
function createFormatters(): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat('en-US', { ...parts, hourCycle: 'h23', timeZone });
    if (made.size >= mostZones) made.clear();
    made.set(timeZone, formatter);
    return formatter;
  };
}

/** In this IANA zone, or else the device's own; without a formatter where that is the same. */
export function wallClock(instant: string | number | Date, timeZone?: string): WallClock {
  const at = new Date(instant);
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0] =
    timeZone === undefined || timeZone === ownZone()
      ? [at.getMonth() + 1, at.getDate(), at.getFullYear(), at.getHours(), at.getMinutes()]
      : (formatterOf(timeZone).format(at).match(/\d+/g) ?? []).map(Number);
  return { year, month, day, hour, minute };
}

const twoDigits = (part: number): string => String(part).padStart(2, '0');

/** The calendar day '2026-11-20' of an instant, in that zone. */
export function calendarDay(instant: string | number | Date, timeZone?: string): string {
  const { year, month, day } = wallClock(instant, timeZone);
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** No formatter of the language: the first of them takes a weak phone a tenth of a second. */
const months = 'January February March April May June July August September October November December'.split(' ');

/** `month` by its name; undefined where the text is no day. */
function readDay(day: string): { year: string; month: string | undefined; date: number } {
  const [, year = '', month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const isDay = !Number.isNaN(Date.parse(day));
  return { year, month: isDay ? months[Number(month) - 1] : undefined, date: Number(date) };
}

/**
 * 'November 20, 2026' for the calendar day '2026-11-20', the same day in every time zone (behaviour §10.4).
 * Text that is no such day comes back as it is, so that a strange record never breaks a list.
 */
export function formatDate(day: string): string {
  const { year, month, date } = readDay(day);
  return month ? `${month} ${date}, ${year}` : day;
}

/** 'Nov 20, 2026' for that day, where space is tight; without the year where it is that of the day `before`. */
export function shortDay(day: string, before?: string): string {
  const { year, month, date } = readDay(day);
  if (!month) return day;
  const short = `${month.slice(0, 3)} ${date}`;
  return before?.startsWith(year) ? short : `${short}, ${year}`;
}

/** 'November 2026' for the month of that day. */
export function formatMonth(day: string): string {
  const { year, month } = readDay(day);
  return month ? `${month} ${year}` : day;
}

/** 'November 20, 2026' for an instant, in this IANA zone or else the reader's own; in what the server renders too: ui/display/instant.tsx. */
export function formatInstantDay(instant: string | number | Date, timeZone?: string): string {
  return formatDate(calendarDay(instant, timeZone));
}

/** 'November 20, 2026 at 14:05' for an instant, in that zone (behaviour §10.4). */
export function formatDateTime(instant: string | number | Date, timeZone?: string): string {
  const { hour, minute } = wallClock(instant, timeZone);
  return `${formatInstantDay(instant, timeZone)} at ${twoDigits(hour)}:${twoDigits(minute)}`;
}
