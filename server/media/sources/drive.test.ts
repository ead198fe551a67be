// Google Drive as a source, against a stand-in that answers as the published API does.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import { readConfig } from '#server/config.ts';
import { createSafeFetch, type SafeFetch } from '#server/media/net/safe-fetch.ts';
import { createFakeDrive, type FakeDrive, type FakeDriveItem } from '#server/test-support/servers/fake-drive.ts';
import { createDriveSource } from './drive.ts';
import type { MediaRoot, MediaSource, SourceFile } from './source.ts';

const folderType = 'application/vnd.google-apps.folder';
const shortcutType = 'application/vnd.google-apps.shortcut';
const minute = 60_000;
const size = { width: 1200, height: 800 };

let photo: Buffer;
let files: FakeDriveItem[];
let standIn: FakeDrive;
let fetch: SafeFetch;
/** The test's clock. */
let now = Date.now();
let slept: number[] = [];

beforeAll(async () => {
  photo = await sharp({ create: { ...size, channels: 3, background: '#a86b42' } })
    .jpeg()
    .toBuffer();
  files = world();
  standIn = await createFakeDrive({ files, pageSize: 7 });
  fetch = createSafeFetch();
});

beforeEach(() => {
  now = Date.now();
  slept = [];
  standIn.requests.length = 0;
});

afterAll(async () => {
  await fetch.close();
  await standIn.close();
});

function image(parent: string, given: Partial<FakeDriveItem> & { id: string; name: string }): FakeDriveItem {
  const taken = { ...size, location: { latitude: 6.4, longitude: 3.4 } };
  return { mimeType: 'image/jpeg', parents: [parent], bytes: photo, imageMediaMetadata: taken, ...given };
}

function folder(id: string, more: Partial<FakeDriveItem> = {}): FakeDriveItem {
  return { id, name: id, mimeType: folderType, ...more };
}

