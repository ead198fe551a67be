// What a reader sees of days, instants, counts and sizes.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  count,
  formatDate,
  formatDateTime,
  formatInstantDay,
  formatNumber,
  formatSize,
  listed,
  phaseLabel,
  shortDay,
  sizeNote,
} from './format.ts';
import { formatRelative } from './relative-time.ts';

const home = process.env.TZ;
afterEach(() => {
  process.env.TZ = home;
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
});

describe('how long ago', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('uses the words about, over and almost', () => {
    expect(formatRelative('2026-11-20T10:00:00Z')).toBe('about 2 hours ago');
    expect(formatRelative('2025-08-01T12:00:00Z')).toBe('over 1 year ago');
    expect(formatRelative('2024-12-10T12:00:00Z')).toBe('almost 2 years ago');
  });

  it('a device whose clock is slow never reads about the future', () => {
    expect(formatRelative('2026-11-20T12:09:00Z')).toBe('less than a minute ago');
  });
});

describe('names, counts, phases and sizes', () => {
  it('names are listed as the language lists them', () => {
    const list = new Intl.ListFormat('en');
    for (const names of [[], ['Ada Obi'], ['Ada Obi', 'Zé'], ['Ada Obi', 'Tunde Bakare', 'Zé'], ['a', 'b', 'c', 'd']])
      expect(listed(names)).toBe(list.format(names));
  });

  it('one is singular, none and many are plural, thousands are grouped', () => {
    expect(count(0, 'session')).toBe('0 sessions');
    expect(count(1, 'session')).toBe('1 session');
    expect(count(12480, 'session')).toBe('12,480 sessions');
    for (const value of [0, 999, 1000, 999_999, 1_000_000, 2_147_483_647])
      expect(formatNumber(value)).toBe(value.toLocaleString('en-US'));
    expect(count(2, 'person', 'people')).toBe('2 people');
  });

  it('a phase begins with a capital and a missing one says nothing', () => {
    expect(phaseLabel('foundation')).toBe('Foundation');
    expect(phaseLabel(null)).toBe('');
  });

  it('sizes are written in the units of a data plan', () => {
    expect(formatSize(200)).toBe('1 kB');
    expect(formatSize(840_200)).toBe('840 kB');
    expect(formatSize(12_440_000)).toBe('12.4 MB');
    expect(formatSize(412_000_000)).toBe('412 MB');
    expect(formatSize(1_310_000_000)).toBe('1.3 GB');
    expect([12_440_000, 1_000_000, null].map(sizeNote)).toEqual([' · 12.4 MB', '', '']);
  });
});
