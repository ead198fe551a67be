// How names, days, instants, counts and sizes are written for a reader.
import { ownZone } from '#contract/pages/device-choices.ts';

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

/** No formatter of the language: the first of them takes a weak phone a tenth of a second. */
const months = 'January February March April May June July August September October November December'.split(' ');

/**
 * 'November 20, 2026' for the calendar day '2026-11-20', the same day in every time zone (behaviour §10.4).
 * Text that is no such day comes back as it is, so that a strange record never breaks a list.
 */
export function formatDate(day: string): string {
  const { year, month, date } = readDay(day);
  return month ? `${month} ${date}, ${year}` : day;
}

/** `month` by its name; undefined where the text is no day. */
function readDay(day: string): { year: string; month: string | undefined; date: number } {
  const [, year = '', month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const isDay = !Number.isNaN(Date.parse(day));
  return { year, month: isDay ? months[Number(month) - 1] : undefined, date: Number(date) };
}

/** '20 November 2026' for that day, as pages for guests write it. */
export function dayFirst(day: string): string {
  const { year, month, date } = readDay(day);
  return month ? `${date} ${month} ${year}` : day;
}

/** 'Nov 20, 2026' for that day; without the year where it is that of the day `before`. */
export function shortDay(day: string, before?: string): string {
  const { year, month, date } = readDay(day);
  if (!month) return day;
  const short = `${month.slice(0, 3)} ${date}`;
  return before?.startsWith(year) ? short : `${short}, ${year}`;
}

/** 'November 20, 2026' for an instant, in this IANA zone or else the reader's own; in what the server renders too: ui/display/instant.tsx. */
export function formatInstantDay(instant: string | number | Date, timeZone?: string): string {
  return dayWords(wallClock(instant, timeZone));
}

/** 'November 20, 2026 at 14:05' for an instant, in that zone (behaviour §10.4). */
export function formatDateTime(instant: string | number | Date, timeZone?: string): string {
  const at = wallClock(instant, timeZone);
  const [hour, minute] = [at.hour, at.minute].map((part) => String(part).padStart(2, '0'));
  return `${dayWords(at)} at ${hour}:${minute}`;
}

function dayWords({ year, month, day }: WallClock): string {
  return `${months[month - 1]} ${day}, ${year}`;
}

/** 'Ada Obi', 'Ada Obi and Tunde Bakare', 'Ada Obi, Tunde Bakare, and Ngozi Eze'. */
export function listed(names: readonly string[]): string {
  return names.length > 2 ? `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}` : names.join(' and ');
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

/** '12,480' for a whole number. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
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

// Names people so that two with the same name can be distinguished.
type Named = { id: number; firstName: string; lastName: string; username?: string | undefined };

/** 'Amaka Okafor (@client)'; only the name if the reader may not see the username. */
export function nameAndUsername(person: Named): string {
  return person.username ? `${fullName(person)} (@${person.username})` : fullName(person);
}

/** 'Amaka Okafor', with the username where another of these people has the same name. */
export function nameAmong(person: Named, people: readonly Named[]): string {
  const name = fullName(person);
  const isShared = people.some((other) => other.id !== person.id && isSame(fullName(other), name));
  return isShared ? nameAndUsername(person) : name;
}

/** Case does not distinguish people. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
