// What is kept within a bound, and who makes room.
import { expect, it } from 'vitest';
import { createLruCache } from './lru-cache.ts';

const openBytes = () => createLruCache<string, Buffer>({ most: 30, weigh: ({ length }) => length, mostEach: 10 });

it('what was used last stays, what was not used for longest makes room', () => {
  const kept = openBytes();
  for (const name of ['a', 'b', 'c']) kept.keep(name, Buffer.alloc(10));
  expect(kept.use('a')).toHaveLength(10);
  kept.keep('d', Buffer.alloc(10));
  expect(kept.use('b')).toBeUndefined();
  expect(['a', 'c', 'd'].map((name) => kept.use(name)?.length)).toEqual([10, 10, 10]);
});

it('looking at something does not save it', () => {
  const kept = openBytes();
  for (const name of ['a', 'b', 'c']) kept.keep(name, Buffer.alloc(10));
  expect(kept.peek('a')).toHaveLength(10);
  kept.keep('d', Buffer.alloc(10));
  expect(kept.peek('a')).toBeUndefined();
});

it('what is large is not kept, and the same name counts once', () => {
  const kept = openBytes();
  kept.keep('large', Buffer.alloc(11));
  expect(kept.use('large')).toBeUndefined();
  kept.keep('first', Buffer.alloc(10));
  for (let n = 0; n < 9; n++) kept.keep('same', Buffer.alloc(10));
  expect(kept.use('first')).toHaveLength(10);
});

it('what was dropped leaves its room', () => {
  const kept = openBytes();
  for (const name of ['a', 'b', 'c']) kept.keep(name, Buffer.alloc(10));
  kept.drop('b');
  kept.keep('d', Buffer.alloc(10));
  expect(['a', 'b', 'c', 'd'].map((name) => kept.peek(name)?.length)).toEqual([10, undefined, 10, 10]);
  kept.clear();
  expect(kept.peek('a')).toBeUndefined();
});
