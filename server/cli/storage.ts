// Moves what is stored between the folders and the bucket of the settings, and verifies that everything has arrived.
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inBucket, inFolders } from '#server/app/storages.ts';
import type { BucketAddress } from '#server/config/storage.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { StartupError } from '#server/db/startup-error.ts';
import { tidyFolder } from '#server/features/uploads/cleanup.ts';
import {
  countTravelling,
  keepVersions,
  listContents,
  type NamedContent,
  stillNamed,
  versionOfContent,
} from '#server/features/uploads/contents.ts';
import { fileVersion } from '#server/lib/file-version.ts';
import { isTransient } from '#server/media/source-errors.ts';
import { contentKey } from '#server/media/sources/upload-store.ts';
import { type CopiedFile, copyFiles, type Tally, verifyFiles } from '#server/media/storage/copying.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import type { Storage } from '#server/media/storage/storage.ts';

export const storageUsage = `npm run storage -- copy --to bucket|folder [--thorough]
  npm run storage -- verify --to bucket|folder
      between UPLOAD_ROOT and DATA_DIR, and the bucket in STORAGE_URL: set all of them for this`;

type Way = { act: 'copy' | 'verify'; to: 'bucket' | 'folder'; isThorough: boolean };
type Places = { uploadRoot: string; dataDir: string; bucket: BucketAddress | null };
type Ends = { folder: ReturnType<typeof openFolder>; bucket: Awaited<ReturnType<typeof inBucket>> };
/** `say` gets how far it is, a line at a time. */
type Telling = { say(line: string): void };

