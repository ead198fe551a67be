// What is announced to the server before a session that names it.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadLink } from '#contract/uploads/endpoints.ts';
import { clearOfflineCache } from '#web/lib/api/offline-cache.ts';
import { notePerson } from '#web/lib/device/local-storage.ts';
import { announceNamed } from './announce-kept.ts';
import { createKeptFiles } from './kept-files.ts';

const [one, other] = ['a'.repeat(32), 'b'.repeat(32)] as [string, string];
const announcement = { projectId: 3, folder: '', print: '1_2_3' };
const file = (id: string, upload: string) => ({ id, upload, name: `${id}.jpg`, bytes: 10, announcement });
const asked = vi.fn();

beforeEach(() => {
  const values = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  });
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('location', { origin: 'http://localhost' });
  asked.mockReset();
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    asked(url, JSON.parse(body));
    return new Response(JSON.stringify({ id: one, projectId: 3, sessionId: null, files: [] }), { status: 201 });
  });
  notePerson(7);
});
afterEach(async () => {
  await clearOfflineCache();
  vi.unstubAllGlobals();
});

test('the uploads that a session names are announced before it, once, and no others', async () => {
  const kept = createKeptFiles(7);
  await kept.note([file('1', one), file('2', one), file('3', other)]);
  const body = { projectId: 3, droneImagesUrl: uploadLink(one), videoUrl: 'https://youtu.be/x', notes: null };
  await announceNamed(7, body);
  await announceNamed(7, body);
  expect(asked).toHaveBeenCalledTimes(1);
  const files = ['1', '2'].map((id) => ({ id, name: `${id}.jpg`, bytes: 10, folder: '', print: '1_2_3' }));
  expect(asked.mock.calls[0]).toEqual(['/api/uploads', { projectId: 3, upload: one, files }]);
});
