// Which of several tabs sends an upload, on plain http too, where browsers have no locks.
import { afterEach, expect, test, vi } from 'vitest';
import { holdUpload, letUploadsGo, takeUpload } from './upload-locks.ts';

/** A tab of its own: what ends in one goes on in the other. */
function tab() {
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
}

afterEach(() => {
  letUploadsGo();
  vi.unstubAllGlobals();
});

test('without locks an upload goes on by itself in one tab, and in the next one after a login that ended', async () => {
  vi.stubGlobal('navigator', {});
  tab();
  expect(await takeUpload('a')).toBe(true);
  expect(await takeUpload('a')).toBe(false);
  holdUpload('b');
  expect(await takeUpload('b')).toBe(false);
  letUploadsGo();
  expect([await takeUpload('a'), await takeUpload('b')]).toEqual([true, true]);
});

test('of two tabs that ask at once one has it', async () => {
  vi.stubGlobal('navigator', {});
  tab();
  const both = await Promise.all([takeUpload('a'), takeUpload('a')]);
  expect(both.toSorted()).toEqual([false, true]);
});
