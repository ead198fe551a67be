// The delay of an upload after a lost connection: a second at first, doubling to a minute at most, without an end.

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
