// Films that are not whole, and those that need another player.
import { expect, test } from 'vitest';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { videoBox, videoContents } from '#server/test-support/files/made-files.ts';
import { inMemory } from './read-at.ts';
import { readVideoHeader, videoProblem } from './video-header.ts';

const ftyp = videoBox('ftyp', Buffer.from('isom\0\0\0\0', 'latin1'));
const frames = videoBox('mdat', Buffer.alloc(5000));

const problemOf = (film: Buffer) => videoProblem(inMemory(film), film.length);

test('a film that every browser plays has no problem, wherever its table of contents stands', async () => {
  for (const packing of ['avc1', 'vp09', 'av01']) {
    expect(await problemOf(Buffer.concat([ftyp, videoContents(packing), frames]))).toBeUndefined();
    expect(await problemOf(Buffer.concat([ftyp, frames, videoContents(packing)]))).toBeUndefined();
  }
});

test('one that needs another player names its packing', async () => {
  expect(await problemOf(Buffer.concat([ftyp, frames, videoContents('hvc1')]))).toContain('HEVC (H.265)');
  expect(await problemOf(Buffer.concat([ftyp, videoContents('apcn'), frames]))).toContain('ProRes');
});

test('one that is empty or cut off says so', async () => {
  expect(await problemOf(Buffer.alloc(0))).toContain('empty');
  expect(await problemOf(Buffer.concat([ftyp, frames]).subarray(0, 3000))).toContain('not whole');
  const film = Buffer.concat([ftyp, frames, videoContents('avc1')]);
  expect(await problemOf(film.subarray(0, film.length - 20))).toContain('not whole');
});

test('one whose table of contents came, but not all that is seen, says so, also without the brands of its kind', async () => {
  for (const film of [
    Buffer.concat([ftyp, videoContents('avc1'), frames]),
    Buffer.concat([videoBox('wide'), videoContents('avc1'), frames]),
  ]) {
    expect(await problemOf(film)).toBeUndefined();
    expect(await problemOf(film.subarray(0, film.length - 1000))).toContain('cut off');
  }
});

test('other films, and bytes that make no sense, are left to the browser', async () => {
  for (const bytes of [Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(500, 255), Buffer.from('film')])
    expect(await problemOf(bytes)).toBeUndefined();
});

test('a header says packing, upright size, length, sound, and whether it plays while it loads', async () => {
  const video = { codec: 'avc1', profile: 77, width: 1920, height: 1080, seconds: 12.5, bytes: 9000, sound: 'mp4a' };
  const headerOf = (film: Buffer) => readVideoHeader(inMemory(film), film.length);
  const known = { codec: 'avc1', profile: 77, seconds: 12.5, startsAtOnce: true, sound: 'mp4a', isHdr: false };
  expect(await headerOf(describedVideo(video))).toEqual({ ...known, width: 1920, height: 1080 });
  const turned = describedVideo({ ...video, turned: true, front: false });
  expect(await headerOf(turned)).toEqual({ ...known, width: 1080, height: 1920, startsAtOnce: false });
  const silent = describedVideo({ codec: 'hvc1', width: 3840, height: 2160, seconds: 0, bytes: 9000 });
  expect(await headerOf(silent)).toMatchObject({ codec: 'hvc1', profile: null, seconds: null, sound: null });
  expect(await headerOf(turned.subarray(0, turned.length - 9))).toBeNull();
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(500, 255),
    Buffer.from('1a45dfa3', 'hex'),
    Buffer.concat([ftyp, frames]),
  ])
    expect(await headerOf(bytes)).toBeNull();
});
