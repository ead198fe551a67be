// What is fetched while a page is being hydrated.
import { afterEach, expect, test, vi } from 'vitest';
import { whenHydrated } from './hydrated.ts';

const noticed: (() => void)[] = [];

class Observer {
  constructor(notice: () => void) {
    noticed.push(notice);
  }
  observe = vi.fn();
  disconnect = vi.fn();
}

function standIn(root: object | null): void {
  vi.stubGlobal('document', { querySelector: () => root });
  vi.stubGlobal('MutationObserver', Observer);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  noticed.length = 0;
});

test('a response that comes while the page is hydrated waits for that', async () => {
  standIn({});
  const arrived = vi.fn();
  const waiting = whenHydrated().then(arrived);
  await Promise.resolve();
  expect(arrived).not.toHaveBeenCalled();
  noticed[0]?.();
  await waiting;
  expect(arrived).toHaveBeenCalledOnce();
});

test('it does not wait for ever', async () => {
  vi.useFakeTimers();
  standIn({});
  const waiting = whenHydrated();
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(waiting).resolves.toBeUndefined();
});

test('on a page that is hydrated, or was made in the browser, nothing waits', async () => {
  standIn(null);
  await whenHydrated();
  expect(noticed).toHaveLength(0);
});
