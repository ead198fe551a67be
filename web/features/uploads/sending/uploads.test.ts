// The queue of a tab's uploads: what moves, what waits for a connection, what cannot be read, and what is stored meanwhile.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { UploadFile } from '#contract/uploads/endpoints.ts';
import { ApiError, networkError } from '#web/lib/api/api-error.ts';
import type { KeptFile } from '#web/lib/offline/kept-files.ts';
import type { SendFile } from './rest.ts';
import { createUploads } from './uploads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function fileState(id: string, fields: Partial<UploadFile> = {}): UploadFile {
  const name = `${id}.jpg`;
  const place = { name, sentName: name, folder: '', sentFolder: '', bytes: 100 };
  return { id, ...place, state: 'travelling', refusal: null, print: null, isMine: true, ...fields };
}

type Answer = readonly UploadFile[] | Error;

function made(answers: Answer[] = []) {
  const on = new Map<string, Parameters<SendFile>[1]>();
  const sent: string[] = [];
  const stopped: string[] = [];
  const announced: string[][] = [];
  const noted: string[] = [];
  const kept = new Map<string, Blob>();
  const uploads = createUploads({
    now: () => Date.now(),
    async announce(files) {
      announced.push(files.map(({ id }) => id));
      const answer = answers.shift() ?? files.map(({ id }) => fileState(id));
      if (answer instanceof Error) throw answer;
      return answer;
    },
    kept: {
      note: async (files) => void noted.push(...files.map(({ id }) => id)),
      announced: async () => undefined,
      blobOf: async (id) => kept.get(id) ?? null,
      async add({ id }, blob) {
        if (id === 'too large') return false;
        kept.set(id, blob);
        return true;
      },
      remove: async (id) => void kept.delete(id),
    },
    send({ id }, handlers) {
      sent.push(id);
      on.set(id, handlers);
      return { stop: () => stopped.push(id) };
    },
  });
  const states = () => uploads.state().files.map(({ state }) => state);
  return { uploads, on, sent, stopped, states, kept, announced, noted };
}

const fact = (id: string): KeptFile => ({ id, upload: 'u', name: `${id}.jpg`, bytes: 100 });
const chosen = (...ids: string[]) => ids.map((id) => ({ file: fact(id), blob: new Blob(['x'.repeat(100)]) }));
/** Files that the server does not know yet. */
const fresh = (...ids: string[]) =>
  chosen(...ids).map(({ file, blob }) => {
    return { file: { ...file, announcement: { projectId: 1, folder: '', print: '1_2_3' } }, blob };
  });
/** Flushes pending promises without letting a timer end. */
const settle = () => vi.advanceTimersByTimeAsync(0);

test('three files move at a time, and the next begins as one ends, kept or refused', () => {
  const { uploads, on, states } = made();
  uploads.add(chosen('a', 'b', 'c', 'd', 'e'));
  expect(states()).toEqual(['moving', 'moving', 'moving', 'waiting', 'waiting']);
  on.get('b')?.kept();
  on.get('a')?.refused('This is no picture');
  expect(states()).toEqual(['refused', 'kept', 'moving', 'moving', 'moving']);
  expect(uploads.state().files[0]?.refusal).toBe('This is no picture');
});

test('a pause stops what moves, and going on begins it again', () => {
  const { uploads, on, stopped, states } = made();
  uploads.add(chosen('a', 'b'));
  on.get('a')?.sent(40);
  uploads.pause();
  expect([stopped, states()]).toEqual([
    ['a', 'b'],
    ['waiting', 'waiting'],
  ]);
  uploads.resume();
  expect([states(), uploads.state().files[0]?.sent]).toEqual([['moving', 'moving'], 40]);
});

test('a lost connection stops nothing for good: it tries again after a delay that grows to a minute, and at any sign of a connection', async () => {
  const { uploads, on, sent, states } = made();
  uploads.add(chosen('a', 'b'));
  on.get('a')?.failed(false);
  expect([uploads.state().problem, uploads.state().isPaused, states()]).toEqual([
    'line',
    false,
    ['waiting', 'waiting'],
  ]);
  const tries: number[] = [];
  for (let second = 0; tries.length < 40; second++) {
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(1_000);
    if (sent.length === before) continue;
    tries.push(second);
    on.get(sent.at(-1) ?? '')?.failed(false);
  }
  const pauses = tries.map((at, nth) => at - (tries[nth - 1] ?? -1));
  expect(pauses.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(Math.max(...pauses)).toBe(60);
  await vi.advanceTimersByTimeAsync(5_000);
  const before = sent.length;
  uploads.wake();
  expect(sent.length).toBe(before + 1);
  on.get(sent.at(-1) ?? '')?.sent(10);
  expect([uploads.state().problem, states()]).toEqual([null, ['moving', 'moving']]);
});

test('a file whose turn always fails goes behind the others', async () => {
  const { uploads, on, sent } = made();
  uploads.add(chosen('bad', 'a', 'b', 'c'));
  on.get('bad')?.failed(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent.at(-1)).toBe('a');
  expect(uploads.state().files.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'bad']);
});

