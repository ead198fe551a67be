// Viewpoints on the real database: who makes, names and fills them, and what each person sees of them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { SessionViewpoints, Viewpoint, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let photo: Buffer;
let people: Record<'admin' | 'crew' | 'colleague' | 'member' | 'client' | 'otherClient', TestPerson>;
let project: number;
let site: number;
let otherSite: number;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-viewpoints-'));
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    colleague: await testApp.person('photographer'),
    member: await testApp.person('photographer'),
    client: await testApp.person('client'),
    otherClient: await testApp.person('client'),
  };
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  const { admin, client, crew, colleague, member } = people;
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  site = await testApp.make.site({ projectId: project, photographerId: crew.id });
  otherSite = await testApp.make.site({ projectId: project, photographerId: colleague.id });
  await testApp.make.member({ projectId: project, userId: member.id, role: 'viewer' });
  await bind(project);
});

async function bind(id: number): Promise<void> {
  const body = { roots: [{ provider: 'local', root: `p${id}` }] };
  await testApp.call(people.admin, `PUT /api/projects/${id}/media-roots`, { body });
}

function put(path: string, ...names: string[]): void {
  mkdirSync(join(folder, 'media', path), { recursive: true });
  for (const name of names) writeFileSync(join(folder, 'media', path, name), photo);
}

type Visit = { id: number; path: string };

/** A visit with these photos in a folder of its own. */
async function visit(
  names: string[],
  options: { date?: string; by?: TestPerson; siteId?: number } = {},
): Promise<Visit> {
  const path = `p${project}/v${++count}`;
  put(path, ...names);
  const { date = '2026-03-04', by = people.crew, siteId = site } = options;
  const body = { projectId: project, siteId, captureDate: date, droneImagesUrl: `/media/folders/${path}` };
  const answer = await testApp.call(by, 'POST /api/sessions', { body });
  return { id: (answer.body as Session).id, path };
}

const approve = ({ id }: Visit) => testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
const itemOf = ({ path }: Visit, name: string) => `local:${path}/${name}`;

function make(by: TestPerson, of: Visit, ...names: string[]) {
  const viewpoints = names.map((name) => ({
    mediaKind: 'drone',
    item: itemOf(of, name),
    name: `At ${name}`,
    kind: 'photo',
  }));
  return testApp.call(by, `POST /api/sessions/${of.id}/viewpoints`, { body: { viewpoints } });
}

/** Makes them as an admin; returns their ids in the order of the names. */
async function made(of: Visit, ...names: string[]): Promise<number[]> {
  const answer = await make(people.admin, of, ...names);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return (answer.body as SessionViewpoints).viewpoints.slice(-names.length).map(({ id }) => id);
}

function place(by: TestPerson, viewpoint: number, [of, name]: [Visit, string | null]) {
  const body = { mediaKind: 'drone', item: name && itemOf(of, name) };
  return testApp.call(by, `PUT /api/viewpoints/${viewpoint}/pictures/${of.id}`, { body });
}

const edit = (by: TestPerson, id: number, body: object) => testApp.call(by, `PATCH /api/viewpoints/${id}`, { body });

async function list(by: TestPerson, query = ''): Promise<Viewpoint[]> {
  return (await testApp.call(by, `GET /api/projects/${project}/viewpoints${query}`)).body as Viewpoint[];
}

async function read(by: TestPerson, id: number): Promise<ViewpointWithPictures | number> {
  const { status, body } = await testApp.call(by, `GET /api/viewpoints/${id}`);
  return status === 200 ? (body as ViewpointWithPictures) : status;
}

/** The names of a viewpoint's pictures that somebody sees; a status if they do not see it. */
async function picturesFor(by: TestPerson, id: number): Promise<string[] | number> {
  const found = await read(by, id);
  return typeof found === 'number' ? found : found.pictures.map(({ item }) => item.name);
}

