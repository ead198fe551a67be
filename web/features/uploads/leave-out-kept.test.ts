// A visit that is thrown away before it was sent, and what this device keeps for it.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { uploadLink } from '#contract/uploads.ts';
import { createKeptFiles, forgetKept } from '#web/lib/kept-files.ts';
import { notePerson } from '#web/lib/last-person.ts';
import { leaveOutKept } from './leave-out-kept.ts';

const [own, other] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string];

/** Nobody else's: files of tests share one database. */
const person = 4711;

afterEach(async () => {
  await forgetKept(person);
  vi.unstubAllGlobals();
});

test('a new visit that is thrown away takes its pictures along, and no others; an edit leaves them', async () => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  });
  vi.stubGlobal('navigator', {});
  notePerson(person);
  const kept = createKeptFiles(person);
  await kept.note([own, other].map((upload) => ({ id: upload, upload, name: 'DJI_0001.JPG', bytes: 10 })));
  const whose = { client: new QueryClient(), person };
  const input = { body: { notes: null, droneImagesUrl: uploadLink(own) } };
  await leaveOutKept(whose, { call: 'editSession', input });
  expect(await kept.all()).toHaveLength(2);
  await leaveOutKept(whose, { call: 'createSession', input });
  expect((await kept.all()).map(({ upload }) => upload)).toEqual([other]);
});
