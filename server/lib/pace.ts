// How often work runs: with rests while this process serves people, once for all who ask meanwhile, and again after a failure.
import pLimit from 'p-limit';

/** How many times as long as a piece of work took the next one waits where this process had no moment to spare meanwhile. */
const restWhileBusy = 16;
/** Milliseconds: whoever waits for the next piece still gets it soon. */
const longestRest = 4_000;

/** Since it was begun: the share of the time, 0 to 1, in which this process had something to do. */
function watchLoad(): () => number {
  const began = performance.eventLoopUtilization();
  return () => performance.eventLoopUtilization(began).utilization;
}

/** Does what it is given one after the other: at once where this process is idle, with rests in between where it is not. */
export function createPace(watch: () => () => number = watchLoad) {
  const oneByOne = pLimit(1);
  let rest: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  return <Result>(work: () => Promise<Result>): Promise<Result> =>
    oneByOne(async () => {
      // Somebody waits for what comes after it.
      timer?.ref();
      await rest;
      const [began, load] = [performance.now(), watch()];
      try {
        return await work();
      } finally {
        const length = (performance.now() - began) * load() * restWhileBusy;
        // A process that ends does not wait for it, as long as nobody else does.
        rest = new Promise((over) => {
          timer = setTimeout(over, Math.min(length, longestRest)).unref();
        });
      }
    });
}

/** One run at a time of something that is asked for often. `run` must not throw; what is asked for while it runs is one more run after it. */
export function coalesced(run: () => Promise<void>): () => void {
  let isRunning = false;
  let again = false;
  return function start() {
    again = isRunning;
    if (isRunning) return;
    isRunning = true;
    void run().finally(() => {
      isRunning = false;
      if (again) start();
    });
  };
}

/** The first pause and the longest, in one unit. `spread`: up to this share longer, so that not all come back at once. */
type Backoff = { first: number; longest: number; spread?: number };

/** How long to wait after so many failed attempts, one at least: twice as long after each. */
export function backoff(attempts: number, { first, longest, spread = 0 }: Backoff): number {
  return Math.min(longest, first * 2 ** (attempts - 1)) * (1 + Math.random() * spread);
}
