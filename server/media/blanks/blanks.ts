// Byte ranges of a file that are replaced while it is streamed, without moving any other byte.

import { pipeline, Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Range, ReadAt } from '#server/media/formats/read-at.ts';

/** Bytes from one offset to before another, and their replacement; a large replacement is generated again each time it is streamed. */
export type Blank = Range & { as: 'zeros' | 'spaces' | Buffer | (() => Promise<Buffer>) };

const stepBytes = 262_144;

/** The same blanks for a file that is embedded in another one. */
export const shifted = (blanks: readonly Blank[], by: number): Blank[] =>
  blanks.map((blank) => ({ ...blank, from: blank.from + by, to: blank.to + by }));

export const inOrder = (blanks: readonly Blank[]): Blank[] =>
  blanks.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from);

/** The gaps between the kept parts, up to the end, where longer than `filling` bytes. */
export function gapsBetween(kept: readonly Range[], end: number, filling = 0): Range[] {
  const sorted = [...kept].sort((one, other) => one.from - other.from);
  const gaps: Range[] = [];
  let at = 0;
  for (const { from, to } of [...sorted, { from: end, to: end }]) {
    if (from - at > filling && at < end) gaps.push({ from: at, to: Math.min(from, end) });
    at = Math.max(at, to);
  }
  return gaps;
}

/** Positions of the named groups of each match; the pattern needs indices (`d`). */
export function placesAt(text: string, pattern: RegExp): [from: number, to: number][] {
  return Array.from(text.matchAll(pattern)).flatMap(({ indices }) =>
    Object.values(indices?.groups ?? {}).filter((range) => range !== undefined),
  );
}

/** What those groups match becomes spaces. */
export const spacesAt = (text: string, pattern: RegExp): Blank[] =>
  placesAt(text, pattern).map(([from, to]) => ({ from, to, as: 'spaces' }));

type Passing = { blank: Blank | null; made: Buffer | null };

async function write(bytes: Buffer, position: number, { blank, passing }: { blank: Blank; passing: Passing }) {
  const { from, to, as } = blank;
  const [first, last] = [Math.max(from, position), Math.min(to, position + bytes.length)];
  if (as === 'zeros' || as === 'spaces') {
    bytes.fill(as === 'zeros' ? 0 : 32, first - position, last - position);
    return;
  }
  if (passing.blank !== blank) Object.assign(passing, { blank, made: typeof as === 'function' ? await as() : as });
  passing.made?.copy(bytes, first - position, first - from, last - from);
}

/** `start`: offset in the file of the first byte of the stream. */
export function blanked(body: Readable, blanks: readonly Blank[], start: number): Readable {
  let position = start;
  let next = 0;
  const passing: Passing = { blank: null, made: null };
  async function pass(chunk: Buffer): Promise<Buffer> {
    const end = position + chunk.length;
    while (next < blanks.length && (blanks[next] as Blank).to <= position) next += 1;
    let bytes = chunk;
    for (let nth = next; nth < blanks.length && (blanks[nth] as Blank).from < end; nth++) {
      if (bytes === chunk) bytes = Buffer.from(chunk);
      await write(bytes, position, { blank: blanks[nth] as Blank, passing });
    }
    position = end;
    return bytes;
  }
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      pass(chunk).then((bytes) => done(null, bytes), done);
    },
  });
  // Each of the two ends with the other; the reader gets the error.
  return pipeline(body, passed, () => undefined);
}

async function* partsOf(read: ReadAt, { from, to }: Range): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += stepBytes) yield await read(at, Math.min(stepBytes, to - at));
}

/** The same file with its blanks, from its first byte. */
export function readBlanked(read: ReadAt, bytes: number, blanks: readonly Blank[]): Readable {
  return blanked(Readable.from(partsOf(read, { from: 0, to: bytes }), { objectMode: false }), inOrder(blanks), 0);
}

/** The CRC that a ZIP stores for bytes. */
export async function sumOf(body: Readable): Promise<number> {
  let sum = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) sum = crc32(chunk, sum);
  return sum;
}