test('a login that ended says so, and goes on at the first sign of the next one', async () => {
  const { uploads, on, states } = made();
  uploads.add(chosen('a', 'b'));
  on.get('a')?.failed(true);
  expect([uploads.state().problem, states()]).toEqual(['login', ['waiting', 'waiting']]);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(states()).toEqual(['waiting', 'waiting']);
  uploads.wake();
  expect(states()).toContain('moving');
});

test('what somebody paused no sign of a connection goes on with', async () => {
  const { uploads, states } = made();
  uploads.add(chosen('a'));
  uploads.pause();
  await vi.advanceTimersByTimeAsync(120_000);
  uploads.wake();
  expect(states()).toEqual(['waiting']);
});

test('offline, files are chosen, noted before any byte is kept, and announced and sent when online', async () => {
  const { uploads, sent, states, announced, noted, kept } = made([networkError('no line')]);
  uploads.add(fresh('a', 'b'));
  expect([noted, states()]).toEqual([
    ['a', 'b'],
    ['new', 'new'],
  ]);
  await settle();
  expect([uploads.state().problem, [...kept.keys()], sent]).toEqual(['line', ['a', 'b'], []]);
  expect(uploads.unannounced('u')).toMatchObject([
    { id: 'a', print: '1_2_3' },
    { id: 'b', print: '1_2_3' },
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announced).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
  expect([uploads.state().problem, states(), sent]).toEqual([null, ['moving', 'moving'], ['a', 'b']]);
});

test('an announcement that is refused names the reason at each of its files, and others go on', async () => {
  const full = new ApiError({ status: 409, code: 'quota', message: '409', detail: 'There is no room for this' });
  const { uploads, states, kept } = made([full]);
  uploads.add(fresh('a'));
  await settle();
  expect(uploads.state().files).toMatchObject([{ state: 'refused', refusal: 'There is no room for this' }]);
  expect(kept.size).toBe(0);
  uploads.add(chosen('b'));
  expect(states()).toEqual(['refused', 'moving']);
});

test('what the server has of an announced file counts: refused, left out by somebody, or there', async () => {
  const { uploads, states } = made([
    [fileState('a', { state: 'refused', refusal: 'This file is empty' }), fileState('c')],
  ]);
  uploads.add(fresh('a', 'b', 'c'));
  await settle();
  expect(states()).toEqual(['refused', 'moving']);
});

test('a file that cannot be read any more is named, what was kept of it goes on in its place, and others are not held up', async () => {
  const { uploads, on, sent, states, kept } = made();
  uploads.add(chosen('a', 'b', 'c', 'd'));
  await settle();
  kept.delete('a');
  on.get('a')?.unreadable();
  on.get('b')?.unreadable();
  await settle();
  expect(sent).toEqual(['a', 'b', 'c', 'd', 'b']);
  expect(states()).toEqual(['unreadable', 'moving', 'moving', 'moving']);
  on.get('b')?.unreadable();
  await settle();
  expect([states(), uploads.state().problem]).toEqual([['unreadable', 'unreadable', 'moving', 'moving'], null]);
  uploads.add(chosen('a'));
  expect(states()).toEqual(['unreadable', 'moving', 'moving', 'moving']);
});

test('the time left follows from what came in the last seconds', () => {
  const { uploads, on } = made();
  uploads.add(chosen('a', 'b'));
  on.get('a')?.sent(10);
  expect(uploads.state().secondsLeft).toBeNull();
  vi.advanceTimersByTime(2_000);
  on.get('a')?.sent(50);
  expect(uploads.state().secondsLeft).toBe((200 - 50) / 20);
});

test('a file that is cancelled is stopped and forgotten, and another takes its place', () => {
  const { uploads, stopped, states } = made();
  uploads.add(chosen('a', 'b', 'c', 'd'));
  uploads.forget('b');
  expect([stopped, states()]).toEqual([['b'], ['moving', 'moving', 'moving']]);
});

test('files are kept on the device until they have come, will not come or are cancelled; what has no room is reported', async () => {
  const { uploads, on, kept } = made();
  uploads.add(chosen('a', 'b', 'c', 'd', 'too large'));
  await settle();
  expect([[...kept.keys()], uploads.state().unkept]).toEqual([['a', 'b', 'c', 'd'], ['too large']]);
  on.get('a')?.kept();
  on.get('b')?.refused('This is no picture');
  uploads.forget('c');
  expect([...kept.keys()]).toEqual(['d']);
  on.get('too large')?.kept();
  expect(uploads.state().unkept).toEqual([]);
  uploads.goOn(chosen('e'));
  expect([...kept.keys()]).toEqual(['d']);
});

test('nothing moves while another connection is waited for; then it goes on, also where the connection was lost', () => {
  const { uploads, on, stopped, states } = made();
  uploads.add(chosen('a'));
  uploads.hold(true);
  uploads.add(chosen('b'));
  expect([stopped, states(), uploads.state().isHeld]).toEqual([['a'], ['waiting', 'waiting'], true]);
  uploads.hold(false);
  expect(states()).toEqual(['moving', 'moving']);
  on.get('a')?.failed(false);
  uploads.hold(true);
  uploads.hold(false);
  expect(states()).toContain('moving');
  uploads.pause();
  uploads.hold(true);
  uploads.hold(false);
  expect(states()).toEqual(['waiting', 'waiting']);
});
