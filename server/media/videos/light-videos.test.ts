// Light copies of videos: copies that came from devices are taken once, without what they say of places, or not at all.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLightRows } from '#server/features/media/light-video-rows.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createFolderStorage, openBytes } from '#server/media/storage/folder-storage.ts';
import type { StoredFile } from '#server/media/storage/storage.ts';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { videoBox } from '#server/test-support/files/made-files.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import type { VideoFile } from './light-store.ts';
import { createLightVideos } from './light-videos.ts';

let testDatabase: TestDatabase;
let home: string;
const decoder = createDecoder();

beforeAll(async () => {
  testDatabase = await freshDatabase();
  home = mkdtempSync(join(tmpdir(), 'topout-light-'));
});
beforeEach(async () => {
  await sql`delete from light_videos`.execute(testDatabase.database.query);
});
afterAll(async () => {
  decoder.close();
  rmSync(home, { recursive: true });
  await testDatabase.drop();
});

function opened({ maxBytes = 100_000_000 } = {}) {
  const folder = mkdtempSync(join(home, 'making-'));
  const shelf = mkdtempSync(join(home, 'videos-'));
  const { query, locks } = testDatabase.database;
  const rows = createLightRows(query);
  const storage = createFolderStorage(shelf);
  const videos = createLightVideos({ folder, storage, maxBytes, rows, locks, decoder, ffmpeg: null });
  return { videos, folder, shelf };
}

let count = 0;
function written(bytes: Buffer): StoredFile & { path: string } {
  count += 1;
  const path = join(home, `${count}.bin`);
  writeFileSync(path, bytes);
  return { path, bytes: statSync(path).size, open: (range) => openBytes(path, range) };
}
const asVideo = (file: StoredFile & { path: string }): VideoFile => ({
  ...file,
  id: `local:${file.path}`,
  version: '1',
});
/** As it comes from elsewhere: without a path. */
const remote = <T extends StoredFile>({ path: _, ...file }: T) => file;

const heavy = { codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 400_000, front: false };
const small = { codec: 'avc1', width: 1280, height: 720, seconds: 20, bytes: 60_000, sound: 'mp4a' };
const place = '+06.4541+003.3947/';
const telling = [videoBox('udta', videoBox('\xa9xyz', Buffer.from(place)))];

const rowsNow = async () =>
  (
    await sql`select state, made_by, width, height, bytes::int, poster from light_videos`.execute(
      testDatabase.database.query,
    )
  ).rows;

test.each([
  ['from paths', (file: StoredFile & { path: string }): StoredFile => file],
  ['from another host', (file: StoredFile & { path: string }): StoredFile => remote(file)],
])('a copy that a device made is kept without its place, with a picture drawn again, %s', async (_name, as) => {
  const { videos, folder, shelf } = opened();
  const original = written(describedVideo(heavy));
  const file: VideoFile = { ...as(original), id: `local:${original.path}`, version: '1' };
  const pixels = { create: { width: 1600, height: 900, channels: 3, background: '#336' } } as const;
  const picture = await sharp(pixels)
    .withExif({ IFD0: { Artist: 'Ade' } })
    .jpeg()
    .toBuffer();
  const video = describedVideo({ ...small, more: telling });
  expect(video.includes(place)).toBe(true);
  expect(await videos.keep(file, { video: as(written(video)), poster: as(written(picture)) })).toBeNull();
  const [jpg = '', mp4 = ''] = readdirSync(shelf).sort();
  const bytes = readFileSync(join(shelf, mp4));
  expect([bytes.length, bytes.includes(place)]).toEqual([video.length, false]);
  const poster = await sharp(join(shelf, jpg)).metadata();
  expect([poster.width, poster.height, poster.exif]).toEqual([1280, 720, undefined]);
  expect(await rowsNow()).toEqual([
    { state: 'made', made_by: 'device', width: 1280, height: 720, bytes: video.length, poster: true },
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a second copy of the same bytes is not taken, unless those of the first are gone', async () => {
  const { videos, shelf } = opened();
  const file = asVideo(written(describedVideo(heavy)));
  const give = () => videos.keep(file, { video: written(describedVideo(small)), poster: null });
  expect([await give(), await give()]).toEqual([null, 'made']);
  for (const name of readdirSync(shelf)) rmSync(join(shelf, name));
  expect(await give()).toBeNull();
  expect(
    await videos.keep({ ...file, version: '2' }, { video: written(describedVideo(small)), poster: null }),
  ).toBeNull();
});

test('what comes while another process makes one is not taken', async () => {
  const { videos } = opened();
  const file = asVideo(written(describedVideo(heavy)));
  const give = () => videos.keep(file, { video: written(describedVideo(small)), poster: null });
  const answers = await Promise.all([give(), give()]);
  expect(answers.filter((answer) => answer === null)).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'making' || answer === 'made')).toHaveLength(1);
});

test.each([
  [
    'a picture',
    async () =>
      sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
        .jpeg()
        .toBuffer(),
    'unreadable',
  ],
  ['nothing', async () => Buffer.alloc(0), 'unreadable'],
  ['one that is cut off', async () => describedVideo({ ...small, front: false }).subarray(0, 59_000), 'unreadable'],
  ['one in 4K', async () => describedVideo({ ...small, width: 3840, height: 2160 }), 'size'],
  ['HEVC', async () => describedVideo({ ...small, codec: 'hvc1' }), 'codec'],
  ['another length', async () => describedVideo({ ...small, seconds: 12 }), 'length'],
  ['one that is larger', async () => describedVideo({ ...small, bytes: 500_000 }), 'weight'],
] as const)('%s is not taken for a light copy, and nothing is left of it', async (_name, make, why) => {
  const { videos, shelf, folder } = opened();
  const file = asVideo(written(describedVideo(heavy)));
  expect(await videos.keep(file, { video: written(await make()), poster: null })).toBe(why);
  expect([readdirSync(shelf), readdirSync(folder), await rowsNow()]).toEqual([[], [], []]);
});

test('a copy whose picture is none is kept without one', async () => {
  const { videos, shelf } = opened();
  const file = asVideo(written(describedVideo(heavy)));
  const given = { video: written(describedVideo(small)), poster: written(Buffer.from('no picture')) };
  expect(await videos.keep(file, given)).toBeNull();
  expect(readdirSync(shelf).map((name) => name.slice(-4))).toEqual(['.mp4']);
  expect(await rowsNow()).toMatchObject([{ poster: false }]);
  expect(existsSync(given.video.path)).toBe(true);
});

test('the oldest copies give way where there is no more room', async () => {
  const { videos, shelf } = opened({ maxBytes: 150_000 });
  for (let nth = 0; nth < 4; nth += 1)
    await videos.keep(asVideo(written(describedVideo(heavy))), { video: written(describedVideo(small)), poster: null });
  expect(readdirSync(shelf)).toHaveLength(2);
});
