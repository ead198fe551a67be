// Making a time-lapse waits for alignments that are being computed, as long as somebody wants it to.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alignToNewest } from '#contract/geometry/align-to-newest.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { type Laid, waitFor } from './wait-for-alignments.ts';

const pictures = [1, 2, 3, 4].map((sessionId) => ({ sessionId }) as ViewpointPicture);
const matrix = [1, 0, 0.01, 0, 1, 0, 0, 0, 1];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Each pair is ready after this many requests. */
function computing(looks: number) {
  const asked: string[] = [];
  const laid: Laid[] = [];
  const [cancel, goOn] = [new AbortController(), new AbortController()];
  const align = async (older: ViewpointPicture, newer: ViewpointPicture) => {
    const pair = `${older.sessionId}-${newer.sessionId}`;
    asked.push(pair);
    const times = asked.filter((one) => one === pair).length;
    return times < looks ? { state: 'waiting' as const, matrix: null } : { state: 'aligned' as const, matrix };
  };
  const options = { signal: cancel.signal, goOn: goOn.signal, onWaiting: (now: Laid) => void laid.push(now) };
  return { asked, laid, cancel, goOn, places: alignToNewest(pictures, waitFor(pictures, align, options)) };
}

test('every picture is aligned to the newest one once its pair is computed, and all pairs are queued at once', async () => {
  const { asked, laid, cancel, goOn, places } = computing(3);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['3-4', '2-3', '1-2']);
  expect(laid).toEqual([{ done: 0, of: 3 }]);
  await vi.runAllTimersAsync();
  expect((await places).map((place) => place !== null)).toEqual([true, true, true, false]);
  expect(laid.at(-1)).toEqual({ done: 2, of: 3 });
  for (const { signal } of [cancel, goOn]) expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('going on without leaves what is not computed as it is', async () => {
  const { goOn, places } = computing(Number.POSITIVE_INFINITY);
  await vi.advanceTimersByTimeAsync(5_000);
  goOn.abort();
  expect(await places).toEqual([null, null, null, null]);
});

test('a film that is cancelled waits no longer', async () => {
  const { asked, cancel, places } = computing(Number.POSITIVE_INFINITY);
  const outcome = expect(places).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(5_000);
  cancel.abort();
  await outcome;
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length).toBe(before);
});

test('nobody waits where everything is known', async () => {
  const { asked, laid, places } = computing(1);
  await places;
  expect([asked, laid]).toEqual([['3-4', '2-3', '1-2'], []]);
});
