// After a reload: files that were chosen before are still there, and continue.
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notePerson } from '#web/lib/device/local-storage.ts';
import { createKeptFiles, forgetKept } from '#web/lib/offline/kept-files.ts';
import { resumeUploads } from './resume-uploads.ts';
import { letUploadsGo } from './upload-locks.ts';
import { uploadsOf } from './use-uploads.ts';

const upload = 'a'.repeat(32);
const id = 'b'.repeat(32);
const kept = {
  ...{ id, upload, name: 'DJI_0001.JPG', bytes: 5 },
  announcement: { projectId: 3, folder: '', print: '1_2_3' },
};

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
  });
  const page = new EventTarget();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
  notePerson(7);
});
afterEach(async () => {
  letUploadsGo();
  await forgetKept(7);
  vi.unstubAllGlobals();
});

test('offline, what was chosen before a reload is there, and is announced under its own id once online', async () => {
  const asked: unknown[] = [];
  let isCut = true;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    if (isCut) throw new TypeError('No line');
    asked.push(JSON.parse(body));
    const file = { ...kept, sentName: kept.name, folder: '', sentFolder: '', refusal: null, print: null, isMine: true };
    const files = [{ ...file, state: 'kept' }];
    return new Response(JSON.stringify({ id: upload, projectId: 3, sessionId: null, files }), { status: 201 });
  });
  const before = createKeptFiles(7);
  await before.note([kept]);
  await before.add(kept, new Blob(['bytes']));
  const client = new QueryClient();
  await resumeUploads(client, 7);
  const uploads = uploadsOf(client, 7);
  expect(uploads.state().files).toMatchObject([{ name: 'DJI_0001.JPG', bytes: 5, state: 'new' }]);
  await expect.poll(() => uploads.state().problem).toBe('line');
  isCut = false;
  uploads.resume();
  await expect.poll(() => uploads.state().files[0]?.state).toBe('kept');
  expect(asked).toMatchObject([{ projectId: 3, upload, files: [{ id, bytes: 5 }] }]);
  await expect.poll(() => before.all()).toEqual([]);
});
