// Analyses pictures in a process of its own, after people's requests: each is scaled down first, as for a page.
import type { ChildProcess } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { programPath, startProgram } from '#server/media/workers/start-program.ts';
import { failureBy, supervise } from '#server/media/workers/supervisor.ts';
import type { AnalyzedPicture } from './analyze-picture.ts';

export type Analyzing = { request: { bytes: Uint8Array }; answer: AnalyzedPicture };

/** The process died or hung. */
export class AnalyzerFailure extends Error {}

/** On a machine that is busy with everything else, a picture takes long at the lowest priority. */
const timeoutMilliseconds = 60_000;
/** Its JavaScript heap, in MB. */
const heapLimit = 64;
/** How often to check whether people still wait for pictures, and after how long to start anyway. */
const pauseMilliseconds = 100;
const mostPauses = 100;

const startAnalyzer = (): ChildProcess =>
  startProgram(programPath(import.meta.dirname, 'analyzer'), { heap: heapLimit, youngHeap: 4 });

type Options = { thumbnails: Pick<Thumbnails, 'get' | 'making'>; startProcess?: () => ChildProcess };

export function createImageAnalyzer({ thumbnails, startProcess = startAnalyzer }: Options) {
  const { ask, close, pid } = supervise<Analyzing>({
    start: startProcess,
    timeout: timeoutMilliseconds,
    failure: failureBy((reason) => new AnalyzerFailure(`A picture could not be analysed: ${reason}`)),
  });

  /** Pictures that pages wait for come first. */
  async function letPeopleGoFirst(): Promise<void> {
    for (let pause = 0; pause < mostPauses && thumbnails.making() > 0; pause++) await after(pauseMilliseconds);
  }

  return {
    /** Null for what cannot be read as a picture; throws faults that may pass. */
    async analyze(file: Pick<SourceFile, 'id' | 'version' | 'picture'>): Promise<AnalyzedPicture | null> {
      await letPeopleGoFirst();
      try {
        // The size and format of alignment: it is made once for both.
        const { id, version } = file;
        const asked = { id, version, picture: (side: number) => file.picture(side) };
        const { bytes } = await thumbnails.get(asked, 's1600', 'webp');
        return await ask({ bytes });
      } catch (error) {
        if (error instanceof AnalyzerFailure || (error instanceof MediaError && !isTransient(error))) return null;
        throw error;
      }
    },
    pid,
    close,
  };
}
export type ImageAnalyzer = ReturnType<typeof createImageAnalyzer>;