function world(): FakeDriveItem[] {
  const many = Array.from({ length: 23 }, (_one, n) =>
    image('folder-many', { id: `many-photo-${n}`, name: `DJI ${n + 1}.jpg` }),
  );
  const shortcut = (id: string, name: string, target: { id: string; type?: string }): FakeDriveItem => ({
    id,
    name,
    mimeType: shortcutType,
    parents: ['folder-shortcuts'],
    shortcutDetails: { targetId: target.id, targetMimeType: target.type ?? 'image/jpeg' },
  });
  return [
    folder('folder-many', { shared: 'link' }),
    ...many,
    folder('folder-empty', { shared: 'link' }),
    folder('folder-private', { shared: 'nobody' }),
    folder('folder-trashed', { shared: 'link', trashed: true }),
    folder('folder-drive', { shared: 'link', driveId: '0AShareddrive' }),
    image('folder-drive', { id: 'drive-photo-1', name: 'a.jpg', driveId: '0AShareddrive' }),
    folder('folder-old', { shared: 'link', resourceKey: '0-oldkey' }),
    image('folder-old', { id: 'old-photo-1', name: 'old.jpg', resourceKey: '0-photokey' }),
    folder('folder-mixed', { shared: 'link' }),
    image('folder-mixed', { id: 'mixed-heic', name: 'phone.heic', mimeType: 'image/heic' }),
    image('folder-mixed', { id: 'mixed-turned', name: 'turned.jpg', imageMediaMetadata: { ...size, rotation: 1 } }),
    image('folder-mixed', { id: 'mixed-unseen', name: 'new.jpg', noThumbnail: true }),
    image('folder-mixed', {
      id: 'mixed-ortho',
      name: 'ortho.tif',
      mimeType: 'image/tiff',
      bytes: Buffer.from('II*\0GeoTIFF'),
    }),
    image('folder-mixed', {
      id: 'mixed-video',
      name: 'flight.mp4',
      mimeType: 'video/mp4',
      videoMediaMetadata: { width: 1920, height: 1080, durationMillis: '1000' },
    }),
    image('folder-mixed', { id: 'mixed-notes', name: 'notes.txt', mimeType: 'text/plain' }),
    image('folder-mixed', { id: 'mixed-subtitles', name: 'flight.srt', mimeType: 'application/x-subrip' }),
    image('folder-mixed', { id: 'mixed-plan', name: 'plan.pdf', mimeType: 'application/pdf' }),
    {
      id: 'mixed-sheet',
      name: 'costs',
      mimeType: 'application/vnd.google-apps.spreadsheet',
      parents: ['folder-mixed'],
    },
    image('folder-mixed', { id: 'mixed-gone', name: 'gone.jpg', trashed: true }),
    folder('mixed-folder', { parents: ['folder-mixed'] }),
    folder('folder-card', { shared: 'link' }),
    image('folder-card', { id: 'card-overview', name: 'overview.jpg' }),
    folder('card-100', { name: '100MEDIA', parents: ['folder-card'] }),
    folder('card-99', { name: '99MEDIA', parents: ['folder-card'] }),
    folder('card-raw', { name: 'raw: #2', parents: ['card-100'] }),
    image('card-100', { id: 'card-photo-1', name: '1.jpg' }),
    image('card-99', { id: 'card-photo-2', name: '1.jpg' }),
    image('card-raw', { id: 'card-photo-3', name: '2.jpg' }),
    folder('folder-shortcuts', { shared: 'link', account: true }),
    shortcut('shortcut-good', '1 far.jpg', { id: 'many-photo-0' }),
    shortcut('shortcut-private', '2 private.jpg', { id: 'private-photo' }),
    shortcut('shortcut-doc', '3 doc', { id: 'document-1', type: 'application/vnd.google-apps.document' }),
    { ...shortcut('shortcut-twin', 'twin', { id: 'drive-photo-1' }), parents: ['folder-drive'] },
    shortcut('shortcut-within', '4 within.jpg', { id: 'bound-photo-1' }),
    image('folder-private', { id: 'private-photo', name: 'private.jpg', account: true }),
    { ...shortcut('shortcut-folder', 'folder', { id: 'folder-many', type: folderType }), parents: [], shared: 'link' },
    { ...shortcut('shortcut-out', 'folder', { id: 'folder-other', type: folderType }), parents: ['folder-root'] },
    folder('folder-root', { account: true }),
    folder('folder-bound', { parents: ['folder-root'] }),
    image('folder-bound', { id: 'bound-photo-1', name: 'bound.jpg', thumbnailVersion: '7' }),
    folder('folder-other', { account: true }),
    image('folder-other', { id: 'other-photo-1', name: 'other.jpg' }),
  ];
}

type Setting = { key?: string | null; account?: boolean };

function openSource({ key = standIn.key, account = false }: Setting = {}): MediaSource {
  const { drive } = readConfig({
    SESSION_SECRET: 'c0ncrete-and-steel-and-glass-and-wood',
    GOOGLE_DRIVE_API_KEY: key ?? '',
    GOOGLE_DRIVE_CREDENTIALS: account ? standIn.credentials : '',
    GOOGLE_DRIVE_API_BASE: standIn.base,
  });
  const sleep = async (ms: number) => slept.push(ms);
  return createDriveSource({ fetch, drive, sleep, now: () => now });
}

/** A pause is up to half as long again. */
const secondsAtLeast = (pause: number) => 2 ** Math.floor(Math.log2(pause / 1000));

const linkTo = (id: string, query = '') => classifyLink(`https://drive.google.com/drive/folders/${id}${query}`);
const list = (id: string, how: { source?: MediaSource; roots?: MediaRoot[] } = {}) =>
  (how.source ?? openSource()).list(linkTo(id), how.roots ?? []);
const names = (files: SourceFile[] | null) => files?.map(({ name }) => name);
const asked = (path: string) => standIn.requests.filter((one) => one.path.includes(path));
const bound: MediaRoot[] = [{ provider: 'google-drive', root: 'folder-root' }];

async function only(id: string, how: Parameters<typeof list>[1] = {}): Promise<SourceFile> {
  const [file] = (await list(id, how)) ?? [];
  if (!file) throw new Error(`${id} has no file`);
  return file;
}

