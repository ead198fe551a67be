// The claims about clocks of a zone: quiet hours end when they should, also over midnight and changes of the clocks.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createZonedClock, endOfQuietHours, latestTime } from './zoned-time.ts';

const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString().slice(0, 16));

test.for([
  ['in the evening', 'Africa/Lagos', '2026-03-10T22:30:00Z', '2026-03-11T05:00'],
  ['after midnight', 'Africa/Lagos', '2026-03-11T02:00:00Z', '2026-03-11T05:00'],
  ['by day', 'Africa/Lagos', '2026-03-11T12:00:00Z', null],
  ['at their end', 'Africa/Lagos', '2026-03-11T05:00:00Z', null],
  ['at their beginning', 'Africa/Lagos', '2026-03-11T21:00:00Z', '2026-03-12T05:00'],
  ['in the night when clocks go forward', 'Europe/London', '2026-03-29T00:30:00Z', '2026-03-29T05:00'],
  ['in the night when clocks go back', 'Europe/London', '2026-10-25T00:30:00Z', '2026-10-25T06:00'],
] as const)('quiet hours from 22 until 6 end in the reader’s zone: %s', ([, zone, now, end]) => {
  const clock = createZonedClock(zone);
  expect(iso(endOfQuietHours(at(now), { from: '22:00', until: '06:00', clock }))).toBe(end);
});

test('quiet hours within a day', () => {
  const clock = createZonedClock('UTC');
  const hours = { from: '12:00', until: '14:30', clock };
  expect(iso(endOfQuietHours(at('2026-01-01T13:00:00Z'), hours))).toBe('2026-01-01T14:30');
  expect(endOfQuietHours(at('2026-01-01T15:00:00Z'), hours)).toBeNull();
});

test('Monday at seven is the last one that has been, there', () => {
  const monday = (now: string, zone: string) =>
    latestTime(at(now), { at: '07:00', weekday: 1, clock: createZonedClock(zone) });
  expect(monday('2026-11-23T06:00:00Z', 'Africa/Lagos')).toEqual({
    instant: at('2026-11-23T06:00:00Z'),
    day: '2026-11-23',
  });
  expect(monday('2026-11-23T05:59:59Z', 'Africa/Lagos').day).toBe('2026-11-16');
  expect(monday('2026-11-22T20:30:00Z', 'Pacific/Auckland').day).toBe('2026-11-23');
  const daily = latestTime(at('2026-11-25T06:30:00Z'), {
    at: '07:00',
    weekday: null,
    clock: createZonedClock('Africa/Lagos'),
  });
  expect(daily.day).toBe('2026-11-25');
});

test('whatever the zone and the moment, what clocks show leads back to when they show it', () => {
  const zones = fc.constantFrom(
    'Africa/Lagos',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'UTC',
  );
  fc.assert(
    fc.property(
      zones,
      fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') }),
      (zone, moment) => {
        const clock = createZonedClock(zone);
        const second = Math.floor(moment / 1000) * 1000;
        const shown = clock.show(second);
        expect(clock.show(clock.instantOf(shown))).toBe(shown);
        expect(clock.instantOf(shown)).toBeLessThanOrEqual(second);
      },
    ),
  );
});
