// Files in a bucket, below a prefix; copies for programs that read from a path lie in a folder of limited size.
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CompletedPart, MultipartUpload } from '@aws-sdk/client-s3';
import { LRUCache } from 'lru-cache';
import { type FileBytes, parseRange, toContentRange, toRange } from '#server/media/formats/range.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { askBucket, type Bucket } from './bucket.ts';
import { createFolderStorage } from './folder-storage.ts';
import { removeOldest, type Storage, type StoredFile, type StoredName } from './storage.ts';

const megabyte = 1024 * 1024;
/** A store takes at most 10,000 parts. */
const partBytes = 16 * megabyte;
const maxParts = 9_000;
/** Tiles ask for their pyramid by the dozen. */
const knownMilliseconds = 60_000;

type Place = { bucket: Bucket; key: string };

async function putParts({ bucket: { client, name }, key }: Place, path: string, bytes: number): Promise<void> {
  const target = { Bucket: name, Key: key };
  const { UploadId } = await client.createMultipartUpload(target);
  const each = Math.max(partBytes, Math.ceil(bytes / maxParts));
  const parts: CompletedPart[] = [];
  try {
    for (let start = 0; start < bytes; start += each) {
      const end = Math.min(start + each, bytes) - 1;
      const part = { PartNumber: parts.length + 1, Body: createReadStream(path, { start, end }) };
      const { ETag } = await client.uploadPart({ ...target, UploadId, ...part, ContentLength: end - start + 1 });
      parts.push({ PartNumber: part.PartNumber, ETag });
    }
    await client.completeMultipartUpload({ ...target, UploadId, MultipartUpload: { Parts: parts } });
  } catch (error) {
    await client.abortMultipartUpload({ ...target, UploadId }).catch(() => undefined);
    throw error;
  }
}

async function putFile(place: Place, path: string): Promise<void> {
  const { size } = await stat(path);
  const { client, name } = place.bucket;
  if (size > partBytes) return putParts(place, path, size);
  const body = { Body: createReadStream(path), ContentLength: size };
  await client.putObject({ Bucket: name, Key: place.key, ...body });
}

const gone = () => new MediaError('not_found', 'This file is no longer in the storage');

/** `bytes`: how many it has. `header`: of a Range. @throws MediaError */
export async function openPart({ bucket: { client, name }, key }: Place, bytes: number, header: string | null) {
  const asked = parseRange(header, bytes);
  const part = asked === 'unsatisfiable' ? null : asked;
  const Range = part === null ? {} : { Range: toRange(part) };
  const found = await askBucket(client.getObject({ Bucket: name, Key: key, ...Range }));
  if (!found) throw gone();
  const body = found.Body as Readable;
  const answer: FileBytes =
    part === null
      ? { status: 200, bytes, range: null, body }
      : { status: 206, bytes: part.last - part.first + 1, range: toContentRange(part, bytes), body };
  return answer;
}

export async function listBucket({ client, name }: Bucket, prefix: string): Promise<StoredName[]> {
  const names: StoredName[] = [];
  for (let token: string | undefined; ; ) {
    const page = await askBucket(client.listObjectsV2({ Bucket: name, Prefix: prefix, ContinuationToken: token }));
    for (const { Key: key = '', Size: bytes = 0, LastModified } of page?.Contents ?? [])
      names.push({ key, bytes, changedAt: LastModified?.getTime() ?? 0 });
    token = page?.NextContinuationToken;
    if (!page?.IsTruncated) return names;
  }
}

/** Uploads in parts that have not ended. */
export async function listBegun({ client, name }: Bucket, prefix: string): Promise<MultipartUpload[]> {
  const begun: MultipartUpload[] = [];
  for (let after = {}; ; ) {
    const page = await askBucket(client.listMultipartUploads({ Bucket: name, Prefix: prefix, ...after }));
    begun.push(...(page?.Uploads ?? []));
    if (!page?.IsTruncated) return begun;
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}

/** Ends uploads in parts that began before a moment and that nobody ends any more. */
export async function abortParts(bucket: Bucket, prefix: string, before: number): Promise<void> {
  const { client, name } = bucket;
  for (const { Key, UploadId, Initiated } of await listBegun(bucket, prefix))
    if ((Initiated?.getTime() ?? before) < before)
      await askBucket(client.abortMultipartUpload({ Bucket: name, Key, UploadId }));
}

/** `folder`, of at most `maxBytes`, may be emptied at any time. */
type Copies = { folder: string; maxBytes: number };

/** Copies of what lies in a bucket, each fetched once. */
function createCopies({ folder, maxBytes }: Copies) {
  const local = createFolderStorage(folder);
  const fetching = new Map<string, Promise<string | null>>();
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');

  async function fetchCopy(name: string, file: StoredFile | null): Promise<string | null> {
    if (!file) return null;
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${name}.${randomUUID()}.part`);
    try {
      const { body } = await file.open(null);
      await pipeline(body, createWriteStream(part));
      await rename(part, join(folder, name));
    } finally {
      await rm(part, { force: true });
    }
    await removeOldest(local, maxBytes);
    return local.local(name);
  }

  return async (key: string, find: () => Promise<StoredFile | null>): Promise<string | null> => {
    const name = nameOf(key);
    const kept = await local.local(name);
    if (kept !== null) return kept;
    const work = fetching.get(name) ?? find().then((file) => fetchCopy(name, file));
    fetching.set(name, work);
    return work.finally(() => fetching.delete(name));
  };
}

/** `prefix` ends with a slash. */
export function createBucketStorage({ bucket, prefix, copies }: { bucket: Bucket; prefix: string; copies: Copies }) {
  const { client, name } = bucket;
  const known = new LRUCache<string, true>({ max: 10_000, ttl: knownMilliseconds });
  const copyOf = createCopies(copies);
  const place = (key: string): Place => ({ bucket, key: prefix + key });

  async function find(key: string): Promise<StoredFile | null> {
    const head = await askBucket(client.headObject({ Bucket: name, Key: prefix + key }));
    if (!head) return null;
    const bytes = head.ContentLength ?? 0;
    return { bytes, open: (range) => openPart(place(key), bytes, range) };
  }

  const storage: Storage = {
    async put(key, path) {
      await askBucket(putFile(place(key), path));
      await rm(path, { force: true });
    },
    async add(key, path) {
      await askBucket(putFile(place(key), path));
    },
    find,
    read: (key, bytes, range) => openPart(place(key), bytes, range),
    async use(key) {
      if (known.has(key)) return true;
      const isThere = (await find(key)) !== null;
      if (isThere) known.set(key, true);
      return isThere;
    },
    local: (key) => copyOf(prefix + key, () => find(key)),
    list: async (within) =>
      (await listBucket(bucket, prefix + within)).map((file) => ({ ...file, key: file.key.slice(prefix.length) })),
    async remove(key) {
      known.delete(key);
      await askBucket(client.deleteObject({ Bucket: name, Key: prefix + key }));
    },
  };
  return storage;
}
