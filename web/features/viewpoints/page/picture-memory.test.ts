// Pictures held decoded.
import { describe, expect, it } from 'vitest';
import { createPictureMemory, decodedSize, neighboursOf, type PictureSource } from './picture-memory.ts';

const source = (name: string): PictureSource => ({ src: name, srcSet: '', sizes: '' });

/** A memory of one-megapixel pictures of four megabytes each, and what it decoded and let go. */
function memoryOf(limit: number) {
  const asked: string[] = [];
  const released: string[] = [];
  const memory = createPictureMemory({
    limit,
    async decode({ src }) {
      asked.push(src);
      if (src.startsWith('broken')) throw new Error('no picture');
      return { width: 1000, height: 1000, release: () => released.push(src) };
    },
  });
  return { memory, asked, released };
}

describe('the memory of pictures', () => {
  it('counts the pixels that were decoded, not those of the place on the page', () => {
    const srcSet = '/api/media/a/s400 400w, /api/media/a/s1600 1600w';
    const chosen = { currentSrc: 'https://topout.example/api/media/a/s1600', naturalWidth: 412, naturalHeight: 206 };
    expect(decodedSize(chosen, srcSet)).toEqual({ width: 1600, height: 800 });
    const upright = { ...chosen, naturalWidth: 300, naturalHeight: 400 };
    expect(decodedSize(upright, srcSet)).toEqual({ width: 1200, height: 1600 });
    const whole = { currentSrc: 'https://topout.example/whole.jpg', naturalWidth: 4000, naturalHeight: 3000 };
    expect(decodedSize(whole, '')).toEqual({ width: 4000, height: 3000 });
  });

  it('decodes each once, and says when it is there', async () => {
    const { memory, asked } = memoryOf(100e6);
    expect(memory.has(source('a'))).toBe(false);
    expect(await Promise.all([memory.load(source('a')), memory.load(source('a'))])).toEqual([true, true]);
    expect(memory.has(source('a'))).toBe(true);
    expect(asked).toEqual(['a']);
  });

  it('never holds more than it may: what was not used for longest goes first', async () => {
    const { memory, released } = memoryOf(12e6);
    for (const name of ['a', 'b', 'c']) await memory.load(source(name));
    await memory.load(source('a'));
    await memory.load(source('d'));
    expect(released).toEqual(['b']);
    expect(memory.bytes()).toBe(12e6);
    for (let index = 0; index < 40; index++) await memory.load(source(`visit ${index}`));
    expect(memory.bytes()).toBeLessThanOrEqual(12e6);
  });

  it('asks again for one that could not be loaded', async () => {
    const { memory, asked } = memoryOf(12e6);
    expect(await memory.load(source('broken'))).toBe(false);
    expect(await memory.load(source('broken'))).toBe(false);
    expect(asked).toHaveLength(2);
    expect(memory.bytes()).toBe(0);
  });

  it('lets everything go when the page goes, also what is still on its way', async () => {
    const { memory, released } = memoryOf(12e6);
    await memory.load(source('a'));
    const late = memory.load(source('b'));
    memory.clear();
    await late;
    expect(released).toEqual(['a', 'b']);
    expect(memory.bytes()).toBe(0);
  });
});

describe('the neighbours fetched ahead', () => {
  it('are the nearest ones both ways, and only those that are there', () => {
    expect(neighboursOf(1, { of: 40, room: 5, forward: false })).toEqual([2, 0, 3, 4, 5]);
    expect(neighboursOf(39, { of: 40, room: 2, forward: false })).toEqual([38, 37]);
    expect(neighboursOf(0, { of: 1, room: 5, forward: false })).toEqual([]);
  });

  it('are those that come while it plays', () => {
    expect(neighboursOf(3, { of: 8, room: 3, forward: true })).toEqual([4, 5, 6]);
  });
});