async function coverage(by: TestPerson, { id }: Visit): Promise<SessionViewpoints> {
  return (await testApp.call(by, `GET /api/sessions/${id}/viewpoints`)).body as SessionViewpoints;
}

async function rows(): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select (select count(*) from viewpoints) + (select count(*) from viewpoint_pictures) as n`.execute(
    testApp.database.query,
  );
  return found.rows[0]?.n ?? 0;
}

test('viewpoints made from a visit are named in order and have its pictures', async () => {
  const first = await visit(['1.jpg', '2.jpg', '3.jpg']);
  const answer = await make(people.crew, first, '3.jpg', '1.jpg');
  expect(answer.status).toBe(201);
  const { viewpoints, mayManage } = answer.body as SessionViewpoints;
  expect(
    viewpoints.map(({ name, position, picture }) => [name, position, picture?.item.name, picture?.placedBy]),
  ).toEqual([
    ['At 3.jpg', 1, '3.jpg', 'hand'],
    ['At 1.jpg', 2, '1.jpg', 'hand'],
  ]);
  expect(mayManage).toBe(true);
  expect((await list(people.crew)).map(({ name, visitCount, site: at }) => [name, visitCount, at?.id])).toEqual([
    ['At 3.jpg', 1, site],
    ['At 1.jpg', 1, site],
  ]);
});

test('the picture of a viewpoint can be loaded by the addresses that it comes with', async () => {
  const first = await visit(['1.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  const found = (await read(people.crew, id)) as ViewpointWithPictures;
  const item = found.pictures[0]?.item;
  for (const address of [item?.thumbnailUrl, item?.imageUrl, item?.fullUrl, item?.fileUrl])
    expect((await testApp.call(people.crew, `GET ${address}`)).status).toBe(200);
});

test('a hand places a picture, moves it and says that a visit has none', async () => {
  const first = await visit(['1.jpg', '2.jpg']);
  const [a = 0, b = 0] = await made(first, '1.jpg', '2.jpg');
  const second = await visit(['8.jpg', '9.jpg'], { date: '2026-04-01' });
  expect((await place(people.crew, a, [second, '8.jpg'])).status).toBe(200);
  expect(await picturesFor(people.crew, a)).toEqual(['1.jpg', '8.jpg']);
  expect((await place(people.admin, b, [second, '8.jpg'])).status).toBe(200);
  expect(await picturesFor(people.crew, a)).toEqual(['1.jpg']);
  expect(await picturesFor(people.crew, b)).toEqual(['2.jpg', '8.jpg']);
  expect((await place(people.crew, b, [second, null])).status).toBe(200);
  expect(await picturesFor(people.crew, b)).toEqual(['2.jpg']);
  expect((await coverage(people.crew, second)).viewpoints.map(({ picture }) => picture)).toEqual([null, null]);
});

test('a picture is the one of at most one viewpoint, and of a visit each viewpoint has at most one', async () => {
  const first = await visit(['1.jpg', '2.jpg']);
  await made(first, '1.jpg');
  const again = await make(people.crew, first, '1.jpg');
  expect([again.status, (again.body as { code: string }).code]).toEqual([409, 'already_placed']);
  expect((await make(people.crew, first, '2.jpg', '2.jpg')).status).toBe(400);
});

test('pictures stand in the order of their visits, with the first and the newest released one on the card', async () => {
  const june = await visit(['6.jpg'], { date: '2026-06-01' });
  const [id = 0] = await made(june, '6.jpg');
  const january = await visit(['1.jpg'], { date: '2026-01-01' });
  const march = await visit(['3.jpg'], { date: '2026-03-01' });
  await place(people.admin, id, [january, '1.jpg']);
  await place(people.admin, id, [march, '3.jpg']);
  expect(await picturesFor(people.admin, id)).toEqual(['1.jpg', '3.jpg', '6.jpg']);
  await approve(january);
  await approve(march);
  const [card] = await list(people.admin);
  expect([card?.visitCount, card?.first?.item.name, card?.newest?.item.name]).toEqual([3, '1.jpg', '3.jpg']);
});

test('only admins and photographers of the site manage viewpoints; others who see the project are shown why they cannot', async () => {
  const first = await visit(['1.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  await approve(first);
  const statuses = async (body: object) => {
    const answers = Object.values(people).map(async (person) => (await edit(person, id, body)).status);
    return Object.fromEntries(Object.keys(people).map((name, at) => [name, answers[at]])) as Record<
      string,
      Promise<number>
    >;
  };
  const got = await statuses({ name: 'Gate' });
  const expected = { admin: 200, crew: 200, colleague: 403, member: 403, client: 403, otherClient: 404 };
  for (const [name, status] of Object.entries(expected)) expect([name, await got[name]]).toEqual([name, status]);
  const may = async (person: TestPerson) => ((await list(person))[0] as Viewpoint).mayManage;
  expect(await Promise.all([people.admin, people.crew, people.colleague, people.client].map(may))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a photographer who has a session on the site manages its viewpoints too, but sees no picture of a colleague’s session', async () => {
  const first = await visit(['1.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  expect(await picturesFor(people.colleague, id)).toEqual([]);
  expect((await edit(people.colleague, id, { name: 'Gate' })).status).toBe(403);
  const own = await visit(['7.jpg'], { by: people.colleague, siteId: site });
  expect((await edit(people.colleague, id, { name: 'Gate' })).status).toBe(200);
  expect((await place(people.colleague, id, [own, '7.jpg'])).status).toBe(200);
  expect(await picturesFor(people.colleague, id)).toEqual(['7.jpg']);
  expect((await place(people.colleague, id, [first, null])).status).toBe(404);
});

test('names, order and retirement change by edit, and an edit of a former state is refused', async () => {
  const first = await visit(['1.jpg', '2.jpg', '3.jpg']);
  const [a = 0, b = 0, c = 0] = await made(first, '1.jpg', '2.jpg', '3.jpg');
  const moved = await edit(people.crew, c, { position: 1, version: 1 });
  expect((moved.body as Viewpoint).position).toBe(1);
  expect((await list(people.crew)).map((one) => [one.id, one.position])).toEqual([
    [c, 1],
    [a, 2],
    [b, 3],
  ]);
  expect((await edit(people.crew, a, { position: 100 })).status).toBe(200);
  expect((await list(people.crew)).map(({ id }) => id)).toEqual([c, b, a]);
  const late = await edit(people.admin, c, { name: 'Late', version: 1 });
  expect([late.status, (late.body as { code: string }).code]).toEqual([409, 'stale']);
  expect((late.body as { present: Viewpoint }).present).toMatchObject({ id: c, version: 2, name: 'At 3.jpg' });
  const retired = await edit(people.admin, b, { retired: true, name: 'Old gate' });
  expect(retired.body).toMatchObject({ name: 'Old gate', retired: true, position: 2 });
  expect(((await edit(people.admin, b, { retired: false })).body as Viewpoint).retired).toBe(false);
});

test('a retired viewpoint keeps its pictures and is missed by no later visit', async () => {
  const first = await visit(['1.jpg', '2.jpg']);
  const [a = 0, b = 0] = await made(first, '1.jpg', '2.jpg');
  await edit(people.admin, a, { retired: true });
  const second = await visit(['8.jpg']);
  expect(await picturesFor(people.admin, a)).toEqual(['1.jpg']);
  expect((await coverage(people.crew, first)).viewpoints.map(({ id }) => id)).toEqual([a, b]);
  expect((await coverage(people.crew, second)).viewpoints.map(({ id }) => id)).toEqual([b]);
});

test('coverage names the viewpoints that a visit has and those that it misses', async () => {
  const [a = 0, b = 0] = await made(await visit(['1.jpg', '2.jpg']), '1.jpg', '2.jpg');
  const second = await visit(['8.jpg']);
  await place(people.crew, b, [second, '8.jpg']);
  const { viewpoints } = await coverage(people.crew, second);
  expect(viewpoints.map(({ id, name, picture }) => [id, name, picture?.item.name])).toEqual([
    [a, 'At 1.jpg', undefined],
    [b, 'At 2.jpg', '8.jpg'],
  ]);
});

test('a client sees a viewpoint through released pictures only, and not how they came there', async () => {
  const first = await visit(['1.jpg', '2.jpg']);
  const [a = 0, b = 0] = await made(first, '1.jpg', '2.jpg');
  expect([await read(people.client, a), await list(people.client)]).toEqual([404, []]);
  await approve(first);
  expect((await list(people.client)).map(({ id }) => id)).toEqual([a, b]);
  const found = (await read(people.client, a)) as ViewpointWithPictures;
  expect(found).toMatchObject({ mayManage: false, visitCount: 1 });
  expect(found.pictures.map(({ placedBy, item }) => [placedBy, item.name, item.fileUrl])).toEqual([
    [null, '1.jpg', null],
  ]);
  expect(await read(people.otherClient, a)).toBe(404);
  const seen = await coverage(people.client, first);
  expect([seen.toPlace, seen.pending, seen.mayManage, seen.viewpoints.length]).toEqual([[], false, false, 2]);
});

test('a file that came into a released folder later makes no viewpoint visible to clients', async () => {
  const first = await visit(['1.jpg']);
  await approve(first);
  put(first.path, '2.jpg');
  const [id = 0] = await made(first, '2.jpg');
  expect(await picturesFor(people.admin, id)).toEqual(['2.jpg']);
  expect(await read(people.client, id)).toBe(404);
  await testApp.call(people.admin, `PUT /api/sessions/${first.id}/release-added`, { body: {} });
  expect(await picturesFor(people.client, id)).toEqual(['2.jpg']);
});

test('a picture counts while its visit links there; clients keep what was released with the former link', async () => {
  const first = await visit(['1.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  await approve(first);
  const path = `p${project}/v${++count}`;
  put(path, '5.jpg');
  const droneImagesUrl = `/media/folders/${path}`;
  await testApp.call(people.crew, `PATCH /api/sessions/${first.id}`, { body: { droneImagesUrl } });
  expect(await picturesFor(people.crew, id)).toEqual([]);
  expect(await picturesFor(people.client, id)).toEqual(['1.jpg']);
  expect((await place(people.crew, id, [{ id: first.id, path }, '5.jpg'])).status).toBe(200);
  expect(await picturesFor(people.crew, id)).toEqual(['5.jpg']);
  expect(await picturesFor(people.client, id)).toEqual(['1.jpg']);
  await approve(first);
  expect(await picturesFor(people.client, id)).toEqual(['5.jpg']);
});

/** Everything that shows pictures of the first visit: its coverage, its folder, its pairs, their alignment with another. */
function goneWith(first: Visit, other: Visit): string[] {
  const of = { drone: `kind=drone&otherKind=drone` };
  const [older, newer] = [first, other].map((one, nth) => itemOf(one, `${nth + 1}.jpg`));
  const over = {
    olderSession: first.id,
    olderKind: 'drone',
    olderItem: older,
    newerSession: other.id,
    newerKind: 'drone',
  };
  return [
    `GET /api/sessions/${first.id}/viewpoints`,
    `GET /api/sessions/${first.id}/media/drone`,
    `GET /api/sessions/${first.id}/pairs?with=${other.id}&${of.drone}`,
    `GET /api/sessions/${other.id}/pairs?with=${first.id}&${of.drone}`,
    `GET /api/alignments?${new URLSearchParams({ ...over, newerItem: newer } as never)}`,
  ];
}

test('a removed visit goes from every list with its pictures, while their rows stay', async () => {
  const first = await visit(['1.jpg']);
  const second = await visit(['2.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  await place(people.crew, id, [second, '2.jpg']);
  await approve(first);
  const before = await rows();
  await testApp.call(people.admin, `DELETE /api/sessions/${first.id}`);
  expect(await picturesFor(people.admin, id)).toEqual(['2.jpg']);
  const [card] = await list(people.admin);
  expect([card?.visitCount, card?.first?.item.name, card?.newest?.item.name]).toEqual([1, '2.jpg', '2.jpg']);
  expect(await read(people.client, id)).toBe(404);
  expect(await list(people.client)).toEqual([]);
  for (const gone of goneWith(first, second)) expect((await testApp.call(people.admin, gone)).status).toBe(404);
  expect((await place(people.admin, id, [first, '1.jpg'])).status).toBe(404);
  expect(await rows()).toBe(before);
});

test('a removed project, and a removed site, take their viewpoints from every list', async () => {
  const first = await visit(['1.jpg'], { siteId: otherSite, by: people.colleague });
  const [id = 0] = await made(first, '1.jpg');
  await testApp.call(people.admin, `DELETE /api/sessions/${first.id}`);
  const body = { project: {}, sites: [{ id: site, name: 'S', photographerId: people.crew.id }] };
  expect((await testApp.call(people.admin, `PATCH /api/projects/${project}`, { body })).status).toBe(200);
  expect([await read(people.admin, id), await list(people.admin)]).toEqual([404, []]);
  const [kept, beside] = [await visit(['1.jpg']), await visit(['2.jpg'])];
  const [other = 0] = await made(beside, '2.jpg');
  await testApp.call(people.admin, `DELETE /api/projects/${project}`);
  for (const gone of goneWith(kept, beside)) expect((await testApp.call(people.admin, gone)).status).toBe(404);
  expect((await testApp.call(people.admin, `GET /api/projects/${project}/viewpoints`)).status).toBe(404);
  expect([await read(people.admin, other), (await edit(people.admin, other, { name: 'N' })).status]).toEqual([
    404, 404,
  ]);
});

test('a visit of another site has no picture of a viewpoint, also not one that moved there', async () => {
  const first = await visit(['1.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  const elsewhere = await visit(['9.jpg'], { siteId: otherSite, by: people.colleague });
  const answer = await place(people.admin, id, [elsewhere, '9.jpg']);
  expect([answer.status, (answer.body as { issues: { path: string }[] }).issues[0]?.path]).toEqual([400, 'sessionId']);
  await testApp.call(people.admin, `PATCH /api/sessions/${first.id}`, { body: { siteId: otherSite } });
  expect(await picturesFor(people.admin, id)).toEqual([]);
});

test('ids of other files, kinds and projects are refused and change nothing', async () => {
  const first = await visit(['1.jpg', '2.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  const other = await visit(['5.jpg']);
  put(`p${project}-secret`, '7.jpg');
  const before = await rows();
  const put1 = (body: object) => testApp.call(people.admin, `PUT /api/viewpoints/${id}/pictures/${first.id}`, { body });
  const foreign = ['local:../secret.jpg', `local:p${project}-secret/7.jpg`, itemOf(other, '5.jpg'), 'google-drive:abc'];
  for (const item of foreign) expect((await put1({ mediaKind: 'drone', item })).status).toBe(404);
  expect((await put1({ mediaKind: 'indoor', item: itemOf(first, '2.jpg') })).status).toBe(400);
  expect((await put1({ mediaKind: 'cellar', item: null })).status).toBe(400);
  expect((await make(people.admin, first, 'nothing.jpg')).status).toBe(404);
  expect((await place(people.admin, 2_000_000, [first, '1.jpg'])).status).toBe(404);
  expect(await rows()).toBe(before);
});

test('a site has at most 100 viewpoints, retired ones counted', async () => {
  const first = await visit(['1.jpg', '2.jpg', '3.jpg']);
  const [id = 0] = await made(first, '1.jpg');
  await sql`insert into viewpoints (project_id, site_id, kind, name, position, created_by, retired_at)
    select ${project}, ${site}, 'photo', 'V' || n, n + 1, ${people.admin.id}, now() from generate_series(1, 98) n`.execute(
    testApp.database.query,
  );
  const before = await rows();
  const two = await make(people.crew, first, '2.jpg', '3.jpg');
  expect([two.status, (two.body as { code: string }).code]).toEqual([409, 'too_many']);
  expect(await rows()).toBe(before);
  expect((await make(people.crew, first, '2.jpg')).status).toBe(201);
  expect((await make(people.crew, first, '3.jpg')).status).toBe(409);
  const many = Array.from({ length: 10_000 }, () => ({ mediaKind: 'drone', item: 'x', name: 'N', kind: 'photo' }));
  const answer = await testApp.call(people.crew, `POST /api/sessions/${first.id}/viewpoints`, {
    body: { viewpoints: many },
  });
  expect([400, 413]).toContain(answer.status);
  expect((await edit(people.crew, id, { position: 101 })).status).toBe(400);
});

test('two who make viewpoints at once stay within the hundred', async () => {
  const first = await visit(['1.jpg']);
  const second = await visit(['2.jpg']);
  await sql`insert into viewpoints (project_id, site_id, kind, name, position, created_by)
    select ${project}, ${site}, 'photo', 'V' || n, n, ${people.admin.id} from generate_series(1, 99) n`.execute(
    testApp.database.query,
  );
  const answers = await Promise.all([make(people.crew, first, '1.jpg'), make(people.crew, second, '2.jpg')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('ten thousand viewpoints of a project come page by page, each once', async () => {
  const first = await visit(['1.jpg']);
  await made(first, '1.jpg');
  await sql`with sites as (insert into sites (project_id, name) select ${project}, 'S' || n from generate_series(1, 100) n returning id)
    insert into viewpoints (project_id, site_id, kind, name, position, created_by)
    select ${project}, sites.id, 'photo', 'V' || n, n, ${people.admin.id} from sites, generate_series(1, 100) n`.execute(
    testApp.database.query,
  );
  const seen = new Set<number>();
  let path: string | undefined = `/api/projects/${project}/viewpoints?limit=500`;
  let total: unknown;
  while (path) {
    const { body, headers } = await testApp.call(people.admin, `GET ${path}`);
    for (const { id } of body as Viewpoint[]) seen.add(id);
    total ??= headers['x-total-count'];
    path = /<([^>]+)>/.exec(String(headers.link ?? ''))?.[1];
  }
  expect([seen.size, total]).toEqual([10_001, '10001']);
  expect((await list(people.admin, `?siteId=${site}`)).length).toBe(1);
  expect((await testApp.call(people.admin, `GET /api/projects/${project}/viewpoints?cursor=nonsense`)).status).toBe(
    400,
  );
});

test('a project without sites has viewpoints of its own', async () => {
  project = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
  await testApp.make.member({ projectId: project, userId: people.crew.id, role: 'contributor' });
  await bind(project);
  const path = `p${project}/v${++count}`;
  put(path, '1.jpg');
  const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: `/media/folders/${path}` };
  const first = { id: ((await testApp.call(people.crew, 'POST /api/sessions', { body })).body as Session).id, path };
  expect((await make(people.crew, first, '1.jpg')).status).toBe(201);
  expect((await list(people.crew)).map(({ site: at, mayManage }) => [at, mayManage])).toEqual([[null, true]]);
});

test('the same answer with an idempotency key is made once', async () => {
  const first = await visit(['1.jpg']);
  const headers = { 'idempotency-key': `make-${project}` };
  const viewpoints = [{ mediaKind: 'drone', item: itemOf(first, '1.jpg'), name: 'Gate', kind: 'photo' }];
  const send = () =>
    testApp.call(people.crew, `POST /api/sessions/${first.id}/viewpoints`, { body: { viewpoints }, headers });
  const answers = [await send(), await send()];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect((await list(people.crew)).length).toBe(1);
});
