// Reading a file on another host by parts: what the readers of headers are given of it.
import { buffer } from 'node:stream/consumers';
import type { ReadAt } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { SourceFile } from './source.ts';

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
