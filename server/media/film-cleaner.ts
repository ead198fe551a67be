// Films without their position, maps without their makers: the same file to its reader, with some of its bytes blanked as they pass.
import { pipeline, type Readable, Transform } from 'node:stream';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type Blank, findBlanks } from './film-positions.ts';
import { findMapBlanks } from './map-owners.ts';
import { type ReadAt, withFile } from './read-at.ts';
import { remoteParts } from './remote-parts.ts';
import { type FileBytes, MediaError, type SourceFile } from './source.ts';
import { findWebmBlanks } from './webm-tags.ts';

/** Of all known files together: some hundred bytes each. */
const maxBlanks = 400_000;
const concurrency = 4;

const noParts = new MediaError(
  'unreachable',
  'This host does not say how large its file is, or answers no parts of it',
);

/** `start`: where in the file the first byte of it stands. */
function blanked(body: Readable, blanks: readonly Blank[], start: number): Readable {
  let position = start;
  let next = 0;
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = position + chunk.length;
      while (next < blanks.length && (blanks[next] as Blank).to <= position) next += 1;
      let bytes = chunk;
      for (let nth = next; nth < blanks.length && (blanks[nth] as Blank).from < end; nth++) {
        if (bytes === chunk) bytes = Buffer.from(chunk);
        write(bytes, position, blanks[nth] as Blank);
      }
      position = end;
      done(null, bytes);
    },
  });
  // Each of the two ends with the other; what failed is told to whoever reads.
  return pipeline(body, passed, () => undefined);
}

function write(bytes: Buffer, position: number, { from, to, as }: Blank): void {
  const [first, last] = [Math.max(from, position), Math.min(to, position + bytes.length)];
  if (as === 'zeros' || as === 'spaces') bytes.fill(as === 'zeros' ? 0 : 32, first - position, last - position);
  else as.copy(bytes, first - position, first - from, last - from);
}

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

type Known = { blanks: readonly Blank[] };

/** What browsers play beside MP4 and QuickTime, and cameras do not write. */
async function findFilmBlanks(read: ReadAt, bytes: number): Promise<readonly Blank[]> {
  const blanks = (await findBlanks(read, bytes)) ?? (await findWebmBlanks(read, bytes));
  if (blanks) return blanks;
  throw new MediaError('no_picture', 'This is no film of a kind of which the position can be taken out');
}

/** Each file is read through once, by what names its bytes. */
export function createFilmCleaner() {
  const known = new LRUCache<string, Known>({
    maxSize: maxBlanks,
    sizeCalculation: ({ blanks }) => 1 + blanks.length,
  });
  const reading = new Map<string, Promise<Known>>();
  const queue = pLimit(concurrency);

  async function look({ path, open, kind, isPlaced = false }: SourceFile, bytes: number): Promise<Known> {
    const find = (read: ReadAt, size: number) =>
      kind === 'geotiff' ? findMapBlanks(read, { isPlaced, bytes: size }) : findFilmBlanks(read, size);
    const blanks = await queue(() =>
      path === undefined ? find(remoteParts(open, bytes), bytes) : withFile(path, find),
    );
    return { blanks };
  }

  async function blanksOf(file: SourceFile): Promise<Known & { bytes: number }> {
    const { bytes } = file;
    if (bytes === null) throw noParts;
    const name = `${file.id}\0${file.version}`;
    const made = known.get(name) ?? reading.get(name) ?? look(file, bytes).finally(() => reading.delete(name));
    if (made instanceof Promise) reading.set(name, made);
    const found = await made;
    known.set(name, found);
    return { ...found, bytes };
  }

  return {
    /** A film without its position, a map without its makers. Throws a MediaError where they cannot be taken out. */
    async clean(file: SourceFile): Promise<SourceFile> {
      const { blanks, bytes } = await blanksOf(file);
      return withBlanks(file, blanks, bytes);
    },
  };
}
export type FilmCleaner = ReturnType<typeof createFilmCleaner>;
