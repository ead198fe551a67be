// Decoding in a process of its own: a picture can neither fill the server's memory nor bring it down.
import { readFile } from 'node:fs/promises';
import { type Refusal, refusal } from '#server/media/formats/decode-need.ts';
import { programPath, startProgram } from '#server/media/workers/start-program.ts';
import { supervise } from '#server/media/workers/supervisor.ts';

export type DecodeFormat = 'avif' | 'webp' | 'jpeg';
export type DecodeRequest = {
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
/** Without `bytes` the picture is in its file. `isDamaged`: it is what can be read of one. */
export type Decoded = { bytes: Uint8Array | null; isDamaged?: true };
export type Decoding = { request: DecodeRequest; answer: Decoded | { refused: Refusal } };

/** How long it stays without work: longer while it is small, because the next picture then needs no new one. */
const idleMilliseconds = 15_000;
const idleMillisecondsLarge = 3_000;
const small = 100 * 1024 * 1024;
/** A process that holds more is replaced; the new one begins at some sixty megabytes. */
const largest = 300 * 1024 * 1024;

/** What it never holds, whatever a file makes its libraries do: one large picture, and two more beside it. */
const mostMemory = 1_500 * 1024 * 1024;

export type Decoder = ReturnType<typeof createDecoder>;

/** Decodes several pictures at a time, in a process that ends when none came for a while, or when it has grown. */
export function createDecoder({ maxMemory = largest, smallMemory = small } = {}) {
  const { ask, pid, close } = supervise<Decoding>({
    start: () => startProgram(programPath(import.meta.dirname, 'decoder'), { memory: mostMemory }),
    turns: (work) => work(),
    // Ended by the system for want of memory, or by a fault in a decoder: what it was doing may be tried again.
    failure: () => refusal('stopped'),
    mostMemory: maxMemory,
    idle: (memory) => (memory > smallMemory ? idleMillisecondsLarge : idleMilliseconds),
  });

  /** Throws a MediaError. `damaged` is called where what was made is only what can be read of a damaged picture. */
  async function decode(request: DecodeRequest, damaged?: () => void): Promise<Buffer> {
    const { to, ...rest } = request;
    const answer = await ask(request);
    if ('refused' in answer) throw refusal(answer.refused);
    const { bytes, isDamaged } = answer;
    if (isDamaged) damaged?.();
    if (bytes) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    // Somebody may have emptied the folder meanwhile.
    return readFile(to ?? '').catch(() => decode(rest));
  }

  return { decode, pid, close };
}
