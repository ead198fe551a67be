// Many messages, one refetch.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createInvalidationBatcher } from './invalidation-batcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a burst is flushed once, each topic once', () => {
  const flush = vi.fn();
  const gatherer = createInvalidationBatcher(flush, 50);
  gatherer.add(['sessions', 'users']);
  vi.advanceTimersByTime(40);
  gatherer.add(['sessions', 'projects']);
  vi.advanceTimersByTime(10);
  expect(flush).toHaveBeenCalledExactlyOnceWith(['sessions', 'users', 'projects']);
});

it('a stream without a pause does not put the refetch off', () => {
  const flush = vi.fn();
  const gatherer = createInvalidationBatcher(flush, 50);
  for (let at = 0; at < 100; at += 1) {
    gatherer.add(['sessions']);
    vi.advanceTimersByTime(10);
  }
  expect(flush.mock.calls.length).toBeGreaterThan(15);
});

it('once stopped it stays silent', () => {
  const flush = vi.fn();
  const gatherer = createInvalidationBatcher(flush, 50);
  gatherer.add(['sessions']);
  gatherer.stop();
  vi.advanceTimersByTime(100);
  expect(flush).not.toHaveBeenCalled();
});
