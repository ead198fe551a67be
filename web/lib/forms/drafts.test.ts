// Drafts: whose they are, how long they are kept, and that nothing else is touched.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftsOf, storedNames } from '#web/lib/device/local-storage.ts';
import { readDrafts, writeDrafts } from './draft-store.ts';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';

/** Like the browser's: stored items are the object's own keys. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what was typed comes back to the same person in the same form, and to nobody else', () => {
  keepDraft(7, 'new session ', { values: { notes: 'Half a sent' } });
  expect(readDraft(7, 'new session ')).toMatchObject({ values: { notes: 'Half a sent' } });
  for (const other of [8, 77, 'guest'] as const) expect(readDraft(other, 'new session ')).toBeUndefined();
  expect(readDraft(7, 'new session 1')).toBeUndefined();
  dropDraft(7, 'new session ');
  expect(readDraft(7, 'new session ')).toBeUndefined();
});

test('a draft ends after 30 days, whoever reads one next', () => {
  keepDraft(7, 'concern 1', { values: 'Old' });
  vi.advanceTimersByTime(29 * 86_400_000);
  expect(readDraft(7, 'concern 1')).toBeDefined();
  vi.advanceTimersByTime(2 * 86_400_000);
  localStorage.setItem('topout-theme', 'dark');
  expect(readDraft(8, 'anything')).toBeUndefined();
  expect(Object.keys(localStorage)).toEqual(['topout-theme']);
});

test('the drafts of one person are found, as a logout takes them along, and nothing else of the device', () => {
  for (const owner of [7, 70, 'guest'] as const) keepDraft(owner, 'concern 1', { values: 'Mine' });
  localStorage.setItem('topout-theme', 'dark');
  expect(storedNames(draftsOf(7))).toEqual(['draft 7 concern 1']);
});

test('what is no draft, or a browser that keeps nothing, counts as none', () => {
  localStorage.setItem('topout-draft 7 concern 1', '{broken');
  expect(readDraft(7, 'concern 1')).toBeUndefined();
  vi.stubGlobal('localStorage', undefined);
  keepDraft(7, 'concern 1', { values: 'Lost' });
  expect(readDraft(7, 'concern 1')).toBeUndefined();
});

/** The same device after a kill: browser storage as it was last written, and a program that restarts. */
async function afterKill(written: Record<string, string>) {
  const storage = new MemoryStorage();
  for (const [name, text] of Object.entries(written)) storage.setItem(name, text);
  vi.stubGlobal('localStorage', storage);
  vi.resetModules();
  return import('./drafts.ts');
}

describe('after a kill, by which the browser had not written what it keeps', () => {
  beforeEach(() => {
    vi.useRealTimers();
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.resetModules();
  });

  test('a draft is there with its last words', async () => {
    const before = await import('./drafts.ts');
    before.keepDraft(7, 'concern 1', { values: 'Half' });
    const early = { ...(localStorage as unknown as Record<string, string>) };
    before.keepDraft(7, 'concern 1', { values: 'Half a sentence' });
    before.keepDraft(7, 'concern 2', { values: 'Another' });
    await vi.waitFor(async () => expect(await readDrafts(7)).toHaveLength(2));
    await vi.waitFor(async () => expect(JSON.stringify(await readDrafts(7))).toContain('Half a sentence'));
    const after = await afterKill(early);
    const found = new Promise<void>((resolve) => after.onRecovered(resolve));
    after.readDraft(7, 'concern 1');
    await found;
    expect(after.readDraft(7, 'concern 1')).toMatchObject({ values: 'Half a sentence' });
    expect(after.readDraft(7, 'concern 2')).toMatchObject({ values: 'Another' });
    expect(after.readDraft(8, 'concern 1')).toBeUndefined();
  });

  test('of two states of one moment the later one is there, though the database has the earlier one alone', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
    const before = await import('./drafts.ts');
    before.keepDraft(7, 'new session ', { values: { videoUrl: 'https://youtu.be/x' } });
    await vi.waitFor(async () => expect(await readDrafts(7)).toHaveLength(1));
    const early = await readDrafts(7);
    before.keepDraft(7, 'new session ', { values: { videoUrl: 'https://youtu.be/x', pasted: 'What is left' } });
    const stored = { ...(localStorage as unknown as Record<string, string>) };
    await vi.waitFor(async () => expect(JSON.stringify(await readDrafts(7))).toContain('What is left'));
    await writeDrafts(7, early);
    clock.mockRestore();
    const after = await afterKill(stored);
    await after.endDrafts(7, [], 0);
    expect(after.readDraft(7, 'new session ')).toMatchObject({ values: { pasted: 'What is left' } });
  });

  test('one that was sent or discarded does not come back', async () => {
    const before = await import('./drafts.ts');
    before.keepDraft(7, 'concern 1', { values: 'Sent' });
    const early = { ...(localStorage as unknown as Record<string, string>) };
    before.dropDraft(7, 'concern 1');
    await vi.waitFor(async () => expect(await readDrafts(7)).toMatchObject([{ text: null }]));
    const after = await afterKill(early);
    const found = new Promise<void>((resolve) => after.onRecovered(resolve));
    after.readDraft(7, 'concern 1');
    await found;
    expect(after.readDraft(7, 'concern 1')).toBeUndefined();
  });

  test('one that the outbox had taken ends when that is sent, and what was typed since stays', async () => {
    const before = await import('./drafts.ts');
    before.keepDraft(7, 'concern 1', { values: 'Sent' });
    await vi.waitFor(async () => expect(await readDrafts(7)).toHaveLength(1));
    const takenAt = Date.now();
    const after = await afterKill({});
    await after.endDrafts(7, ['concern 1'], takenAt);
    expect(after.readDraft(7, 'concern 1')).toBeUndefined();
    await vi.waitFor(async () => expect(await readDrafts(7)).toMatchObject([{ text: null }]));
    await new Promise((resolve) => setTimeout(resolve, 2));
    after.keepDraft(7, 'concern 1', { values: 'Typed since' });
    await vi.waitFor(async () => expect(JSON.stringify(await readDrafts(7))).toContain('Typed since'));
    const again = await afterKill({});
    await again.endDrafts(7, ['concern 1'], takenAt);
    expect(again.readDraft(7, 'concern 1')).toMatchObject({ values: 'Typed since' });
  });

  test('whoever leaves the device leaves no draft in any of its stores', async () => {
    const before = await import('./drafts.ts');
    before.keepDraft(7, 'concern 1', { values: 'Mine' });
    await vi.waitFor(async () => expect(await readDrafts(7)).toHaveLength(1));
    before.keepDraft(7, 'concern 1', { values: 'Mine still' });
    await before.forgetDrafts(7);
    expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
