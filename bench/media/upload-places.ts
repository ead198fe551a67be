// Where a benchmark of uploads keeps what arrives: a folder of this machine, or the bucket of a real S3 store.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { contentPrefix } from '#server/media/sources/bucket-uploads.ts';
import { contentKey } from '#server/media/sources/upload-store.ts';
import { hasSwift, startSwift } from '#server/test-support/servers/swift.ts';

/** `settings` for the product; `keptHash` reads what lies there of a file whose bytes have this hash, '' for nothing. */
export type UploadPlace = {
  name: 'folder' | 'bucket';
  settings: Record<string, string>;
  keptHash(upload: Upload, file: string, sha256: string): Promise<string>;
  close(): void;
};

export async function hashOf(source: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(source, hash);
  return hash.digest('hex');
}

export function inFolder(folder: string): UploadPlace {
  const root = join(folder, 'uploads');
  mkdirSync(root);
  return {
    name: 'folder',
    settings: { UPLOAD_ROOT: root },
    keptHash: (upload, file) => hashOf(createReadStream(join(root, 'folders', upload.id, file))).catch(() => ''),
    close: () => undefined,
  };
}

/** Null where Swift is not installed. */
export async function inSwift(): Promise<UploadPlace | null> {
  if (!hasSwift) return null;
  const { bucket, url, stop } = await startSwift();
  return {
    name: 'bucket',
    settings: { STORAGE_URL: url },
    async keptHash(_upload, _file, sha256) {
      const at = { Bucket: bucket.name, Key: contentPrefix + contentKey(sha256) };
      const found = await bucket.client.getObject(at).catch(() => null);
      return found ? hashOf(found.Body as Readable) : '';
    },
    close: stop,
  };
}
