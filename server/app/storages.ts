// What lies in folders of this machine, or in the bucket that the settings name: uploads, pyramids of maps, reports and lender's packs.
import { join } from 'node:path';
import type { BucketAddress } from '#server/config/storage.ts';
import type { Config } from '#server/config.ts';
import { createUploadStore, type UploadStore } from '#server/media/sources/upload-store.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import type { Storage } from '#server/media/storage/storage.ts';

/** `folders`: where uploads are shown from; `contents`: the same in a bucket. `problem`: why the bucket cannot be used, for the operator. */
export type Storages = {
  uploads: UploadStore | null;
  folders: string | null;
  contents: Storage | null;
  maps: Storage;
  videos: Storage;
  reports: Storage;
  /** Never cleaned up. */
  packs: Storage;
  problem(): Promise<string | null>;
};

const megabyte = 1024 * 1024;

/** `root`: of uploads; null: nobody uploads. */
export function inFolders({ dataDir, root }: { dataDir: string; root: string | null }) {
  const uploads = root === null ? null : createUploadStore(root);
  return {
    uploads,
    folders: uploads?.folders ?? null,
    contents: null,
    maps: createFolderStorage(join(dataDir, 'maps')),
    videos: createFolderStorage(join(dataDir, 'videos')),
    reports: createFolderStorage(join(dataDir, 'reports')),
    packs: createFolderStorage(join(dataDir, 'packs')),
    problem: async () => null,
  } satisfies Storages;
}

type Here = Pick<Config, 'dataDir' | 'mapCacheMegabytes'>;

/** Its client is loaded only where there is a bucket. */
export async function inBucket(address: BucketAddress, { dataDir, mapCacheMegabytes }: Here) {
  const { bucketProblem, openBucket } = await import('#server/media/storage/bucket.ts');
  const { createBucketStorage } = await import('#server/media/storage/bucket-storage.ts');
  const { contentPrefix, createBucketUploads, mapPrefix, packPrefix, reportPrefix, videoPrefix } = await import(
    '#server/media/sources/bucket-uploads.ts'
  );
  const bucket = openBucket(address);
  const copies = { folder: join(dataDir, 'copies'), maxBytes: mapCacheMegabytes * megabyte };
  const below = (prefix: string) => createBucketStorage({ bucket, prefix, copies });
  return {
    uploads: createBucketUploads(bucket, join(dataDir, 'parts')),
    folders: null,
    contents: below(contentPrefix),
    maps: below(mapPrefix),
    videos: below(videoPrefix),
    reports: below(reportPrefix),
    packs: below(packPrefix),
    problem: () => bucketProblem(bucket),
  } satisfies Storages;
}

export async function openStorages(config: Config): Promise<Storages> {
  const { bucket, dataDir, uploads } = config;
  return bucket === null ? inFolders({ dataDir, root: uploads?.root ?? null }) : inBucket(bucket, config);
}
