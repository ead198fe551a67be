// The delay of an upload after a lost connection: a second at first, doubling to a minute at most, without an end.

// How fast an upload is: bytes a second over the last moments.
const windowMs = 10_000;

type Sample = { at: number; bytes: number };

export function createRate(now: () => number) {
  let samples: Sample[] = [];
  let moved = 0;
  return {
    add(bytes: number): void {
      moved += bytes;
      const at = now();
      samples = [...samples.filter((sample) => sample.at > at - windowMs), { at, bytes: moved }];
    },
    clear(): void {
      samples = [];
    },
    /** Null before anything can be said. */
    perSecond(): number | null {
      const [first, last] = [samples[0], samples.at(-1)];
      if (!first || !last || last.at - first.at < 1_000 || last.bytes <= first.bytes) return null;
      return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
    },
  };
}

const longestMs = 60_000;
/** Signs of a connection come in bursts. */
const shortestMs = 1_000;

export function createRest(now: () => number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOn = false;
  let times = 0;
  let since = 0;

  function stop(): void {
    clearTimeout(timer);
    isOn = false;
  }

  return {
    isOn: () => isOn,
    mayEnd: () => now() - since >= shortestMs,
    /** `then`: left out if only a sign of a connection helps. */
    begin(then?: () => void): void {
      stop();
      isOn = true;
      since = now();
      if (!then) return;
      const after = Math.min(longestMs, shortestMs * 2 ** times++);
      timer = setTimeout(() => {
        isOn = false;
        then();
      }, after);
    },
    /** There was a response, or somebody wants to try now. */
    end(): void {
      stop();
      times = 0;
    },
  };
}

// What sending a file comes to, and what an answer of the server means for it.

/** `stop` leaves what is there. */
export type Sending = { stop(): void };
export type SendFile = (
  file: { id: string; blob: Blob },
  on: {
    sent(bytes: number): void;
    kept(): void;
    refused(sentence: string): void;
    /** The device does not give its bytes any more. */
    unreadable(): void;
    failed(loginEnded: boolean): void;
  },
) => Sending;

/**
 * The outcome of a file whose part got this response: 'again' if the connection or server was down or too slow (408: the part took longer
 * than the server waits), or if another request of this file is just ending (409, 423).
 */
export function outcomeOfPart(status: number): 'again' | 'login' | 'refused' {
  return [409, 423].includes(status) ? 'again' : outcomeOf(status);
}

/** The same of every other call. */
export function outcomeOf(status: number): 'again' | 'login' | 'refused' {
  if (status === 401) return 'login';
  return [0, 408, 425, 429].includes(status) || status >= 500 ? 'again' : 'refused';
}
