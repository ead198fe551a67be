// The bytes of files: who gets them, by which parts, under which name; and everything that must not be got.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { copyGeoreference } from '#server/media/formats/copy-georeference.ts';
import { dngWith, georeferenceOnly, silentVideo } from '#server/test-support/files/made-files.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client' | 'otherClient', TestPerson>;
let project: number;
/** Released with the folder lekki/one: a photo with GPS, a video, a map, a note, a page. */
let session: number;
/** Of the same project, not released. */
let waiting: number;

const film = silentVideo(1000);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-files-'));
  const one = join(folder, 'media/lekki/one');
  const two = join(folder, 'media/lekki/two');
  for (const path of [one, two, join(folder, 'media/ikoyi')]) mkdirSync(path, { recursive: true });
  await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toFile(join(one, '1.jpg'));
  writeFileSync(join(one, 'fly "over" é%.mp4'), film);
  mkdirSync(join(folder, 'media/lekki/maps'));
  writeFileSync(join(one, 'map.tif'), georeferenceOnly());
  writeFileSync(join(one, 'notes.txt'), 'private');
  writeFileSync(join(one, 'page.html'), '<script>alert(1)</script>');
  writeFileSync(join(one, 'big.mp4'), silentVideo(60_000_000));
  writeFileSync(join(two, '2.mp4'), film);
  writeFileSync(join(folder, 'media/ikoyi/3.mp4'), film);
  writeFileSync(join(folder, 'outside.mp4'), film);
  symlinkSync(join(folder, 'outside.mp4'), join(one, 'link.mp4'));
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    otherCrew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    otherClient: await testApp.person('client'),
  };
  const { admin, crew, client, otherCrew } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  for (const { id } of [crew, otherCrew])
    await testApp.make.member({ projectId: project, userId: id, role: 'contributor' });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
  session = await submit({ droneImagesUrl: '/media/folders/lekki/one', videoUrl: '/media/files/lekki/two/2.mp4' });
  await testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {} });
  waiting = await submit({ droneImagesUrl: '/media/folders/lekki/two' });
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function submit(links: object): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', ...links };
  return ((await testApp.call(people.crew, 'POST /api/sessions', { body })).body as Session).id;
}

async function itemsOf(who: TestPerson, id = session): Promise<Media['items']> {
  return ((await testApp.call(who, `GET /api/sessions/${id}/media/drone`)).body as Media).items;
}

async function itemOf(who: TestPerson, name: string) {
  const item = (await itemsOf(who)).find((one) => one.name === name);
  if (!item) throw new Error(`${name} is not listed`);
  return item;
}

const fly = 'fly "over" é%.mp4';
const addressOf = (name: string) =>
  `/api/sessions/${session}/media/drone/${encodeURIComponent(`local:lekki/one/${name}`)}/file`;
const ask = (who: TestPerson | null, url: string, headers = {}) => testApp.call(who, `GET ${url}`, { headers });
const bytesOf = async (url: string, headers = {}) =>
  (await testApp.app.inject({ url, headers: { cookie: people.client.cookie, ...headers } })).rawPayload;

describe('a tab', () => {
  test('says the shape of a picture and where each kind of file is found', async () => {
    const photo = await itemOf(people.client, '1.jpg');
    expect(photo).toMatchObject({ kind: 'image', width: 40, height: 30, panorama: null, fileUrl: null });
    expect(photo.fullUrl).toContain('/full?v=');
    expect((await itemOf(people.crew, '1.jpg')).fileUrl).toContain('/file?v=');
    expect(await itemOf(people.client, fly)).toMatchObject({ kind: 'video', bytes: 1000, thumbnailUrl: null });
    expect((await itemOf(people.client, 'map.tif')).fileUrl).toContain('/file?v=');
  });
});

