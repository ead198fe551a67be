// The queue of a tab's uploads, and what is found again after a reload.
import { expect, test } from 'vitest';
import type { UploadFile } from '#contract/uploads.ts';
import { createUploads, matchChosen, type SendFile } from './uploads.ts';

function file(id: string, fields: Partial<UploadFile> = {}): UploadFile {
  return {
    id,
    name: `${id}.jpg`,
    sentName: `${id}.jpg`,
    bytes: 100,
    folder: '',
    sentFolder: '',
    state: 'travelling',
    refusal: null,
    print: null,
    isMine: true,
    ...fields,
  };
}

function made(clock = { at: 0 }) {
  const on = new Map<string, Parameters<SendFile>[1]>();
  const stopped: string[] = [];
  const kept = new Map<string, Blob>();
  const uploads = createUploads({
    now: () => clock.at,
    kept: {
      async add({ id }, blob) {
        if (id === 'too large') return false;
        kept.set(id, blob);
        return true;
      },
      remove: async (id) => void kept.delete(id),
    },
    send({ id }, handlers) {
      on.set(id, handlers);
      return { stop: () => stopped.push(id) };
    },
  });
  const states = () => uploads.state().files.map(({ state }) => state);
  return { uploads, on, stopped, states, kept };
}

const pairs = (...ids: string[]) => ids.map((id) => [file(id), new Blob(['x'.repeat(100)])] as const);

test('three files move at a time, and the next begins as one ends, kept or refused', () => {
  const { uploads, on, states } = made();
  uploads.add('u', pairs('a', 'b', 'c', 'd', 'e'));
  expect(states()).toEqual(['moving', 'moving', 'moving', 'waiting', 'waiting']);
  on.get('b')?.kept();
  on.get('a')?.refused('This is no picture');
  expect(states()).toEqual(['refused', 'kept', 'moving', 'moving', 'moving']);
  expect(uploads.state().files[0]?.refusal).toBe('This is no picture');
});

test('a pause stops what moves, and going on begins it again', () => {
  const { uploads, on, stopped, states } = made();
  uploads.add('u', pairs('a', 'b'));
  on.get('a')?.sent(40);
  uploads.pause();
  expect([stopped, states()]).toEqual([
    ['a', 'b'],
    ['waiting', 'waiting'],
  ]);
  uploads.resume();
  expect([states(), uploads.state().files[0]?.sent]).toEqual([['moving', 'moving'], 40]);
});

test('a line that is lost for good and a login that ended stop everything and say so', () => {
  const { uploads, on, states } = made();
  uploads.add('u', pairs('a', 'b'));
  on.get('a')?.failed(true);
  expect([uploads.state().problem, states()]).toEqual(['login', ['waiting', 'waiting']]);
  uploads.resume();
  on.get('b')?.failed(false);
  expect([uploads.state().problem, uploads.state().isPaused]).toEqual(['line', true]);
});

test('the time left follows from what came in the last seconds', () => {
  const clock = { at: 0 };
  const { uploads, on } = made(clock);
  uploads.add('u', pairs('a', 'b'));
  on.get('a')?.sent(10);
  expect(uploads.state().secondsLeft).toBeNull();
  clock.at = 2_000;
  on.get('a')?.sent(50);
  expect(uploads.state().secondsLeft).toBe((200 - 50) / 20);
});

test('a file that is cancelled is stopped and forgotten, and another takes its place', () => {
  const { uploads, stopped, states } = made();
  uploads.add('u', pairs('a', 'b', 'c', 'd'));
  uploads.forget('b');
  expect([stopped, states()]).toEqual([['b'], ['moving', 'moving', 'moving']]);
});

test('files are kept on the device until they have come, will not come or are cancelled; what has no room is told', async () => {
  const { uploads, on, kept } = made();
  uploads.add('u', pairs('a', 'b', 'c', 'd', 'too large'));
  await Promise.resolve();
  expect([[...kept.keys()], uploads.state().unkept]).toEqual([['a', 'b', 'c', 'd'], ['too large']]);
  on.get('a')?.kept();
  on.get('b')?.refused('This is no picture');
  uploads.forget('c');
  expect([...kept.keys()]).toEqual(['d']);
  on.get('too large')?.kept();
  expect(uploads.state().unkept).toEqual([]);
  uploads.goOn('u', pairs('e'));
  expect([...kept.keys()]).toEqual(['d']);
});

test('nothing moves while another line is waited for; then it goes on, also where the line was lost for good', () => {
  const { uploads, on, stopped, states } = made();
  uploads.add('u', pairs('a'));
  uploads.hold(true);
  uploads.add('u', pairs('b'));
  expect([stopped, states(), uploads.state().isHeld]).toEqual([['a'], ['waiting', 'waiting'], true]);
  uploads.hold(false);
  expect(states()).toEqual(['moving', 'moving']);
  on.get('a')?.failed(false);
  uploads.hold(true);
  uploads.hold(false);
  expect([states(), uploads.state().problem]).toEqual([['moving', 'moving'], null]);
  uploads.pause();
  uploads.hold(true);
  uploads.hold(false);
  expect(states()).toEqual(['waiting', 'waiting']);
});

test('after a reload files are found again by folder, name and size: those that came stay, those that wait go on, others are new', () => {
  const known = [
    file('1', { sentName: 'a.jpg' }),
    file('2', { sentName: 'b.jpg', state: 'kept' }),
    file('3', { sentName: 'a.jpg', bytes: 7 }),
  ];
  const chosen = ['a.jpg 100', 'b.jpg 100', 'c.jpg 100', 'a.jpg 8'].map((text) => {
    const [name = '', size] = text.split(' ');
    return { file: { name, size: Number(size) }, folder: '' };
  });
  const elsewhere = { file: { name: 'a.jpg', size: 100 }, folder: '100MEDIA' };
  const { again, fresh } = matchChosen(known, [...chosen, elsewhere]);
  expect(again.map(([{ id }]) => id)).toEqual(['1']);
  expect(fresh.map(({ file: { name, size }, folder }) => [folder, name, size])).toEqual([
    ['', 'c.jpg', 100],
    ['', 'a.jpg', 8],
    ['100MEDIA', 'a.jpg', 100],
  ]);
});
