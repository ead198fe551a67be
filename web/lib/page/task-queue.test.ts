// Claims about work that is done piece by piece.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueTask } from './lazy-component.tsx';

const page = { hidden: false };
let done: string[] = [];

beforeEach(() => {
  page.hidden = false;
  done = [];
  vi.useFakeTimers();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('each piece has a task of its own, in the order in which they came, also those that a piece asks for', () => {
  queueTask(() => {
    done.push('first');
    queueTask(() => done.push('third'));
  });
  queueTask(() => done.push('second'));
  expect(done).toEqual([]);
  const seen = [];
  while (vi.getTimerCount() > 0) {
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersToNextTimer();
    seen.push(done.length);
  }
  expect([done, seen]).toEqual([
    ['first', 'second', 'third'],
    [1, 2, 3],
  ]);
});

test('one that throws keeps nothing after it from being done', () => {
  queueTask(() => {
    throw new Error('broken');
  });
  queueTask(() => done.push('next'));
  expect(() => vi.advanceTimersToNextTimer()).toThrow('broken');
  vi.runAllTimers();
  expect(done).toEqual(['next']);
});

test('in a tab that nobody sees nothing waits for timers', async () => {
  page.hidden = true;
  queueTask(() => done.push('first'));
  queueTask(() => done.push('second'));
  expect(done).toEqual([]);
  await Promise.resolve();
  await Promise.resolve();
  expect([done, vi.getTimerCount()]).toEqual([['first', 'second'], 0]);
});
