// What a clock on the wall shows at an instant.
import { ownZone } from '#contract/pages/device-choices.ts';

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
