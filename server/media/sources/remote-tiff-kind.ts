// The kind of a TIFF on another host, as far as it can be found while somebody waits for a list.
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { createPromiseCache } from '#server/lib/memoize.ts';
import { readTiffKind, type TiffKind } from '#server/media/formats/tiff-kind.ts';
import { remoteParts } from './remote-parts.ts';
import type { SourceFile } from './source.ts';

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
