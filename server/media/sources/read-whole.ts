// Reads what a source gives to its end, and tries again what may pass: for seals, archives and programs, which need every byte and have time.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from './source.ts';

/** `crc`: CRC-32, as ZIPs have it. */
export type Sums = { bytes: number; crc: number; sha256: string };

/** Milliseconds before each further attempt. */
const pauses = [500, 3_000];

const brokeOff = () => new MediaError('unreachable', 'Its source broke off.');

/** `bytes`: of the whole file, where its source says so. Throws a MediaError where it breaks off. */
export async function sumBody({
  body,
  bytes: said,
}: {
  body: AsyncIterable<unknown>;
  bytes: number | null;
}): Promise<Sums> {
  const hash = createHash('sha256');
  let crc = 0;
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      hash.update(chunk);
    }
  } catch (error) {
    throw error instanceof MediaError ? error : brokeOff();
  }
  if (said !== null && bytes !== said) throw brokeOff();
  return { bytes, crc, sha256: hash.digest('hex') };
}

export async function patiently<T>(read: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await read();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await wait(pause, undefined, { ref: false });
    }
  }
  return read();
}

/** For programs that read from a path: where it lies on this machine, else fetched whole to `to`. */
export async function pathOfWhole(
  { path, open }: Pick<SourceFile, 'path' | 'open'>,
  to: string,
  signal?: AbortSignal,
): Promise<string> {
  if (path !== undefined) return path;
  const { body } = await open(null);
  await pipeline(body, createWriteStream(to), { signal });
  return to;
}
