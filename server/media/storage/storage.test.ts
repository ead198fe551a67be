// The claims about storage, the same for a folder and for a bucket of a real S3 store.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFaultyLine } from '#server/test-support/servers/faulty-line.ts';
import { hasSwift, inPagesOfTwo, type Swift, startSwift } from '#server/test-support/servers/swift.ts';
import { bucketProblem, openBucket } from './bucket.ts';
import { abortParts, createBucketStorage, listBegun, listBucket } from './bucket-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import { removeOldest, type Storage } from './storage.ts';

const megabyte = 1024 * 1024;
const away = 'The storage of files does not answer at the moment: try again in a few minutes';
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'topout-storage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Puts bytes there by way of a file. */
async function put(storage: Storage, key: string, bytes: Uint8Array): Promise<void> {
  const path = join(folder, 'to put');
  writeFileSync(path, bytes);
  await storage.put(key, path);
}

const bytesOf = async (storage: Storage, key: string, range: string | null = null) => {
  const found = await storage.find(key);
  const { body, ...rest } = (await found?.open(range)) ?? {};
  return { ...rest, bytes: body && (await buffer(body)) };
};

/** What holds for both. */
function claims(open: () => Storage): void {
  test('a file comes back as it was put there, whole and by parts', async () => {
    const storage = open();
    const bytes = randomBytes(200_000);
    await put(storage, 'ab/one', bytes);
    expect((await bytesOf(storage, 'ab/one')).bytes?.equals(bytes)).toBe(true);
    const part = await bytesOf(storage, 'ab/one', 'bytes=1000-1999');
    expect(part).toMatchObject({ status: 206, range: 'bytes 1000-1999/200000' });
    expect(part.bytes?.equals(bytes.subarray(1000, 2000))).toBe(true);
    expect((await bytesOf(storage, 'ab/one', 'bytes=-10')).bytes?.equals(bytes.subarray(-10))).toBe(true);
  });

  test('a file that takes several parts to be put there is the same too, also where two of them meet', async () => {
    const storage = open();
    const bytes = randomBytes(40 * megabyte);
    await put(storage, 'large', bytes);
    expect((await bytesOf(storage, 'large')).bytes?.equals(bytes)).toBe(true);
    const [from, to] = [16 * megabyte - 5, 16 * megabyte + 4];
    const part = await bytesOf(storage, 'large', `bytes=${from}-${to}`);
    expect(part.bytes?.equals(bytes.subarray(from, to + 1))).toBe(true);
  });

  test('a file that is added stays where it was, too', async () => {
    const storage = open();
    const path = join(folder, 'to add');
    writeFileSync(path, 'stays');
    await storage.add('added/one', path);
    expect((await bytesOf(storage, 'added/one')).bytes?.toString()).toBe('stays');
    expect(readFileSync(path, 'utf8')).toBe('stays');
    expect((await storage.list('added/')).map(({ key }) => key)).toEqual(['added/one']);
  });

  test('of what is not there nothing is found, and removing it is no error', async () => {
    const storage = open();
    expect(await storage.find('nothing')).toBeNull();
    expect(await storage.use('nothing')).toBe(false);
    expect(await storage.local('nothing')).toBeNull();
    await storage.remove('nothing');
    await expect(storage.read('nothing', 10, null)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a list names what begins so, and a file that was removed no more', async () => {
    const storage = open();
    for (const key of ['list/a', 'list/b', 'other']) await put(storage, key, Buffer.from(key));
    expect((await storage.list('list/')).map(({ key, bytes }) => [key, bytes]).sort()).toEqual([
      ['list/a', 6],
      ['list/b', 6],
    ]);
    await storage.remove('list/a');
    expect((await storage.list('list/')).map(({ key }) => key)).toEqual(['list/b']);
    expect(await storage.find('list/a')).toBeNull();
  });

  test('programs that need a path get one with the same bytes', async () => {
    const storage = open();
    await put(storage, 'copied', Buffer.from('a picture'));
    const path = await storage.local('copied');
    expect(readFileSync(path ?? '', 'utf8')).toBe('a picture');
    expect(await storage.local('copied')).toBe(path);
  });

  test('the oldest are removed until the rest fits', async () => {
    const storage = open();
    for (const { key } of await storage.list('')) await storage.remove(key);
    await put(storage, 'old', randomBytes(1000));
    // A store tells the time of a file in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await put(storage, 'young', randomBytes(1000));
    await removeOldest(storage, 1_500);
    expect((await storage.list('')).map(({ key }) => key)).toEqual(['young']);
  });
}

describe('in a folder', () => claims(() => createFolderStorage(join(folder, 'files'))));

describe.skipIf(!hasSwift)('in a bucket (where Swift is installed)', () => {
  let swift: Swift;
  beforeAll(async () => {
    swift = await startSwift();
  }, 120_000);
  afterAll(() => swift?.stop());

  const copies = () => ({ folder: join(folder, 'copies'), maxBytes: 10 * megabyte });
  const open = (bucket = swift.bucket) => createBucketStorage({ bucket, prefix: 'files/', copies: copies() });
  claims(open);

  test('a store that is away, hangs or is full is said in a sentence, and works again after', async () => {
    const line = await openFaultyLine(swift.port);
    try {
      const bucket = openBucket({ ...swift.address, endpoint: `http://127.0.0.1:${line.port}` });
      const storage = open(bucket);
      line.fail('slow');
      await put(storage, 'faults', Buffer.from('slowly'));
      line.fail('full');
      const full = await put(storage, 'full', Buffer.from('no room')).catch((error) => error);
      expect(full).toMatchObject({ code: 'unreachable', message: away });
      line.fail('away');
      await expect(storage.find('faults')).rejects.toMatchObject({ code: 'unreachable', message: away });
      await expect(storage.list('')).rejects.toMatchObject({ code: 'unreachable' });
      expect(await bucketProblem(bucket)).toMatch(/^The store in STORAGE_URL does not answer/);
      line.fail('none');
      expect((await bytesOf(storage, 'faults')).bytes?.toString()).toBe('slowly');
      expect(await storage.find('full')).toBeNull();
    } finally {
      line.close();
    }
  });

  test('a wrong key and a bucket that is not there are named to the operator, and a file is not called missing', async () => {
    const wrong = openBucket({ ...swift.address, secret: 'another one' });
    expect(await bucketProblem(wrong)).toMatch(/refuses the key/);
    await expect(open(wrong).find('faults')).rejects.toMatchObject({ code: 'unreachable' });
    expect(await bucketProblem(openBucket({ ...swift.address, bucket: 'not-there' }))).toMatch(/no bucket not-there/);
    expect(await bucketProblem(swift.bucket)).toBeNull();
  });

  test('a clock that is an hour off is set by the store at the start; one that is set meanwhile costs one try', async () => {
    for (const off of [3_600_000, -3_600_000]) {
      const bucket = openBucket(swift.address);
      bucket.client.config.systemClockOffset = off;
      expect(await bucketProblem(bucket)).toBeNull();
      await put(open(bucket), 'clock', Buffer.from('in time'));
      bucket.client.config.systemClockOffset = off;
      await expect(put(open(bucket), 'later', Buffer.from('late'))).rejects.toMatchObject({ code: 'unreachable' });
      await put(open(bucket), 'later', Buffer.from('in time'));
      expect((await bytesOf(open(bucket), 'later')).bytes?.toString()).toBe('in time');
    }
  });

  test('what was put there in half of its parts goes by the sweep, and a young one stays', async () => {
    const { client, name } = swift.bucket;
    const target = { Bucket: name, Key: 'files/half' };
    const { UploadId } = await client.createMultipartUpload(target);
    await client.uploadPart({ ...target, UploadId, PartNumber: 1, Body: Buffer.alloc(5 * megabyte) });
    const left = async () => (await client.listMultipartUploads({ Bucket: name })).Uploads?.length ?? 0;
    await abortParts(swift.bucket, 'files/', Date.now() - 3_600_000);
    expect(await left()).toBe(1);
    await abortParts(swift.bucket, 'files/', Date.now() + 60_000);
    expect(await left()).toBe(0);
  });

  test('a list of more than one page is read to its end, of files and of what was begun', async () => {
    const small = inPagesOfTwo(openBucket(swift.address));
    const { client, name } = small;
    const keys = ['a', 'b', 'c', 'd', 'e'].map((key) => `pages/${key}`);
    for (const Key of keys) {
      await client.putObject({ Bucket: name, Key, Body: Key });
      await client.createMultipartUpload({ Bucket: name, Key });
    }
    const another = await client.createMultipartUpload({ Bucket: name, Key: keys[0] });
    expect((await listBucket(small, 'pages/')).map(({ key }) => key)).toEqual(keys);
    const begun = await listBegun(small, 'pages/');
    expect(begun.map(({ Key }) => Key)).toEqual([keys[0], ...keys]);
    expect(begun.map(({ UploadId }) => UploadId)).toContain(another.UploadId);
    await abortParts(small, 'pages/', Date.now() + 60_000);
    expect(await listBegun(swift.bucket, 'pages/')).toEqual([]);
  });

  test('nobody reads a file without the key', async () => {
    await put(open(), 'secret', Buffer.from('private'));
    const answer = await fetch(`${swift.address.endpoint}/${swift.address.bucket}/files/secret`);
    expect(answer.ok).toBe(false);
  });

  test('copies stay within their bound', async () => {
    const storage = open();
    for (const key of ['c1', 'c2', 'c3']) {
      await put(storage, key, randomBytes(6 * megabyte));
      expect(existsSync((await storage.local(key)) ?? '')).toBe(true);
    }
    expect(readdirSync(join(folder, 'copies')).length).toBeLessThan(3);
  });
});
