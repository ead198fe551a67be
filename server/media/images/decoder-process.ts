// Decoding in a process of its own: a picture can neither fill the server's memory nor bring it down.
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { type Refusal, refusal } from '#server/media/formats/decode-refusal.ts';
import type { MediaError } from '#server/media/source-errors.ts';
import { frugalMemory, programPath, startProgram } from '#server/media/workers/own-program.ts';

export type DecodeFormat = 'avif' | 'webp' | 'jpeg';
export type DecodeRequest = {
  id: number;
  /** A path on this machine, or the bytes. */
  from: string | Buffer;
  /** Made there where it can be written, so that no large picture is copied from process to process; its file is the caller's then. */
  to?: string;
  side: number;
  format: DecodeFormat;
  isFull: boolean;
  isSmallest: boolean;
  /** A photo of a person: cut to a square, and of no more pixels than this. */
  photoPixels?: number;
  /** Such a picture that is not cut: a logo. */
  isWhole?: boolean;
  /** Only this part of it, in shares of its sides when it stands upright. */
  region?: { left: number; top: number; width: number; height: number };
  /** Only this part of one level of a map, in its pixels: no other level is read. `hasExtraBand`: its fourth band is no opacity. */
  part?: { page: number; left: number; top: number; width: number; height: number; hasExtraBand: boolean };
  /** What needs more memory is refused. */
  maxBytes: number;
};
/** `memory`: of the whole process, in bytes. Without `bytes` the picture is in its file. `isDamaged`: it is what can be read of one. */
export type DecodeAnswer = { id: number; memory: number } & (
  | { bytes: Uint8Array | null; isDamaged?: true }
  | { refused: Refusal }
);
type Made = { bytes: Buffer | null; isDamaged?: true };

type Waiting = { done(made: Made): void; failed(error: MediaError): void };
type Worker = { process: ChildProcess; waiting: Map<number, Waiting>; ended: Promise<void> };

/** How long it stays without work: longer while it is small, because the next picture then needs no new one. */
const idleMilliseconds = 15_000;
const idleMillisecondsLarge = 3_000;
const small = 100 * 1024 * 1024;
/** A process that holds more is replaced; the new one begins at some sixty megabytes. */
const largest = 300 * 1024 * 1024;

/** What it never holds, whatever a file makes its libraries do: one large picture, and two more beside it. */
const mostMemory = 1_500 * 1024 * 1024;

function start(): ChildProcess {
  return startProgram(programPath(import.meta.dirname, 'decoder'), {
    serialization: 'advanced',
    env: frugalMemory,
    memory: mostMemory,
  });
}

export type Decoder = ReturnType<typeof createDecoder>;

/** Starts the process at the first picture and ends it when none came for a while, or when it has grown. */
export function createDecoder({ maxMemory = largest, smallMemory = small } = {}) {
  let worker: Worker | null = null;
  /** The end of one that is replaced: two of them would hold twice the memory. */
  let leaving: Promise<void> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  /** It finishes what it is doing. */
  function retire(one: Worker): void {
    if (worker === one) {
      worker = null;
      leaving = one.ended.finally(() => {
        leaving = null;
      });
    }
    if (one.waiting.size === 0 && one.process.connected) one.process.disconnect();
  }

  function begin(): Worker {
    const child = start();
    const one: Worker = {
      process: child,
      waiting: new Map(),
      ended: new Promise((ended) => {
        child.once('exit', () => ended());
        child.once('error', () => ended());
      }),
    };
    one.process.on('message', (answer: DecodeAnswer) => {
      const asked = one.waiting.get(answer.id);
      one.waiting.delete(answer.id);
      if ('bytes' in answer) {
        const { bytes, isDamaged } = answer;
        const made = bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        asked?.done({ bytes: made, ...(isDamaged ? { isDamaged } : {}) });
      } else asked?.failed(refusal(answer.refused));
      if (answer.memory > maxMemory || worker !== one) retire(one);
      else if (one.waiting.size === 0) settle(one, answer.memory);
    });
    // Ended by the system for want of memory, or by a fault in a decoder: what it was doing may be tried again.
    const end = () => {
      if (worker === one) worker = null;
      for (const { failed } of one.waiting.values()) failed(refusal('busy'));
      one.waiting.clear();
    };
    one.process.on('exit', end);
    one.process.on('error', end);
    return one;
  }

  /** Nobody waits: neither for the server's end, nor long for the next picture. */
  function settle(one: Worker, memory: number): void {
    one.process.unref();
    one.process.channel?.unref();
    clearTimeout(idle);
    idle = setTimeout(() => retire(one), memory > smallMemory ? idleMillisecondsLarge : idleMilliseconds).unref();
  }

  async function ask(request: Omit<DecodeRequest, 'id'>): Promise<Made> {
    while (leaving !== null) await leaving;
    clearTimeout(idle);
    const one = worker ?? begin();
    worker = one;
    const id = ++count;
    one.process.ref();
    one.process.channel?.ref();
    return new Promise((done, failed) => {
      one.waiting.set(id, { done, failed });
      one.process.send({ ...request, id }, (error) => {
        if (error && one.waiting.delete(id)) failed(refusal('busy'));
      });
    });
  }

  /** Throws a MediaError. `damaged` is called where what was made is only what can be read of a damaged picture. */
  async function decode(request: Omit<DecodeRequest, 'id'>, damaged?: () => void): Promise<Buffer> {
    const { to, ...rest } = request;
    const { bytes, isDamaged } = await ask(request);
    if (isDamaged) damaged?.();
    // Somebody may have emptied the folder meanwhile.
    return bytes ?? readFile(to ?? '').catch(() => decode(rest));
  }

  return {
    decode,
    /** The process's number, for whoever measures it; null while there is none. */
    pid: (): number | null => worker?.process.pid ?? null,
    close(): void {
      clearTimeout(idle);
      if (worker?.process.connected) worker.process.disconnect();
      worker = null;
    },
  };
}