async function sideOf(picture: string | Buffer): Promise<number> {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  return Math.max(width, height);
}

describe('a public folder', () => {
  it('is listed page by page, as people count', async () => {
    const files = await list('folder-many');
    expect(names(files)).toEqual(Array.from({ length: 23 }, (_one, n) => `DJI ${n + 1}.jpg`));
    expect(files?.[0]).toMatchObject({
      id: 'google-drive:many-photo-0',
      kind: 'image',
      bytes: photo.length,
      width: 1200,
      height: 800,
      embedUrl: 'https://drive.google.com/file/d/many-photo-0/preview',
      webUrl: 'https://drive.google.com/file/d/many-photo-0/view?usp=drivesdk',
    });
    expect(asked('/drive/v3/files').map(({ path, query }) => [path, query.get('pageToken')])).toEqual([
      ['/drive/v3/files/folder-many', null],
      ['/drive/v3/files', null],
      ['/drive/v3/files', 'after-7'],
      ['/drive/v3/files', 'after-14'],
      ['/drive/v3/files', 'after-21'],
    ]);
  });

  it('is requested with the key in a header, for shared drives too, and never where pictures were taken', async () => {
    await list('folder-many');
    for (const { query, headers } of standIn.requests) {
      expect(headers['x-goog-api-key']).toBe(standIn.key);
      expect(query.has('key')).toBe(false);
      expect(query.get('supportsAllDrives')).toBe('true');
      expect(query.get('fields')).not.toMatch(/location/);
      expect(query.get('quotaUser')).toMatch(/^[0-9a-f]{40}$/);
    }
    expect(asked('/drive/v3/files')[1]?.query.get('includeItemsFromAllDrives')).toBe('true');
    expect(asked('/drive/v3/files')[1]?.query.get('orderBy')).toBe('name_natural');
  });

  it('that is empty is no fault; one that is not shared, missing or in the bin is', async () => {
    expect(await list('folder-empty')).toEqual([]);
    await expect(list('folder-private')).rejects.toMatchObject({ code: 'not_shared', message: /Anyone with the link/ });
    await expect(list('folder-missing')).rejects.toMatchObject({ code: 'not_shared' });
    await expect(list('folder-trashed')).rejects.toMatchObject({ code: 'not_found', message: /bin/ });
  });

  it('in a shared drive is seen', async () => {
    expect(names(await list('folder-drive'))).toEqual(['a.jpg']);
  });

  it('of old days opens with the key in its link, which every address of its files keeps', async () => {
    await expect(list('folder-old')).rejects.toMatchObject({ code: 'not_shared' });
    const [file] = (await openSource().list(linkTo('folder-old', '?resourcekey=0-oldkey'), [])) ?? [];
    expect(file?.embedUrl).toBe('https://drive.google.com/file/d/old-photo-1/preview?resourcekey=0-photokey');
    const { body } = (await file?.open(null)) ?? {};
    expect(Buffer.concat((await body?.toArray()) ?? []).equals(photo)).toBe(true);
    expect(standIn.requests.at(-1)?.headers['x-goog-drive-resource-keys']).toBe(
      'folder-old/0-oldkey,old-photo-1/0-photokey',
    );
    standIn.refuse({ status: 403, reason: 'forbidden', url: '/drive-storage/', times: 2 });
    expect(await sideOf((await file?.picture(400)) ?? '')).toBe(400);
    expect(asked('/thumbnail')[0]?.query.get('resourcekey')).toBe('0-photokey');
  });

  it('lists images, films, GeoTIFFs and whatever else has bytes, but no documents of Google nor what is in the bin', async () => {
    const files = await list('folder-mixed');
    expect(files?.map(({ name, kind }) => [name, kind])).toEqual([
      ['flight.mp4', 'video'],
      ['flight.srt', 'file'],
      ['new.jpg', 'image'],
      ['notes.txt', 'file'],
      ['ortho.tif', 'geotiff'],
      ['phone.heic', 'image'],
      ['plan.pdf', 'file'],
      ['turned.jpg', 'image'],
    ]);
  });

  it('shows the folders within it as groups, whatever their names, as far as they are shared', async () => {
    const files = await list('folder-card');
    expect(files?.map(({ folder: group, name }) => [group, name])).toEqual([
      ['', 'overview.jpg'],
      ['99MEDIA', '1.jpg'],
      ['100MEDIA', '1.jpg'],
      ['100MEDIA/raw: #2', '2.jpg'],
    ]);
    standIn.refuse({ status: 404, reason: 'notFound', url: 'card-99', times: 1 });
    expect((await list('folder-card'))?.map(({ folder: group }) => group)).not.toContain('99MEDIA');
  });

  it('says no size of a picture that was turned, because Google does not say which way it counts', async () => {
    const files = await list('folder-mixed');
    const turned = files?.find(({ name }) => name === 'turned.jpg');
    expect([turned?.width, turned?.height]).toEqual([null, null]);
  });

  it('follows shortcuts to pictures that everybody may see, under the name of the shortcut', async () => {
    const files = await list('folder-shortcuts');
    expect(files?.map(({ id, name }) => [id, name])).toEqual([['google-drive:many-photo-0', '1 far.jpg']]);
  });

  it('shows a file once that also has a shortcut beside it', async () => {
    expect(names(await list('folder-drive'))).toEqual(['a.jpg']);
  });

  it('behind a shortcut is listed', async () => {
    expect(await list('shortcut-folder')).toHaveLength(23);
  });
});

