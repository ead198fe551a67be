// The claims about media on shared pages: videos without positions, panoramas, maps by tiles, and what each of them checks on each request.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classifyLink } from '#contract/links/link.ts';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { createLightRows } from '#server/features/media/light-video-rows.ts';
import { createFileNames } from '#server/features/sharing/guest-pages.ts';
import { saveAlignment } from '#server/features/viewpoints/alignments/stored.ts';
import { copyGeoreference } from '#server/media/formats/copy-georeference.ts';
import { createDecoder } from '#server/media/images/supervised-decoder.ts';
import { createLocalSource } from '#server/media/sources/local.ts';
import type { MediaRoot, SourceFile } from '#server/media/sources/source.ts';
import { createFolderStorage } from '#server/media/storage/folder-storage.ts';
import { keysOf, namedOf } from '#server/media/videos/light-store.ts';
import { createLightVideos } from '#server/media/videos/light-videos.ts';
import { describedVideo } from '#server/test-support/files/described-video.ts';
import { georeferenceOnly, placedVideo, videoFrames, videoPlaces } from '#server/test-support/files/made-files.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let crew: TestPerson;
let projectId: number;
let siteId: number;
const headers = { origin: 'http://progress.example.org' };
const post = (by: TestPerson, what: string, body?: object) =>
  testApp.call(by, what, { headers, ...(body ? { body } : {}) });

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const partOfSphere = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
  xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" GPano:ProjectionType="equirectangular" GPano:FullPanoWidthPixels="4000"
  GPano:FullPanoHeightPixels="2000" GPano:CroppedAreaLeftPixels="1000" GPano:CroppedAreaTopPixels="500"
  GPano:CroppedAreaImageWidthPixels="2000" GPano:CroppedAreaImageHeightPixels="500"/></rdf:RDF></x:xmpmeta>`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-guest-media-'));
  const media = join(folder, 'media/site');
  for (const name of ['photos', 'upright', 'spheres', 'maps', 'films'])
    mkdirSync(join(media, name), { recursive: true });
  for (const name of ['a', 'b'])
    await picture(900, 600, '#476')
      .jpeg()
      .toFile(join(media, `photos/${name}.jpg`));
  await picture(600, 800, '#576').jpeg().toFile(join(media, 'upright/c.jpg'));
  await picture(2400, 1200, '#674').jpeg().toFile(join(media, 'spheres/whole.jpg'));
  await picture(2000, 500, '#467').withXmp(partOfSphere).jpeg().toFile(join(media, 'spheres/part.jpg'));
  await picture(2000, 1500, '#647').tiff({ compression: 'deflate' }).toFile(join(media, 'maps/site.tif'));
  writeFileSync(join(folder, 'place.tif'), georeferenceOnly());
  await copyGeoreference(join(folder, 'place.tif'), join(media, 'maps/site.tif'));
  writeFileSync(join(media, 'films/front.mp4'), placedVideo({ front: true }));
  writeFileSync(join(media, 'films/late.mov'), placedVideo({ front: false }));
  writeFileSync(join(media, 'films/cut.mp4'), placedVideo({ front: false }).subarray(0, 60));
  writeFileSync(join(media, 'films/what.ogv'), Buffer.alloc(100, 255));
  writeFileSync(join(media, 'films/what.mp4'), Buffer.alloc(100, 255));
  testApp = await createTestApp({
    publicUrl: headers.origin,
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
  });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  crew = await testApp.person('photographer');
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower' });
  siteId = await testApp.make.site({ projectId, photographerId: crew.id, name: 'North' });
  await post(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function visit(fields: object, captureDate = '2026-01-02'): Promise<number> {
  const { id } = (await post(crew, 'POST /api/sessions', { projectId, siteId, captureDate, ...fields })).body as {
    id: number;
  };
  await post(admin, `PUT /api/sessions/${id}/approve`, {});
  return id;
}

type Address = { link: ShareLink; path: string };
async function share(body: object): Promise<Address> {
  return (await post(client, `POST /api/projects/${projectId}/share-links`, { recipient: 'The bank', ...body }))
    .body as Address;
}
const guest = (url: string, more: Record<string, string> = {}) => testApp.app.inject({ url, headers: more });
const statusOf = async (url: string) => (await guest(url)).statusCode;
const end = ({ link }: Address) => post(client, `DELETE /api/share-links/${link.id}`);
const item = ({ link }: Address, name: string) =>
  createFileNames(testConfig.secret)(link.id).hide(`local:site/${name}`);

test('films are sent without any position, whole and by parts, and only those that can be', async () => {
  const sessionId = await visit({ videoUrl: '/media/folders/site/films' });
  const address = await share({ scope: 'session', sessionId });
  const film = (name: string) => `${address.path}/films/${sessionId}/videos/${item(address, `films/${name}`)}`;
  for (const name of ['front.mp4', 'late.mov']) {
    const whole = await guest(film(name));
    expect(whole).toMatchObject({ statusCode: 200, headers: { 'cache-control': 'private, no-cache' } });
    expect(videoPlaces.filter((place) => whole.rawPayload.includes(place, 0, 'latin1'))).toEqual([]);
    expect(whole.rawPayload.includes(videoFrames)).toBe(true);
    const part = await guest(film(name), { range: 'bytes=30-900' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(whole.rawPayload.subarray(30, 901))).toBe(true);
  }
  expect([await statusOf(film('cut.mp4')), await statusOf(film('what.mp4')), await statusOf(film('what.ogv'))]).toEqual(
    [422, 422, 422],
  );
  const { body } = await guest(address.path);
  const shownVideos = [...body.matchAll(/<video [^>]*aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(shownVideos.sort()).toEqual(['front.mp4', 'late.mov']);
  for (const name of ['cut.mp4', 'what.mp4', 'what.ogv'])
    expect(body).toContain(`<figcaption>${name}: This media cannot be shown at the moment.`);
  const api = `/api/sessions/${sessionId}/media/videos/${encodeURIComponent('local:site/films/front.mp4')}/file`;
  const get = async (who: TestPerson) =>
    (await testApp.app.inject({ url: api, headers: { cookie: who.cookie } })).rawPayload.includes(videoPlaces[0] ?? '');
  expect([await get(client), await get(admin), await get(crew)]).toEqual([false, true, true]);
  await end(address);
  expect(await statusOf(film('front.mp4'))).toBe(404);
});

async function fileOf(name: string): Promise<SourceFile> {
  const root = `site/${name}`;
  const roots: MediaRoot[] = [{ provider: 'local', root }];
  const local = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const [file] = (await local.list(classifyLink(`/media/files/${root}`), roots)) ?? [];
  if (!file) throw new Error(`${name} is not there`);
  return file;
}

const stillPicture = () => picture(1280, 720, '#123').jpeg().toBuffer();

/** As of a video that is light itself. */
async function withPictureAlone(name: string): Promise<void> {
  const named = namedOf(await fileOf(name));
  await createLightRows(testApp.database.query).none({ ...named, reason: 'light', poster: true });
  writeFileSync(join(folder, 'data/videos', keysOf(named.name).poster), await stillPicture());
}

/** As if its maker had been at it. */
async function withLightCopy(name: string): Promise<Buffer> {
  const file = await fileOf(name);
  const { query, locks } = testApp.database;
  const decoder = createDecoder();
  const videos = createLightVideos({
    folder: join(folder, 'making'),
    storage: createFolderStorage(join(folder, 'data/videos')),
    maxBytes: 1e9,
    rows: createLightRows(query),
    locks,
    decoder,
    ffmpeg: null,
  });
  const copy = describedVideo({ codec: 'avc1', width: 1280, height: 720, seconds: 20, bytes: 60_000 });
  const made = async (bytes: Buffer, at: string) => {
    writeFileSync(join(folder, at), bytes);
    return { path: join(folder, at), bytes: bytes.length, open: () => Promise.reject(new Error('It has a path')) };
  };
  const given = { video: await made(copy, 'copy.mp4'), poster: await made(await stillPicture(), 'still.jpg') };
  if ((await videos.keep(file, given)) !== null) throw new Error(`${name} got no copy`);
  decoder.close();
  return copy;
}

test('a video with a light copy plays that, with one of its own pictures before, until the link ends', async () => {
  mkdirSync(join(folder, 'media/site/heavy'));
  const video = describedVideo({ codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 400_000 });
  writeFileSync(join(folder, 'media/site/heavy/flight.mp4'), video);
  const copy = await withLightCopy('heavy/flight.mp4');
  const sessionId = await visit({ videoUrl: '/media/folders/site/heavy' });
  const address = await share({ scope: 'session', sessionId });
  const own = `${address.path}/films/${sessionId}/videos/${item(address, 'heavy/flight.mp4')}`;
  const { body } = await guest(address.path);
  expect(body).toContain(`src="${own}/light"`);
  const pictureOf = (of: Address) => `${of.path}/pictures/${sessionId}/videos/${item(of, 'heavy/flight.mp4')}/s800`;
  expect(body).toContain(`poster="${pictureOf(address)}"`);
  expect(body).toContain('Light · 60 kB');
  const whole = await guest(`${own}/light`);
  expect(whole).toMatchObject({ statusCode: 200, headers: { 'content-type': 'video/mp4' } });
  expect(whole.rawPayload.equals(copy)).toBe(true);
  const part = await guest(`${own}/light`, { range: 'bytes=5-9' });
  expect([part.statusCode, part.rawPayload.equals(copy.subarray(5, 10))]).toEqual([206, true]);
  const still = await guest(pictureOf(address));
  expect(still.headers['content-type']).toMatch(/^image/);
  expect((await sharp(still.rawPayload).metadata()).width).toBe(800);
  const other = await share({
    scope: 'session',
    sessionId: await visit({ droneImagesUrl: '/media/folders/site/photos' }),
  });
  const light = `${other.path}/films/${sessionId}/videos/${item(other, 'heavy/flight.mp4')}/light`;
  expect([await statusOf(light), await statusOf(pictureOf(other))]).toEqual([404, 404]);
  await end(address);
  expect([await statusOf(`${own}/light`), await statusOf(pictureOf(address))]).toEqual([404, 404]);
});

/** A project of its own, whose visits have videos alone. */
async function filmedPlace() {
  const place = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Films' });
  const site = await testApp.make.site({ projectId: place, photographerId: crew.id });
  await post(admin, `PUT /api/projects/${place}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
  const made = await post(client, `POST /api/projects/${place}/share-links`, { scope: 'project', recipient: 'Aunt' });
  const address = made.body as Address;
  const film = async (name: string, date: string) => {
    mkdirSync(join(folder, 'media/site', name), { recursive: true });
    const bytes = describedVideo({ codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 400_000 });
    writeFileSync(join(folder, 'media/site', name, 'flight.mp4'), bytes);
    return visit({ projectId: place, siteId: site, videoUrl: `/media/folders/site/${name}` }, date);
  };
  const opening = async () =>
    /<header class="opening[\s\S]*?<\/header>/.exec((await guest(address.path)).body)?.[0] ?? '';
  const preview = () => statusOf(`${address.path}/preview.jpg`);
  return { address, film, opening, preview, place, site };
}