describe('a film', () => {
  test('comes whole, or by the part that a player asks for', async () => {
    const { fileUrl } = await itemOf(people.client, fly);
    const whole = await ask(people.client, `${fileUrl}`);
    expect([whole.status, whole.headers['content-length'], whole.headers['accept-ranges']]).toEqual([
      200,
      '1000',
      'bytes',
    ]);
    expect(whole.headers['content-type']).toBe('video/mp4');
    expect((await bytesOf(`${fileUrl}`)).equals(film)).toBe(true);
    const part = await ask(people.client, `${fileUrl}`, { range: 'bytes=100-199' });
    expect([part.status, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      'bytes 100-199/1000',
      '100',
    ]);
    expect((await bytesOf(`${fileUrl}`, { range: 'bytes=-10' })).equals(film.subarray(990))).toBe(true);
    expect((await bytesOf(`${fileUrl}`, { range: 'bytes=995-' })).equals(film.subarray(995))).toBe(true);
  });

  test('answers 416 beyond its end, and the whole to several parts or nonsense', async () => {
    const url = addressOf(fly);
    for (const range of ['bytes=1000-', 'bytes=-0', 'bytes=999999999999-999999999999']) {
      const refused = await ask(people.client, url, { range });
      expect([refused.status, refused.headers['content-range']]).toEqual([416, 'bytes */1000']);
      expect(refused.headers['cache-control']).toBe('no-store');
    }
    const many = `bytes=${Array.from({ length: 400 }, (_, at) => `${at}-${at}`).join(',')}`;
    for (const range of [many, 'bytes=5-1', 'bytes=-', 'lines=1-2', 'bytes=0-99999999999999999999999'])
      expect((await ask(people.client, url, { range })).status).toBe(200);
  });

  test('is continued only as the version that the reader has', async () => {
    const url = addressOf(fly);
    const { etag } = (await ask(people.client, url)).headers;
    const range = 'bytes=0-1';
    expect((await ask(people.client, url, { range, 'if-range': `${etag}` })).status).toBe(206);
    expect((await ask(people.client, url, { range, 'if-range': '"another"' })).status).toBe(200);
    expect((await ask(people.client, url, { 'if-none-match': `${etag}` })).status).toBe(304);
  });

  test('answers its size without a byte of it', async () => {
    const head = await testApp.app.inject({
      method: 'HEAD',
      url: addressOf(fly),
      headers: { cookie: people.client.cookie },
    });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, '1000', 0]);
  });

  test('downloads under its own name, whatever signs it holds', async () => {
    const shown = await ask(people.client, addressOf(fly));
    expect(shown.headers['content-disposition']).toMatch(/^inline; /);
    const saved = await ask(people.client, `${addressOf(fly)}?download`);
    expect(saved.headers['content-disposition']).toBe(
      `attachment; filename="fly _over_ __.mp4"; filename*=UTF-8''fly%20%22over%22%20%C3%A9%25.mp4`,
    );
  });

  test('can run nothing in our name', async () => {
    const { headers } = await ask(people.client, addressOf(fly));
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  });
});

describe('an original photo', () => {
  test('with its GPS is for admins and its photographer; clients get the re-encoded one', async () => {
    const url = addressOf('1.jpg');
    for (const who of [people.admin, people.crew]) {
      const { rawPayload } = await testApp.app.inject({ url, headers: { cookie: who.cookie } });
      expect((await sharp(rawPayload).metadata()).exif).toBeDefined();
    }
    expect((await ask(people.client, url)).status).toBe(404);
    const { fullUrl } = await itemOf(people.client, '1.jpg');
    const full = await sharp(await bytesOf(`${fullUrl}`)).metadata();
    expect([full.width, full.height, full.exif]).toEqual([40, 30, undefined]);
  });
});