describe('a link', () => {
  it('to a folder that turns out to be a file answers that file', async () => {
    expect(names(await list('many-photo-4'))).toEqual(['DJI 5.jpg']);
    const single = await openSource().list(classifyLink('https://drive.google.com/file/d/many-photo-4/view'), []);
    expect(names(single)).toEqual(['DJI 5.jpg']);
  });

  it('without an id is refused in the specified words', async () => {
    const link = classifyLink('https://drive.google.com/drive/my-drive');
    await expect(openSource().list(link, [])).rejects.toThrow('Invalid Google Drive folder URL');
  });

  it('of another provider is none of its own', async () => {
    expect(await openSource().list(classifyLink('https://vimeo.com/76979871'), [])).toBeNull();
    expect(standIn.requests).toEqual([]);
  });
});

describe('without settings', () => {
  it('says what an admin has to set', async () => {
    const fault = list('folder-many', { source: openSource({ key: null }) });
    await expect(fault).rejects.toMatchObject({
      code: 'not_configured',
      message: /GOOGLE_DRIVE_API_KEY.*GOOGLE_DRIVE_CREDENTIALS/,
    });
    expect(standIn.requests).toEqual([]);
  });

  it('says that a key is wrong, and never which', async () => {
    const fault = await list('folder-many', { source: openSource({ key: 'a-wrong-key' }) }).catch((error) => error);
    expect(fault).toMatchObject({ code: 'misconfigured', message: /GOOGLE_DRIVE_API_KEY/ });
    expect(JSON.stringify({ ...fault, message: fault.message, stack: fault.stack })).not.toContain('a-wrong-key');
  });
});

