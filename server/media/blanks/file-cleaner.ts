// Videos without position, maps without makers, documents without authors: the same file, with some bytes blanked while it is streamed.
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { FileBytes } from '#server/media/formats/range.ts';
import { type ReadAt, withFile } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { remoteParts } from '#server/media/sources/remote-parts.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type Blank, blanked } from './blanks.ts';
import { findDocumentBlanks } from './document-blanks.ts';
import { findMapBlanks } from './map-owners.ts';
import { findBlanks } from './video-positions.ts';
import { findWebmBlanks } from './webm-tags.ts';

/** Of all known files together: some hundred bytes each. */
const maxBlanks = 400_000;
const concurrency = 4;
/** A document of this size is read through while somebody waits for a list. */
const maxAwaited = 32 * 1024 * 1024;

const noParts = new MediaError(
  'unreachable',
  'This host does not say how large its file is, or answers no parts of it',
);

/** The offset and the whole length that a part names; null where it does not. */
function partIn(range: string | null): { start: number; whole: number } | null {
  const [, start, whole] = /^bytes (\d+)-\d+\/(\d+)$/.exec(range ?? '') ?? [];
  return start && whole ? { start: Number(start), whole: Number(whole) } : null;
}

function withBlanks(file: SourceFile, blanks: readonly Blank[], length: number): SourceFile {
  return {
    ...file,
    // Other bytes than the file's own.
    id: `${file.id} without positions`,
    async open(range): Promise<FileBytes> {
      const answer = await file.open(range);
      const part = answer.status === 206 ? partIn(answer.range) : { start: 0, whole: answer.bytes ?? length };
      if (part?.whole !== length) {
        answer.body.destroy();
        throw noParts;
      }
      return { ...answer, body: blanked(answer.body, blanks, part.start) };
    },
  };
}

type Known = { blanks: readonly Blank[] } | { blanks: null; refused: MediaError };

/** What browsers play beside MP4 and QuickTime, and cameras do not write. */
async function findVideoBlanks(read: ReadAt, bytes: number): Promise<readonly Blank[]> {
  const blanks = (await findBlanks(read, bytes)) ?? (await findWebmBlanks(read, bytes));
  if (blanks) return blanks;
  throw new MediaError('no_picture', 'The position cannot be removed from a video of this kind');
}

/** It stays so as long as its bytes do; anything else may pass. */
function asKnown(error: unknown): Known {
  if (error instanceof MediaError && error.code === 'no_picture') return { blanks: null, refused: error };
  throw error;
}

/** Each file is read through once, by what names its bytes. */
export function createFileCleaner() {
  const known = new LRUCache<string, Known>({
    maxSize: maxBlanks,
    sizeCalculation: ({ blanks }) => 1 + (blanks?.length ?? 0),
  });
  const reading = new Map<string, Promise<Known>>();
  const queue = pLimit(concurrency);

  async function findAll({ path, open, kind, name, isPlaced = false }: SourceFile, bytes: number): Promise<Known> {
    const find = (read: ReadAt, size: number) => {
      if (kind === 'geotiff') return findMapBlanks(read, { isPlaced, bytes: size });
      // Opened for each part: what is packed is read again as it passes.
      if (kind === 'file' && path !== undefined)
        return findDocumentBlanks((at, length) => withFile(path, (part) => part(at, length)), { bytes: size, name });
      return findVideoBlanks(read, size);
    };
    return {
      blanks: await queue(() => (path === undefined ? find(remoteParts(open, bytes), bytes) : withFile(path, find))),
    };
  }

  const nameOf = ({ id, version }: SourceFile) => `${id}\0${version}`;

  async function findOnce(file: SourceFile): Promise<Known> {
    const { bytes } = file;
    if (bytes === null) throw noParts;
    const name = nameOf(file);
    const made =
      known.get(name) ??
      reading.get(name) ??
      findAll(file, bytes)
        .catch(asKnown)
        .finally(() => reading.delete(name));
    if (made instanceof Promise) reading.set(name, made);
    const found = await made;
    known.set(name, found);
    return found;
  }

  return {
    /**
     * A video without its position, a map without its makers, a document without its authors. Throws a MediaError if they cannot be
     * removed.
     */
    async clean(file: SourceFile): Promise<SourceFile> {
      const found = await findOnce(file);
      if (found.blanks === null) throw found.refused;
      return withBlanks(file, found.blanks, file.bytes as number);
    },
    /** Why they cannot be taken out; null where they can. A large file is not waited for: its answer is there later. */
    async whyNot(file: SourceFile): Promise<string | null> {
      const finding = findOnce(file).catch(() => null);
      const isAwaited = known.has(nameOf(file)) || (file.bytes ?? 0) <= maxAwaited;
      const found = isAwaited ? await finding : null;
      return found?.blanks === null ? found.refused.message : null;
    },
  };
}
export type FileCleaner = ReturnType<typeof createFileCleaner>;