describe('nobody gets', () => {
  const statusOf = async (who: TestPerson | null, url: string) => (await ask(who, url)).status;

  test('a file of a session that is not theirs', async () => {
    expect(await statusOf(null, addressOf(fly))).toBe(401);
    expect(await statusOf(people.otherClient, addressOf(fly))).toBe(404);
    expect(await statusOf(people.otherCrew, addressOf(fly))).toBe(404);
  });

  test('a file of another session, of another tab, or of one that is not released', async () => {
    const other = encodeURIComponent('local:lekki/two/2.mp4');
    expect(await statusOf(people.client, `/api/sessions/${session}/media/videos/${other}/file`)).toBe(200);
    for (const tab of ['drone', 'indoor', 'tour360', 'orthomosaic'])
      expect(await statusOf(people.client, `/api/sessions/${session}/media/${tab}/${other}/file`)).toBe(404);
    expect(await statusOf(people.client, `/api/sessions/${waiting}/media/drone/${other}/file`)).toBe(404);
    expect(await statusOf(people.crew, `/api/sessions/${waiting}/media/drone/${other}/file`)).toBe(200);
    expect(await statusOf(people.client, `/api/sessions/${session}/media/cellar/${other}/file`)).toBe(400);
  });

  const items = [
    'local:lekki/one/../two/2.mp4',
    'local:lekki/one/../../../outside.mp4',
    'local:../outside.mp4',
    'local:/etc/passwd',
    'local:lekki/one/link.mp4',
    'local:ikoyi/3.mp4',
    'local:lekki/one/.hidden',
    'local:lekki/one/fly\0',
    'google-drive:lekki',
    '..',
    '',
  ];
  test.each(items)('what is not listed: %j', async (item) => {
    for (const size of ['file', 's400', 'full']) {
      const url = `/api/sessions/${session}/media/drone/${encodeURIComponent(item)}/${size}`;
      expect([400, 404]).toContain(await statusOf(people.admin, url));
    }
  });

  const written = [
    'local:lekki/one/1.jpg',
    '%2e%2e/%2e%2e',
    '..%2f..%2foutside.mp4',
    '%252e%252e%252foutside.mp4',
    'a%00b',
    '%ff',
  ];
  test.each(written)('anything by the raw address %j', async (item) => {
    expect([400, 404]).toContain(await statusOf(people.admin, `/api/sessions/${session}/media/drone/${item}/file`));
  });

  test('a file that no viewer knows, by clients', async () => {
    expect(await statusOf(people.client, addressOf('page.html'))).toBe(404);
    expect((await itemOf(people.client, 'page.html')).fileUrl).toBeNull();
  });

  test('anything through a folder that was unbound', async () => {
    const bind = (...roots: object[]) =>
      testApp.call(people.admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
    await bind();
    try {
      expect(await statusOf(people.client, addressOf(fly))).toBe(404);
      const tabFor = async (who: TestPerson) => (await ask(who, `/api/sessions/${session}/media/drone`)).body as Media;
      expect((await tabFor(people.crew)).problem).toContain('an admin has to bind it');
      expect((await tabFor(people.client)).problem).toBe(
        'This media cannot be shown at the moment. Please ask your project team about it.',
      );
    } finally {
      await bind({ provider: 'local', root: 'lekki' });
    }
  });
});

test('a file that cannot be shown is downloaded by admins and its photographer alone, as nothing that a browser runs', async () => {
  for (const name of ['page.html', 'notes.txt']) {
    expect((await itemOf(people.client, name)).fileUrl).toBeNull();
    expect((await ask(people.client, addressOf(name))).status).toBe(404);
    for (const who of [people.crew, people.admin]) {
      const { fileUrl } = await itemOf(who, name);
      const { status, headers } = await ask(who, `${fileUrl}`);
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        'application/octet-stream',
        'nosniff',
      ]);
      expect(headers['content-disposition']).toContain(`attachment; filename="${name}"`);
    }
  }
});

test('the preview within a DNG is shown to clients without its place, its original only to the crew', async () => {
  const jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  writeFileSync(join(folder, 'media/lekki/two/raw.dng'), dngWith(jpeg));
  const id = await submit({ droneImagesUrl: '/media/folders/lekki/two' });
  await testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  const itemFor = async (who: TestPerson) => (await itemsOf(who, id)).find(({ name }) => name === 'raw.dng');
  const shown = await itemFor(people.client);
  expect(shown).toMatchObject({ kind: 'image', fileUrl: null });
  const picture = await bytesOf(`${shown?.fullUrl}`, { accept: 'image/jpeg' });
  expect((await sharp(picture).metadata()).exif).toBeUndefined();
  const original = await ask(people.crew, `${(await itemFor(people.crew))?.fileUrl}`);
  expect(original.headers['content-disposition']).toContain('attachment');
  const path = `/api/sessions/${id}/media/drone/${encodeURIComponent(`${shown?.id}`)}/file`;
  expect((await ask(people.client, path)).status).toBe(404);
});

