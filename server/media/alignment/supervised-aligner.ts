// Aligning in a process of its own: it can neither slow the server down nor keep its memory, nor bring it down.
import type { ChildProcess } from 'node:child_process';
import { createPace } from '#server/lib/pace.ts';
import { programPath, startProgram } from '#server/media/workers/start-program.ts';
import { failureBy, supervise } from '#server/media/workers/supervisor.ts';
import type { PairAlignment } from './align-photos.ts';
import type { SharedExposure } from './same-exposure.ts';

/** `key` names the bytes: what was found in them is used again. */
export type PictureBytes = { key: string; bytes: Uint8Array };
export type AlignRequest = { kind: 'photo' | 'panorama'; older: PictureBytes; newer: PictureBytes };
type AlignAnswer = PairAlignment & { cpuMs: number };
/** Whether `other` is the exposure of `known`; `mirrored`: its mirror image. */
export type ExposureRequest = { kind: 'exposure'; known: PictureBytes; other: PictureBytes; mirrored: boolean };
type ExposureAnswer = { shared: SharedExposure | null };
export type Aligning = { request: AlignRequest | ExposureRequest; answer: AlignAnswer | ExposureAnswer };
/** `memory`: of the process, in bytes. */
export type Aligned = AlignAnswer & { memory: number };

/** The process died, hung, or could not read what it was given. */
export class AlignerFailure extends Error {}

/** On a machine that has nothing left for the lowest priority a pair takes long. */
const timeoutMilliseconds = 120_000;
/** The heap of its JavaScript, in MB; OpenCV's own memory is beside it, and bounded by the size of the pictures. */
const heapLimit = 128;

export function startAligner(program = programPath(import.meta.dirname, 'aligner')): ChildProcess {
  return startProgram(program, { heap: heapLimit, youngHeap: 4 });
}

type Options = { startProcess?: () => ChildProcess; timeout?: number; idle?: number };

export function createAligner({ startProcess = startAligner, timeout = timeoutMilliseconds, idle }: Options = {}) {
  const { ask, pid, close } = supervise<Aligning>({
    start: startProcess,
    turns: createPace(),
    timeout,
    ...(idle === undefined ? {} : { idle: () => idle }),
    failure: failureBy((reason) => new AlignerFailure(`Two pictures could not be aligned: ${reason}`)),
  });
  /** Both throw an AlignerFailure. */
  return {
    align: (request: AlignRequest): Promise<Aligned> => ask(request) as Promise<Aligned>,
    /** Null where nothing fits. */
    async compareExposures(request: ExposureRequest): Promise<SharedExposure | null> {
      const { shared } = (await ask(request)) as ExposureAnswer;
      return shared;
    },
    pid,
    close,
  };
}
export type Aligner = ReturnType<typeof createAligner>;
