// The pictures of a session as one ZIP: its contents by reader, its length in advance, its parts, and its manifest.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { PictureDownload } from '#contract/sharing/endpoints.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'client' | 'otherClient', TestPerson>;
let project: number;
let session: number;
let originals: Record<string, Buffer>;

async function photo(background: string): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .withExif({
      IFD0: { Make: 'Drone' },
      IFD2: { DateTimeOriginal: '2026:03:04 10:11:12' },
      IFD3: { GPSLatitude: '6/1 27/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer();
}

async function submit(links: object): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', ...links };
  return ((await testApp.call(people.crew, 'POST /api/sessions', { body })).body as Session).id;
}

const download = async (person: TestPerson, id = session) =>
  (await testApp.call(person, `GET /api/sessions/${id}/download`)).body as PictureDownload;

async function zip(
  person: TestPerson,
  options: { query?: string; headers?: Record<string, string>; id?: number } = {},
) {
  const { query = '', headers = {}, id = session } = options;
  return testApp.app.inject({
    url: `/api/sessions/${id}/pictures.zip${query}`,
    headers: { cookie: person.cookie, ...headers },
  });
}

const base = '=Tower _A_ - 2026-03-04';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-zip-'));
  const media = join(folder, 'media/lekki');
  for (const path of ['drone/100MEDIA', 'indoor', 'later']) mkdirSync(join(media, path), { recursive: true });
  originals = { red: await photo('red'), blue: await photo('blue'), green: await photo('green') };
  writeFileSync(join(media, 'drone/1.jpg'), originals.red as Buffer);
  writeFileSync(join(media, 'drone/100MEDIA/1.jpg'), originals.blue as Buffer);
  writeFileSync(join(media, 'drone/film.mp4'), 'not a picture');
  writeFileSync(join(media, 'indoor/a\nb.jpg'), originals.green as Buffer);
  writeFileSync(join(media, 'later/1.jpg'), originals.red as Buffer);
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    client: await testApp.person('client'),
    otherClient: await testApp.person('client'),
  };
  const { admin, crew, client } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: '=Tower\r\n<A>' });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
  session = await submit({
    droneImagesUrl: '/media/folders/lekki/drone',
    indoorImagesUrl: '/media/folders/lekki/indoor',
  });
  await testApp.call(admin, `PUT /api/sessions/${session}/approve`, { body: {} });
  // Its jobs run from now on: one of them reads the pictures' headers.
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const details = () => testApp.database.query.selectFrom('picture_details').select('file').execute();
  await vi.waitUntil(async () => (await details()).length === 3, { timeout: 50_000, interval: 50 });
  writeFileSync(join(media, 'drone/2-came-later.jpg'), originals.red as Buffer);
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

