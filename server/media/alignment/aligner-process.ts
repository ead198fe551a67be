// Aligning in a process of its own: it can neither slow the server down nor keep its memory, nor bring it down.
import type { ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { deferred } from '#server/lib/deferred.ts';
import { frugalMemory, programPath, startProgram } from '#server/media/own-program.ts';
import type { PairAlignment } from './align-photos.ts';

/** `key` names the bytes: what was found in them is used again. */
export type PictureBytes = { key: string; bytes: Uint8Array };
export type AlignRequest = { kind: 'photo' | 'panorama'; older: PictureBytes; newer: PictureBytes };
/** `memory`: of the process, in bytes. */
type Cost = { cpuMs: number; memory: number };
export type AlignAnswer = Cost & (PairAlignment | { failure: string });
export type Aligned = Cost & PairAlignment;

/** The process died, hung, or could not read what it was given. */
export class AlignerFailure extends Error {}

/** No failure of the pair: it stays to be aligned. */
const serverEnds = () => new Error('The server ends');

/** Milliseconds without work after which it ends and gives its memory back. */
const idleMilliseconds = 5_000;
/** On a machine that has nothing left for the lowest priority a pair takes long. */
const timeoutMilliseconds = 120_000;
/** The heap of its JavaScript, in MB; OpenCV's own memory is beside it, and bounded by the size of the pictures. */
const heapLimit = 128;

export function startAligner(program = programPath(import.meta.dirname, 'aligner')): ChildProcess {
  return startProgram(program, {
    execArgv: [`--max-old-space-size=${heapLimit}`, '--max-semi-space-size=4'],
    serialization: 'advanced',
    env: frugalMemory,
  });
}

type Options = { startProcess?: () => ChildProcess; timeout?: number; idle?: number };

/** Started at the first pair, ended when none came for a while; one that dies or hangs is replaced at the next pair. */
export function createAligner({
  startProcess = startAligner,
  timeout = timeoutMilliseconds,
  idle = idleMilliseconds,
}: Options = {}) {
  const oneByOne = pLimit(1);
  let child: ChildProcess | null = null;
  let rest: NodeJS.Timeout | undefined;
  let closed = false;

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  function running(): ChildProcess {
    if (child) return child;
    const started = startProcess();
    const forget = () => {
      if (child === started) child = null;
    };
    started.on('exit', forget);
    started.on('error', forget);
    child = started;
    return started;
  }

  /** Neither the process nor the channel to it keeps the server from ending. */
  function settle(one: ChildProcess): void {
    one.unref();
    one.channel?.unref();
    rest = setTimeout(end, idle).unref();
  }

  async function ask(request: AlignRequest): Promise<Aligned> {
    if (closed) throw serverEnds();
    clearTimeout(rest);
    const one = running();
    try {
      const answer = await answerOf(one, request, timeout);
      if ('failure' in answer) throw new AlignerFailure(answer.failure);
      return answer;
    } catch (error) {
      if (one === child) end();
      throw closed ? serverEnds() : error;
    } finally {
      if (one === child) settle(one);
    }
  }

  return {
    /** Throws an AlignerFailure. */
    align: (request: AlignRequest): Promise<Aligned> => oneByOne(() => ask(request)),
    /** The process's number, for whoever measures it; null while there is none. */
    pid: (): number | null => child?.pid ?? null,
    close(): void {
      closed = true;
      clearTimeout(rest);
      end();
    },
  };
}
export type Aligner = ReturnType<typeof createAligner>;

function answerOf(child: ChildProcess, request: AlignRequest, timeout: number): Promise<AlignAnswer> {
  const { promise, resolve, reject } = deferred<AlignAnswer>();
  const died = () => reject(new AlignerFailure('The process that aligns pictures ended'));
  const hung = setTimeout(() => reject(new AlignerFailure('Aligning two pictures took too long')), timeout);
  child.on('message', resolve);
  child.on('exit', died);
  child.on('error', died);
  child.ref();
  child.channel?.ref();
  child.send(request, (error) => error && died());
  return promise.finally(() => {
    clearTimeout(hung);
    child.off('message', resolve);
    child.off('exit', died);
    child.off('error', died);
  });
}
