// Clocks of a time zone: what they show at an instant, and when they show a time. Clocks are changed twice a year in many zones.
export const dayMs = 24 * 3_600_000;

/** Times of the clocks there, in milliseconds as if they were UTC. */
type ZonedClock = { show(instant: number): number; instantOf(shown: number): number };

/** @param timeZone an IANA name; RangeError for any other. */
export function createZonedClock(timeZone: string): ZonedClock {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });

  function show(instant: number): number {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = parts;
    return Date.parse(`${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`);
  }

  return {
    show,
    /** Of a time that the clocks show twice the first; one that they leave out is as much later. */
    instantOf(shown) {
      const candidates = [-dayMs, dayMs].map((side) => shown - (show(shown + side) - (shown + side)));
      const exact = candidates.filter((at) => show(at) === shown);
      return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
    },
  };
}

/** hh:mm or hh:mm:ss as milliseconds since midnight. */
function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
}

const startOfDay = (shown: number) => Math.floor(shown / dayMs) * dayMs;

/** When hours from one time of day until another are over that this instant lies in; null outside of them. They may go over midnight. */
export function endOfQuietHours(
  instant: number,
  { from, until, clock }: { from: string; until: string; clock: ZonedClock },
): number | null {
  const shown = clock.show(instant);
  const [time, begin, end] = [shown - startOfDay(shown), timeOfDay(from), timeOfDay(until)];
  const isWithin = begin < end ? time >= begin && time < end : time >= begin || time < end;
  if (!isWithin) return null;
  return clock.instantOf(startOfDay(shown) + end + (time >= end ? dayMs : 0));
}

/** The last instant, at or before this one, at which clocks showed the time of day: of any day, or of a weekday (1 is Monday). */
export function latestTime(
  instant: number,
  { at, weekday, clock }: { at: string; weekday: number | null; clock: ZonedClock },
): { instant: number; day: string } {
  const today = startOfDay(clock.show(instant));
  for (let back = 0; back <= 7; back++) {
    const day = today - back * dayMs;
    const found = clock.instantOf(day + timeOfDay(at));
    const fits = weekday === null || (new Date(day).getUTCDay() || 7) === weekday;
    if (fits && found <= instant) return { instant: found, day: new Date(day).toISOString().slice(0, 10) };
  }
  throw new RangeError('There is no such time within a week.');
}
