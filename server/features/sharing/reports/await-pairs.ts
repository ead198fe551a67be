// A report waits for a while until the pairs in it are laid over each other; then it is made of what is known.
import { setTimeout as wait } from 'node:timers/promises';
import type { ReportPair } from '#server/media/reports/report-model.ts';
import type { PendingPairs } from './pairs.ts';

/** Long enough for a few pairs; those that take longer lie as they were taken. */
export const alignmentMilliseconds = 20_000;
const pauseMilliseconds = 400;

type Waiting = { until: number; now: () => number; signal: AbortSignal; onProgress(done: number, total: number): void };

/** @throws where the signal says so. */
export async function awaitPairs(
  { missing: total, read }: PendingPairs,
  { until, now, signal, onProgress }: Waiting,
): Promise<ReportPair[]> {
  for (;;) {
    const { pairs, missing } = await read();
    onProgress(total - missing, total);
    if (missing === 0 || now() >= until) return pairs;
    await wait(pauseMilliseconds, undefined, { signal });
  }
}