describe('a ZIP of a session’s pictures', () => {
  test('holds for its crew and admins the released originals, and nothing that came later', async () => {
    const answer = await zip(people.admin);
    expect(answer.statusCode).toBe(200);
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
    const files = readZip(answer.rawPayload);
    expect([...files.keys()]).toEqual([
      `${base}/Drone photos/1.jpg`,
      `${base}/Drone photos/100MEDIA/1.jpg`,
      `${base}/Indoor photos/a b.jpg`,
      `${base}/manifest.csv`,
    ]);
    expect(files.get(`${base}/Drone photos/1.jpg`)).toEqual(originals.red);
    expect((await download(people.crew)).originals).toBe(true);
  });

  test('holds for clients no position, and nothing else of the camera', async () => {
    const files = readZip((await zip(people.client)).rawPayload);
    const picture = files.get(`${base}/Drone photos/1.jpg`) as Buffer;
    const { exif, xmp, width } = await sharp(picture).metadata();
    expect([exif, xmp, width]).toEqual([undefined, undefined, 400]);
    expect((await sharp(originals.red).metadata()).exif).toBeDefined();
    expect(files.size).toBe(4);
  });

  test('says of each picture its name, time, size and sum', async () => {
    const files = readZip((await zip(people.admin)).rawPayload);
    const manifest = (files.get(`${base}/manifest.csv`) as Buffer).toString();
    const [head, first] = manifest.split('\r\n');
    expect(head).toBe('\uFEFFFile,Taken,Bytes,SHA-256,Note');
    const sum = createHash('sha256')
      .update(originals.red as Buffer)
      .digest('hex');
    expect(first?.trimEnd()).toBe(`"Drone photos/1.jpg","2026-03-04 10:11:12",${originals.red?.length},${sum},`);
  });

  test('says before how large it will be', async () => {
    const { pictures, resumable, released, problem } = await download(people.admin);
    expect(pictures.map(({ name, bytes }) => [name, bytes.full])).toEqual([
      ['1.jpg', originals.red?.length],
      ['1.jpg', originals.blue?.length],
      ['a\nb.jpg', originals.green?.length],
    ]);
    expect([resumable, released, problem]).toEqual([true, true, null]);
    expect((await download(people.client)).resumable).toBe(false);
  });

  test('holds only the chosen pictures', async () => {
    const { pictures } = await download(people.client);
    const files = readZip((await zip(people.client, { query: `?size=s1600&pictures=${pictures[1]?.key}` })).rawPayload);
    expect([...files.keys()]).toEqual([`${base}/Drone photos/100MEDIA/1.jpg`, `${base}/manifest.csv`]);
  });

  test('is resumed where it broke off, while it is the same', async () => {
    const whole = await zip(people.crew);
    const etag = String(whole.headers.etag);
    const rest = await zip(people.crew, { headers: { range: 'bytes=1000-', 'if-range': etag } });
    expect(rest.statusCode).toBe(206);
    expect(rest.rawPayload).toEqual(whole.rawPayload.subarray(1000));
    expect(rest.headers['content-range']).toBe(`bytes 1000-${whole.rawPayload.length - 1}/${whole.rawPayload.length}`);
    const other = await zip(people.crew, { headers: { range: 'bytes=1000-', 'if-range': '"another"' } });
    expect([other.statusCode, other.rawPayload.length]).toEqual([200, whole.rawPayload.length]);
    const beyond = await zip(people.crew, { headers: { range: 'bytes=99999999-' } });
    expect(beyond.statusCode).toBe(416);
  });

  test('that is re-encoded says that it starts from the beginning', async () => {
    const answer = await zip(people.client, { headers: { range: 'bytes=1000-' } });
    expect([answer.statusCode, answer.headers['accept-ranges'], answer.headers['content-length']]).toEqual([
      200,
      'none',
      undefined,
    ]);
  });

  test('is written down in the audit log once, however often it is resumed', async () => {
    const list = async () =>
      (await testApp.call(people.admin, 'GET /api/audit-log?act=picturesTaken')).body as { byId: number }[];
    const before = (await list()).length;
    const { etag } = (await zip(people.crew)).headers;
    await zip(people.crew, { headers: { range: 'bytes=1000-', 'if-range': String(etag) } });
    const now = await list();
    expect([now.length, now[0]]).toMatchObject([
      before + 1,
      { byId: people.crew.id, subject: { kind: 'session', id: session } },
    ]);
  });

  test('is never kept by a cache, and bears a name that every system stores', async () => {
    const { headers } = await zip(people.client);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-disposition']).toContain(`filename="${base} - pictures.zip"`);
  });

  test('of a session that waits for review is for its crew and admins', async () => {
    const waiting = await submit({ droneImagesUrl: '/media/folders/lekki/later' });
    expect((await download(people.crew, waiting)).released).toBe(false);
    expect(readZip((await zip(people.crew, { id: waiting })).rawPayload).size).toBe(2);
    expect((await zip(people.client, { id: waiting })).statusCode).toBe(404);
    expect((await zip(people.otherClient)).statusCode).toBe(404);
  });

  test.each([
    ['?size=huge', 400, 'size must be one of full, s1600'],
    ['?pictures=abc', 400, 'pictures must be at most 500 keys, separated by commas'],
    ['?pictures=aaaaaaaaaa', 409, 'Some of these pictures no longer exist. Reload the page and choose again'],
  ])('asked for with %s is refused in a sentence', async (query, status, message) => {
    const answer = await zip(people.client, { query });
    expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  });

  test('holds no picture of another session, whose key is refused', async () => {
    const other = await submit({ droneImagesUrl: '/media/folders/lekki/later' });
    const [foreign] = (await download(people.crew, other)).pictures;
    const answer = await zip(people.crew, { query: `?pictures=${foreign?.key}` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([409, 'application/json; charset=utf-8']);
  });

  test('of a session without pictures is 404, and one whose folder is gone says so', async () => {
    const empty = await submit({});
    expect((await zip(people.crew, { id: empty })).statusCode).toBe(404);
    const gone = await submit({ droneImagesUrl: '/media/folders/lekki/nowhere' });
    expect((await zip(people.crew, { id: gone })).statusCode).toBe(503);
    expect((await download(people.crew, gone)).problem).toMatch(/no such folder/);
  });

  test('waits while the same person takes another one, and goes on when that ends or is left', async () => {
    writeFileSync(join(folder, 'media/lekki/later/big.jpg'), Buffer.alloc(40_000_000, 1));
    const large = await submit({ droneImagesUrl: '/media/folders/lekki/later' });
    const { port } = testApp.app.server.address() as AddressInfo;
    const open = (person: TestPerson) => {
      const headers = { cookie: person.cookie };
      const request = get({ port, path: `/api/sessions/${large}/pictures.zip`, headers, agent: false });
      return { request, answered: new Promise<IncomingMessage>((done) => request.once('response', done)) };
    };
    const first = open(people.crew);
    const firstAnswer = await first.answered;
    const second = open(people.crew);
    let isSecondAnswered = false;
    void second.answered.then(() => {
      isSecondAnswered = true;
    });
    const other = open(people.admin);
    await other.answered;
    expect(isSecondAnswered).toBe(false);
    firstAnswer.destroy();
    await second.answered;
    second.request.destroy();
    other.request.destroy();
  });
});
