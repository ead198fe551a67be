// Reading a file by parts: what the readers of headers are made of.
import { type FileHandle, open } from 'node:fs/promises';

/** Reads so many bytes from an offset; fewer at the end of the file. */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

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
