// What pictures in Google Drive say of themselves: read from the first part of their bytes, once for each version.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import { readConfig } from '#server/config.ts';
import { createSafeFetch, type SafeFetch } from '#server/media/net/safe-fetch.ts';
import { createDriveSource } from '#server/media/sources/drive.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { createFakeDrive, type FakeDrive, type FakeDriveItem } from '#server/test-support/servers/fake-drive.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { keepDetails, readDetails } from './picture-details.ts';

let home: TestDatabase;
let drive: FakeDrive;
let fetch: SafeFetch;
let files: FakeDriveItem[];
const folder = 'folder-flight';

/** Larger than the part that is read, as real photos are. */
async function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#808080', noise } });
  const place = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '6/1 27/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '3/1 30/1 0/1',
  };
  return picture
    .withExif({
      IFD0: { Make: 'DJI', Model: 'FC300S' },
      IFD2: { DateTimeOriginal: '2026:03:04 09:15:20' },
      IFD3: { ...place, GPSImgDirection: '90/1' },
    })
    .jpeg({ quality: 95 })
    .toBuffer();
}

beforeAll(async () => {
  home = await freshDatabase();
  const inFolder = { parents: [folder], mimeType: 'image/jpeg' };
  files = [
    { id: folder, name: 'Flight', mimeType: 'application/vnd.google-apps.folder', shared: 'link' },
    { id: 'photo-that-speaks', name: '1.jpg', ...inFolder, bytes: await photo() },
    { id: 'photo-without-words', name: '2.jpg', ...inFolder, bytes: Buffer.from('no picture') },
  ];
  drive = await createFakeDrive({ files });
  fetch = createSafeFetch();
});
afterAll(async () => {
  await fetch.close();
  await drive.close();
  await home.drop();
});
beforeEach(() => {
  drive.requests.length = 0;
});

/** As a source that has just been opened lists them. */
async function listed(): Promise<SourceFile[]> {
  const settings = readConfig({
    SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
    GOOGLE_DRIVE_API_KEY: drive.key,
    GOOGLE_DRIVE_API_BASE: drive.base,
  });
  const source = createDriveSource({ fetch, drive: settings.drive });
  return (await source.list(classifyLink(`https://drive.google.com/drive/folders/${folder}`), [])) ?? [];
}

const fetched = () => drive.requests.filter(({ query }) => query.get('alt') === 'media');

test('a photo in Drive says when, where and with which camera it was taken, at the cost of its first part', async () => {
  const found = await listed();
  await keepDetails(home.database.query, found);
  const details = await readDetails(home.database.query, found);
  const [speaking, silent] = found.map(({ id }) => details.get(id));
  expect(speaking).toMatchObject({
    latitude: expect.closeTo(6.45, 4),
    longitude: expect.closeTo(-3.5, 4),
    heading: 90,
  });
  expect(speaking?.capturedAt).toMatch(/^2026-03-04.09:15:20/);
  expect(speaking?.camera).toContain('FC300S');
  expect(silent ?? { latitude: null }).toMatchObject({ latitude: null });
  expect(files[1]?.bytes?.length).toBeGreaterThan(131_072);
  const ranges = fetched().map(({ path, headers }) => [path.split('/').at(-1), headers.range]);
  expect(ranges).toContainEqual(['photo-that-speaks', 'bytes=0-131071']);
  expect(ranges.every(([, range]) => range !== undefined)).toBe(true);
});

test('its header is read once, and again when its bytes have changed', async () => {
  const database = home.database.query;
  await keepDetails(database, await listed());
  drive.requests.length = 0;
  await keepDetails(database, await listed());
  expect(fetched().filter(({ path }) => path.endsWith('photo-that-speaks'))).toEqual([]);
  Object.assign(files[1] ?? {}, {
    bytes: Buffer.concat([await photo(), Buffer.from('more')]),
    modifiedTime: '2026-03-05T08:00:00.000Z',
  });
  const changed = await listed();
  expect((await readDetails(database, changed)).get(changed[0]?.id ?? '')).toBeUndefined();
  await keepDetails(database, changed);
  expect((await readDetails(database, changed)).get(changed[0]?.id ?? '')?.latitude).toBeCloseTo(6.45, 4);
});