test('a project of videos alone opens with a picture of the newest that has one, in its preview too', async () => {
  const { address, film, opening, preview } = await filmedPlace();
  const older = await film('older', '2026-01-02');
  expect([await opening(), await preview()]).toEqual([expect.stringContaining('class="opening plain"'), 404]);
  await withLightCopy('older/flight.mp4');
  const newer = await film('newer', '2026-02-02');
  const cover = (id: number, name: string) =>
    `${address.path}/pictures/${id}/videos/${item(address, `${name}/flight.mp4`)}`;
  expect(await opening()).toContain(`src="${cover(older, 'older')}/s400"`);
  await withLightCopy('newer/flight.mp4');
  const opened = await opening();
  const line = (await guest(address.path)).body;
  expect([line.match(/alt="Video of [^"]+"/g), line.match(/No pictures of this visit/g)]).toEqual([
    ['alt="Video of February 2, 2026"'],
    ['No pictures of this visit'],
  ]);
  expect(opened).toContain(`src="${cover(newer, 'newer')}/s400"`);
  expect(opened).toContain('alt="From a video of the site, February 2, 2026"');
  const sent = await guest(`${cover(newer, 'newer')}/s400`);
  expect([(await sharp(sent.rawPayload).metadata()).width, await preview()]).toEqual([400, 200]);
  expect(await statusOf(`${cover(newer, 'newer')}/full`)).toBe(404);
  expect(await statusOf(`${cover(newer, 'newer')}/s800?download`)).toBe(404);
  expect((await guest(`${cover(newer, 'newer')}/sphere`)).json()).toEqual({ crop: null });
  expect((await guest(`${address.path}/visits/${newer}`)).body).toContain(`${address.path}/preview.jpg`);
  await end(address);
  expect([await statusOf(`${cover(newer, 'newer')}/s400`), await preview()]).toEqual([404, 404]);
});

