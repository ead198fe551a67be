// Bytes in memory: the bound, and who makes room.
import { expect, it } from 'vitest';
import { openHotBytes } from './hot-bytes.ts';

it('what was used last stays, what was not used for longest makes room', () => {
  const hot = openHotBytes({ most: 30, mostEach: 10 });
  for (const name of ['a', 'b', 'c']) hot.keep(name, Buffer.alloc(10));
  expect(hot.get('a')).toHaveLength(10);
  hot.keep('d', Buffer.alloc(10));
  expect(hot.get('b')).toBeNull();
  expect(['a', 'c', 'd'].map((name) => hot.get(name)?.length)).toEqual([10, 10, 10]);
});

it('what is large is not kept, and the same name counts once', () => {
  const hot = openHotBytes({ most: 30, mostEach: 10 });
  hot.keep('large', Buffer.alloc(11));
  expect(hot.get('large')).toBeNull();
  hot.keep('first', Buffer.alloc(10));
  for (let n = 0; n < 9; n++) hot.keep('same', Buffer.alloc(10));
  expect(hot.get('first')).toHaveLength(10);
});
