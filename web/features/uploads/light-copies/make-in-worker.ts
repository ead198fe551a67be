// Makes one light copy in a worker of its own.
import '#web/media/frame/trusted-types.ts';
import type { FromWorker, ToWorker } from './copy-worker.ts';
import type { MadeCopy } from './make-copy.ts';

/** `done` with null: this browser cannot, or the video needs none. After `stop` nothing is called. */
export type CopyMaker = (
  film: Blob,
  on: { progress(share: number): void; done(copy: MadeCopy | null): void },
) => { pause(isPaused: boolean): void; stop(): void };

export const makeInWorker: CopyMaker = (film, on) => {
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), { type: 'module' });
  const tell = (message: ToWorker) => worker.postMessage(message);
  function end(copy: MadeCopy | null): void {
    worker.terminate();
    on.done(copy);
  }
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('share' in data) on.progress(data.share);
    else end(data.copy);
  });
  worker.addEventListener('error', () => end(null));
  tell({ film });
  return { pause: (isPaused) => tell({ isPaused }), stop: () => worker.terminate() };
};
