// A visit that is discarded before it was sent, and what this device stores for it.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { queryKeyOf } from '#contract/core/request.ts';
import { getSession } from '#contract/sessions/endpoints.ts';
import { uploadLink } from '#contract/uploads/endpoints.ts';
import { notePerson } from '#web/lib/device/local-storage.ts';
import { createKeptFiles, forgetKept } from '#web/lib/offline/kept-files.ts';
import { leaveOutFiles, removeKeptFiles } from './leave-out-kept.ts';

const [own, other] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string];

/** A person of its own: tests share one database of files. */
const person = 4711;

afterEach(async () => {
  await forgetKept(person);
  vi.unstubAllGlobals();
});

async function device() {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  });
  vi.stubGlobal('navigator', {});
  notePerson(person);
  const kept = createKeptFiles(person);
  await kept.note([own, other].map((upload) => ({ id: upload, upload, name: 'DJI_0001.JPG', bytes: 10 })));
  const left = async () => (await kept.all()).map(({ upload }) => upload);
  return { whose: { client: new QueryClient(), person }, left };
}

const body = { notes: null, droneImagesUrl: uploadLink(own), indoorImagesUrl: uploadLink(other) };

test('a new visit that is discarded takes its pictures along, and no others', async () => {
  const { whose, left } = await device();
  await removeKeptFiles(whose, { call: 'resubmitSession', input: { body } });
  expect(await left()).toEqual([own, other]);
  await removeKeptFiles(whose, { call: 'createSession', input: { body: { ...body, indoorImagesUrl: null } } });
  expect(await left()).toEqual([other]);
});

test('an edit that is discarded takes along what it added, and leaves to the visit what that has', async () => {
  const { whose, left } = await device();
  const edit = { call: 'editSession', input: { params: { id: 7 }, body } } as const;
  await removeKeptFiles(whose, edit);
  expect(await left(), 'where nobody knows the visit').toEqual([own, other]);
  whose.client.setQueryData(queryKeyOf(getSession, { params: { id: 7 } }), {
    id: 7,
    indoorImagesUrl: uploadLink(other),
  });
  await removeKeptFiles(whose, edit);
  expect(await left()).toEqual([other]);
});

test('what is discarded in a form takes along the pictures that only it names', async () => {
  const { whose, left } = await device();
  await leaveOutFiles(whose, body, { ...body, droneImagesUrl: '' });
  expect(await left()).toEqual([other]);
});
