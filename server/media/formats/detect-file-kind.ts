// The kind of a local file: by its bytes, where its name claims a picture, video or map.
import { access } from 'node:fs/promises';
import pLimit from 'p-limit';
import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { createPromiseCache } from '#server/lib/memoize.ts';
import { previewIn } from './embedded-preview.ts';
import { type FileKind, isHarmless, kindOfType, mayHavePreview, otherType, typeOfName } from './media-types.ts';
import { type ReadAt, withFile } from './read-at.ts';
import { readTiffKind } from './tiff-directory.ts';

/**
 * `from`: the source of its picture, nothing if it cannot be decoded. `isPlaced`: a world file beside it says where the map lies.
 * `isHarmless`: of a kind that does not reveal who took a picture, and where.
 */
export type DetectedFile = {
  kind: FileKind;
  from: 'file' | 'preview' | null;
  isPlaced?: boolean;
  isHarmless?: boolean;
};
type Known = DetectedFile & { mayBePlaced?: boolean };

/** Some hundred bytes each. */
const maxCached = 20_000;
/** A preview is read whole. */
const concurrency = 4;
/** ESRI's world files beside a TIFF. */
const worldEndings = ['tfw', 'TFW', 'tifw', 'tiffw', 'wld'];

const plainFile: DetectedFile = { kind: 'file', from: null };

async function hasWorldFile(path: string): Promise<boolean> {
  const stem = path.replace(/\.[^.]*$/, '');
  const found = worldEndings.map((ending) =>
    access(`${stem}.${ending}`).then(
      () => true,
      () => false,
    ),
  );
  return (await Promise.all(found)).includes(true);
}

async function byPreview(read: ReadAt): Promise<DetectedFile> {
  return (await previewIn(read)) ? { kind: 'image', from: 'preview' } : plainFile;
}

async function detectTiff(read: ReadAt, name: string): Promise<Known> {
  const kind = await readTiffKind(read).catch(() => null);
  // A damaged one is still called a map, so that the error can say that it is damaged.
  if (kind === null) return typeOfName(name) === 'image/tiff' ? { kind: 'geotiff', from: null } : plainFile;
  if (kind === 'map') return { kind: 'geotiff', from: null };
  if (kind === 'picture' && !mayHavePreview(name)) return { kind: 'image', from: 'file', mayBePlaced: true };
  const previewed = await byPreview(read);
  return previewed.kind === 'file' && kind === 'picture' ? { kind: 'image', from: 'file' } : previewed;
}

/** By its name and parts of it, wherever it lies; files beside it are not looked for. */
export async function detectFile(read: ReadAt, name: string): Promise<Known> {
  const named = typeOfName(name);
  const head = await read(0, sniffedBytes);
  if (named === otherType && !mayHavePreview(name)) return { ...plainFile, isHarmless: isHarmless(name, head) };
  const sniffed = sniffMedia(head);
  if (sniffed === 'image/tiff') return detectTiff(read, name);
  if (sniffed === 'image/heic') return byPreview(read);
  if (sniffed !== null) return { kind: kindOfType(sniffed), from: 'file' };
  // Empty, damaged, or something else under this name: nothing of it is decoded.
  return { kind: mayHavePreview(name) ? 'file' : kindOfType(named), from: null };
}

/** Each file is analysed once, by its version; files beside it are checked each time. */
export function createFileKindDetector() {
  const cached = createPromiseCache<Known>(maxCached);
  const queue = pLimit(concurrency);

  return async (path: string, { name, version }: { name: string; version: string }): Promise<DetectedFile> => {
    const detect = () => queue(() => withFile(path, (read) => detectFile(read, name)));
    const { mayBePlaced, ...detected } = await cached(`${path} ${version}`, detect).catch(() => plainFile as Known);
    return mayBePlaced && (await hasWorldFile(path)) ? { kind: 'geotiff', from: null, isPlaced: true } : detected;
  };
}
