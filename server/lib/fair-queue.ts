// A fair queue: few tasks run at a time, and owners with waiting tasks take turns, however many each of them has.

type Start = () => void;
/** Whose turn it is: the first key of the map. Beneath each key its own turns, or its waiting tasks, oldest first. */
type Turns = Map<string, Turns | Start[]>;

type Options = {
  /** Concurrency limit. */
  concurrency: number;
  /** Concurrency limit per first key; the rest is free for others. The overall limit if left out. */
  concurrencyEach?: number;
  /** Limits of waiting tasks: in all, and per first key. */
  maxWaiting: number;
  maxWaitingEach: number;
  /** The error for somebody when the queue is full. */
  full: () => Error;
};

function add(turns: Turns, [key = '', ...rest]: readonly string[], start: Start): void {
  const beneath = turns.get(key) ?? (rest.length === 0 ? [] : new Map());
  turns.set(key, beneath);
  if (Array.isArray(beneath)) beneath.push(start);
  else add(beneath, rest, start);
}

/** Takes the next task of the first owner whose turn it may be, and moves that owner to the end. */
function take(turns: Turns, mayRun: (key: string) => boolean = () => true): Start | undefined {
  const next = [...turns.keys()].find(mayRun);
  const beneath = next === undefined ? undefined : turns.get(next);
  if (next === undefined || beneath === undefined) return undefined;
  const start = Array.isArray(beneath) ? beneath.shift() : take(beneath);
  turns.delete(next);
  if ((Array.isArray(beneath) ? beneath.length : beneath.size) > 0) turns.set(next, beneath);
  return start;
}

function tally(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + by;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}

export type FairQueue = ReturnType<typeof createFairQueue>;

export function createFairQueue(options: Options) {
  const { concurrency, concurrencyEach = concurrency, maxWaiting, maxWaitingEach, full } = options;
  const turns: Turns = new Map();
  const waitingOf = new Map<string, number>();
  const runningOf = new Map<string, number>();
  let waiting = 0;
  let running = 0;

  function count(first: string, by: 1 | -1): void {
    waiting += by;
    tally(waitingOf, first, by);
  }

  const hasRoom = (first: string) => running < concurrency && (runningOf.get(first) ?? 0) < concurrencyEach;

  function startNext(): void {
    if (running < concurrency) take(turns, hasRoom)?.();
  }

  return {
    /**
     * Runs the work when it is its turn. `keys` says whose it is, from the outside in, always the same number of keys: ['address',
     * 'account'] takes turns among addresses, and within an address among its accounts. @throws at once what `full` makes if no more may
     * wait.
     */
    run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
      const [first = ''] = keys;
      if (!hasRoom(first) && (waiting >= maxWaiting || (waitingOf.get(first) ?? 0) >= maxWaitingEach)) throw full();
      return new Promise<T>((resolve, reject) => {
        add(turns, keys, () => {
          count(first, -1);
          running++;
          tally(runningOf, first, 1);
          // In a promise of its own, so that work that throws synchronously ends its turn too.
          void Promise.resolve()
            .then(work)
            .then(resolve, reject)
            .finally(() => {
              running--;
              tally(runningOf, first, -1);
              startNext();
            });
        });
        count(first, 1);
        startNext();
      });
    },

    /** How many tasks of one first key wait. */
    waiting: (first: string): number => waitingOf.get(first) ?? 0,
  };
}
