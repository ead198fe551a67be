// Light copies beside a tab's uploads: when one is made, announced and sent, and what ends it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SendFile } from '#web/features/uploads/sending/rest.ts';
import type { MovingFile, UploadsState } from '#web/features/uploads/sending/uploads.ts';
import { noUploads } from '#web/features/uploads/sending/use-held-uploads.ts';
import { ApiError, networkError } from '#web/lib/api/api-error.ts';
import { createListeners } from '#web/lib/device/listeners.ts';
import { createLightCopies } from './light-copies.ts';
import type { CopyMaker } from './make-in-worker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
const settle = () => vi.advanceTimersByTimeAsync(0);
const film = (size = 1_000) => new Blob(['f'.repeat(size)]);
const copy = { light: new Blob(['l'.repeat(40)]), poster: new Blob(['p'.repeat(5)]) };

type Work = Parameters<CopyMaker>[1] & { isPaused: boolean; isStopped: boolean };

function opened(answers: (Error | null)[] = []) {
  const listeners = createListeners();
  let state: UploadsState = noUploads;
  const works: Work[] = [];
  const announced: { file: string; bytes: (number | undefined)[]; ids: (string | undefined)[] }[] = [];
  const sent: { id: string; bytes: number; on: Parameters<SendFile>[1]; isStopped: boolean }[] = [];
  function set(fields: Partial<UploadsState>): void {
    state = { ...state, ...fields };
    listeners.notify();
  }
  const file = (id: string, fields: Partial<MovingFile> = {}): MovingFile => ({
    ...{ id, upload: 'u', name: `${id}.mp4`, bytes: 1_000, sent: 0, state: 'moving', refusal: null, copy: null },
    ...fields,
  });
  const change = (id: string, fields: Partial<MovingFile>) =>
    set({ files: state.files.map((one) => (one.id === id ? { ...one, ...fields } : one)) });
  const copies = createLightCopies({
    uploads: { state: () => state, subscribe: listeners.add, noteCopy: (id, share) => change(id, { copy: share }) },
    make(_film, on) {
      const work = { ...on, isPaused: false, isStopped: false };
      works.push(work);
      return {
        pause: (isPaused) => void Object.assign(work, { isPaused }),
        stop: () => void Object.assign(work, { isStopped: true }),
      };
    },
    async announce(to, { light, poster }) {
      announced.push({ file: to, bytes: [light.bytes, poster?.bytes], ids: [light.id, poster?.id] });
      const answer = answers.shift();
      if (answer) throw answer;
    },
    send({ id, blob }, on) {
      const one = { id, bytes: blob.size, on, isStopped: false };
      sent.push(one);
      return { stop: () => void Object.assign(one, { isStopped: true }) };
    },
    now: () => Date.now(),
  });
  /** In the queue, with its film. */
  function add(id: string, fields: Partial<MovingFile> = {}): void {
    set({ files: [...state.files, file(id, fields)] });
    copies.add(id, film());
  }
  const shares = () => state.files.map((one) => one.copy);
  return { copies, add, set, change, shares, works, announced, sent };
}

/** Lets the first file arrive, with its copy made meanwhile. */
async function arrived(world: ReturnType<typeof opened>) {
  world.add('a');
  world.works[0]?.done(copy);
  world.change('a', { state: 'kept' });
  await settle();
}

test('copies are made one after the other, while their originals are sent', async () => {
  const { add, works, shares } = opened();
  add('a');
  add('b');
  expect([works.length, shares()]).toEqual([1, [0, null]]);
  works[0]?.progress(0.403);
  works[0]?.progress(0.409);
  expect(shares()).toEqual([0.403, null]);
  works[0]?.done(copy);
  expect([works.length, shares()]).toEqual([2, [null, 0]]);
  works[1]?.done(null);
  await settle();
  expect([works.length, shares()]).toEqual([2, [null, null]]);
});

test('one that is made is announced at once, and sent when nothing else is on its way: its picture first', async () => {
  const world = opened();
  const { add, works, announced, sent, change } = world;
  add('a');
  add('b');
  works[0]?.done(copy);
  await settle();
  expect(announced).toMatchObject([{ file: 'a', bytes: [40, 5] }]);
  change('a', { state: 'kept' });
  await settle();
  expect(sent).toEqual([]);
  change('b', { state: 'kept' });
  await settle();
  expect(sent.map(({ bytes }) => bytes)).toEqual([5]);
  sent[0]?.on.kept();
  await settle();
  sent[1]?.on.kept();
  await settle();
  expect(sent.map(({ id }) => id)).toEqual([announced[0]?.ids[1], announced[0]?.ids[0]]);
  expect(new Set(announced.map(({ ids }) => String(ids))).size).toBe(1);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(sent).toHaveLength(2);
});

