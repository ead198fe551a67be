// Light copies that the server makes: what they are, that each is made once, and what a bad video, a kill and a slow program come to.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLightRows } from '#server/features/media/light-video-rows.ts';
import { findBlanks } from '#server/media/blanks/video-positions.ts';
import { withFile } from '#server/media/formats/read-at.ts';
import { readVideoHeader } from '#server/media/formats/video-header.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createFolderStorage, openBytes } from '#server/media/storage/folder-storage.ts';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { ffmpeg, ffprobe, filmed, filmedAt, pretended } from '#server/test-support/files/filmed.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { keysOf, namedOf, type VideoFile } from './light-store.ts';
import { createLightVideos } from './light-videos.ts';

let testDatabase: TestDatabase;
let home: string;
const decoder = createDecoder();
const quiet = { signal: new AbortController().signal, renew: async () => undefined };

beforeAll(async () => {
  testDatabase = await freshDatabase();
  home = mkdtempSync(join(tmpdir(), 'topout-making-'));
});
beforeEach(async () => {
  await sql`delete from light_videos`.execute(testDatabase.database.query);
});
afterAll(async () => {
  decoder.close();
  rmSync(home, { recursive: true });
  await testDatabase.drop();
});

type Place = { folder: string; shelf: string };
const place = (): Place => ({ folder: mkdtempSync(join(home, 'making-')), shelf: mkdtempSync(join(home, 'videos-')) });

/** A server of its own: its locks are too. */
function opened(program: string | null, { folder, shelf } = place(), database = testDatabase.database) {
  const { query, locks } = database;
  const storage = createFolderStorage(shelf);
  const rows = createLightRows(query);
  const videos = createLightVideos({
    folder,
    storage,
    maxBytes: 100_000_000,
    rows,
    locks,
    decoder,
    ffmpeg: program,
  });
  return { videos, folder, shelf };
}

let count = 0;
function nextPath(ending = '.mp4'): string {
  count += 1;
  return join(home, `${count}${ending}`);
}
const fileAt = (path: string): VideoFile & { path: string } => ({
  id: `local:${path}`,
  version: '1',
  bytes: statSync(path).size,
  path,
  open: (range) => openBytes(path, range),
});
const written = (bytes: Buffer) => {
  const path = nextPath();
  writeFileSync(path, bytes);
  return fileAt(path);
};

/** By its matrix, as phones say it. */
function turnedOnItsSide(path: string): VideoFile & { path: string } {
  const bytes = readFileSync(path);
  const at = bytes.indexOf('tkhd') + 44;
  for (const [nth, value] of [0, 65_536, 0, -65_536, 0].entries()) bytes.writeInt32BE(value, at + nth * 4);
  return written(bytes);
}

async function rowOf(file: VideoFile) {
  const found = await sql<{ state: string; reason: string | null; share: number; failures: number; poster: boolean }>`
    select state, reason, share, failures, poster from light_videos where name = ${namedOf(file).name}`.execute(
    testDatabase.database.query,
  );
  return found.rows[0];
}
const probed = (path: string) =>
  JSON.parse(
    execFileSync(ffprobe ?? '', ['-v', 'error', '-show_streams', '-show_format', '-of', 'json', path]).toString(),
  ) as { streams: Record<string, string>[]; format: { tags?: Record<string, string> } };
const copyIn = (shelf: string, file: VideoFile) => join(shelf, keysOf(namedOf(file).name).light);
const posterIn = (shelf: string, file: VideoFile) => join(shelf, keysOf(namedOf(file).name).poster);

