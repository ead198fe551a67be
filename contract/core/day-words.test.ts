// How days and instants are written: the same for every reader, whether a formatter is asked or the device itself.
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  calendarDay,
  formatDate,
  formatDateTime,
  formatInstantDay,
  formatMonth,
  shortDay,
  wallClock,
} from './day-words.ts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
  vi.unstubAllGlobals();
});

/** Midnights, the hours in which clocks change, the ends of years. */
const instants = [
  '2026-03-29T00:59:00Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2026-11-20T23:00:00Z',
  '2026-12-31T22:59:59Z',
  '2026-12-31T23:00:00Z',
  '2028-02-29T12:05:00Z',
  '1969-07-20T20:17:00Z',
];

describe.each(['Africa/Lagos', 'Europe/London', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns', 'UTC'])(
  'in %s',
  (zone) => {
    it.each(instants)('at %s', (at) => {
      const formatted = wallClock(at, zone);
      process.env.TZ = zone;
      expect(wallClock(at)).toEqual(formatted);
      vi.stubGlobal('Temporal', { Now: { timeZoneId: () => zone } });
      expect(wallClock(at, zone)).toEqual(formatted);
      expect(wallClock(at, 'Asia/Tokyo')).not.toEqual(formatted);
    });
  },
);

it('is the hour that a reader sees', () => {
  const seen = { year: 2026, month: 11, day: 21, hour: 0, minute: 4 };
  expect(wallClock('2026-11-20T23:04:00Z', 'Africa/Lagos')).toEqual(seen);
});

describe('days and instants', () => {
  it.each(['Pacific/Kiritimati', 'Africa/Lagos', 'Pacific/Pago_Pago'])(
    'a capture date is the same day in %s',
    (zone) => {
      process.env.TZ = zone;
      expect(formatDate('2026-11-20')).toBe('November 20, 2026');
      expect(formatDate('2026-01-01')).toBe('January 1, 2026');
    },
  );

  it('a day that is none is shown as it came', () => {
    expect(formatDate('2026-13-45')).toBe('2026-13-45');
    expect(formatDate('soon')).toBe('soon');
    expect(shortDay('2026-13-45')).toBe('2026-13-45');
  });

  it('every day of a leap year is written as the language’s own dates write it', () => {
    const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    for (let at = Date.UTC(2028, 0, 1); at < Date.UTC(2029, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10);
      expect(formatDate(day)).toBe(long.format(at));
      expect(shortDay(day, '2027-12-31')).toBe(medium.format(at));
      expect(`${shortDay(day, '2028-01-01')}, 2028`).toBe(medium.format(at));
    }
  });

  it('an instant is written in the reader’s zone, by the 24-hour clock', () => {
    process.env.TZ = 'Africa/Lagos';
    expect(formatDateTime('2026-11-20T13:05:00Z')).toBe('November 20, 2026 at 14:05');
    expect(formatDateTime('2026-11-20T23:04:00Z')).toBe('November 21, 2026 at 00:04');
    expect(formatInstantDay('2026-11-20T23:30:00Z')).toBe('November 21, 2026');
  });

  it('a month is written by its name', () => {
    expect(formatMonth('2026-11-16')).toBe('November 2026');
    expect(formatMonth('soon')).toBe('soon');
  });

  it('the calendar day of an instant is that of the zone', () => {
    expect(calendarDay('2026-11-20T23:30:00Z', 'Africa/Lagos')).toBe('2026-11-21');
    expect(calendarDay('2026-11-20T23:30:00Z', 'UTC')).toBe('2026-11-20');
    expect(calendarDay(Date.parse('2027-01-01T02:00:00Z'), 'America/St_Johns')).toBe('2026-12-31');
  });
});