describe('while Google is in a hurry', () => {
  it.each([
    [403, 'rateLimitExceeded'],
    [403, 'userRateLimitExceeded'],
    [429, 'RATE_LIMIT_EXCEEDED'],
    [500, 'internalError'],
    [503, 'backendError'],
  ])('waits longer each time and asks again (%d %s)', async (status, reason) => {
    standIn.refuse({ status, reason, times: 3 });
    expect(await list('folder-empty')).toEqual([]);
    expect(slept.map(secondsAtLeast)).toEqual([1, 2, 4]);
  });

  it('gives up after five tries', async () => {
    standIn.refuse({ status: 429, reason: 'rateLimitExceeded', times: 5 });
    await expect(list('folder-empty')).rejects.toMatchObject({ code: 'busy' });
    expect(slept.map(secondsAtLeast)).toEqual([1, 2, 4, 8]);
  });

  it.each([
    [403, 'dailyLimitExceeded', 'busy'],
    [403, 'accessNotConfigured', 'misconfigured'],
    [400, 'keyInvalid', 'misconfigured'],
    [403, 'API_KEY_HTTP_REFERRER_BLOCKED', 'misconfigured'],
    [400, 'badRequest', 'unreachable'],
    [403, 'insufficientFilePermissions', 'not_shared'],
  ])('does not ask again where that cannot help (%d %s)', async (status, reason, code) => {
    standIn.refuse({ status, reason });
    await expect(list('folder-empty')).rejects.toMatchObject({ code });
    expect(standIn.requests).toHaveLength(1);
    expect(slept).toEqual([]);
  });

  it('serves the list of before at once, and asks again half a minute later', async () => {
    const source = openSource();
    await list('folder-many', { source });
    now += 4 * minute;
    standIn.requests.length = 0;
    standIn.refuse({ status: 403, reason: 'rateLimitExceeded' });
    expect(await list('folder-many', { source })).toHaveLength(23);
    expect(await list('folder-many', { source })).toHaveLength(23);
    expect(standIn.requests).toHaveLength(1);
    expect(slept).toEqual([]);
    now += minute;
    expect(await list('folder-many', { source })).toHaveLength(23);
    expect(standIn.requests).toHaveLength(6);
  });

  it('serves no list of before once the folder is shared no longer', async () => {
    const source = openSource();
    await list('folder-many', { source });
    now += 4 * minute;
    standIn.refuse({ status: 404, reason: 'notFound' });
    await expect(list('folder-many', { source })).rejects.toMatchObject({ code: 'not_shared' });
  });

  it('starts the list again when a page token is refused', async () => {
    const source = openSource();
    standIn.refuse({ status: 400, reason: 'badRequest', url: 'pageToken=after-14' });
    expect(await list('folder-many', { source })).toHaveLength(23);
    expect(asked('/drive/v3/files').filter(({ query }) => query.get('pageToken') === 'after-7')).toHaveLength(2);
  });
});

describe('a list', () => {
  it('is requested once for many, and again after minutes', async () => {
    const source = openSource();
    const all = await Promise.all(Array.from({ length: 10 }, () => list('folder-many', { source })));
    expect(all.every((files) => files?.length === 23)).toBe(true);
    expect(standIn.requests).toHaveLength(5);
    now += 2 * minute;
    await list('folder-many', { source });
    expect(standIn.requests).toHaveLength(5);
    now += 2 * minute;
    await list('folder-many', { source });
    expect(standIn.requests).toHaveLength(10);
  });
});

