// What a film holds while it is made: every canvas, picture and bitmap is counted by stand-ins of the browser's own.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FilmedPicture } from './draw-picture.ts';
import type { OpenEncoder } from './encoder.ts';
import { makeTimeLapse } from './make-time-lapse.ts';
import { bitrateOf } from './time-lapse-plan.ts';

/** What is alive: width and height of everything that holds pixels. */
const alive = new Map<object, { width: number; height: number }>();
let most = 0;

function hold(owner: object, width: number, height: number): void {
  if (width * height > 0) alive.set(owner, { width, height });
  else alive.delete(owner);
  most = Math.max(most, pixels());
}

function pixels(): number {
  return [...alive.values()].reduce((sum, { width, height }) => sum + width * height, 0);
}

/** Only what a film asks of it; drawing holds nothing. */
const context = new Proxy(
  { measureText: () => ({ width: 1 }), createLinearGradient: () => ({ addColorStop: () => undefined }) },
  { get: (known, name) => Reflect.get(known, name) ?? (() => undefined), set: () => true },
);

class Canvas {
  #width = 0;
  #height = 0;
  get width() {
    return this.#width;
  }
  set width(width: number) {
    this.#width = width;
    hold(this, width, this.#height);
  }
  get height() {
    return this.#height;
  }
  set height(height: number) {
    this.#height = height;
    hold(this, this.#width, height);
  }
  getContext = () => context;
}

/** As the product's largest pictures come, of a camera of four to three. */
const natural = { s400: [400, 300], s1600: [1600, 1200] } as const;
const gone = new Set<string>();

class Picture {
  naturalWidth = 0;
  naturalHeight = 0;
  src = '';
  async decode() {
    if (gone.has(this.src)) throw new Error('It is gone');
    [this.naturalWidth, this.naturalHeight] = natural[this.src.endsWith('s400') ? 's400' : 's1600'];
    hold(this, this.naturalWidth, this.naturalHeight);
  }
  removeAttribute() {
    hold(this, 0, 0);
  }
}

async function createBitmap(_: unknown, { resizeWidth, resizeHeight }: { resizeWidth: number; resizeHeight: number }) {
  const bitmap = { width: resizeWidth, height: resizeHeight, close: () => hold(bitmap, 0, 0) };
  hold(bitmap, resizeWidth, resizeHeight);
  return bitmap;
}

const encoded = { frames: 0, failsAt: Number.POSITIVE_INFINITY, closed: 0 };

const openEncoder = (async () => ({
  extension: 'webm',
  frames: () => encoded.frames,
  async add() {
    encoded.frames += 1;
    if (encoded.frames >= encoded.failsAt) throw new Error('The encoder gave up');
  },
  finish: async () => new Blob(['film'], { type: 'video/webm' }),
  close: async () => {
    encoded.closed += 1;
  },
})) as OpenEncoder;

beforeEach(() => {
  alive.clear();
  gone.clear();
  most = 0;
  Object.assign(encoded, { frames: 0, failsAt: Number.POSITIVE_INFINITY, closed: 0 });
  vi.stubGlobal('document', { createElement: () => new Canvas() });
  vi.stubGlobal('Image', Picture);
  vi.stubGlobal('createImageBitmap', createBitmap);
});
afterEach(() => vi.unstubAllGlobals());

const pictureOf = (nth: number): FilmedPicture => ({
  captureDate: '2026-01-01',
  addressAt: (size) => `/${nth}/${size}`,
});

type Watched = { signal?: AbortSignal; onProgress?: (share: number) => unknown };

/** Every picture lies a little beside the next one. */
function film(visits: number, { signal = new AbortController().signal, onProgress = () => undefined }: Watched = {}) {
  return makeTimeLapse({
    pictures: Array.from({ length: visits }, (_, nth) => pictureOf(nth)),
    place: ['Lekki', '', 'Gate'],
    ...{ resolution: '1080p', signal, onProgress, openEncoder },
    align: async (pictures) => pictures.map((_, nth) => (nth < visits - 1 ? [1, 0, 0.01, 0, 1, 0, 0, 0, 1] : null)),
    checkConnection: async () => undefined,
  });
}

/** Frames that wait in the encoder (four, and the one that is handed over), and the film, whose buffer doubles when it is full. */
function beyondCounted({ width, height }: { width: number; height: number }): number {
  return 5 + (2 * bitrateOf({ width, height }) * 45) / 8 / (width * height * 4);
}

test('of a film of a hundred pictures never more than 20 at frame size are held, and none after it', async () => {
  const { signal } = new AbortController();
  const { size } = await film(100, { signal });
  expect(size).toEqual({ width: 1440, height: 1080 });
  expect(encoded.frames).toBeGreaterThan(900);
  const atFrameSize = most / (size.width * size.height);
  expect(atFrameSize, 'three drawn pictures, the canvas that is filmed and the picture being drawn').toBeGreaterThan(4);
  expect(atFrameSize + beyondCounted(size)).toBeLessThanOrEqual(20);
  expect(alive.size).toBe(0);
  expect(getEventListeners(signal, 'abort'), 'nor does anything wait to be cancelled').toEqual([]);
});

test('as many are held for a hundred pictures as for ten', async () => {
  await film(10);
  const ofTen = most;
  most = 0;
  encoded.frames = 0;
  await film(100);
  expect(most).toBe(ofTen);
});

test('a film that is cancelled, or whose encoder fails, holds nothing any more', async () => {
  const stopping = new AbortController();
  const onProgress = (share: number) => share > 0.4 && stopping.abort();
  await expect(film(10, { signal: stopping.signal, onProgress })).rejects.toThrow();
  expect([alive.size, encoded.closed]).toEqual([0, 1]);
  encoded.failsAt = encoded.frames + 50;
  await expect(film(10)).rejects.toThrow('The encoder gave up');
  expect([alive.size, encoded.closed]).toEqual([0, 2]);
});

test('pictures that cannot be loaded hold nothing either', async () => {
  for (const nth of [2, 5, 9]) gone.add(`/${nth}/s1600`).add(`/${nth}/s400`);
  const { missing } = await film(10);
  expect(missing).toHaveLength(3);
  expect(alive.size).toBe(0);
});