describe.skipIf(ffmpeg === null)('with ffmpeg', () => {
  test('of HEVC in 10 bits and 60 pictures a second comes H.264 in 720p, 8 bits and 30, with its sound and without its place', async () => {
    const { videos, shelf, folder } = opened(ffmpeg);
    const file = fileAt(filmed(nextPath('.mov'), { seconds: 1, codec: 'hevc', rate: 60, more: ['-tag:v', 'hvc1'] }));
    expect(readFileSync(file.path).includes(filmedAt)).toBe(true);
    expect(probed(file.path).streams.map(({ codec_type }) => codec_type)).toContain('data');
    await videos.makeAll([file], quiet);
    expect(await rowOf(file)).toMatchObject({ state: 'made', share: 1, poster: true });
    const made = probed(copyIn(shelf, file));
    expect(made.streams.map((stream) => stream.codec_name)).toEqual(['h264', 'aac']);
    const [picture = {}] = made.streams;
    expect([picture.width, picture.height, picture.pix_fmt, picture.avg_frame_rate]).toEqual([
      1280,
      720,
      'yuv420p',
      '30/1',
    ]);
    const bytes = readFileSync(copyIn(shelf, file));
    for (const word of [filmedAt, 'Ade Ola', '10:00:00:00'])
      expect([word, bytes.includes(word)]).toEqual([word, false]);
    expect(Object.keys(made.format.tags ?? {}).sort()).toEqual(['compatible_brands', 'major_brand', 'minor_version']);
    const header = await withFile(copyIn(shelf, file), readVideoHeader);
    expect(header).toMatchObject({ startsAtOnce: true, codec: 'avc1', sound: 'mp4a' });
    const poster = await sharp(posterIn(shelf, file)).metadata();
    expect([poster.width, poster.height, poster.exif, poster.xmp]).toEqual([1280, 720, undefined, undefined]);
    expect(readdirSync(folder)).toEqual([]);
    expect(statSync(file.path).size, 'the original stays').toBe(file.bytes);
  });

  test('nothing in a copy is left to be blanked but what holds nothing', async () => {
    const { videos, shelf } = opened(ffmpeg);
    const file = fileAt(filmed(nextPath()));
    await videos.makeAll([file], quiet);
    await withFile(copyIn(shelf, file), async (read, bytes) => {
      for (const { from, to } of (await findBlanks(read, bytes)) ?? []) {
        const part = await read(from, to - from);
        // The kind of a box that holds nothing.
        expect(part.toString('latin1').replace('mdirappl', '')).not.toMatch(/[A-Za-z]{6}/);
      }
    });
  });

  test('one that stands on its side comes upright, and nothing is enlarged', async () => {
    const { videos, shelf } = opened(ffmpeg);
    const turned = turnedOnItsSide(filmed(nextPath()));
    const small = fileAt(filmed(nextPath(), { size: '642x360', codec: 'hevc', more: ['-b:v', '8M'] }));
    await videos.makeAll([turned], quiet);
    expect(await withFile(copyIn(shelf, turned), readVideoHeader)).toMatchObject({ width: 720, height: 1280 });
    expect((await sharp(posterIn(shelf, turned)).metadata()).height).toBe(1280);
    await videos.makeAll([small], quiet);
    expect(await withFile(copyIn(shelf, small), readVideoHeader)).toMatchObject({ width: 642, height: 360 });
  });

  test('one that is light gets no copy, but a picture; nor does one of which a copy would hardly be smaller', async () => {
    const { videos, shelf } = opened(ffmpeg);
    const how = ['-b:v', '1M', '-movflags', '+faststart'];
    const light = fileAt(filmed(nextPath(), { size: '1280x720', more: how }));
    const spare = fileAt(filmed(nextPath(), { size: '640x360', more: ['-b:v', '300k'] }));
    await videos.makeAll([light, spare], quiet);
    expect([await rowOf(light), await rowOf(spare)]).toMatchObject([
      { state: 'none', reason: 'light', poster: true },
      { state: 'none', reason: 'weight', poster: true },
    ]);
    expect(readdirSync(shelf).map((name) => name.slice(-4))).toEqual(['.jpg', '.jpg']);
    const state = (await videos.statesOf([light])).get(light.id);
    expect(state).toMatchObject({ isUnknown: false, state: { bytes: null, hasPoster: true } });
    expect((await videos.partOf(light, 'poster'))?.bytes).toBeGreaterThan(1000);
    expect(await videos.partOf(light, 'light')).toBeNull();
  });

  test('one that is empty, cut off, or no video is said to have none, without a try', async () => {
    const { videos, shelf } = opened(ffmpeg);
    const cut = filmed(nextPath());
    truncateSync(cut, statSync(cut).size - 100);
    const list = written(Buffer.from('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n'));
    for (const file of [written(Buffer.alloc(0)), fileAt(cut), list]) {
      await videos.makeAll([file], quiet);
      expect(await rowOf(file)).toMatchObject({ state: 'none', reason: 'unreadable', poster: false });
    }
    expect(readdirSync(shelf)).toEqual([]);
  });

  test('one whose pictures are not what its header says is given up after three tries, and keeps no other waiting', async () => {
    const { videos } = opened(ffmpeg);
    const bad = written(describedVideo({ codec: 'hvc1', width: 1920, height: 1080, seconds: 9, bytes: 300_000 }));
    const good = fileAt(filmed(nextPath(), { seconds: 1 }));
    await expect(videos.makeAll([bad, good], quiet)).rejects.toThrow('No light copy');
    expect([await rowOf(bad), await rowOf(good)]).toMatchObject([{ state: 'making', failures: 1 }, { state: 'made' }]);
    for (let tries = 0; tries < 2; tries += 1) await videos.makeAll([bad], quiet).catch(() => undefined);
    await videos.makeAll([bad], quiet);
    expect(await rowOf(bad)).toMatchObject({ state: 'none', reason: 'failed' });
  });

  test('one whose second half is missing gets no copy of the first', async () => {
    const { videos } = opened(ffmpeg);
    const path = filmed(nextPath(), { seconds: 4, size: '1280x720', more: ['-movflags', '+faststart'] });
    truncateSync(path, Math.round(statSync(path).size / 2));
    const file = fileAt(path);
    for (let tries = 0; tries < 4; tries += 1) await videos.makeAll([file], quiet).catch(() => undefined);
    expect((await rowOf(file))?.state).toBe('none');
  });
});

