// Files of an upload on the device: for one person, up to 2 GB, until they are uploaded or the person logs out.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearOfflineCache } from '#web/lib/api/offline-cache.ts';
import { forgetPerson, notePerson } from '#web/lib/device/local-storage.ts';
import { countKept, createKeptFiles, forgetKept, mostKept } from './kept-files.ts';

const file = (id: string, bytes = 100) => ({ id, upload: 'u', name: `${id}.jpg`, bytes });
const names = async () =>
  (await indexedDB.databases()).map(({ name }) => name).filter((name) => name?.startsWith('topout-files-'));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
  vi.stubGlobal('navigator', {});
  notePerson(7);
});
afterEach(async () => {
  await forgetKept(7);
  vi.unstubAllGlobals();
});

test('a file is kept with its bytes until it has come, under its person’s name', async () => {
  const kept = createKeptFiles(7);
  expect(await kept.add(file('a'), new Blob(['bytes of a']))).toBe(true);
  expect(await countKept(7)).toBe(1);
  const later = createKeptFiles(7);
  expect(await later.all()).toEqual([file('a')]);
  expect(await names()).toEqual(['topout-files-7']);
  await later.remove('a');
  expect([await later.all(), await later.blobOf('a'), await countKept(7)]).toEqual([[], null, 0]);
});

test('more than 2 GB together, more than the browser leaves us, and a device that keeps nothing are reported', async () => {
  const kept = createKeptFiles(7);
  expect(await kept.add(file('large', mostKept - 150), new Blob(['x']))).toBe(true);
  expect(await kept.add(file('more', 200), new Blob(['x']))).toBe(false);
  expect(await kept.add(file('small', 100), new Blob(['x']))).toBe(true);
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1_000, usage: 960 }) } });
  expect(await kept.add(file('full', 41), new Blob(['x']))).toBe(false);
  const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new Error('A private window keeps nothing');
  });
  expect(await createKeptFiles(7).add(file('private', 1), new Blob(['x']))).toBe(false);
  opening.mockRestore();
});

test('it outlives a login that ended for the next one of that person, is nobody else’s meanwhile, and goes with a logout', async () => {
  const kept = createKeptFiles(7);
  await kept.add(file('a'), new Blob(['bytes of a']));
  await clearOfflineCache();
  expect([await countKept(7), await kept.blobOf('a')]).toEqual([0, null]);
  notePerson(8);
  expect(await kept.add(file('b'), new Blob(['x']))).toBe(false);
  expect([await countKept(7), await countKept(8)]).toEqual([0, 0]);
  await clearOfflineCache();
  notePerson(7);
  expect([await countKept(7), await (await kept.blobOf('a'))?.text()]).toEqual([1, 'bytes of a']);
  forgetPerson();
  await forgetKept(7);
  expect(await kept.add(file('c'), new Blob(['x']))).toBe(false);
  expect(await names()).toEqual([]);
});

test('what has come before its turn is not written at all', async () => {
  const kept = createKeptFiles(7);
  const adding = [kept.add(file('a'), new Blob(['x'])), kept.add(file('b'), new Blob(['x']))];
  await kept.remove('b');
  await Promise.all(adding);
  expect((await kept.all()).map(({ id }) => id)).toEqual(['a']);
});

test('what is chosen is noted at once, without its bytes, until these are kept and the server knows of it', async () => {
  const kept = createKeptFiles(7);
  const announcement = { projectId: 3, folder: '100MEDIA', print: '1_2_3' };
  await kept.note([{ ...file('a', 10), announcement }, file('b', mostKept)]);
  expect(await kept.all()).toEqual([
    { ...file('a', 10), announcement, isBare: true },
    { ...file('b', mostKept), isBare: true },
  ]);
  expect(await kept.room(), 'what has no bytes here takes no room').toBe(mostKept);
  await kept.announced(['a', 'gone']);
  expect(await kept.add({ ...file('a', 10), announcement }, new Blob(['x']))).toBe(true);
  expect(await kept.all()).toContainEqual({ ...file('a', 10), announcement: undefined });
  expect(await kept.room()).toBe(mostKept - 10);
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota: 1_000, usage: 960 }) } });
  expect(await kept.room()).toBe(40);
});
