// What lies in folders of this machine, or in the bucket that the settings name: uploads, pyramids of maps, and reports.
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
  reports: Storage;
  problem(): Promise<string | null>;
};

const megabyte = 1024 * 1024;

function inFolders({ dataDir, uploads: settings }: Config): Storages {
  const uploads = settings && createUploadStore(settings.root);
  return {
    uploads,
    folders: uploads?.folders ?? null,
    contents: null,
    maps: createFolderStorage(join(dataDir, 'maps')),
    reports: createFolderStorage(join(dataDir, 'reports')),
    problem: async () => null,
  };
}

/** Its client is loaded only where there is a bucket. */
async function inBucket(address: BucketAddress, { dataDir, mapCacheMegabytes }: Config): Promise<Storages> {
  const { bucketProblem, openBucket } = await import('#server/media/storage/bucket.ts');
  const { createBucketStorage } = await import('#server/media/storage/bucket-storage.ts');
  const { contentPrefix, createBucketUploads, mapPrefix, reportPrefix } = await import(
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
    reports: below(reportPrefix),
    problem: () => bucketProblem(bucket),
  };
}

export async function openStorages(config: Config): Promise<Storages> {
  return config.bucket === null ? inFolders(config) : inBucket(config.bucket, config);
}
