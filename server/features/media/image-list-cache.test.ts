// Pictures known for a moment: for those who come together, never past a write.
import { beforeEach, describe, expect, it } from 'vitest';
import { createResponseCache } from '#server/lib/response-cache.ts';
import { createImageListCache, type ImageListCache, type Images } from './image-routes.ts';

let ready: ReturnType<typeof createResponseCache>;
let known: ImageListCache;
let now = 0;
let reads = 0;

const read = async (): Promise<Images> => {
  reads++;
  return new Map();
};
const ask = (key = 'one') => known.get(key, read);

beforeEach(() => {
  [now, reads] = [0, 0];
  ready = createResponseCache();
  ready.setConnected(true);
  known = createImageListCache(ready, () => now);
});

describe('known pictures', () => {
  it('are read once for all who come together, and within a second', async () => {
    await Promise.all([ask(), ask(), ask()]);
    now = 999;
    await ask();
    expect(reads).toBe(1);
    now = 1_000;
    await ask();
    expect(reads).toBe(2);
  });

  it('are one person’s and tab’s only', async () => {
    await Promise.all([ask('one'), ask('other')]);
    expect(reads).toBe(2);
  });

  it.each(['sessions', 'projects', 'users'] as const)('are over with a write to %s', async (topic) => {
    await ask();
    ready.invalidate([topic]);
    await ask();
    expect(reads).toBe(2);
  });

  it('that a write overtook while they were read are nobody else’s', async () => {
    const first = ask();
    ready.invalidate(['sessions']);
    const second = ask();
    expect(second).not.toBe(first);
    await Promise.all([first, second]);
    expect(reads).toBe(2);
  });

  it('are read each time while the database listener is away', async () => {
    await ask();
    ready.setConnected(false);
    await ask();
    await ask();
    expect(reads).toBe(3);
    ready.setConnected(true);
    await ask();
    expect(reads).toBe(4);
  });

  it('that could not be read are requested again', async () => {
    await expect(known.get('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await ask();
    expect(reads).toBe(1);
  });
});
