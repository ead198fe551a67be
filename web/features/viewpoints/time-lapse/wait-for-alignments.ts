// Waits for the alignments that a time-lapse needs and that are still being computed, or until somebody continues without them.

import type { Align as AlignPictures } from '#contract/geometry/align-to-newest.ts';
import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { getAlignment } from '#contract/viewpoints/endpoints.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';

export type Align = AlignPictures<ViewpointPicture>;

/** How many pictures are done, of all that have to be aligned. */
export type Laid = { done: number; of: number };

export type WaitOptions = {
  signal: AbortSignal;
  /** Aborted when somebody does not want to wait any longer. */
  goOn: AbortSignal;
  onWaiting: (laid: Laid) => void;
};

/** Computing a pair takes seconds. */
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

/** Queues all neighbours at once: the next pair is computed while this one is awaited. */
async function bringOn(pictures: readonly ViewpointPicture[], align: Align): Promise<void> {
  for (let at = pictures.length - 1; at > 0; at--) {
    const [older, newer] = [pictures[at - 1], pictures[at]];
    if (older && newer) await align(older, newer);
  }
}

/** Polls a pair that is being computed. */
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

/** Offline, without a login, or after too many requests there is no time-lapse; any other refusal leaves the picture as it is. */
export function alignOnServer(signal: AbortSignal): Align {
  return async (older, newer) => {
    const query = {
      ...{ olderSession: older.sessionId, olderKind: older.mediaKind, olderItem: older.item.id },
      ...{ newerSession: newer.sessionId, newerKind: newer.mediaKind, newerItem: newer.item.id },
    };
    try {
      return await call(getAlignment, { query }, { signal });
    } catch (error) {
      const { status } = error instanceof ApiError ? error : { status: 0 };
      if (status >= 402 && status < 500 && status !== 429) return { state: 'refused', matrix: null };
      throw error;
    }
  };
}