const copy = describedVideo({ codec: 'avc1', width: 1280, height: 720, seconds: 20, bytes: 60_000, sound: 'mp4a' });
const heavy = () => written(describedVideo({ codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 400_000 }));
const copyPath = () => {
  const path = nextPath('.copy');
  writeFileSync(path, copy);
  return path;
};
/** Begins, says how far it is, and ends when it is allowed to. */
const waiting = (mark: string) =>
  `echo started >>${mark}; echo out_time_us=5000000; while [ -e ${mark} ] && [ ! -e ${mark}.end ]; do sleep 0.1; done; cp ${copyPath()} "$to"`;

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(holds).toBe(true);
}

test('while a copy is made its progress can be read, and it is there when it is whole', async () => {
  const mark = nextPath('.mark');
  const { videos, shelf } = opened(pretended(nextPath('.sh'), waiting(mark)));
  const file = heavy();
  const making = videos.makeAll([file], quiet);
  const state = async () => (await videos.statesOf([file])).get(file.id);
  await until(async () => ((await state())?.state.preparing ?? 0) > 0);
  expect(await state()).toEqual({
    isUnknown: false,
    state: { version: '', bytes: null, hasPoster: false, preparing: 0.25 },
  });
  expect(await videos.partOf(file, 'light')).toBeNull();
  writeFileSync(`${mark}.end`, '');
  await making;
  expect(await state()).toMatchObject({ isUnknown: false, state: { bytes: copy.length } });
  expect((await state())?.state.preparing).toBeUndefined();
  expect(readFileSync(copyIn(shelf, file)).equals(copy)).toBe(true);
});

