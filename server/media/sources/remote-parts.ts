// Reading a file on another host by parts: what the readers of headers are given of it.

import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createPromiseCache } from '#server/lib/memoize.ts';
import type { ReadAt } from '#server/media/formats/read-at.ts';
import { readTiffKind, type TiffKind } from '#server/media/formats/tiff-directory.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from './source.ts';

// The kind of a TIFF on another host, as far as it can be found while somebody waits for a list.
type TiffFile = Pick<SourceFile, 'id' | 'version' | 'bytes' | 'open'>;

const maxCached = 5_000;
const concurrency = 4;
/** A later result is there for the next list. */
const milliseconds = 2_000;

export type RemoteTiffKinds = ReturnType<typeof createRemoteTiffKinds>;

/** null: not known, or no TIFF. Each version is read once. */
export function createRemoteTiffKinds() {
  const cached = createPromiseCache<TiffKind | null>(maxCached);
  const queue = pLimit(concurrency);
  return async ({ id, version, bytes, open }: TiffFile): Promise<TiffKind | null> => {
    if (bytes === null) return null;
    const reading = cached(`${id} ${version}`, () => queue(() => readTiffKind(remoteParts(open, bytes))));
    return Promise.race([reading.catch(() => null), wait(milliseconds, null, { ref: false })]);
  };
}

type Open = SourceFile['open'];

/** A host that answers no parts is asked for nothing more. */
export async function readPart(open: Open, offset: number, length: number): Promise<Buffer> {
  const { status, body } = await open(`bytes=${offset}-${offset + length - 1}`);
  if (status === 206) return buffer(body);
  body.destroy();
  throw new MediaError('unreachable', 'This host does not answer parts of a file.');
}

const blockBytes = 65_536;

/** Fetched in blocks, each once: a header is read in many small steps. */
export function remoteParts(open: Open, bytes: number): ReadAt {
  const blocks = new Map<number, Promise<Buffer>>();
  function blockAt(start: number): Promise<Buffer> {
    const block = blocks.get(start) ?? readPart(open, start, Math.min(blockBytes, bytes - start));
    blocks.set(start, block);
    return block;
  }
  return async (offset, length) => {
    const end = Math.min(offset + length, bytes);
    const first = offset - (offset % blockBytes);
    const starts = Array.from({ length: Math.max(0, Math.ceil((end - first) / blockBytes)) }, (_, nth) => nth);
    const read = Buffer.concat(await Promise.all(starts.map((nth) => blockAt(first + nth * blockBytes))));
    return read.subarray(offset - first, Math.max(end, offset) - first);
  };
}