test('none is begun offline: neither before the server knows the video, nor while there is no connection', () => {
  const { add, set, works, change } = opened();
  add('a', { state: 'new' });
  expect(works).toHaveLength(0);
  set({ problem: 'line' });
  change('a', { state: 'waiting' });
  expect(works).toHaveLength(0);
  set({ problem: null });
  expect(works).toHaveLength(1);
});

test('while it waits the server is told every ten minutes that it comes', async () => {
  const { add, works, announced } = opened();
  add('a');
  works[0]?.done(copy);
  await settle();
  expect(announced).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(35 * minute);
  expect(announced).toHaveLength(4);
});

test('a file that joins the queue goes before a copy, which continues after it', async () => {
  const world = opened();
  await arrived(world);
  const { sent, add, change, works } = world;
  sent[0]?.on.kept();
  await settle();
  add('b');
  expect(sent.map(({ isStopped }) => isStopped)).toEqual([false, true]);
  works[1]?.done(null);
  change('b', { state: 'kept' });
  await settle();
  expect(sent.map(({ bytes }) => bytes)).toEqual([5, 40, 5]);
  sent[2]?.on.kept();
  await settle();
  sent[3]?.on.kept();
  await settle();
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(sent).toHaveLength(4);
});

test('a pause holds the making and the sending, and so does waiting for Wi-Fi the sending', async () => {
  const world = opened();
  const { add, set, works, sent, change } = world;
  add('a');
  set({ isPaused: true });
  expect(works[0]?.isPaused).toBe(true);
  set({ isPaused: false });
  expect(works[0]?.isPaused).toBe(false);
  works[0]?.done(copy);
  change('a', { state: 'kept' });
  set({ isHeld: true });
  await settle();
  expect(sent).toEqual([]);
  set({ isHeld: false });
  await settle();
  expect(sent).toHaveLength(1);
  set({ isPaused: true });
  expect(sent[0]?.isStopped).toBe(true);
});

test('a lost connection is tried again, at longer and longer intervals; a refusal ends it without a word', async () => {
  const world = opened();
  await arrived(world);
  const { sent, announced } = world;
  sent[0]?.on.failed(false);
  await settle();
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(2);
  sent[1]?.on.failed(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toHaveLength(3);
  sent[2]?.on.refused('There is a light copy of this video already');
  await settle();
  const told = announced.length;
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect([sent.length, announced.length]).toEqual([3, told]);
});

test.each([
  ['is refused by the server', new ApiError({ status: 409, message: 'Released' }), 0],
  ['finds no connection', networkError(undefined), 2],
])('an announcement that %s is repeated only where that may help', async (_name, answer, times) => {
  const world = opened([answer]);
  const { add, works, announced } = world;
  add('a');
  works[0]?.done(copy);
  await vi.advanceTimersByTimeAsync(12 * minute);
  expect(announced).toHaveLength(1 + times);
});

test.each([
  ['was cancelled', (world: ReturnType<typeof opened>) => world.set({ files: [] })],
  ['was refused', (world: ReturnType<typeof opened>) => world.change('a', { state: 'refused' })],
  ['can no longer be read', (world: ReturnType<typeof opened>) => world.change('a', { state: 'unreadable' })],
  ['is of a login that has ended', (world: ReturnType<typeof opened>) => world.copies.end()],
])('the work on a video that %s ends', async (_name, end) => {
  const world = opened();
  world.add('a');
  end(world);
  expect(world.works[0]?.isStopped).toBe(true);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect([world.announced, world.sent]).toEqual([[], []]);
});

test('a file that arrived and left the list keeps its copy; after the end of the login nothing is sent', async () => {
  const world = opened();
  await arrived(world);
  const { set, sent, copies } = world;
  set({ files: [] });
  sent[0]?.on.kept();
  await settle();
  expect(sent).toHaveLength(2);
  copies.end();
  expect(sent[1]?.isStopped).toBe(true);
  await vi.advanceTimersByTimeAsync(60 * minute);
  expect(sent).toHaveLength(2);
});

test('while 400 MB of copies wait to be sent no other is made', async () => {
  const { add, works } = opened();
  const large = new Blob([]);
  Object.defineProperty(large, 'size', { value: 401 * 1024 * 1024 });
  add('a');
  add('b');
  works[0]?.done({ light: large, poster: null });
  await settle();
  expect(works).toHaveLength(1);
});