test('no page opens with a video that waits, was taken back, came after the release, or would be refused', async () => {
  const { address, film, opening, preview, place, site } = await filmedPlace();
  const plain = async () => {
    expect([await opening(), await preview()]).toEqual([expect.stringContaining('class="opening plain"'), 404]);
  };
  const id = await film('hidden', '2026-01-02');
  await withLightCopy('hidden/flight.mp4');
  expect([await opening(), await preview()]).toEqual([expect.stringContaining('class="opening"'), 200]);
  const file = encodeURIComponent('local:site/hidden/flight.mp4');
  await post(admin, `PUT /api/sessions/${id}/media/videos/${file}/taken-back`, { reason: 'A face' });
  await plain();
  expect(await statusOf(`${address.path}/pictures/${id}/videos/${item(address, 'hidden/flight.mp4')}/s400`)).toBe(404);
  const bytes = describedVideo({ codec: 'hvc1', width: 3840, height: 2160, seconds: 20, bytes: 400_000 });
  writeFileSync(join(folder, 'media/site/hidden/late.mp4'), bytes);
  await withLightCopy('hidden/late.mp4');
  await plain();
  mkdirSync(join(folder, 'media/site/waiting'));
  writeFileSync(join(folder, 'media/site/waiting/flight.mp4'), bytes);
  await withLightCopy('waiting/flight.mp4');
  const fields = { projectId: place, siteId: site, captureDate: '2026-03-02' };
  await post(crew, 'POST /api/sessions', { ...fields, videoUrl: '/media/folders/site/waiting' });
  await plain();
  mkdirSync(join(folder, 'media/site/refused'));
  writeFileSync(join(folder, 'media/site/refused/what.mp4'), Buffer.alloc(100, 255));
  await withPictureAlone('refused/what.mp4');
  await visit({ ...fields, videoUrl: '/media/folders/site/refused' }, '2026-03-03');
  await plain();
});

