// Files that arrive in a bucket by the tus protocol, in parts of one size, so that any server may take the next one.
import { createReadStream, mkdirSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Part } from '@aws-sdk/client-s3';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { ERRORS, type KvStore, StreamSplitter, Upload } from '@tus/server';
import { LRUCache } from 'lru-cache';
import { uploadLimits } from '#contract/uploads/endpoints.ts';
import { askBucket, type Bucket } from './bucket.ts';
import { listBegun, listBucket } from './bucket-storage.ts';

const headBytes = 64;
const keyOf = (file: string) => `${arrivingPrefix}${file}`;
export const arrivingPrefix = 'uploads/arriving/';

/** What came after the last whole part. */
type Tail = { bytes: number; body: Readable };

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { Size = 0 }) => sum + Size, 0);

async function* inTurn(...sources: Readable[]) {
  for (const source of sources) yield* source;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The library's store with parts that begin at multiples of their size, one after the other. So whatever a server writes that was thought
 * dead is what lies there already; a tail says after how many parts it comes, and counts only there.
 */
export class ArrivingParts extends S3Store {
  readonly #bucket: Bucket;
  readonly #client: Bucket['client'];
  readonly #name: string;
  readonly #folder: string;

  /** `folder`: where a part waits until it is whole. */
  constructor(bucket: Bucket, folder: string) {
    const { settings, client, name } = bucket;
    const partSize = uploadLimits.chunkBytes;
    const known = new LRUCache<string, MetadataValue>({ max: 5_000 });
    const cache: KvStore<MetadataValue> = {
      get: async (key) => known.get(key),
      set: async (key, value) => void known.set(key, value),
      delete: async (key) => void known.delete(key),
    };
    super({ cache, partSize, minPartSize: partSize, useTags: false, s3ClientConfig: { ...settings, bucket: name } });
    this.client = client;
    this.#bucket = bucket;
    this.#client = client;
    this.#name = name;
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  #at(key: string) {
    return { Bucket: this.#name, Key: key };
  }

  /** Room for a file of this length; one that has begun is left as it is. */
  async expect(file: string, bytes: number): Promise<void> {
    if (await this.#metadataOf(keyOf(file))) return;
    if (await askBucket(this.#client.headObject(this.#at(keyOf(file))))) return;
    await askBucket(this.create(new Upload({ id: keyOf(file), size: bytes, offset: 0 })));
  }

  #metadataOf(key: string): Promise<MetadataValue | null> {
    return askBucket(this.getMetadata(key));
  }

  /** Without gaps, which a server leaves that was killed; null: it ended, or was given up. */
  async #partsOf(key: string): Promise<Part[] | null> {
    const found = await askBucket(super.retrieveParts(key));
    return found?.filter(({ PartNumber }, nth) => PartNumber === nth + 1) ?? null;
  }

  async #tailAfter(key: string, parts: number): Promise<Tail | null> {
    const found = await askBucket(this.#client.getObject(this.#at(this.partKey(key, true))));
    if (!found) return null;
    const body = found.Body as Readable;
    if (found.Metadata?.after === String(parts)) return { bytes: found.ContentLength ?? 0, body };
    body.destroy();
    return null;
  }

  /** How much of it is there; null for none. */
  async bytesOf(file: string): Promise<number | null> {
    const key = keyOf(file);
    const metadata = await this.#metadataOf(key);
    if (!metadata) return null;
    const parts = await this.#partsOf(key);
    if (!parts) return (await askBucket(this.#client.headObject(this.#at(key))))?.ContentLength ?? null;
    const after = await askBucket(this.#client.headObject(this.#at(this.partKey(key, true))));
    const tail = after?.Metadata?.after === String(parts.length) ? (after.ContentLength ?? 0) : 0;
    return sumOf(parts) + tail;
  }

  override async getUpload(file: string): Promise<Upload> {
    const [metadata, offset] = [await this.#metadataOf(keyOf(file)), await this.bytesOf(file)];
    if (!metadata || offset === null) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id: file, size: metadata.file.size ?? 0, offset });
  }

  override async write(source: Readable, file: string, offset: number): Promise<number> {
    const key = keyOf(file);
    const metadata = await this.#metadataOf(key);
    const parts = metadata && (await this.#partsOf(key));
    if (!metadata || !parts) throw ERRORS.FILE_NOT_FOUND;
    const tail = await this.#tailAfter(key, parts.length);
    const start = sumOf(parts);
    if (start + (tail?.bytes ?? 0) !== offset) {
      tail?.body.destroy();
      throw ERRORS.INVALID_OFFSET;
    }
    const whole = tail ? Readable.from(inTurn(tail.body, source)) : source;
    const end = start + (await this.uploadParts(metadata, whole, parts.length + 1, start));
    await this.complete(file);
    return end;
  }

  /** What came before a line broke is kept as a tail. */
  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    ...[firstPart, start]: [number, number]
  ): Promise<number> {
    const { id: key, size } = metadata.file;
    let [part, sent] = [firstPart, 0];
    let broken: unknown;
    async function* untilBroken() {
      try {
        yield* source;
      } catch (error) {
        broken = error;
      }
    }
    const send = async ({ path, size: bytes }: { path: string; size: number }) => {
      try {
        if (part === 1 && start + sent === 0) await this.#keepHead(key, path);
        const isWhole = bytes >= this.minPartSize || start + sent + bytes === size;
        if (isWhole) await this.uploadPart(metadata, createReadStream(path), part++);
        else await this.#keepTail(key, path, { bytes, after: part - 1 });
        sent += bytes;
      } finally {
        await rm(path, { force: true });
      }
    };
    const splitter = new StreamSplitter({ chunkSize: this.calcOptimalPartSize(size), directory: this.#folder });
    splitter.on('chunkFinished', send);
    await askBucket(pipeline(untilBroken, splitter));
    if (broken) throw broken;
    return sent;
  }

  async #keepHead(key: string, path: string): Promise<void> {
    await this.#client.putObject({ ...this.#at(`${key}.head`), Body: await firstBytes(path) });
  }

  async #keepTail(key: string, path: string, { bytes, after }: { bytes: number; after: number }): Promise<void> {
    const Metadata = { after: String(after) };
    const body = { Body: createReadStream(path), ContentLength: bytes, Metadata };
    await this.#client.putObject({ ...this.#at(this.partKey(key, true)), ...body });
  }

  /** Its first bytes, as soon as there are some. */
  async headOf(file: string): Promise<Buffer | null> {
    const found = await askBucket(this.#client.getObject(this.#at(`${keyOf(file)}.head`)));
    return found && Buffer.from((await found.Body?.transformToByteArray()) ?? []);
  }

  /** One object of all parts, if they are all there: also those of a server that died before the end. */
  async complete(file: string): Promise<void> {
    const key = keyOf(file);
    const metadata = await this.#metadataOf(key);
    const parts = metadata && (await this.#partsOf(key));
    if (!metadata || !parts || sumOf(parts) !== metadata.file.size) return;
    await askBucket(this.finishMultipartUpload(metadata, parts));
  }

  /** All of it, also of beginnings that another server made at the same moment. */
  async discard(file: string): Promise<void> {
    const key = keyOf(file);
    for (const { Key, UploadId } of await listBegun(this.#bucket, key))
      await askBucket(this.#client.abortMultipartUpload({ Bucket: this.#name, Key, UploadId }));
    const keys = [key, this.partKey(key, true), `${key}.head`, this.infoKey(key)];
    for (const one of keys) await askBucket(this.#client.deleteObject(this.#at(one)));
    await this.clearCache(key);
  }

  /** Ids of what began before a moment. */
  async begunBefore(moment: number): Promise<string[]> {
    const [objects, halves] = await Promise.all([
      listBucket(this.#bucket, arrivingPrefix),
      listBegun(this.#bucket, arrivingPrefix),
    ]);
    const all = [
      ...objects.map(({ key, changedAt }) => ({ key, at: changedAt })),
      ...halves.map(({ Key: key = '', Initiated }) => ({ key, at: Initiated?.getTime() ?? moment })),
    ];
    const old = all.filter(({ at }) => at < moment);
    return [...new Set(old.map(({ key }) => key.slice(arrivingPrefix.length).replace(/\.(?:info|part|head)$/, '')))];
  }
}