test('two servers that are asked at once make it once', async () => {
  const other = await freshConnection();
  const [mark, shared] = [nextPath('.mark'), place()];
  const program = pretended(nextPath('.sh'), `echo started >>${mark}; sleep 1; cp ${copyPath()} "$to"`);
  const [one, two] = [opened(program, shared), opened(program, shared, other)];
  const file = heavy();
  await Promise.all([one.videos.makeAll([file], quiet), two.videos.makeAll([file], quiet)]);
  // Once for the copy, once for its picture.
  expect(readFileSync(mark, 'utf8').trim().split('\n')).toHaveLength(2);
  expect(await rowOf(file)).toMatchObject({ state: 'made' });
  await other.close();
});

test('a copy whose bytes were removed for room is made again', async () => {
  const { videos, shelf } = opened(pretended(nextPath('.sh'), `cp ${copyPath()} "$to"`));
  const file = heavy();
  await videos.makeAll([file], quiet);
  rmSync(copyIn(shelf, file));
  expect((await videos.statesOf([file])).get(file.id)?.isUnknown).toBe(true);
  expect(await videos.partOf(file, 'light')).toBeNull();
  await videos.makeAll([file], quiet);
  expect(existsSync(copyIn(shelf, file))).toBe(true);
});

test('a program that is too slow is ended, with what it began, when the server stops, and the copy is begun again', async () => {
  const mark = nextPath('.mark');
  const at = place();
  const { videos, folder } = opened(pretended(nextPath('.sh'), waiting(mark)), at);
  const file = heavy();
  const making = videos.makeAll([file], quiet);
  await until(() => existsSync(mark));
  videos.close();
  await expect(making).rejects.toThrow('The server ends');
  expect(readdirSync(folder)).toEqual([]);
  expect(await rowOf(file)).toMatchObject({ state: 'making', failures: 0 });
  const again = opened(pretended(nextPath('.sh'), `cp ${copyPath()} "$to"`), at);
  await again.videos.makeAll([file], quiet);
  expect(await rowOf(file)).toMatchObject({ state: 'made' });
});

test('what a killed server left is gone at the next start, and what another is at stays', async () => {
  const at = place();
  const file = heavy();
  const left = join(at.folder, `${namedOf(file).name}.of-a-killed-server`);
  writeFileSync(left, 'half');
  const mark = nextPath('.mark');
  const { videos } = opened(pretended(nextPath('.sh'), waiting(mark)), at);
  const other = heavy();
  const making = videos.makeAll([other], quiet);
  await until(() => existsSync(mark));
  const fresh = await freshConnection();
  await opened(null, at, fresh).videos.sweep();
  expect(readdirSync(at.folder).map((name) => name.startsWith(namedOf(other).name))).toEqual([true]);
  writeFileSync(`${mark}.end`, '');
  await making;
  await fresh.close();
});

test.each([
  ['another length', { seconds: 5 }, 'unlike'],
  ['4K', { width: 3840, height: 2160 }, 'unlike'],
  ['another packing', { codec: 'hvc1' }, 'unlike'],
  ['more bytes than its original', { bytes: 500_000 }, 'weight'],
])('a copy of %s is not kept', async (_name, wrong, reason) => {
  const path = nextPath('.copy');
  writeFileSync(
    path,
    describedVideo({ codec: 'avc1', width: 1280, height: 720, seconds: 20, bytes: 60_000, ...wrong }),
  );
  const { videos, shelf } = opened(pretended(nextPath('.sh'), `cp ${path} "$to"`));
  const file = heavy();
  await videos.makeAll([file], quiet);
  expect(await rowOf(file)).toMatchObject({ state: 'none', reason });
  expect(readdirSync(shelf).filter((name) => name.endsWith('.mp4'))).toEqual([]);
});

test('where nothing makes copies nothing is promised', async () => {
  const { videos } = opened(null);
  const file = heavy();
  await videos.makeAll([file], quiet);
  expect((await videos.statesOf([file])).get(file.id)).toEqual({
    isUnknown: true,
    state: { version: '', bytes: null, hasPoster: false },
  });
  expect(await rowOf(file)).toBeUndefined();
});

async function freshConnection() {
  const { createDatabase } = await import('#server/db/open.ts');
  return createDatabase(testDatabase.connection);
}