describe('a picture', () => {
  it('comes by its link in the size of its box', async () => {
    const file = await only('folder-many');
    expect(await sideOf(await file.picture(400))).toBe(400);
    expect(await sideOf(await file.picture(1600))).toBe(1200);
    expect(asked('/drive-storage/').map(({ path }) => path.split('=')[1])).toEqual(['s400', 's1600']);
    expect(asked('/drive-storage/')[0]?.headers).not.toHaveProperty('x-goog-api-key');
  });

  it('asks for a new link when the old one is an hour old', async () => {
    const file = await only('folder-many');
    standIn.expireThumbnails();
    now += 61 * minute;
    expect(await sideOf(await file.picture(400))).toBe(400);
    expect(asked('/drive-storage/')).toHaveLength(1);
  });

  it('asks for a new link when Google honours the old one no longer', async () => {
    const file = await only('folder-many');
    standIn.expireThumbnails();
    expect(await sideOf(await file.picture(400))).toBe(400);
    expect(asked('/drive-storage/')).toHaveLength(2);
  });

  it('comes by its other addresses when there is no link', async () => {
    const file = await only('folder-many');
    standIn.refuse({ status: 403, reason: 'forbidden', url: '/drive-storage/', times: 2 });
    expect(await sideOf(await file.picture(400))).toBe(400);
    expect(asked('/thumbnail')[0]?.query.get('sz')).toBe('w400');
    standIn.refuse({ status: 403, reason: 'forbidden', url: '/drive-storage/', times: 2 });
    standIn.refuse({ status: 429, reason: 'rateLimitExceeded', url: '/thumbnail' });
    expect(await sideOf(await file.picture(800))).toBe(800);
    expect(asked('/d/many-photo-0=s800')).toHaveLength(1);
  });

  it('that Google has not made yet is a fault', async () => {
    const files = await list('folder-mixed');
    const file = files?.find(({ name }) => name === 'new.jpg');
    await expect(file?.picture(400)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('as large as it is are its own bytes where browsers show them, else the largest rendition', async () => {
    const file = await only('folder-many');
    expect(Buffer.compare((await file.picture(16_383)) as Buffer, photo)).toBe(0);
    const heic = (await list('folder-mixed'))?.find(({ name }) => name === 'phone.heic');
    expect(await sideOf((await heic?.picture(16_383)) ?? '')).toBe(1200);
    expect(asked('/drive-storage/').at(-1)?.path).toMatch(/=s0$/);
  });

  it('of a film and a GeoTIFF is the one that Google made', async () => {
    const film = (await list('folder-mixed'))?.find(({ kind }) => kind === 'video');
    expect(await sideOf((await film?.picture(800)) ?? '')).toBe(800);
  });
});

describe('the bytes of a file', () => {
  it('come whole and in parts', async () => {
    const file = await only('folder-many');
    const whole = await file.open(null);
    expect(whole).toMatchObject({ status: 200, bytes: photo.length, range: null });
    expect(Buffer.concat(await whole.body.toArray()).equals(photo)).toBe(true);
    const part = await file.open('bytes=2-5');
    expect(part).toMatchObject({ status: 206, bytes: 4, range: `bytes 2-5/${photo.length}` });
    expect(Buffer.concat(await part.body.toArray()).equals(photo.subarray(2, 6))).toBe(true);
    expect(asked('/many-photo-0').at(-1)?.query.get('alt')).toBe('media');
  });

  it('beyond the end, or over a quota, are a fault', async () => {
    const file = await only('folder-many');
    await expect(file.open('bytes=99999999-')).rejects.toMatchObject({ code: 'bad_range' });
    standIn.refuse({ status: 403, reason: 'downloadQuotaExceeded' });
    await expect(file.open(null)).rejects.toMatchObject({ code: 'busy', message: /downloads of this file/ });
  });
});

describe('with a service account', () => {
  const both = () => openSource({ account: true });
  const alone = () => openSource({ key: null, account: true });

  it('a folder beneath a bound root is listed, with the token and without the key', async () => {
    const files = await list('folder-bound', { source: both(), roots: bound });
    expect(names(files)).toEqual(['bound.jpg']);
    expect(files?.[0]?.embedUrl).toBeNull();
    for (const { headers, query } of asked('/drive/v3/')) {
      expect(headers.authorization).toMatch(/^Bearer stand-in-token-/);
      expect(headers).not.toHaveProperty('x-goog-api-key');
      expect(query.has('quotaUser')).toBe(false);
    }
    expect(asked('/token')).toHaveLength(1);
  });

  it('no other folder of the account is honoured', async () => {
    for (const roots of [bound, [], [{ provider: 'local', root: 'folder-other' } as const]]) {
      await expect(list('folder-other', { source: alone(), roots })).rejects.toMatchObject({ code: 'not_bound' });
      await expect(list('folder-other', { source: both(), roots })).rejects.toMatchObject({ code: 'not_shared' });
    }
    expect(asked('/drive/v3/files').some(({ query }) => query.has('q'))).toBe(false);
  });

  it('a list that one project may see is not there for another', async () => {
    const source = alone();
    expect(await list('folder-bound', { source, roots: bound })).toHaveLength(1);
    await expect(list('folder-bound', { source, roots: [] })).rejects.toMatchObject({ code: 'not_bound' });
  });

  it('a public folder is read by the key', async () => {
    expect(await list('folder-many', { source: both(), roots: bound })).toHaveLength(23);
    expect(asked('/drive/v3/files').at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('a shortcut out of the bound folder is not followed', async () => {
    const roots: MediaRoot[] = [{ provider: 'google-drive', root: 'folder-shortcuts' }];
    expect(await list('folder-shortcuts', { source: alone(), roots })).toEqual([]);
    await expect(list('shortcut-out', { source: alone(), roots: bound })).rejects.toMatchObject({ code: 'not_bound' });
    const wider: MediaRoot[] = [...roots, ...bound];
    expect(names(await list('folder-shortcuts', { source: alone(), roots: wider }))).toEqual(['4 within.jpg']);
  });

  it('pictures and bytes that only the account may see come with its token', async () => {
    const file = await only('folder-bound', { source: alone(), roots: bound });
    expect(await sideOf(await file.picture(400))).toBe(400);
    expect(asked('/drive-storage/')[0]?.headers.authorization).toMatch(/^Bearer /);
    const { body } = await file.open(null);
    expect(Buffer.concat(await body.toArray()).equals(photo)).toBe(true);
    standIn.refuse({ status: 403, reason: 'forbidden', url: '/drive-storage/', times: 2 });
    expect(Buffer.compare((await file.picture(400)) as Buffer, photo)).toBe(0);
  });

  it('a token is cached until shortly before it expires, and replaced when it is refused', async () => {
    const source = alone();
    await list('folder-bound', { source, roots: bound });
    now += 50 * minute;
    await list('folder-bound', { source, roots: bound });
    expect(asked('/token')).toHaveLength(1);
    now += 6 * minute;
    await list('folder-bound', { source, roots: bound });
    expect(asked('/token')).toHaveLength(2);
    now += 10 * minute;
    standIn.expireTokens();
    expect(await list('folder-bound', { source, roots: bound })).toHaveLength(1);
    expect(asked('/token')).toHaveLength(3);
  });

  it('a statement that Google does not accept is said with its setting', async () => {
    standIn.refuse({ status: 400, reason: 'invalid_grant', url: '/token' });
    await expect(list('folder-bound', { source: alone(), roots: bound })).rejects.toMatchObject({
      code: 'misconfigured',
      message: /GOOGLE_DRIVE_CREDENTIALS/,
    });
  });

  describe('that Google does not accept', () => {
    const publicRoots: MediaRoot[] = [...bound, { provider: 'google-drive', root: 'folder-many' }];
    beforeEach(() => standIn.refuse({ status: 400, reason: 'invalid_grant', url: '/token' }));

    it('public folders are read by the key, and the account is left alone for a minute', async () => {
      const source = both();
      expect(await list('folder-many', { source, roots: publicRoots })).toHaveLength(23);
      expect(await list('folder-many', { source, roots: publicRoots })).toHaveLength(23);
      expect(asked('/token')).toHaveLength(1);
      now += 61_000;
      expect(await list('folder-bound', { source, roots: bound })).toHaveLength(1);
      expect(asked('/token')).toHaveLength(2);
    });

    it('of a folder that is only for the account the broken setting is said, not its sharing', async () => {
      const fault = { code: 'misconfigured', message: /GOOGLE_DRIVE_CREDENTIALS/ };
      await expect(list('folder-bound', { source: both(), roots: bound })).rejects.toMatchObject(fault);
    });
  });
});

describe('a version', () => {
  it('stays while a file stays, and changes with its thumbnail, its bytes and its time', async () => {
    const item = files.find(({ id }) => id === 'drive-photo-1') as FakeDriveItem;
    const { version: first } = await only('folder-drive');
    const seen = [first, (await only('folder-drive')).version];
    expect(seen[1]).toBe(first);
    for (const change of [{ thumbnailVersion: '2' }, { bytes: Buffer.from('other') }, { modifiedTime: '2026-11-21' }]) {
      Object.assign(item, change);
      seen.push((await only('folder-drive')).version);
    }
    expect(new Set(seen).size).toBe(4);
  });
});
