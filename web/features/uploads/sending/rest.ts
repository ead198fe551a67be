// How long an upload rests after a lost line: a second at first, twice as long each time, a minute at most, and never for good.

const longestMs = 60_000;
/** Signs of a line come in crowds. */
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
    /** `then`: left out where nothing but a sign helps. */
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
    /** There was an answer, or somebody wants it now. */
    end(): void {
      stop();
      times = 0;
    },
  };
}
