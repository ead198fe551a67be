// Hashes the files of a tab as their source gives them, and the copies that clients get of them.
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import pLimit from 'p-limit';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { keepDetails, readDetails } from '#server/features/media/picture-details.ts';
import { productItself, type Thumbnails } from '#server/media/images/thumbnails.ts';
import { isTransient, MediaError } from '#server/media/source-errors.ts';
import { patiently, sumBody } from '#server/media/sources/read-whole.ts';
import type { MediaRoot, MediaSource, SourceFile } from '#server/media/sources/source.ts';
import type { FileDetails, FileHash, ReleasedFile, UnsealedTab } from './manifest.ts';

export type HashingDependencies = {
  db: Kysely<Tables>;
  source: MediaSource;
  hosts: LinkHosts;
  thumbnails: Pick<Thumbnails, 'get'>;
};

const concurrency = 3;

/** Of the file's own bytes. Throws a MediaError. */
export async function hashOriginal(file: Pick<SourceFile, 'open' | 'bytes'>): Promise<Omit<FileHash, 'of'>> {
  const { body } = await file.open(null);
  const { sha256, bytes } = await sumBody({ body, bytes: file.bytes });
  return { sha256, bytes };
}

/** None of a picture that cannot be decoded: clients get no copy of it either. */
async function hashCopies(thumbnails: HashingDependencies['thumbnails'], file: SourceFile): Promise<FileHash[]> {
  const { id, version } = file;
  const request = { id, version, person: productItself, picture: (side: number) => file.picture(side) };
  const copies: FileHash[] = [];
  for (const of of ['full', 's1600'] as const) {
    const { bytes } = await patiently(() => thumbnails.get(request, of, 'jpeg'));
    copies.push({ of, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length });
  }
  return copies;
}

function asMediaError(error: unknown): MediaError {
  if (error instanceof MediaError) return error;
  throw error;
}

async function hashesOf(deps: HashingDependencies, file: SourceFile): Promise<FileHash[]> {
  const original = { of: 'original' as const, ...(await patiently(() => hashOriginal(file))) };
  if (file.kind !== 'image') return [original];
  const copies = await hashCopies(deps.thumbnails, file).catch((error: unknown) => {
    if (isTransient(asMediaError(error))) throw error;
    return [];
  });
  return [original, ...copies];
}

const unknown = { capturedAt: null, latitude: null, longitude: null, altitude: null, camera: null };

/** What the headers say, by file. */
async function detailsOf(deps: HashingDependencies, files: readonly SourceFile[]): Promise<(id: string) => object> {
  await keepDetails(deps.db, files);
  const known = await readDetails(deps.db, files);
  return (id) => {
    const found = known.get(id);
    if (!found) return unknown;
    const { capturedAt, latitude, longitude, altitude, camera } = found;
    return { capturedAt, latitude, longitude, altitude, camera };
  };
}

/** `ids`: those of the files that were released; null of a link that is no folder. `isPatient`: what may pass is thrown, so that it is tried again later. */
type Tab = { kind: MediaKind; link: string; roots: MediaRoot[]; ids: readonly string[] | null; isPatient: boolean };
type HashedTab = { files: ReleasedFile[]; tabs: UnsealedTab[] };

function unreadable(kind: MediaKind, file: { id: string; version: string; name: string }, error: MediaError) {
  const details: FileDetails = { ...unknown, name: file.name, problem: error.message };
  return { kind, file: file.id, version: file.version, details, hashes: [], reason: error.code };
}

async function hashFile(
  deps: HashingDependencies,
  { kind, isPatient }: Tab,
  { file, details }: { file: SourceFile; details: object },
): Promise<ReleasedFile> {
  const { id, version, name } = file;
  try {
    const hashes = await hashesOf(deps, file);
    return { kind, file: id, version, details: { ...unknown, ...details, name }, hashes, reason: null };
  } catch (error) {
    const problem = asMediaError(error);
    if (isPatient && isTransient(problem)) throw problem;
    return unreadable(kind, file, problem);
  }
}

const gone = new MediaError('not_found', 'The file is no longer there.');

export async function hashTab(deps: HashingDependencies, tab: Tab): Promise<HashedTab> {
  const { kind, link, roots, ids, isPatient } = tab;
  let listed: SourceFile[] | null;
  try {
    listed = await patiently(() => deps.source.list(classifyLink(link, deps.hosts), roots));
  } catch (error) {
    const problem = asMediaError(error);
    if (isPatient && isTransient(problem)) throw problem;
    return { files: [], tabs: [{ kind, reason: problem.code }] };
  }
  if (listed === null) return { files: [], tabs: [{ kind, reason: 'other_host' }] };
  const present = new Map(listed.map((file) => [file.id, file]));
  const wanted = ids ?? listed.map(({ id }) => id);
  const released = new Set(wanted);
  const readHeader = await detailsOf(
    deps,
    listed.filter(({ id }) => released.has(id)),
  );
  const queue = pLimit(concurrency);
  const files = wanted.map((id) => {
    const file = present.get(id);
    if (!file) return unreadable(kind, { id, version: '', name: '' }, gone);
    return queue(() => hashFile(deps, tab, { file, details: readHeader(id) }));
  });
  return { files: await Promise.all(files), tabs: [] };
}
