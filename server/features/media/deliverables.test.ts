// The claims about deliverables in the product's own storage: who gets which files, under which name, and what nobody may get.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DeliverableField, deliverableFields } from '#contract/core/session-fields.ts';
import type { Deliverable } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { uploadLink } from '#contract/uploads/endpoints.ts';
import { georeferenceOnly, placedVideo, videoPlaces } from '#server/test-support/files/made-files.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'otherCrew' | 'client' | 'otherClient', TestPerson>;
let project: number;
/** Released: a package of every kind of file, raw files, and a report that is one file. */
let session: number;
/** Of the same project, not released. */
let waiting: number;

const origin = { origin: 'http://progress.example.org' };
const links = {
  deliverablePackageUrl: '/media/folders/lekki/package',
  rawFilesUrl: '/media/folders/lekki/raw',
  reportUrl: '/media/files/lekki/report/Final%20report.pdf',
};
const pdf = Buffer.from('%PDF-1.7 the report of a visit');

function write(path: string, bytes: string | Buffer): void {
  const at = join(folder, 'media', path);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, bytes);
}

async function submit(links: object, by = people.crew): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', ...links };
  return ((await testApp.call(by, 'POST /api/sessions', { body })).body as Session).id;
}

const approve = (id: number) => testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
const release = async (links: object) => {
  const id = await submit(links);
  expect((await approve(id)).status).toBe(200);
  return id;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-deliverables-'));
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .withExif({ IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer();
  for (const place of ['package', 'raw']) {
    write(`lekki/${place}/plan.pdf`, pdf);
    write(`lekki/${place}/model.zip`, 'PK zip');
    write(`lekki/${place}/page.html`, '<script>alert(1)</script>');
    write(`lekki/${place}/notes.txt`, 'words');
    write(`lekki/${place}/map.tif`, georeferenceOnly());
    write(`lekki/${place}/flight.mp4`, placedVideo({ front: true }));
    write(`lekki/${place}/phone.heic`, 'with its position');
    write(`lekki/${place}/Photos/view.jpeg`, photo);
    write(`lekki/${place}/Photos/.hidden.pdf`, pdf);
  }
  write('lekki/report/Final report.pdf', pdf);
  write('outside.pdf', pdf);
  write('ikoyi/other.pdf', pdf);
  symlinkSync(join(folder, 'media/outside.pdf'), join(folder, 'media/lekki/package/link.pdf'));
  testApp = await createTestApp({
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
    publicUrl: origin.origin,
    uploads: { root: join(folder, 'uploads'), quotaBytes: 1_000_000 },
  });
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
  session = await release(links);
  waiting = await submit(links);
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const at = (id: number, field: DeliverableField) => `/api/sessions/${id}/deliverables/${field}`;
const ask = (who: TestPerson | null, url: string, headers = {}) => testApp.call(who, `GET ${url}`, { headers });
const bytesAt = async (who: TestPerson, url: string) =>
  (await testApp.app.inject({ url, headers: { cookie: who.cookie } })).rawPayload;

async function open(who: TestPerson, field: DeliverableField, id = session): Promise<Deliverable> {
  const { status, body } = await ask(who, at(id, field));
  expect(status).toBe(200);
  return body as Deliverable;
}

async function fileOf(who: TestPerson, field: DeliverableField, name: string) {
  const file = (await open(who, field)).files.find((one) => one.name === name);
  if (!file) throw new Error(`${name} is not listed`);
  return file;
}

const namesOf = ({ files }: Deliverable) => files.map(({ name }) => name).sort();
const whole = ['flight.mp4', 'map.tif', 'model.zip', 'notes.txt', 'page.html', 'phone.heic', 'plan.pdf', 'view.jpeg'];

describe('a deliverable', () => {
  test('says to the crew every file with its folder and size, and gives each as it is', async () => {
    for (const who of [people.crew, people.admin]) {
      for (const field of ['deliverablePackageUrl', 'rawFilesUrl'] as const) {
        const found = await open(who, field);
        expect([namesOf(found), found.withheld, found.problem]).toEqual([whole, 0, null]);
        expect(found.files.find(({ name }) => name === 'view.jpeg')).toMatchObject({ group: 'Photos' });
        for (const { fileUrl, bytes } of found.files)
          expect([fileUrl, (await bytesAt(who, fileUrl)).length]).toEqual([fileUrl, bytes]);
      }
    }
  });

  test('that cannot be cleaned stays with the crew, who are shown why, and so does its address', async () => {
    write('lekki/closed/letter.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'));
    write('lekki/closed/plan.pdf', pdf);
    const deliverablePackageUrl = '/media/folders/lekki/closed';
    const id = await release({ deliverablePackageUrl, rawFilesUrl: deliverablePackageUrl });
    const why = 'letter.doc is a document of an old kind, which names its author: save it as DOCX, XLSX, PPTX or PDF';
    for (const who of [people.admin, people.crew]) {
      const { files } = await open(who, 'deliverablePackageUrl', id);
      expect(files.map(({ name, problem }) => [name, problem])).toEqual([
        ['letter.doc', why],
        ['plan.pdf', undefined],
      ]);
      const raw = await open(who, 'rawFilesUrl', id);
      expect(raw.files.map(({ problem }) => problem)).toEqual([undefined, undefined]);
    }
    const found = await open(people.client, 'deliverablePackageUrl', id);
    expect([namesOf(found), found.withheld]).toEqual([['plan.pdf'], 1]);
    const letter = (await open(people.crew, 'deliverablePackageUrl', id)).files[0]?.fileUrl ?? '';
    expect((await ask(people.client, letter)).status).toBe(404);
    expect((await ask(people.crew, letter)).status).toBe(200);
  });

  test('gives clients of a package what was made for them: pictures without metadata, films without their position, nothing else that says where it was taken', async () => {
    const found = await open(people.client, 'deliverablePackageUrl');
    expect(namesOf(found)).toEqual(
      whole.filter((name) => name !== 'phone.heic').map((name) => name.replace('jpeg', 'jpg')),
    );
    expect(found.withheld).toBe(1);
    const { fileUrl, bytes } = await fileOf(people.client, 'deliverablePackageUrl', 'view.jpg');
    expect(bytes).toBeNull();
    const { headers } = await ask(people.client, fileUrl, { accept: 'image/avif,image/webp,*/*' });
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'image/jpeg',
      expect.stringContaining('attachment; filename="view.jpg"'),
    ]);
    const picture = await sharp(await bytesAt(people.client, fileUrl)).metadata();
    expect([picture.width, picture.height, picture.exif]).toEqual([40, 30, undefined]);
    const film = await fileOf(people.client, 'deliverablePackageUrl', 'flight.mp4');
    const clean = (await bytesAt(people.client, film.fileUrl)).toString('latin1');
    for (const place of videoPlaces) expect([place, clean.includes(place)]).toEqual([place, false]);
    const report = await open(people.client, 'reportUrl');
    expect(report).toMatchObject({ files: [{ name: 'Final report.pdf', bytes: pdf.length }], withheld: 0 });
    expect((await bytesAt(people.client, report.files[0]?.fileUrl ?? '')).equals(pdf)).toBe(true);
  });

  test('gives clients of raw files no more than what every tab gives them, and says how many others there are', async () => {
    const found = await open(people.client, 'rawFilesUrl');
    expect([namesOf(found), found.withheld, found.problem]).toEqual([['flight.mp4', 'map.tif'], 6, null]);
    for (const name of ['plan.pdf', 'notes.txt', 'Photos/view.jpeg', 'phone.heic']) {
      const url = `${at(session, 'rawFilesUrl')}/${encodeURIComponent(`local:lekki/raw/${name}`)}/file`;
      expect([name, (await ask(people.client, url)).status]).toEqual([name, 404]);
      expect([name, (await ask(people.crew, url)).status]).toEqual([name, 200]);
    }
  });

  test('comes to be saved, as nothing that a browser runs, whole or by the part that is asked for', async () => {
    for (const name of ['page.html', 'plan.pdf', 'map.tif']) {
      const { fileUrl } = await fileOf(people.client, 'deliverablePackageUrl', name);
      const { status, headers } = await ask(people.client, fileUrl);
      expect([status, headers['x-content-type-options'], headers['content-security-policy']]).toEqual([
        200,
        'nosniff',
        "sandbox; default-src 'none'",
      ]);
      expect(headers['content-disposition']).toContain(`attachment; filename="${name}"`);
      expect(headers['content-type']).toBe(name === 'map.tif' ? 'image/tiff' : 'application/octet-stream');
      const part = await ask(people.client, fileUrl, { range: 'bytes=1-2' });
      expect([part.status, part.headers['content-length']]).toEqual([206, '2']);
      expect((await ask(people.client, fileUrl, { range: 'bytes=9999-' })).status).toBe(416);
    }
  });

  test('of another host, or of none, holds nothing here and says so; one that is gone says that too', async () => {
    const id = await release({
      deliverablePackageUrl: 'https://example.com/package.zip',
      reportUrl: '/media/files/lekki/report/gone.pdf',
    });
    const messageFor = async (who: TestPerson, field: DeliverableField) => {
      const { files, problem } = await open(who, field, id);
      expect(files).toEqual([]);
      return problem;
    };
    expect(await messageFor(people.client, 'deliverablePackageUrl')).toBe('This is stored elsewhere: open its link');
    expect(await messageFor(people.client, 'rawFilesUrl')).toBe('Nothing is linked here');
    expect(await messageFor(people.crew, 'reportUrl')).toContain('There is no such folder or file');
    expect(await messageFor(people.client, 'reportUrl')).toContain('Please ask your project team');
    const item = encodeURIComponent('local:lekki/report/gone.pdf');
    expect((await ask(people.client, `${at(id, 'reportUrl')}/${item}/file`)).status).toBe(404);
    mkdirSync(join(folder, 'media/lekki/empty'));
    const empty = await submit({ rawFilesUrl: '/media/folders/lekki/empty' });
    expect(await open(people.crew, 'rawFilesUrl', empty)).toEqual({
      files: [],
      withheld: 0,
      problem: 'No files found in this folder',
    });
  });
});

