// The worker that makes one light copy: a page stays smooth while it encodes, and ending the worker ends the work.
import { type MadeCopy, makeCopy, type Pacing } from './make-copy.ts';

/** `film` begins the work. */
export type ToWorker = { film: Blob } | { isPaused: boolean };
/** `copy`: the end of the work; null if there is none. */
export type FromWorker = { share: number } | { copy: MadeCopy | null };

const send = (message: FromWorker) => postMessage(message);

/** `pause` may be called at any time. */
function createPacing(): Pacing & { pause(isPaused: boolean): void } {
  let pausing = new AbortController();
  let resumed = Promise.resolve();
  let resume: () => void = () => undefined;
  return {
    paused: () => pausing.signal,
    resumed: () => resumed,
    onProgress: (share) => send({ share }),
    pause(isPaused) {
      if (isPaused === pausing.signal.aborted) return;
      if (!isPaused) {
        pausing = new AbortController();
        return resume();
      }
      resumed = new Promise((resolve) => {
        resume = resolve;
      });
      pausing.abort();
    },
  };
}

function listen(): void {
  const pacing = createPacing();
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if ('isPaused' in data) return pacing.pause(data.isPaused);
    // Whatever a browser cannot, the server may.
    void makeCopy(data.film, pacing)
      .catch(() => null)
      .then((copy) => send({ copy }));
  });
}

listen();