test('360° pictures say how they lie on the sphere, and come whole to look around in', async () => {
  const sessionId = await visit({
    tour360Url: '/media/folders/site/spheres',
    droneImagesUrl: '/media/folders/site/photos',
  });
  const address = await share({ scope: 'session', sessionId });
  const { body } = await guest(address.path);
  expect(body.match(/data-look="sphere"/g)).toHaveLength(2);
  const at = (name: string, rest: string, kind = 'tour360') =>
    `${address.path}/pictures/${sessionId}/${kind}/${item(address, name)}/${rest}`;
  expect((await guest(at('spheres/whole.jpg', 'sphere'))).json()).toEqual({
    crop: { left: 0, top: 0, width: 1, height: 1 },
  });
  expect((await guest(at('spheres/part.jpg', 'sphere'))).json()).toEqual({
    crop: { left: 0.25, top: 0.25, width: 0.5, height: 0.25 },
  });
  expect((await guest(at('photos/a.jpg', 'sphere', 'drone'))).json()).toEqual({ crop: null });
  const full = await guest(at('spheres/whole.jpg', 'full'));
  expect(full.headers['cache-control']).toBe('private, no-cache');
  const whole = await sharp(full.rawPayload).metadata();
  expect([whole.width, whole.exif, whole.xmp]).toEqual([2400, undefined, undefined]);
  // Photos are only sent whole if they may be downloaded; the same holds for saving panoramas.
  expect([
    await statusOf(at('photos/a.jpg', 'full', 'drone')),
    await statusOf(`${at('spheres/whole.jpg', 'full')}?download`),
  ]).toEqual([404, 404]);
  await end(address);
  expect([await statusOf(at('spheres/whole.jpg', 'full')), await statusOf(at('spheres/whole.jpg', 'sphere'))]).toEqual([
    404, 404,
  ]);
});

