// How long a part of an answer is remembered, and that nobody is given a stale one.
import { expect, it } from 'vitest';
import { createMemoizer } from './memoize.ts';
import { createResponseCache } from './response-cache.ts';

function opened() {
  const ready = createResponseCache();
  ready.setConnected(true);
  const remember = createMemoizer(ready).forTopics(['sessions', 'users']);
  let done = 0;
  const count = () => remember('count', async () => ++done);
  return { ready, remember, count };
}

it('a part is found out once, also by those who ask together, until a topic changes', async () => {
  const { ready, count } = opened();
  expect(await Promise.all([count(), count()])).toEqual([1, 1]);
  ready.invalidate(['disputes']);
  expect(await count()).toBe(1);
  ready.invalidate(['users']);
  expect(await count()).toBe(2);
});

it('a result that a change overtook goes to those who asked before it, and to nobody after', async () => {
  const { ready, remember } = opened();
  let finish: (value: string) => void = () => undefined;
  const early = remember('words', () => new Promise<string>((resolve) => (finish = resolve)));
  ready.invalidate(['sessions']);
  const late = remember('words', async () => 'new');
  finish('old');
  expect([await early, await late, await remember('words', async () => 'newer')]).toEqual(['old', 'new', 'new']);
});

it('nothing is cached while the database listener is away, nor what was cached before', async () => {
  const { ready, count } = opened();
  await count();
  ready.setConnected(false);
  expect([await count(), await count()]).toEqual([2, 3]);
  ready.setConnected(true);
  expect([await count(), await count()]).toEqual([4, 4]);
});

it('what failed is tried again', async () => {
  const { remember, count } = opened();
  await expect(remember('count', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await count()).toBe(1);
});
