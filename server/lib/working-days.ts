// Working days: when something is due that may take a number of them, in the zone where the days begin and end.
import { createZonedClock, dayMs } from './zoned-time.ts';

export type WorkCalendar = {
  /** 1 is Monday, 7 is Sunday. */
  workingDays: readonly number[];
  holidays: readonly string[];
  timeZone: string;
};

type Deadline = {
  /** The last moment, in milliseconds since 1970: the end of `dueOn`. */
  due: number;
  /** Half of the working time until then has passed. */
  half: number;
  /** The day, yyyy-mm-dd. */
  dueOn: string;
};

/** A calendar of holidays only must not keep us counting. */
const farthest = 3_700;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function createWorkCalendar({ workingDays, holidays, timeZone }: WorkCalendar) {
  const closed = new Set(holidays);
  const { show } = createZonedClock(timeZone);

  function dayOf(instant: number): string {
    return new Date(show(instant)).toISOString().slice(0, 10);
  }

  /** The first moment of a day; where clocks are changed at midnight that may be one o'clock. */
  function startOf(day: string): number {
    const midnight = Date.parse(`${day}T00:00:00Z`);
    const candidates = [-1, 1].map((side) => {
      const near = midnight + side * dayMs;
      return midnight - (show(near) - near);
    });
    const starts = candidates.filter((at) => dayOf(at) === day && dayOf(at - 1) < day);
    return Math.max(...(starts.length > 0 ? starts : candidates));
  }

  function isWorkingDay(day: string): boolean {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    return workingDays.includes(weekday) && !closed.has(day);
  }

  /** The pieces of working days between two moments. */
  function piecesBetween(from: number, to: number): [from: number, to: number][] {
    const pieces: [number, number][] = [];
    for (let day = dayOf(from), at = from; at < to; day = addDays(day, 1)) {
      const end = Math.min(startOf(addDays(day, 1)), to);
      if (isWorkingDay(day)) pieces.push([at, end]);
      at = end;
    }
    return pieces;
  }

  function workingTime(from: number, to: number): number {
    return piecesBetween(from, to).reduce((sum, [begin, end]) => sum + end - begin, 0);
  }

  function halfOf(from: number, to: number): number {
    let left = workingTime(from, to) / 2;
    for (const [begin, end] of piecesBetween(from, to)) {
      if (end - begin >= left) return Math.round(begin + left);
      left -= end - begin;
    }
    return to;
  }

  /** The day of the start does not count: whatever its hour, `days` whole working days follow. */
  function deadlineAfter(start: number, days: number): Deadline {
    let dueOn = dayOf(start);
    for (let left = days, steps = 0; left > 0 && steps < farthest; steps++) {
      dueOn = addDays(dueOn, 1);
      if (isWorkingDay(dueOn)) left -= 1;
    }
    const due = startOf(addDays(dueOn, 1));
    return { due, half: halfOf(start, due), dueOn };
  }

  return { dayOf, startOf, isWorkingDay, workingTime, deadlineAfter };
}
