// Films that are not whole, and those that need another player.
import { expect, test } from 'vitest';
import { filmBox, filmContents } from '#server/test-support/files/made-files.ts';
import { filmProblem } from './film-header.ts';
import { inMemory } from './read-at.ts';

const ftyp = filmBox('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
const frames = filmBox('mdat', Buffer.alloc(5000));

const problemOf = (film: Buffer) => filmProblem(inMemory(film), film.length);

test('a film that every browser plays has no problem, wherever its table of contents stands', async () => {
  for (const packing of ['avc1', 'vp09', 'av01']) {
    expect(await problemOf(Buffer.concat([ftyp, filmContents(packing), frames]))).toBeUndefined();
    expect(await problemOf(Buffer.concat([ftyp, frames, filmContents(packing)]))).toBeUndefined();
  }
});

test('one that needs another player names its packing', async () => {
  expect(await problemOf(Buffer.concat([ftyp, frames, filmContents('hvc1')]))).toContain('HEVC (H.265)');
  expect(await problemOf(Buffer.concat([ftyp, filmContents('apcn'), frames]))).toContain('ProRes');
});

test('one that is empty or cut off says so', async () => {
  expect(await problemOf(Buffer.alloc(0))).toContain('empty');
  expect(await problemOf(Buffer.concat([ftyp, frames]).subarray(0, 3000))).toContain('not whole');
  const film = Buffer.concat([ftyp, frames, filmContents('avc1')]);
  expect(await problemOf(film.subarray(0, film.length - 20))).toContain('not whole');
});

test('one whose table of contents came, but not all that is seen, says so, also without the brands of its kind', async () => {
  for (const film of [
    Buffer.concat([ftyp, filmContents('avc1'), frames]),
    Buffer.concat([filmBox('wide'), filmContents('avc1'), frames]),
  ]) {
    expect(await problemOf(film)).toBeUndefined();
    expect(await problemOf(film.subarray(0, film.length - 1000))).toContain('cut off');
  }
});

test('other films, and bytes that make no sense, are left to the browser', async () => {
  for (const bytes of [Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500, 255), Buffer.from('film')])
    expect(await problemOf(bytes)).toBeUndefined();
});