test('a large map is prepared once, and its pyramid read by parts by whoever sees the session', async () => {
  const plain = { create: { width: 1500, height: 1500, channels: 3, background: 'green' } } as const;
  const ortho = join(folder, 'media/lekki/maps/ortho.tif');
  await sharp(plain).tiff({ compression: 'deflate' }).toFile(ortho);
  await copyGeoreference(join(folder, 'media/lekki/one/map.tif'), ortho);
  const id = await submit({ orthomosaicUrl: '/media/folders/lekki/maps' });
  await testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  let read = 0;
  const itemFor = async (who: TestPerson) =>
    ((await ask(who, `/api/sessions/${id}/media/orthomosaic?read=${++read}`)).body as Media).items[0];
  expect(await itemFor(people.client)).toMatchObject({ preparing: 0, fileUrl: expect.any(String) });
  await expect.poll(async () => (await itemFor(people.client))?.mapUrl, { timeout: 30_000 }).toContain('&pyramid');
  const { mapUrl, fileUrl } = (await itemFor(people.client)) ?? {};
  const part = await ask(people.client, `${mapUrl}`, { range: 'bytes=0-15' });
  expect([part.status, part.headers['content-type']]).toEqual([206, 'image/tiff']);
  const whole = await ask(people.client, `${fileUrl}`, { range: 'bytes=0-15' });
  expect(whole.headers.etag).not.toBe(part.headers.etag);
  expect((await ask(people.otherClient, `${mapUrl}`)).status).toBe(404);
  const without = `${addressOf('map.tif')}?pyramid`;
  expect((await ask(people.client, without)).status).toBe(404);
});

test('a picture that ends too early says so, and is no visit’s first picture', async () => {
  const place = join(folder, 'media/lekki/cut');
  mkdirSync(place);
  const make = (background: string) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const whole = await make('#00f');
  writeFileSync(join(place, '1.jpg'), '<svg/>');
  writeFileSync(join(place, '2.jpg'), (await make('#f00')).subarray(0, -200));
  writeFileSync(join(place, '3.jpg'), whole);
  const id = await submit({ droneImagesUrl: '/media/folders/lekki/cut' });
  const items = await itemsOf(people.crew, id);
  expect(items.map(({ name, problem }) => [name, problem ?? null])).toEqual([
    ['1.jpg', null],
    ['2.jpg', 'This picture is damaged: it ends before it should. What there is of it is shown'],
    ['3.jpg', null],
  ]);
  const shown = await ask(people.crew, `${items[1]?.imageUrl}`);
  expect(shown.status).toBe(200);
  const { rawPayload } = await testApp.app.inject({
    url: `/api/sessions/${id}/cover/s400`,
    headers: { cookie: people.crew.cookie },
  });
  const { channels } = await sharp(rawPayload).stats();
  expect([Number(channels[0]?.mean) < 30, Number(channels[2]?.mean) > 220]).toEqual([true, true]);
});

test('a picture that is damaged in its middle is drawn as far as it can be read, and says so from then on', async () => {
  const place = join(folder, 'media/lekki/damaged');
  mkdirSync(place);
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
  const damaged = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'red', noise } })
    .jpeg({ progressive: true })
    .toBuffer();
  damaged.set([0xff, 0x02], Math.floor(damaged.length / 2));
  writeFileSync(join(place, '1.jpg'), damaged);
  const id = await submit({ droneImagesUrl: '/media/folders/lekki/damaged' });
  const [before] = await itemsOf(people.crew, id);
  expect((await ask(people.crew, `${before?.imageUrl}`)).status).toBe(200);
  await expect
    .poll(async () => (await itemsOf(people.crew, id))[0]?.problem)
    .toBe('This picture is damaged: parts of it cannot be read. What there is of it is shown');
});

test('a picture that cannot be shown is refused with a sentence, and never cached', async () => {
  writeFileSync(join(folder, 'media/lekki/one/broken.jpg'), Buffer.from('\xff\xd8\xff\xe0 cut short', 'latin1'));
  const item = await itemOf(people.crew, 'broken.jpg');
  expect(item).toMatchObject({ width: null, height: null });
  const refused: TestAnswer = await ask(people.crew, `${item.imageUrl}`);
  expect(refused).toMatchObject({ status: 422, body: { code: 'no_picture' } });
  expect(refused.headers['cache-control']).toBe('no-store');
});

test.runIf(existsSync('/proc/self/fd'))('a reader who leaves in the middle of a film leaves no file open', async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = testApp.app.server.address() as AddressInfo;
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).endsWith('big.mp4');
      } catch {
        return false;
      }
    }).length;
  const readers = Array.from({ length: 10 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${addressOf('big.mp4')} HTTP/1.1\r\nhost: here\r\ncookie: ${people.client.cookie}\r\n\r\n`);
    return socket;
  });
  await Promise.all(readers.map((socket) => new Promise((come) => socket.once('data', come))));
  for (const socket of readers) socket.pause();
  await expect.poll(openFiles).toBe(10);
  for (const socket of readers) socket.destroy();
  await expect.poll(openFiles).toBe(0);
});
