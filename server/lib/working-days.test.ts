// When something is due that may take working days, in any zone.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, createWorkCalendar, type WorkCalendar } from './working-days.ts';

const week = [1, 2, 3, 4, 5];
const lagos: WorkCalendar = { workingDays: week, holidays: [], timeZone: 'Africa/Lagos' };
const at = (text: string) => Date.parse(text);
const iso = (instant: number) => new Date(instant).toISOString();

describe('a deadline', () => {
  test('is the end of the last of so many working days after the day of the start', () => {
    const { due, dueOn } = createWorkCalendar(lagos).deadlineAfter(at('2026-11-23T09:00:00Z'), 3);
    expect([dueOn, iso(due)]).toEqual(['2026-11-26', '2026-11-26T23:00:00.000Z']);
  });

  test('leaves out weekends and holidays', () => {
    const calendar = createWorkCalendar({ ...lagos, holidays: ['2026-12-25', '2026-12-28'] });
    expect(calendar.deadlineAfter(at('2026-12-24T09:00:00Z'), 1).dueOn).toBe('2026-12-29');
    expect(calendar.deadlineAfter(at('2026-12-26T09:00:00Z'), 1).dueOn).toBe('2026-12-29');
  });

  test('counts in days of its own zone', () => {
    const late = at('2026-11-23T23:30:00Z');
    expect(createWorkCalendar(lagos).deadlineAfter(late, 1).dueOn).toBe('2026-11-25');
    expect(createWorkCalendar({ ...lagos, timeZone: 'UTC' }).deadlineAfter(late, 1).dueOn).toBe('2026-11-24');
    expect(createWorkCalendar({ ...lagos, timeZone: 'Pacific/Kiritimati' }).deadlineAfter(late, 1).dueOn).toBe(
      '2026-11-25',
    );
  });

  test('ends at midnight there, also on the day before clocks are changed', () => {
    const berlin = createWorkCalendar({ workingDays: [1, 2, 3, 4, 5, 6, 7], holidays: [], timeZone: 'Europe/Berlin' });
    expect(iso(berlin.deadlineAfter(at('2026-03-27T09:00:00Z'), 1).due)).toBe('2026-03-28T23:00:00.000Z');
    expect(iso(berlin.deadlineAfter(at('2026-03-28T09:00:00Z'), 1).due)).toBe('2026-03-29T22:00:00.000Z');
    expect(iso(berlin.deadlineAfter(at('2026-10-24T09:00:00Z'), 1).due)).toBe('2026-10-25T23:00:00.000Z');
  });

  test('has its half where half of the working time has passed', () => {
    // Friday noon until the end of Monday: twelve hours and a day, not the weekend.
    const { half } = createWorkCalendar(lagos).deadlineAfter(at('2026-11-20T11:00:00Z'), 1);
    expect(iso(half)).toBe('2026-11-23T05:00:00.000Z');
  });

  test('comes, even where every day of years is a holiday', () => {
    const holidays = Array.from({ length: 4_000 }, (_, nth) => addDays('2026-01-01', nth));
    expect(createWorkCalendar({ ...lagos, holidays }).deadlineAfter(at('2026-01-01T12:00:00Z'), 1).due).toBeGreaterThan(
      at('2026-01-02T00:00:00Z'),
    );
  });
});

it('a day whose midnight is skipped begins at one o’clock', () => {
  const cairo = createWorkCalendar({ ...lagos, timeZone: 'Africa/Cairo' });
  expect(iso(cairo.startOf('2026-04-24'))).toBe('2026-04-23T22:00:00.000Z');
});

const zones = ['Africa/Lagos', 'UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe'];
const odd = ['Africa/Cairo', 'America/Santiago', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const someCalendar = fc.record({
  workingDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
  holidays: fc.array(
    fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-01-01', days)),
    { maxLength: 40 },
  ),
  timeZone: fc.constantFrom(...zones, ...odd),
});
const someMoment = fc
  .integer({ min: 0, max: 365 * 24 * 3600 })
  .map((seconds) => at('2026-01-01T00:00:00Z') + seconds * 1000);

test('every moment lies in its own day', () => {
  fc.assert(
    fc.property(someCalendar, someMoment, (settings, moment) => {
      const calendar = createWorkCalendar(settings);
      const day = calendar.dayOf(moment);
      expect(calendar.startOf(day)).toBeLessThanOrEqual(moment);
      expect(calendar.startOf(addDays(day, 1))).toBeGreaterThan(moment);
    }),
  );
});

test('the deadline lies at the end of a working day, with just so many of them after the start', () => {
  fc.assert(
    fc.property(someCalendar, someMoment, fc.integer({ min: 1, max: 10 }), (settings, moment, days) => {
      const calendar = createWorkCalendar(settings);
      const { due, dueOn } = calendar.deadlineAfter(moment, days);
      expect(calendar.isWorkingDay(dueOn)).toBe(true);
      expect(calendar.dayOf(due - 1)).toBe(dueOn);
      expect(calendar.dayOf(due)).toBe(addDays(dueOn, 1));
      let counted = 0;
      for (let day = addDays(calendar.dayOf(moment), 1); day <= dueOn; day = addDays(day, 1))
        if (calendar.isWorkingDay(day)) counted += 1;
      expect(counted).toBe(days);
    }),
  );
});

test('as much working time lies before the half as after it', () => {
  fc.assert(
    fc.property(someCalendar, someMoment, fc.integer({ min: 1, max: 10 }), (settings, moment, days) => {
      const calendar = createWorkCalendar(settings);
      const { due, half } = calendar.deadlineAfter(moment, days);
      const [before, after] = [calendar.workingTime(moment, half), calendar.workingTime(half, due)];
      expect(Math.abs(before - after)).toBeLessThanOrEqual(2);
    }),
  );
});
