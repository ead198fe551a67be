// Waits for the alignments that a film needs and that are still being computed, until they are there or somebody goes on without.
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import type { Align } from './lay-over.ts';

/** How many pictures are done with, of all that lie over another one. */
export type Laid = { done: number; of: number };

export type WaitOptions = {
  signal: AbortSignal;
  /** Aborted when somebody does not want to wait any longer. */
  goOn: AbortSignal;
  onWaiting: (laid: Laid) => void;
};

/** A pair takes seconds. */
const askAgainMs = 2_000;

/** Ends early when one of them is aborted. */
function pause(signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, askAgainMs);
    for (const signal of signals) signal.addEventListener('abort', end);
    if (signals.some(({ aborted }) => aborted)) end();
  });
}

/** All neighbours are put in line at once: the next is computed while this one is waited for. */
async function bringOn(pictures: readonly ViewpointPicture[], align: Align): Promise<void> {
  for (let at = pictures.length - 1; at > 0; at--) {
    const [older, newer] = [pictures[at - 1], pictures[at]];
    if (older && newer) await align(older, newer);
  }
}

/** Asks again and again about what is being computed. */
export function waitFor(
  pictures: readonly ViewpointPicture[],
  align: Align,
  { signal, goOn, onWaiting }: WaitOptions,
): Align {
  let isBroughtOn = false;
  return async (older, newer) => {
    for (;;) {
      const found = await align(older, newer);
      if (found.state !== 'waiting' || goOn.aborted) return found;
      const left = pictures.indexOf(older) + 1;
      onWaiting({ done: pictures.length - 1 - left, of: pictures.length - 1 });
      if (!isBroughtOn) await bringOn(pictures.slice(0, left), align);
      isBroughtOn = true;
      await pause([signal, goOn]);
      signal.throwIfAborted();
    }
  };
}
