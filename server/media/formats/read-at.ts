// Reading a file by parts: what the readers of headers are made of.
import { type FileHandle, open } from 'node:fs/promises';

/** Reads so many bytes from an offset; fewer at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Bytes from one offset to before another. */
export type Range = { from: number; to: number };

export function partsOf(file: FileHandle): ReadAt {
  return async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  };
}

/** Opens a file on this machine for as long as `work` takes. */
export async function withFile<T>(path: string, work: (read: ReadAt, bytes: number) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(partsOf(file), (await file.stat()).size);
  } finally {
    await file.close();
  }
}

export const inMemory =
  (bytes: Buffer): ReadAt =>
  async (offset, length) =>
    bytes.subarray(offset, offset + length);

/** A part of a file as a file of its own. */
export const partOf =
  (read: ReadAt, { from, to }: Range): ReadAt =>
  (offset, length) =>
    read(from + offset, Math.max(0, Math.min(length, to - from - offset)));
