// Which bytes of a map may say by whom and with what it was made: they are blanked in their place, no other byte moves. Where it lies stays.
import type { Range, ReadAt } from '#server/media/formats/read-at.ts';
import {
  readTiff,
  readTiffKind,
  type TiffDirectory,
  type TiffFile,
  withSubdirectories,
} from '#server/media/formats/tiff-directory.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { type Blank, gapsBetween } from './blanks.ts';

// Which bytes of a map nothing points to: what programs left there, or people hid, is no part of it.

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

type GapSearch = {
  file: TiffFile;
  /** Those of pictures and of what else is pointed to. */
  directories: readonly TiffDirectory[];
  isKept(tag: number): boolean;
  bytes: number;
};

export async function findMapGaps(read: ReadAt, { file, directories, isKept, bytes }: GapSearch): Promise<Range[]> {
  const header = file.big ? 16 : 8;
  const structureLength = structure.exec((await read(header, longestStructure)).toString('latin1'))?.[0].length ?? 0;
  const kept: Range[] = [{ from: 0, to: header + structureLength }];
  for (const one of directories) {
    kept.push(one.range, ...(await blocksOf(one, bytes)));
    for (const { tag, from, to } of one.places) if (isKept(tag)) kept.push({ from, to });
  }
  return gapsBetween(kept, bytes, shortest);
}

/** What drawing and placing it needs: TIFF 6.0, its supplements, GeoTIFF, GDAL's nodata, LERC, RPC. All else is blanked. */
const needed = new Set([
  ...[254, 255, 256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 280, 281, 282, 283, 284, 292, 293, 296, 301],
  ...[317, 318, 319, 320, 322, 323, 324, 325, 330, 338, 339, 340, 341, 342, 347, 529, 530, 531, 532, 34_675],
  ...[33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_113, 50_674, 50_844],
]);
const metadata = 42_112;
/** Directories of their own: Exif, GPS, and what lies within them. */
const pointers = [34_665, 34_853, 40_965];
/** Of GDAL's metadata: how numbers become heights, and figures of all pixels. A picture's Exif is copied there too. */
const neededItems =
  /<Item\b(?=[^>]*(?:\brole="(?:scale|offset|unittype)"|name="(?:STATISTICS_\w+|AREA_OR_POINT|LAYER_TYPE)"))[^>]*>[^<]*<\/Item>/g;
const maxPointers = 16;

/** The parts of a text between what is kept of it. */
function between(text: string, kept: RegExp, start: number): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(kept)) {
    ranges.push({ from: start + at, to: start + index });
    at = index + found.length;
  }
  return [...ranges, { from: start + at, to: start + text.length }];
}

const keptText = new RegExp(`^\\s*<GDALMetadata>|</GDALMetadata>\\s*\\0?$|${neededItems.source}`, 'g');

async function blanksOfMetadata(directory: TiffDirectory, { from, to }: Range): Promise<Blank[]> {
  const text = (await directory.bytes(metadata)).toString('latin1');
  const ranges = text.length === to - from ? between(text, keptText, from) : [{ from, to }];
  return ranges.map((range) => ({ ...range, as: 'spaces' }));
}

/** `found`: those that were pointed to. */
type Directories = { at(offset: number): Promise<TiffDirectory>; left: number; found: TiffDirectory[] };

/** All that a directory holds, and those that it points to. */
async function blanksBeneath(directories: Directories, directory: TiffDirectory): Promise<Blank[]> {
  const blanks: Blank[] = [];
  for (const { tag, from, to } of directory.places) {
    if (pointers.includes(tag)) blanks.push(...(await blanksOfPointer(directories, directory, tag)));
    else blanks.push({ from, to, as: 'zeros' });
  }
  return blanks;
}

/** The pointer stays: behind it lies a directory whose every value is zero. */
async function blanksOfPointer(directories: Directories, directory: TiffDirectory, tag: number): Promise<Blank[]> {
  const [offset] = await directory.numbers(tag);
  directories.left -= 1;
  if (offset === undefined || directories.left < 0) throw cannot();
  const beneath = await directories.at(offset);
  directories.found.push(beneath);
  return blanksBeneath(directories, beneath);
}

async function blanksOf(directories: Directories, directory: TiffDirectory): Promise<Blank[]> {
  const blanks: Blank[] = [];
  for (const { tag, from, to } of directory.places) {
    if (tag === metadata) blanks.push(...(await blanksOfMetadata(directory, { from, to })));
    else if (pointers.includes(tag)) blanks.push(...(await blanksOfPointer(directories, directory, tag)));
    else if (!needed.has(tag)) blanks.push({ from, to, as: 'zeros' });
  }
  return blanks;
}

type Asked = { isPlaced: boolean; bytes: number };

const cannot = () =>
  new MediaError('no_picture', 'This file is no map, or made in a way of which its owner’s name cannot be taken out');

const isKept = (tag: number) => needed.has(tag) || tag === metadata;

/** Throws a MediaError for a TIFF that is no map: `isPlaced` where a file beside it says where it lies. */
export async function findMapBlanks(read: ReadAt, { isPlaced, bytes }: Asked): Promise<Blank[]> {
  try {
    const kind = await readTiffKind(read);
    const file = await readTiff(read);
    if (!file?.isWhole || kind === 'raw' || (kind !== 'map' && !isPlaced)) throw cannot();
    const pictures = await withSubdirectories(file);
    const pointed: Directories = { at: file.directoryAt, left: maxPointers, found: [] };
    const found: Blank[] = [];
    for (const one of pictures) found.push(...(await blanksOf(pointed, one)));
    const directories = [...pictures, ...pointed.found];
    for (const gap of await findMapGaps(read, { file, directories, isKept, bytes }))
      found.push({ ...gap, as: 'zeros' });
    return found.filter(({ from, to }) => from < to).sort((one, other) => one.from - other.from);
  } catch (error) {
    if (error instanceof RangeError) throw cannot();
    throw error;
  }
}