describe('nobody gets', () => {
  test('a deliverable of a session that they do not see, and without a login nothing at all', async () => {
    const item = encodeURIComponent('local:lekki/package/plan.pdf');
    for (const field of deliverableFields)
      for (const [id, who, status] of [
        [session, null, 401],
        [session, people.otherClient, 404],
        [session, people.otherCrew, 404],
        [waiting, people.client, 404],
        [waiting, people.otherCrew, 404],
        [waiting, people.crew, 200],
        [waiting, people.admin, 200],
      ] as const) {
        expect([field, id, (await ask(who, at(id, field))).status]).toEqual([field, id, status]);
        const ofPackage = status === 200 && field !== 'deliverablePackageUrl' ? 404 : status;
        expect([field, id, (await ask(who, `${at(id, field)}/${item}/file`)).status]).toEqual([field, id, ofPackage]);
      }
  });

  test('a deliverable through a share link', async () => {
    const body = { recipient: 'The bank', scope: 'session', sessionId: session, downloads: true };
    const made = await testApp.call(people.client, `POST /api/projects/${project}/share-links`, {
      body,
      headers: origin,
    });
    const { path } = made.body as { path: string };
    const opened = await testApp.app.inject({ url: path });
    expect(opened.statusCode).toBe(200);
    expect(opened.body).not.toContain('deliverables/');
    const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const item = encodeURIComponent('local:lekki/package/plan.pdf');
    for (const field of deliverableFields) {
      for (const url of [at(session, field), `${at(session, field)}/${item}/file`])
        expect([url, (await testApp.app.inject({ url, headers: { cookie } })).statusCode]).toEqual([url, 401]);
      for (const part of [`deliverables/${field}`, `sessions/${session}/deliverables/${field}/${item}/file`]) {
        const { statusCode } = await testApp.app.inject({ url: `${path}/${part}`, headers: { cookie } });
        // Or led to the page that the address names.
        expect([part, [302, 404].includes(statusCode)]).toEqual([part, true]);
      }
    }
  });

  const ids = [
    'local:outside.pdf',
    'local:ikoyi/other.pdf',
    'local:lekki/raw/plan.pdf',
    'local:lekki/package/link.pdf',
    'local:lekki/package/Photos/.hidden.pdf',
    'local:lekki/package/../raw/plan.pdf',
    'local:lekki/package',
    'local:lekki/package/Photos',
    'local:/etc/passwd',
    'plan.pdf',
    '0',
  ];
  test.each(ids)('what lies elsewhere, by the id %j', async (id) => {
    for (const who of [people.client, people.crew, people.admin]) {
      const url = `${at(session, 'deliverablePackageUrl')}/${encodeURIComponent(id)}/file`;
      expect((await ask(who, url)).status).toBe(404);
    }
  });

  const written = ['%2e%2e/%2e%2e', '..%2f..%2foutside.pdf', '%252e%252e%252foutside.pdf', 'a%00b', '%ff'];
  test.each(written)('anything by the raw address %j', async (item) => {
    const { status } = await ask(people.admin, `${at(session, 'deliverablePackageUrl')}/${item}/file`);
    expect([400, 404]).toContain(status);
  });

  test('a file of a folder that is not bound to the project, or of a field that is no deliverable', async () => {
    const id = await release({ deliverablePackageUrl: '/media/folders/ikoyi' });
    const found = await open(people.crew, 'deliverablePackageUrl', id);
    expect([found.files, found.problem]).toEqual([[], expect.stringContaining('an admin has to bind it')]);
    const item = encodeURIComponent('local:ikoyi/other.pdf');
    expect((await ask(people.admin, `${at(id, 'deliverablePackageUrl')}/${item}/file`)).status).toBe(404);
    for (const field of ['droneImagesUrl', 'notes', 'constructor', 'drone'])
      expect([field, (await ask(people.admin, at(id, field as DeliverableField))).status]).toEqual([field, 400]);
  });

  test('as a client anything of an edit before it is released, and anything of a session that was removed', async () => {
    const id = await release({ reportUrl: links.reportUrl });
    const edit = { reportUrl: '/media/files/lekki/package/plan.pdf' };
    expect((await testApp.call(people.crew, `PATCH /api/sessions/${id}`, { body: edit })).status).toBe(200);
    expect(namesOf(await open(people.client, 'reportUrl', id))).toEqual(['Final report.pdf']);
    expect(namesOf(await open(people.crew, 'reportUrl', id))).toEqual(['plan.pdf']);
    const plan = `${at(id, 'reportUrl')}/${encodeURIComponent('local:lekki/package/plan.pdf')}/file`;
    expect((await ask(people.client, plan)).status).toBe(404);
    expect((await ask(people.crew, plan)).status).toBe(200);
    await approve(id);
    expect((await ask(people.client, plan)).status).toBe(200);
    expect((await testApp.call(people.admin, `DELETE /api/sessions/${id}`)).status).toBe(200);
    for (const who of [people.client, people.crew, people.admin]) {
      expect((await ask(who, plan)).status).toBe(404);
      expect((await ask(who, at(id, 'reportUrl'))).status).toBe(404);
    }
  });

  test('as a client anything that was taken back, or added to the folder of a tab after its release, even if a deliverable uses that folder', async () => {
    for (const name of ['1.txt', '2.txt']) write(`lekki/tab/${name}`, name);
    write(
      'lekki/tab/3.jpg',
      await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
        .jpeg()
        .toBuffer(),
    );
    const whole = '/media/folders/lekki/tab';
    const id = await release({ droneImagesUrl: whole, deliverablePackageUrl: whole });
    write('lekki/tab/4.txt', 'later');
    const shown = async (who: TestPerson) => namesOf(await open(who, 'deliverablePackageUrl', id));
    const address = (name: string) =>
      `${at(id, 'deliverablePackageUrl')}/${encodeURIComponent(`local:lekki/tab/${name}`)}/file`;
    await expect.poll(() => shown(people.crew)).toEqual(['1.txt', '2.txt', '3.jpg', '4.txt']);
    expect(await shown(people.client)).toEqual(['1.txt', '2.txt', '3.jpg']);
    expect((await ask(people.client, address('4.txt'))).status).toBe(404);
    const path = `/api/sessions/${id}/media/drone/${encodeURIComponent('local:lekki/tab/3.jpg')}/taken-back`;
    const taken = await testApp.call(people.admin, `PUT ${path}`, { body: { reason: 'A face' }, headers: origin });
    expect(taken.status).toBe(200);
    expect(await shown(people.client)).toEqual(['1.txt', '2.txt']);
    expect((await ask(people.client, address('3.jpg'))).status).toBe(404);
    expect((await ask(people.crew, address('3.jpg'))).status).toBe(200);
  });

  test('as a client anything that the tabs of other sessions show, even if a deliverable includes their folders', async () => {
    for (const name of ['all/plan.pdf', 'all/march/1.txt', 'all/april/2.txt', 'all/film.mp4', 'all/april-plan.pdf'])
      write(`lekki/${name}`, name.endsWith('.mp4') ? placedVideo({ front: true }) : 'words');
    await submit({ droneImagesUrl: '/media/folders/lekki/all/april', videoUrl: '/media/files/lekki/all/film.mp4' });
    const march = { droneImagesUrl: '/media/folders/lekki/all/march' };
    const id = await release({ ...march, deliverablePackageUrl: '/media/folders/lekki/all' });
    const mine = await release({ ...march, deliverablePackageUrl: '/media/folders/lekki/all/march' });
    expect(namesOf(await open(people.client, 'deliverablePackageUrl', id))).toEqual([
      '1.txt',
      'april-plan.pdf',
      'plan.pdf',
    ]);
    expect(namesOf(await open(people.client, 'deliverablePackageUrl', mine))).toEqual(['1.txt']);
    expect((await open(people.crew, 'deliverablePackageUrl', id)).files).toHaveLength(5);
    const april = `${at(id, 'deliverablePackageUrl')}/${encodeURIComponent('local:lekki/all/april/2.txt')}/file`;
    expect((await ask(people.client, april)).status).toBe(404);
    expect((await ask(people.admin, april)).status).toBe(200);
  });

  test('as a client anything that tabs of removed sessions, or former versions of tabs, showed, even if a deliverable includes their folders', async () => {
    const places = ['removed', 'rejected', 'before', 'now'];
    for (const name of ['plan.pdf', ...places.map((place) => `${place}/1.txt`)]) write(`lekki/gone/${name}`, 'words');
    const linkOf = (place: string) => ({ droneImagesUrl: `/media/folders/lekki/gone/${place}` });
    const removed = await release(linkOf('removed'));
    expect((await testApp.call(people.admin, `DELETE /api/sessions/${removed}`)).status).toBe(200);
    const other = await submit(linkOf('rejected'));
    await testApp.call(people.crew, `PATCH /api/sessions/${other}`, { body: linkOf('other') });
    const id = await submit({ ...linkOf('before'), deliverablePackageUrl: '/media/folders/lekki/gone' });
    await testApp.call(people.crew, `PATCH /api/sessions/${id}`, { body: linkOf('now') });
    expect((await approve(id)).status).toBe(200);
    const shown = async (who: TestPerson) =>
      (await open(who, 'deliverablePackageUrl', id)).files.map(({ group = '', name }) => `${group}/${name}`).sort();
    expect(await shown(people.client)).toEqual(['/plan.pdf', 'now/1.txt']);
    expect(await shown(people.crew)).toHaveLength(5);
  });

  test('as a client the folders of a session that moved to another project, or of a project that shares the folder', async () => {
    for (const place of ['moved', 'theirs', 'free']) write(`lekki/shared/${place}/${place}.txt`, 'words');
    const { admin, crew, client, otherClient } = people;
    const elsewhere = await testApp.make.project({ clientId: otherClient.id, createdBy: admin.id });
    const siteId = await testApp.make.site({ projectId: elsewhere, photographerId: crew.id });
    const linkOf = (place: string) => ({ droneImagesUrl: `/media/folders/lekki/shared/${place}` });
    const moved = await submit(linkOf('moved'));
    const moving = { body: { projectId: elsewhere, siteId } };
    expect((await testApp.call(admin, `PATCH /api/sessions/${moved}`, moving)).status).toBe(200);
    const id = await release({ deliverablePackageUrl: '/media/folders/lekki/shared' });
    const shown = async () => namesOf(await open(client, 'deliverablePackageUrl', id));
    expect(await shown()).toEqual(['free.txt', 'theirs.txt']);
    const roots = [{ provider: 'local', root: 'lekki/shared/theirs' }];
    await testApp.call(admin, `PUT /api/projects/${elsewhere}/media-roots`, { body: { roots } });
    const visit = { projectId: elsewhere, siteId, captureDate: '2026-03-04', ...linkOf('theirs') };
    expect((await testApp.call(crew, 'POST /api/sessions', { body: visit })).status).toBe(201);
    expect(await shown()).toEqual(['free.txt']);
    // Its folder is bound to nothing in the new project: nobody sees it there.
    expect((await approve(moved)).status).toBe(200);
    const media = await ask(otherClient, `/api/sessions/${moved}/media/drone`);
    expect(media.body).toMatchObject({ items: [] });
  });

  test('an upload of another session, wherever its link stands', async () => {
    const upload = 'ab'.repeat(16);
    mkdirSync(join(folder, 'uploads/folders', upload), { recursive: true });
    writeFileSync(join(folder, 'uploads/folders', upload, 'secret.mov'), placedVideo({ front: true }));
    await sql`insert into uploads (id, project_id, uploader_id) values (${upload}, ${project}, ${people.crew.id})`.execute(
      testApp.database.query,
    );
    const own = await release({ rawFilesUrl: uploadLink(upload) });
    for (const who of [people.crew, people.admin, people.client])
      expect(namesOf(await open(who, 'rawFilesUrl', own))).toEqual(['secret.mov']);
    const other = await submit({});
    await sql`update sessions set raw_files_url = ${uploadLink(upload)} where id = ${other}`.execute(
      testApp.database.query,
    );
    const item = encodeURIComponent(`local:uploads/${upload}/secret.mov`);
    for (const who of [people.crew, people.admin]) {
      expect((await open(who, 'rawFilesUrl', other)).files).toEqual([]);
      expect((await ask(who, `${at(other, 'rawFilesUrl')}/${item}/file`)).status).toBe(404);
      expect((await ask(who, `${at(own, 'rawFilesUrl')}/${item}/file`)).status).toBe(200);
    }
  });
});
