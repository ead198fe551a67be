// A fair queue: few pieces of work run at a time, and those who have work waiting take turns, however much each of them has.

type Start = () => void;
/** Whose turn it is: the first key of the map. Beneath each key its own turns, or its waiting work, oldest first. */
type Turns = Map<string, Turns | Start[]>;

type Options = {
  /** So many run at a time. */
  concurrency: number;
  /** So many of one first key run at a time; the rest of the room stays free for others. As many as there are where left out. */
  concurrencyEach?: number;
  /** So many wait in all, and of one first key. */
  maxWaiting: number;
  maxWaitingEach: number;
  /** What somebody is told for whom there is no room left. */
  full: () => Error;
};

function add(turns: Turns, [key = '', ...rest]: readonly string[], start: Start): void {
  const beneath = turns.get(key) ?? (rest.length === 0 ? [] : new Map());
  turns.set(key, beneath);
  if (Array.isArray(beneath)) beneath.push(start);
  else add(beneath, rest, start);
}

/** Takes the next piece of work of the first who may have a turn, and puts them at the end. */
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
     * Runs the work when it is its turn. `keys` says whose it is, from the outside in, always as many: ['address', 'account'] takes turns
     * among addresses, and within an address among its accounts. @throws at once what `full` makes where no more may wait.
     */
    run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
      const [first = ''] = keys;
      if (!hasRoom(first) && (waiting >= maxWaiting || (waitingOf.get(first) ?? 0) >= maxWaitingEach)) throw full();
      return new Promise<T>((resolve, reject) => {
        add(turns, keys, () => {
          count(first, -1);
          running++;
          tally(runningOf, first, 1);
          // In a promise of its own, so that work that throws at once ends its turn too.
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

    /** How much of one first key waits. */
    waiting: (first: string): number => waitingOf.get(first) ?? 0,
  };
}
