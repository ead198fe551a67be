// Claims about the way back: the last other page of this tab, whatever happened on the present one.
import { afterEach, expect, test, vi } from 'vitest';
import { besideInHistory, cameFrom } from './came-from.ts';

afterEach(() => vi.unstubAllGlobals());

function at(index: number, ...paths: string[]) {
  const entries = paths.map((path) => ({ url: `https://topout.example${path}` }));
  vi.stubGlobal('location', new URL(entries[index]?.url ?? ''));
  vi.stubGlobal('navigation', { currentEntry: { index }, entries: () => entries });
}

test('the way back leads to the page before, also after steps on the present one', () => {
  at(1, '/approvals?q=a', '/sessions/4');
  expect(cameFrom()).toBe('/approvals?q=a');
  at(3, '/dashboard', '/sessions/4', '/sessions/4?item=b', '/sessions/4?item=c', '/users');
  expect(cameFrom()).toBe('/dashboard');
});

test('nothing is known where it is the first page, or the browser does not tell', () => {
  at(0, '/sessions/4', '/users');
  expect(cameFrom()).toBeNull();
  vi.stubGlobal('navigation', undefined);
  expect(cameFrom()).toBeNull();
});

test('beside a page lies what one went Back from, then what led to it', () => {
  at(1, '/dashboard', '/approvals', '/approvals/7?a=b');
  expect(besideInHistory()).toEqual(['/approvals/7', '/dashboard']);
  at(0, '/approvals');
  expect(besideInHistory()).toEqual([]);
  vi.stubGlobal('navigation', undefined);
  expect(besideInHistory()).toEqual([]);
});
