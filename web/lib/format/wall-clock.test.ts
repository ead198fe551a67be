// A clock on the wall shows the same whether a formatter is asked or the device itself.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { wallClock } from './format.ts';

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
