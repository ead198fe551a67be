// Which bytes of a map nothing points to: what programs left there, or people hid, is no part of it.

import type { Range, ReadAt } from '#server/media/formats/read-at.ts';
import type { TiffDirectory, TiffFile } from '#server/media/formats/tiff-directory.ts';
import { gapsBetween } from './blanks.ts';

/** Offsets and lengths of strips and of tiles. */
const blocks = [
  [273, 279],
  [324, 325],
] as const;
/** Between the blocks of a cloud-optimized map stands how long each is, which its reader relies on. */
const shortest = 8;
const structure =
  /^GDAL_STRUCTURAL_METADATA_SIZE=\d{6} bytes\n(?:(?:LAYOUT|BLOCK_ORDER|BLOCK_LEADER|BLOCK_TRAILER|KNOWN_INCOMPATIBLE_EDITION|MASK_INTERLEAVED_WITH_IMAGERY)=\w+\n ?)*/;
const longestStructure = 400;

async function blocksOf(directory: TiffDirectory, bytes: number): Promise<Range[]> {
  const ranges: Range[] = [];
  for (const [at, size] of blocks) {
    const [offsets, lengths] = [await directory.allNumbers(at), await directory.allNumbers(size)];
    for (const [nth, from] of offsets.entries()) {
      const length = lengths[nth] ?? 0;
      // Where it does not say how long it is it reaches as far as it may.
      if (from > 0) ranges.push({ from, to: length > 0 ? from + length : bytes });
    }
  }
  return ranges;
}

type Asked = {
  file: TiffFile;
  /** Those of pictures and of what else is pointed to. */
  directories: readonly TiffDirectory[];
  isKept(tag: number): boolean;
  bytes: number;
};

export async function findMapGaps(read: ReadAt, { file, directories, isKept, bytes }: Asked): Promise<Range[]> {
  const header = file.big ? 16 : 8;
  const told = structure.exec((await read(header, longestStructure)).toString('latin1'))?.[0].length ?? 0;
  const kept: Range[] = [{ from: 0, to: header + told }];
  for (const one of directories) {
    kept.push(one.range, ...(await blocksOf(one, bytes)));
    for (const { tag, from, to } of one.places) if (isKept(tag)) kept.push({ from, to });
  }
  return gapsBetween(kept, bytes, shortest);
}
