// Answers that are kept: asked for once, served old while a host is away, never when it says no.
import { describe, expect, it } from 'vitest';
import { MediaError } from '#server/media/source-errors.ts';
import { createStaleIfErrorCache } from './stale-if-error-cache.ts';

function open() {
  let now = 0;
  const get = createStaleIfErrorCache<number>({ freshMs: 100, staleMs: 100_000, max: 2, now: () => now });
  return { get, pass: (ms: number) => (now += ms) };
}

const busy = async () => {
  throw new MediaError('busy', 'later');
};
const gone = async () => {
  throw new MediaError('not_shared', 'gone');
};

describe('a cached answer', () => {
  it('is loaded once for many at the same time', async () => {
    const { get } = open();
    let asked = 0;
    const all = await Promise.all(Array.from({ length: 9 }, () => get('a', async () => ++asked)));
    expect(new Set(all)).toEqual(new Set([1]));
  });

  it('is loaded again when it is stale, with a short timeout', async () => {
    const { get, pass } = open();
    const patience: boolean[] = [];
    const make = async (retry: boolean) => patience.push(retry);
    expect([await get('a', make), await get('a', make)]).toEqual([1, 1]);
    pass(101);
    expect(await get('a', make)).toBe(2);
    expect(patience).toEqual([true, false]);
  });

  it('stands in while its host is busy, for so long as it may', async () => {
    const { get, pass } = open();
    await get('a', async () => 1);
    pass(101);
    expect(await get('a', busy)).toBe(1);
    pass(100_000);
    await expect(get('a', busy)).rejects.toMatchObject({ code: 'busy' });
  });

  it('is forgotten when its host says no', async () => {
    const { get, pass } = open();
    await get('a', async () => 1);
    pass(101);
    await expect(get('a', gone)).rejects.toMatchObject({ code: 'not_shared' });
    await expect(get('a', busy)).rejects.toMatchObject({ code: 'busy' });
  });

  it('that is heavy takes the room of several', async () => {
    const get = createStaleIfErrorCache<number>({ freshMs: 100, staleMs: 100, max: 10, weigh: (value) => value });
    for (const [key, weight] of [
      ['a', 4],
      ['b', 4],
      ['c', 5],
    ] as const)
      await get(key, async () => weight);
    expect(await get('b', async () => 1)).toBe(4);
    expect(await get('a', async () => 1)).toBe(1);
  });

  it('makes room for newer ones', async () => {
    const { get } = open();
    let asked = 0;
    for (const key of ['a', 'b', 'c', 'a']) await get(key, async () => ++asked);
    expect(asked).toBe(4);
    expect(await get('c', async () => ++asked)).toBe(3);
  });
});