export function readWay(args: string[]): Way {
  const options = { to: { type: 'string' }, thorough: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [act, ...more] = positionals;
  const { to, thorough: isThorough = false } = values;
  if ((act !== 'copy' && act !== 'verify') || (to !== 'bucket' && to !== 'folder') || more.length > 0)
    throw new StartupError(`Use one of\n  ${storageUsage}`);
  return { act, to, isThorough };
}

/** Its uploads are seen through what sessions show of them. */
function openFolder({ uploadRoot, dataDir }: Places) {
  const storages = inFolders({ dataDir, root: uploadRoot });
  const store = storages.uploads as NonNullable<typeof storages.uploads>;
  const { maps, videos, packs } = storages;
  return { maps, videos, packs, store, shown: createFolderStorage(store.folders) };
}

const keyOf = ({ upload, folder, name }: NamedContent['files'][number]) =>
  [upload, folder, name].filter((part) => part !== '').join('/');

function nameOf({ files }: NamedContent): string {
  const [first] = files;
  const more = files.length === 1 ? '' : ` and at ${files.length - 1} more`;
  return `uploads/${first ? keyOf(first) : ''}${more}`;
}

/** From links of sessions to the content under its hash. */
function toBucket(db: Database['query'], { folder, bucket }: Ends, content: NamedContent): CopiedFile {
  const { sha256, bytes, files } = content;
  const key = contentKey(sha256);

  async function keepOwnVersions(): Promise<void> {
    const found = await Promise.all(
      files.map((file) => stat(join(folder.store.folders, keyOf(file))).catch(() => null)),
    );
    await keepVersions(
      db,
      files.flatMap(({ id }, nth) => {
        const there = found[nth];
        return there ? [{ id, version: fileVersion(there) }] : [];
      }),
    );
  }

  return {
    name: nameOf(content),
    known: { sha256, bytes },
    async from() {
      await keepOwnVersions();
      for (const file of files) {
        const found = await folder.shown.find(keyOf(file));
        if (found) return found;
      }
      return null;
    },
    to: async () => [await bucket.contents.find(key)].filter((found) => found !== null),
    put: (path) => bucket.contents.add(key, path),
    waiting: '',
  };
}

/** From the content under its hash to each link. */
function toFolder(db: Database['query'], { folder, bucket }: Ends, content: NamedContent): CopiedFile {
  const { sha256, bytes, files } = content;
  const waiting = join(folder.store.arriving, randomUUID());

  return {
    name: nameOf(content),
    known: { sha256, bytes },
    from: () => bucket.contents.find(contentKey(sha256)),
    async to() {
      const found = await Promise.all(files.map((file) => folder.shown.find(keyOf(file))));
      return found.includes(null) ? [] : found.filter((file) => file !== null);
    },
    async put(path) {
      await keepVersions(
        db,
        files.map(({ id }) => ({ id, version: versionOfContent(sha256) })),
      );
      // Whatever lies there is not what it should be, and no server reads it: the rows say that it lies in the bucket.
      for (const file of files) await folder.shown.remove(keyOf(file));
      await folder.store.removeContent(sha256);
      for (const file of files) await folder.store.place({ copy: path, sha256 }, file);
    },
    waiting,
  };
}

/** Pyramids take minutes to make, and packs are never made again; reports are, when somebody asks. */
const kept = {
  maps: /^[0-9a-f]{64}\.tif$/,
  videos: /^[0-9a-f]{64}\.(?:mp4|jpg)$/,
  packs: /^\d+\/\d+-[0-9a-f]{16}\.pdf$/,
} as const;

async function keptFiles(
  kind: keyof typeof kept,
  { from, to, dataDir }: { from: Storage; to: Storage; dataDir: string },
): Promise<CopiedFile[]> {
  const found = (await from.list('')).filter(({ key }) => kept[kind].test(key));
  return found.map(({ key }) => ({
    name: `${kind}/${key}`,
    known: null,
    from: () => from.find(key),
    to: async () => [await to.find(key)].filter((file) => file !== null),
    put: (path) => to.add(key, path),
    waiting: join(dataDir, kind, `${randomUUID()}.part`),
  }));
}

const sizeOf = (bytes: number) => `${(bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
const count = (files: number) => (files === 1 ? '1 file' : `${files.toLocaleString('en')} files`);
const sentences = {
  missing: { copy: 'was not found', verify: 'is missing' },
  different: { copy: 'was not copied, because its bytes differ from what was uploaded', verify: 'has different bytes' },
  unreadable: { copy: 'could not be copied', verify: 'could not be read' },
};

/** Removed by people while others were copied. */
async function withoutRemoved(db: Database['query'], { faults, ...tally }: Tally): Promise<Tally> {
  const named = await stillNamed(
    db,
    faults.flatMap(({ file }) => (file.known ? [file.known.sha256] : [])),
  );
  return { ...tally, faults: faults.filter(({ file }) => file.known === null || named.has(file.known.sha256)) };
}

function summaryOf(act: Way['act'], { done, there, bytes, faults }: Tally, where: string): string {
  const wrong =
    faults.length === 0 ? '' : ` See above for ${count(faults.length)} that ${faults.length === 1 ? 'is' : 'are'} not.`;
  const whole = `${count(done)} (${sizeOf(bytes)})`;
  return act === 'copy'
    ? `Copied ${whole} to ${where}, which already had ${count(there)}. Everything that is stored is there now.${wrong}`
    : `Read ${whole} in ${where}: all are there, and their bytes are right.${wrong}`;
}

/** A store that is away or a full disk stops everything. */
async function toStop(error: unknown, problem: () => Promise<string | null>): Promise<never> {
  const after = 'What was copied is kept: run the same command again to continue.';
  if (isTransient(error)) throw new StartupError(`${(await problem()) ?? 'The store stopped answering.'} ${after}`);
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') throw new StartupError(`The disk is full. ${after}`);
  throw error;
}

async function openEnds(places: Places, { to }: Way): Promise<Ends> {
  const { uploadRoot, dataDir } = places;
  if (places.bucket === null) throw new StartupError('Set STORAGE_URL to the bucket as well.');
  if (to === 'bucket' && !existsSync(uploadRoot))
    throw new StartupError(`There is no folder ${uploadRoot}: set UPLOAD_ROOT to the folder of uploads.`);
  const bucket = await inBucket(places.bucket, { dataDir, mapCacheMegabytes: 1 });
  const problem = await bucket.problem();
  if (problem !== null) throw new StartupError(problem);
  return { folder: openFolder(places), bucket };
}

/** Folders of uploads show whatever lies in them: what was removed meanwhile must not come back. */
async function removeOutdated(db: Database['query'], { folder: { store } }: Ends): Promise<void> {
  for (const upload of readdirSync(store.folders)) await tidyFolder(db, store, upload);
}

/** Answers the sentence at the end, and a line for each file that is not as it should be. @throws StartupError */
export async function moveStorage(database: Database, places: Places, { say, ...way }: Way & Telling) {
  const ends = await openEnds(places, way);
  const db = database.query;
  await migrate(database);
  const isToBucket = way.to === 'bucket';
  const [from, to] = isToBucket ? [ends.folder, ends.bucket] : [ends.bucket, ends.folder];
  const uploads = (await listContents(db)).map((content) => (isToBucket ? toBucket : toFolder)(db, ends, content));
  const { dataDir } = places;
  const maps = await keptFiles('maps', { from: from.maps, to: to.maps, dataDir });
  const videos = await keptFiles('videos', { from: from.videos, to: to.videos, dataDir });
  const packs = await keptFiles('packs', { from: from.packs, to: to.packs, dataDir });
  const files = [...uploads, ...maps, ...videos, ...packs];
  const onProgress = ({ done, there, bytes, faults }: Tally) =>
    say(`${done + there + faults.length} of ${count(files.length)}, ${sizeOf(bytes)}`);
  const work =
    way.act === 'copy' ? copyFiles(files, { isThorough: way.isThorough, onProgress }) : verifyFiles(files, onProgress);
  const tally = await work
    .then((all) => withoutRemoved(db, all))
    .catch((error: unknown) => toStop(error, ends.bucket.problem));
  if (way.act === 'copy' && !isToBucket) await removeOutdated(db, ends);
  const where = isToBucket ? `the bucket ${places.bucket?.bucket}` : places.uploadRoot;
  const travelling = way.act === 'copy' ? await countTravelling(db) : 0;
  const arriving =
    travelling === 0 ? '' : ` Still uploading: ${count(travelling)}, which will start over at the new place.`;
  return {
    summary: summaryOf(way.act, tally, where) + arriving,
    faults: tally.faults.map(({ file, fault }) => `${file.name} ${sentences[fault][way.act]}`),
  };
}
