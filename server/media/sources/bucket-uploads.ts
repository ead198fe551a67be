// Uploaded files in a bucket: arriving parts, and every content once under its hash. Which upload shows which, the rows say alone.
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CompletedPart } from '@aws-sdk/client-s3';
import { ArrivingParts, arrivingPrefix } from '#server/media/storage/arriving-parts.ts';
import { askBucket, type Bucket } from '#server/media/storage/bucket.ts';
import { abortParts, listBucket, openPart } from '#server/media/storage/bucket-storage.ts';
import { contentKey, type UploadStore } from './upload-store.ts';

/** Where contents lie in a bucket. */
export const contentPrefix = 'uploads/content/';
/** Where pyramids, light copies of videos, reports and packs lie. */
export const mapPrefix = 'maps/';
export const videoPrefix = 'videos/';
export const reportPrefix = 'reports/';
export const packPrefix = 'packs/';
/** `most` that a store copies at once, and of what is larger, a `part`. */
const copyLimits = { most: 5 * 1024 ** 3, part: 1024 ** 3 };

const missing = () => Object.assign(new Error('There is no such file among the arriving'), { code: 'ENOENT' });

type Copy = { from: string; to: string; bytes: number; etag: string | undefined };

/** Within the store: its bytes do not pass this server. */
export async function copyWithin(
  { client, name }: Bucket,
  { from, to, bytes }: Omit<Copy, 'etag'>,
  { most, part: step } = copyLimits,
): Promise<void> {
  const source = { CopySource: `${name}/${from}` };
  const target = { Bucket: name, Key: to };
  if (bytes <= most) {
    await client.copyObject({ ...target, ...source });
    return;
  }
  const { UploadId } = await client.createMultipartUpload(target);
  const Parts: CompletedPart[] = [];
  for (let first = 0; first < bytes; first += step) {
    const CopySourceRange = `bytes=${first}-${Math.min(first + step, bytes) - 1}`;
    const part = { PartNumber: Parts.length + 1, UploadId };
    const { CopyPartResult } = await client.uploadPartCopy({ ...target, ...source, ...part, CopySourceRange });
    Parts.push({ PartNumber: part.PartNumber, ETag: CopyPartResult?.ETag });
  }
  await client.completeMultipartUpload({ ...target, UploadId, MultipartUpload: { Parts } });
}

/** Some stores cannot be asked to copy only what has an ETag, so it is compared afterwards: what was hashed is what lies there. */
async function copyHashed(bucket: Bucket, copy: Copy): Promise<void> {
  const { client, name } = bucket;
  await askBucket(copyWithin(bucket, copy));
  const [now, made] = await Promise.all(
    [copy.from, copy.to].map((Key) => askBucket(client.headObject({ Bucket: name, Key }))),
  );
  if (now?.ETag === copy.etag && made?.ContentLength === copy.bytes) return;
  await client.deleteObject({ Bucket: name, Key: copy.to });
  throw missing();
}

/** What a server that was killed left of parts on this machine. */
async function removeOldParts(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < before) await rm(join(folder, name), { force: true });
  }
}

/** `folder`: where parts wait on this machine until they are whole. */
export function createBucketUploads(bucket: Bucket, folder: string): UploadStore {
  const { client, name } = bucket;
  const arriving = new ArrivingParts(bucket, folder);
  const arrivingKey = (file: string) => `${arrivingPrefix}${basename(file)}`;
  const keyOf = (sha256: string) => contentPrefix + contentKey(sha256);

  async function isKept(sha256: string): Promise<boolean> {
    return (await askBucket(client.headObject({ Bucket: name, Key: keyOf(sha256) }))) !== null;
  }

  return {
    receiver: () => arriving,

    begin: async () => undefined,

    expect: (file, bytes) => arriving.expect(basename(file), bytes),

    bytesOf: (file) => arriving.bytesOf(basename(file)),

    async headOf(file) {
      const head = await arriving.headOf(basename(file));
      if (!head) throw missing();
      return head;
    },

    async arrived(file) {
      await arriving.complete(basename(file));
      const key = arrivingKey(file);
      const found = await askBucket(client.headObject({ Bucket: name, Key: key }));
      if (!found) throw missing();
      const bytes = found.ContentLength ?? 0;
      return { bytes, open: (range) => openPart({ bucket, key }, bytes, range) };
    },

    /** The content is copied where exactly what was hashed lies there still. */
    async prepare(file) {
      await arriving.complete(basename(file));
      const from = arrivingKey(file);
      const found = await askBucket(client.getObject({ Bucket: name, Key: from }));
      if (!found) throw missing();
      const hash = createHash('sha256');
      await askBucket(pipeline(found.Body as Readable, hash));
      const sha256 = hash.digest('hex');
      const copy = { from, to: keyOf(sha256), bytes: found.ContentLength ?? 0, etag: found.ETag };
      if (!(await isKept(sha256))) await copyHashed(bucket, copy);
      return { copy: from, sha256, ...(found.ETag === undefined ? {} : { etag: found.ETag }) };
    },

    /** Its last row may have been removed, and the content with it, since it was prepared. */
    async place({ copy: from, sha256, etag }) {
      if (await isKept(sha256)) return true;
      const head = await askBucket(client.headObject({ Bucket: name, Key: from }));
      if (!head) throw missing();
      await copyHashed(bucket, { from, to: keyOf(sha256), bytes: head.ContentLength ?? 0, etag });
      return true;
    },

    forget: async () => undefined,

    discard: (file) => arriving.discard(basename(file)),

    keepOnly: async () => undefined,

    async removeContent(sha256) {
      await askBucket(client.deleteObject({ Bucket: name, Key: keyOf(sha256) }));
    },

    async oldContents(before) {
      for (const prefix of [contentPrefix, mapPrefix, videoPrefix, reportPrefix, packPrefix])
        await abortParts(bucket, prefix, before);
      const files = await listBucket(bucket, contentPrefix);
      return files.filter(({ changedAt }) => changedAt < before).map(({ key }) => basename(key));
    },

    removeFolder: async () => undefined,

    async arrivedBefore(moment) {
      await removeOldParts(folder, moment);
      return arriving.begunBefore(moment);
    },
  };
}
