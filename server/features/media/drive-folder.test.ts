// Google Drive through the product: folders by the specified call, tabs, pictures and videos, against a stand-in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { LinkCheck, Media } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { silentVideo } from '#server/test-support/files/made-files.ts';
import { createFakeDrive, type FakeDrive } from '#server/test-support/servers/fake-drive.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

let folder: string;
let drive: FakeDrive;
let testApp: TestApp;
let keyless: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let otherCrew: TestPerson;
let client: TestPerson;
let project: number;
let session: number;

const film = silentVideo(5000);
const linkTo = (id: string) => `https://drive.google.com/drive/folders/${id}?usp=sharing`;
const addressOf = (id: string) => `/api/drive/folder/${id}/images`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-drive-'));
  const photo = await sharp({ create: { width: 1200, height: 800, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const isFolder = 'application/vnd.google-apps.folder';
  const inPhotos = { parents: ['folder-photos'], mimeType: 'image/jpeg', bytes: photo };
  const size = { imageMediaMetadata: { width: 1200, height: 800 } };
  drive = await createFakeDrive({
    files: [
      { id: 'folder-photos', name: 'Photos', mimeType: isFolder, shared: 'link' },
      { id: 'photo-number-12', name: 'DJI 12.jpg', ...inPhotos, ...size },
      { id: 'photo-number-2', name: 'DJI 2.jpg', ...inPhotos, ...size },
      { id: 'film-number-1', name: 'Fly.mp4', parents: ['folder-photos'], mimeType: 'video/mp4', bytes: film },
      { id: 'subtitles-1', name: 'Fly.srt', parents: ['folder-photos'], mimeType: 'application/x-subrip', bytes: film },
      { id: 'plan-number-1', name: 'Plan.pdf', parents: ['folder-photos'], mimeType: 'application/pdf', bytes: film },
      { id: 'folder-private', name: 'Private', mimeType: isFolder, shared: 'nobody' },
      { id: 'folder-foreign', name: 'Foreign', mimeType: isFolder, shared: 'link' },
    ],
  });
  const settings = { ...testConfig.drive, base: drive.base };
  testApp = await createTestApp({ dataDir: folder, drive: { ...settings, key: drive.key } });
  keyless = await createTestApp({ dataDir: folder, drive: settings });
  [admin, crew, otherCrew, client] = await peopleOf(testApp);
  ({ project, session } = await release(testApp, { admin, crew, client }));
  await testApp.make.member({ projectId: project, userId: otherCrew.id, role: 'contributor' });
});
afterAll(async () => {
  await testApp.close();
  await keyless.close();
  await drive.close();
  rmSync(folder, { recursive: true });
});

async function peopleOf(of: TestApp): Promise<[TestPerson, TestPerson, TestPerson, TestPerson]> {
  const [boss, one, two] = [await of.person('admin'), await of.person('photographer'), await of.person('photographer')];
  return [boss, one, two, await of.person('client')];
}

async function release(of: TestApp, by: { admin: TestPerson; crew: TestPerson; client: TestPerson }) {
  const made = await of.make.project({ clientId: by.client.id, createdBy: by.admin.id });
  await of.make.member({ projectId: made, userId: by.crew.id, role: 'contributor' });
  const body = {
    projectId: made,
    captureDate: '2026-03-04',
    droneImagesUrl: linkTo('folder-photos'),
    indoorImagesUrl: linkTo('folder-private'),
  };
  const { id } = (await of.call(by.crew, 'POST /api/sessions', { body })).body as Session;
  await of.call(by.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  return { project: made, session: id };
}

const ask = (who: TestPerson | null, path: string, headers = {}) => testApp.call(who, `GET ${path}`, { headers });

describe('the images of a folder', () => {
  test('are listed by name as people count, with thumbnails of our own', async () => {
    const { status, body } = await ask(client, addressOf('folder-photos'));
    const { files } = body as { files: Record<'id' | 'name' | 'thumbnailLink' | 'webViewLink', string>[] };
    expect([status, files.map(({ name }) => name)]).toEqual([200, ['DJI 2.jpg', 'DJI 12.jpg']]);
    expect(files[0]).toMatchObject({
      id: 'photo-number-2',
      thumbnailLink: expect.stringMatching(new RegExp(`^/api/sessions/${session}/media/drone/.*/s220\\?v=`)),
      webViewLink: expect.stringMatching(/^https:\/\/drive\.google\.com\/file\/d\/photo-number-2/),
    });
    for (const address of [files[0]?.thumbnailLink, files[0]?.thumbnailLink.replace('s220', 's800')])
      expect((await ask(client, `${address}`)).status).toBe(200);
  });

  test('are for whoever sees a session that links to it', async () => {
    for (const who of [admin, crew, client]) expect((await ask(who, addressOf('folder-photos'))).status).toBe(200);
    expect((await ask(otherCrew, addressOf('folder-photos'))).status).toBe(404);
    expect((await ask(null, addressOf('folder-photos'))).status).toBe(401);
    expect((await ask(admin, addressOf('folder-foreign'))).status).toBe(404);
  });

  test('are requested by the id of a folder', async () => {
    for (const wrong of ['short', 'a b c d e f g', '..%2f..%2f..%2f..%2fetc', "folder'photos or 1=1"])
      expect(await ask(admin, addressOf(encodeURIComponent(decodeURIComponent(wrong))))).toMatchObject({
        status: 400,
        body: { message: 'Invalid Google Drive folder URL' },
      });
  });

  test('are not available where no key is set; only admins read which setting is missing', async () => {
    const [boss, one, , owner] = await peopleOf(keyless);
    const { session: id } = await release(keyless, { admin: boss, crew: one, client: owner });
    const problemFor = async (who: TestPerson) =>
      ((await keyless.call(who, `GET /api/sessions/${id}/media/drone`)).body as Media).problem;
    expect(await problemFor(boss)).toContain('GOOGLE_DRIVE_API_KEY');
    expect(await problemFor(one)).toBe('Google Drive is not set up here yet: ask an admin to set it up.');
    expect(await problemFor(owner)).toMatch(/ask your project team/);
    expect(await keyless.call(owner, `GET ${addressOf('folder-photos')}`)).toMatchObject({
      status: 503,
      body: { code: 'drive_not_configured' },
    });
  });
});

describe('a tab', () => {
  test('shows a folder with its films, which play by Range', async () => {
    const { items } = (await ask(client, `/api/sessions/${session}/media/drone`)).body as Media;
    expect(items.map(({ name, kind }) => [name, kind])).toEqual([
      ['DJI 2.jpg', 'image'],
      ['DJI 12.jpg', 'image'],
      ['Fly.mp4', 'video'],
      ['Fly.srt', 'file'],
      ['Plan.pdf', 'file'],
    ]);
    expect(items[0]).toMatchObject({ width: 1200, height: 800, fileUrl: null });
    const part = await ask(client, `${items[2]?.fileUrl}`, { range: 'bytes=10-19' });
    expect([part.status, part.headers['content-range'], part.headers['content-type']]).toEqual([
      206,
      'bytes 10-19/5000',
      'video/mp4',
    ]);
    expect((await ask(client, `${items[2]?.fileUrl}`, { range: 'bytes=5000-' })).status).toBe(416);
  });

  test('gives files that no viewer shows to the crew alone, as nothing that a browser runs', async () => {
    const itemFor = async (who: TestPerson, name: string) => {
      const { items } = (await ask(who, `/api/sessions/${session}/media/drone`)).body as Media;
      return items.find((item) => item.name === name);
    };
    for (const [name, who] of [
      ['Fly.srt', crew],
      ['Plan.pdf', crew],
      ['Plan.pdf', admin],
    ] as const) {
      const { status, headers, body } = await ask(who, `${(await itemFor(who, name))?.fileUrl}`);
      expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([
        200,
        'application/octet-stream',
        'nosniff',
      ]);
      expect(headers['content-disposition']).toContain(`attachment; filename="${name}"`);
      expect(String(body)).toHaveLength(film.length);
    }
    for (const [name, id] of [
      ['Plan.pdf', 'plan-number-1'],
      ['Fly.srt', 'subtitles-1'],
    ] as const) {
      expect((await itemFor(client, name))?.fileUrl).toBeNull();
      const address = `/api/sessions/${session}/media/drone/${encodeURIComponent(`google-drive:${id}`)}/file`;
      expect((await ask(client, address)).status).toBe(404);
    }
  });

  test('falls back to the folder’s own view where it cannot be listed, and says so to each in their way', async () => {
    const tabFor = async (who: TestPerson) => (await ask(who, `/api/sessions/${session}/media/indoor`)).body as Media;
    const forCrew = await tabFor(crew);
    expect(forCrew).toMatchObject({
      items: [],
      embedUrl: 'https://drive.google.com/embeddedfolderview?id=folder-private#grid',
      originalUrl: linkTo('folder-private'),
    });
    expect(forCrew.problem).toMatch(/[Ss]hare/);
    expect((await tabFor(client)).problem).toBe(
      'This media cannot be shown at the moment. Please ask your project team about it.',
    );
  });
});

test('a check tells a private folder from a shared one before it is submitted', async () => {
  const check = async (id: string) => {
    const body = { projectId: project, kind: 'drone', url: linkTo(id) };
    return (await testApp.call(crew, 'POST /api/links/check', { body })).body as LinkCheck;
  };
  const shared = await check('folder-photos');
  expect(shared).toMatchObject({ label: 'Google Drive folder, 2 photos, 1 video, 2 files', count: 3, problem: null });
  expect(shared.thumbnails).toHaveLength(2);
  expect((await ask(crew, `${shared.thumbnails[0]}`)).status).toBe(200);
  expect((await check('folder-private')).problem).toMatch(/[Ss]hare/);
});

test('a concern about a moment of a film in Drive shows the still that Google made of it', async () => {
  const anchor = { kind: 'film', mediaKind: 'drone', file: 'google-drive:film-number-1', second: 12, x: 0.5, y: 0.25 };
  const body = { sessionId: session, reason: 'The crane swings over the street', anchor };
  const raised = (await testApp.call(client, 'POST /api/disputes', { body })).body as Dispute;
  expect(raised.anchor?.mark).toEqual({ x: 0.5, y: 0.25 });
  const headers = { cookie: client.cookie };
  const crop = await testApp.app.inject({ url: raised.anchor?.cropUrl ?? '', headers });
  expect(await sharp(crop.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640, height: 360 });
});
