// The claims about drafts: whose they are, how long they stay, and that nothing else is touched.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropDraft, keepDraft, readDraft } from './drafts.ts';
import { draftsOf, storedNames } from './local-storage.ts';

/** As the browser's: what is kept are the object's own keys. */
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