test('a map is a picture, and tiles of its levels, without a word of where it lies', async () => {
  const sessionId = await visit({ orthomosaicUrl: '/media/files/site/maps/site.tif' });
  const other = await visit({ droneImagesUrl: '/media/folders/site/photos' });
  const address = await share({ scope: 'session', sessionId });
  await expect.poll(async () => (await guest(address.path)).body, { timeout: 60_000 }).toContain('data-look="map"');
  const at = (rest: string) =>
    `${address.path}/pictures/${sessionId}/orthomosaic/${item(address, 'maps/site.tif')}/${rest}`;
  const overview = await guest(at('s800'), { accept: 'image/webp' });
  expect(overview.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' });
  const { width, height, exif, xmp } = await sharp(overview.rawPayload).metadata();
  expect([width, height, exif, xmp]).toEqual([800, 600, undefined, undefined]);
  const levels = (await guest(at('levels'))).json();
  expect(Object.keys(levels).sort()).toEqual(['levels', 'tile']);
  expect(levels.levels[0]).toEqual({ width: 2000, height: 1500 });
  expect(levels.levels.length).toBeGreaterThan(1);
  const corner = await guest(at('tiles/0/3/2'), { accept: 'image/webp' });
  const metadata = await sharp(corner.rawPayload).metadata();
  expect([metadata.width, metadata.height]).toEqual([2000 - 3 * 512, 1500 - 2 * 512]);
  expect(overview.rawPayload.includes('GeoTIFF') || JSON.stringify(corner.headers).includes('4487')).toBe(false);
  const again = await guest(at('tiles/0/3/2'), { accept: 'image/webp', 'if-none-match': `${corner.headers.etag}` });
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  for (const none of ['tiles/0/4/0', 'tiles/9/0/0', 's400?download']) expect(await statusOf(at(none))).toBe(404);
  expect(await statusOf(at('tiles/0/-1/0'))).toBe(400);
  const foreign = await share({ scope: 'session', sessionId: other });
  expect(await statusOf(at('tiles/0/0/0').replace(address.path, foreign.path))).toBe(404);
  await end(address);
  expect([await statusOf(at('tiles/0/3/2')), await statusOf(at('levels')), await statusOf(at('s800'))]).toEqual([
    404, 404, 404,
  ]);
}, 90_000);

test('a comparison shows the two pictures that were chosen, as their sharer viewed them', async () => {
  const [older, newer] = [
    await visit({ droneImagesUrl: '/media/folders/site/photos' }),
    await visit({ droneImagesUrl: '/media/folders/site/photos' }, '2026-01-09'),
  ];
  const pictures = [
    { mediaKind: 'drone', item: 'local:site/photos/b.jpg' },
    { mediaKind: 'drone', item: 'local:site/photos/a.jpg' },
  ];
  const view = { mode: 'fade', at: 30, part: { x: 0.25, y: 0.5, zoom: 2 }, shift: { x: 0, y: 0.1, zoom: 1 } };
  const both = { scope: 'comparison', sessionId: older, otherSessionId: newer };
  const shared = await share({ ...both, pictures, view });
  const { body } = await guest(shared.path);
  expect(body).toContain('<div class="pair over fade" style="--ratio:1.5000;--at:30%" data-mode="fade">');
  expect(body).toContain('transform:translate(50.000%,0.000%) scale(2.0000)');
  expect(body).toContain('transform:translate(50.000%,-20.000%) scale(2.0000)');
  expect(body.match(/class="pair /g)).toHaveLength(1);
  expect(body.indexOf(item(shared, 'photos/b.jpg'))).toBeLessThan(body.indexOf(item(shared, 'photos/a.jpg')));
  for (const wrong of [
    { ...view, mode: 'blink' },
    { ...view, at: 101 },
    { ...view, part: { x: 2, y: 0, zoom: 1 } },
  ]) {
    const answer = await post(client, `POST /api/projects/${projectId}/share-links`, {
      ...both,
      recipient: 'x',
      pictures,
      view: wrong,
    });
    expect(answer.status).toBe(400);
  }
});

test('upright photos are compared in an upright frame, and a part in sight is that of the picture, not of the frame', async () => {
  const [older, newer] = [
    await visit({ droneImagesUrl: '/media/folders/site/photos' }),
    await visit({ droneImagesUrl: '/media/folders/site/upright' }, '2026-01-09'),
  ];
  const pictures = [
    { mediaKind: 'drone', item: 'local:site/photos/a.jpg' },
    { mediaKind: 'drone', item: 'local:site/upright/c.jpg' },
  ];
  const view = { mode: 'swipe', at: 50, part: { x: 0.25, y: 0.25, zoom: 1 }, shift: { x: 0, y: 0, zoom: 1 } };
  const { path } = await share({ scope: 'comparison', sessionId: older, otherSessionId: newer, pictures, view });
  const { body } = await guest(path);
  expect(body).toContain('--ratio:0.7500');
  // A photo of 3:2 fills the whole width of a frame of 3:4, and half of its height.
  expect(body).toContain('transform:translate(25.000%,12.500%) scale(1.0000)');
  expect(body).toContain('transform:translate(25.000%,25.000%) scale(1.0000)');
});

test('a comparison lies as it is known to, unless it was shared as its pictures were taken', async () => {
  const [older, newer] = [
    await visit({ droneImagesUrl: '/media/folders/site/photos' }),
    await visit({ droneImagesUrl: '/media/folders/site/photos' }, '2026-01-09'),
  ];
  const source = createLocalSource({ demo: null, mediaRoot: join(folder, 'media') });
  const roots: MediaRoot[] = [{ provider: 'local', root: 'site' }];
  const files = (await source.list(classifyLink('/media/folders/site/photos', {}), roots)) ?? [];
  const of = (name: string) => ({
    file: `local:site/photos/${name}`,
    version: files.find((one) => one.name === name)?.version ?? '',
  });
  const found = {
    matrix: [1, 0, 0.1, 0, 1, 0, 0, 0, 1],
    inliers: 90,
    links: 1,
    settled: true,
    yaw: null,
    quality: null,
    marks: null,
  };
  for (const [one, other] of [
    ['b.jpg', 'a.jpg'],
    ['a.jpg', 'a.jpg'],
  ] as const)
    await saveAlignment(testApp.database.query, { older: of(one), newer: of(other) }, { found, byHand: false });
  const pictures = [
    { mediaKind: 'drone', item: of('b.jpg').file },
    { mediaKind: 'drone', item: of('a.jpg').file },
  ];
  const view = { mode: 'swipe', at: 50, part: { x: 0.5, y: 0.5, zoom: 2 }, shift: { x: 0, y: 0, zoom: 1 } };
  const both = { scope: 'comparison', sessionId: older, otherSessionId: newer };
  const warpIn = async (more: object) =>
    /data-warp="([^"]+)"/.exec((await guest((await share({ ...both, ...more })).path)).body)?.[1];
  expect(await warpIn({ pictures, view: { ...view, aligned: true } })).toBe('2,0,0.2,0,2,0,0,0,1');
  expect(await warpIn({ pictures, view })).toBe('2,0,0.2,0,2,0,0,0,1');
  expect(await warpIn({})).toBe('1,0,0.1,0,1,0,0,0,1');
  expect(await warpIn({ pictures, view: { ...view, aligned: false } })).toBeUndefined();
  expect(await warpIn({ pictures, view: { ...view, mode: 'side' } })).toBeUndefined();
});

test('the scripts of the viewers are small, and are given to nobody without a link', async () => {
  const sessionId = await visit({ droneImagesUrl: '/media/folders/site/photos' });
  const { path } = await share({ scope: 'session', sessionId });
  for (const name of ['script.js', 'sphere.js', 'map.js']) {
    const script = await guest(`${path}/${name}`);
    expect(script.headers['content-type']).toContain('text/javascript');
    expect(script.rawPayload.length).toBeLessThan(12 * 1024);
    expect(await statusOf(`/s/AAAAAAAAAAAAAAAAAAAAAA/${name}`)).toBe(404);
  }
});
