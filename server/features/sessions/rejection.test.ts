// Reasons, flagged pictures and resubmitting on the real database: what is stored, what is refused, and who sees it.
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Media } from '#contract/media/endpoints.ts';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import type { Session, SessionRecord } from '#contract/sessions/endpoints.ts';
import {
  defaultReasons,
  type SavedReasons,
  type SessionChanges,
  type SessionFlags,
} from '#contract/sessions/rejection.ts';
import { createTestApp, sealed, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let photo: Buffer;
let people: Record<'admin' | 'otherAdmin' | 'crew' | 'client', TestPerson>;
let project: number;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-rejection-'));
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  testApp = await createTestApp({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });
  people = {
    admin: await testApp.person('admin'),
    otherAdmin: await testApp.person('admin'),
    crew: await testApp.person('photographer'),
    client: await testApp.person('client'),
  };
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  const { admin, client, crew } = people;
  await saveReasons({ reasons: defaultReasons });
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId: project, photographerId: crew.id });
  const body = { roots: [{ provider: 'local', root: `p${project}` }] };
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body });
});

function put(path: string, ...names: string[]): void {
  mkdirSync(join(folder, 'media', path), { recursive: true });
  for (const name of names) writeFileSync(join(folder, 'media', path, name), photo);
}

type Visit = { id: number; path: string };

/** A visit that waits, with these photos in a folder of its own. */
async function visit(...names: string[]): Promise<Visit> {
  const path = `p${project}/v${++count}`;
  put(path, ...names);
  const body = { projectId: project, captureDate: '2026-03-04', droneImagesUrl: `/media/folders/${path}` };
  const answer = await testApp.call(people.crew, 'POST /api/sessions', { body });
  return { id: (answer.body as Session).id, path };
}

const itemOf = ({ path }: Visit, name: string) => `local:${path}/${name}`;
const flagOf = (of: Visit, name: string, note?: string) => ({ mediaKind: 'drone', item: itemOf(of, name), note });
const reject = ({ id }: Visit, body: object, by = people.admin) =>
  testApp.call(by, `PUT /api/sessions/${id}/reject`, { body });
const resubmit = ({ id }: Visit, body?: object) =>
  testApp.call(people.crew, `PUT /api/sessions/${id}/resubmit`, body ? { body } : {});
const approve = ({ id }: Visit) => testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} });
const edit = ({ id }: Visit, body: object) => testApp.call(people.crew, `PATCH /api/sessions/${id}`, { body });

async function flags({ id }: Visit, by = people.crew): Promise<SessionFlags> {
  return (await testApp.call(by, `GET /api/sessions/${id}/flags`)).body as SessionFlags;
}
async function changes({ id }: Visit, by = people.crew): Promise<SessionChanges> {
  return (await testApp.call(by, `GET /api/sessions/${id}/changes`)).body as SessionChanges;
}

const get = (url: string | null | undefined, by = people.admin) => testApp.call(by, `GET ${url}`);

async function rows(): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select (select count(*) from rejection_flags) + (select count(*) from flag_answers)
    + (select count(*) from rejected_files) as n`.execute(testApp.database.query);
  return Number(found.rows[0]?.n);
}

async function codesOf({ id }: Visit): Promise<unknown> {
  const found = await sql<{ codes: unknown }>`select rejection_reasons as codes from session_records
    where session_id = ${id} and action = 'rejected' order by id desc limit 1`.execute(testApp.database.query);
  return found.rows[0]?.codes;
}

test('words alone are the reason as they always were, with no coded reason', async () => {
  const one = await visit('1.jpg');
  expect(await reject(one, { rejectionReason: 'Too dark' })).toMatchObject({
    status: 200,
    body: { status: 'rejected', rejectionReason: 'Too dark' },
  });
  expect(await codesOf(one)).toEqual([]);
  expect((await flags(one)).flags).toEqual([]);
});

test('the server makes the sentence of the reasons and the words, and keeps the codes with the rejection', async () => {
  const one = await visit('1.jpg');
  const answer = await reject(one, { reasons: ['tooFew', 'blurred'], rejectionReason: 'North side.' });
  const sentence = 'Pictures are blurred. There are too few pictures. North side.';
  expect(answer.body).toMatchObject({ rejectionReason: sentence });
  expect(await codesOf(one)).toEqual(['tooFew', 'blurred']);
  expect((await flags(one)).rejection).toMatchObject({ reason: sentence, reasons: ['tooFew', 'blurred'] });
  const [entry] = (await testApp.call(people.admin, 'GET /api/audit-log?act=sessionRejected')).body as AuditEntry[];
  expect(entry?.changes).toContainEqual({ field: 'reasons', before: null, after: 'Too few\nBlurred' });
});

test('reasons need no words, but other does, and review notes may be those', async () => {
  expect((await reject(await visit('1.jpg'), { reasons: ['blurred'] })).status).toBe(200);
  const refused = await reject(await visit('1.jpg'), { reasons: ['other'] });
  expect(refused).toMatchObject({ status: 400, body: { message: 'Please provide a reason for rejection' } });
  const noted = await reject(await visit('1.jpg'), { reasons: ['other'], reviewNotes: 'See the mail' });
  expect(noted.body).toMatchObject({ rejectionReason: 'See the mail', reviewNotes: 'See the mail' });
});

test('flagged pictures come with their notes and thumbnails, in the order in which they were flagged', async () => {
  const one = await visit('1.jpg', '2.jpg', '3.jpg');
  const body = { reasons: ['blurred'], flags: [flagOf(one, '3.jpg', 'The roof'), flagOf(one, '1.jpg')] };
  expect((await reject(one, body)).status).toBe(200);
  const read = await flags(one);
  expect(read.flags.map(({ name, note, state, answer }) => [name, note, state, answer])).toEqual([
    ['3.jpg', 'The roof', 'there', null],
    ['1.jpg', null, 'there', null],
  ]);
  const picture = await testApp.call(people.crew, `GET ${read.flags[0]?.thumbnailUrl}`);
  expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/jpeg']);
  expect(await flags(one, people.admin)).toEqual(read);
});

test('a flagged picture that was replaced or taken away since says so', async () => {
  const one = await visit('1.jpg', '2.jpg', '3.jpg');
  await reject(one, { reasons: ['blurred'], flags: ['1.jpg', '2.jpg', '3.jpg'].map((name) => flagOf(one, name)) });
  unlinkSync(join(folder, 'media', one.path, '1.jpg'));
  writeFileSync(join(folder, 'media', one.path, '2.jpg'), Buffer.concat([photo, Buffer.from('more')]));
  const read = (await flags(one)).flags;
  expect(
    read.map(({ name, state, thumbnailUrl, formerUrl }) => [name, state, thumbnailUrl !== null, formerUrl !== null]),
  ).toEqual([
    ['1.jpg', 'gone', false, false],
    ['2.jpg', 'replaced', true, true],
    ['3.jpg', 'there', true, false],
  ]);
});

test('a flagged picture that another link holds again under its name stands beside the one that was flagged, as in the changes', async () => {
  const one = await visit('1.jpg', '2.jpg');
  const [seen] = ((await testApp.call(people.admin, `GET /api/sessions/${one.id}/media/drone`)).body as Media).items;
  const before = await get(seen?.thumbnailUrl?.replace('/s400?', '/s220?'));
  await reject(one, { reasons: ['blurred'], flags: ['1.jpg', '2.jpg'].map((name) => flagOf(one, name)) });
  const path = `p${project}/anew${count}`;
  put(path, '3.jpg');
  const better = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  writeFileSync(join(folder, 'media', path, '1.jpg'), better);
  await edit(one, { droneImagesUrl: `/media/folders/${path}` });
  const [read, shown] = [(await flags(one)).flags, (await changes(one)).tabs[0]?.replaced.files[0]];
  expect(read.map(({ name, item, state }) => [name, item, state])).toEqual([
    ['1.jpg', sealed(itemOf(one, '1.jpg')), 'replaced'],
    ['2.jpg', sealed(itemOf(one, '2.jpg')), 'gone'],
  ]);
  expect(shown?.item).toBe(sealed(`local:${path}/1.jpg`));
  const [first, second] = read;
  expect([first?.thumbnailUrl, first?.formerUrl]).toEqual([shown?.thumbnailUrl, shown?.formerUrl]);
  expect([second?.thumbnailUrl, second?.formerUrl]).toEqual([null, null]);
  for (const by of [people.admin, people.crew]) {
    const [now, former] = [await get(first?.thumbnailUrl, by), await get(first?.formerUrl, by)];
    expect([now.status, former.status]).toEqual([200, 200]);
    expect(former.headers.etag).toBe(before.headers.etag);
    expect(now.headers.etag).not.toBe(before.headers.etag);
  }
  for (const url of [first?.thumbnailUrl, first?.formerUrl])
    expect((await get(url, people.client)).status).toBeGreaterThanOrEqual(403);
  await resubmit(one, { answers: [{ flagId: first?.id, answer: 'Taken again' }] });
  const [answered] = (await flags(one, people.admin)).flags;
  expect(answered).toEqual({ ...first, answer: 'Taken again' });
});

test('a picture of the same name takes no flagged one’s place while that is there, or from another group', async () => {
  const one = await visit('1.jpg');
  put(`${one.path}/north`, '2.jpg');
  await reject(one, { reasons: ['blurred'], flags: [flagOf(one, '1.jpg'), flagOf(one, 'north/2.jpg')] });
  put(`${one.path}/south`, '1.jpg', '2.jpg');
  unlinkSync(join(folder, 'media', one.path, 'north/2.jpg'));
  expect((await flags(one)).flags.map(({ name, state, formerUrl }) => [name, state, formerUrl])).toEqual([
    ['1.jpg', 'there', null],
    ['2.jpg', 'gone', null],
  ]);
});

const word = (length: number) => 'x'.repeat(length);
test.each<[string, (of: Visit) => object]>([
  ['a reason that nobody knows', () => ({ reasons: ['ugly'] })],
  ['a reason twice', () => ({ reasons: ['blurred', 'blurred'] })],
  ['reasons that are no list', () => ({ reasons: 'blurred' })],
  ['a flag without any reason', (of) => ({ flags: [flagOf(of, '1.jpg')] })],
  ['a picture twice', (of) => ({ reasons: ['blurred'], flags: [flagOf(of, '1.jpg'), flagOf(of, '1.jpg')] })],
  ['a picture that is gone', (of) => ({ reasons: ['blurred'], flags: [flagOf(of, '9.jpg')] })],
  ['a picture of elsewhere', () => ({ reasons: ['blurred'], flags: [{ mediaKind: 'drone', item: 'local:p0/1.jpg' }] })],
  ['a tab without a link', () => ({ reasons: ['blurred'], flags: [{ mediaKind: 'indoor', item: 'local:1.jpg' }] })],
  ['a tab that is none', () => ({ reasons: ['blurred'], flags: [{ mediaKind: 'roof', item: 'local:1.jpg' }] })],
  ['what is no picture', (of) => ({ reasons: ['blurred'], flags: [flagOf(of, 'notes.txt')] })],
  ['a note of 301 characters', (of) => ({ reasons: ['blurred'], flags: [flagOf(of, '1.jpg', word(301))] })],
  [
    '51 flags',
    (of) => ({ reasons: ['blurred'], flags: Array.from({ length: 51 }, (_, nth) => flagOf(of, `${nth}.jpg`)) }),
  ],
])('%s is refused in a sentence, and nothing is kept', async (_, body) => {
  const one = await visit('1.jpg', 'notes.txt');
  const before = await rows();
  const { status, body: said } = await reject(one, body(one));
  expect([status, (said as { message: string }).message.length > 10]).toEqual([400, true]);
  expect(await rows()).toBe(before);
});

test('a rejection of a former record is refused and flags nothing', async () => {
  const one = await visit('1.jpg');
  const { body } = await testApp.call(people.admin, `GET /api/sessions/${one.id}`);
  await edit(one, { notes: 'changed' });
  const before = await rows();
  const { recordId } = body as Session;
  const answer = await reject(one, { reasons: ['blurred'], flags: [flagOf(one, '1.jpg')], recordId });
  expect(answer).toMatchObject({ status: 409, body: { code: 'stale' } });
  expect(await rows()).toBe(before);
});

test('of two admins who send it back at once one wins, and only their flags are kept', async () => {
  const one = await visit('1.jpg', '2.jpg');
  const answers = await Promise.all([
    reject(one, { reasons: ['blurred'], flags: [flagOf(one, '1.jpg')] }),
    reject(one, { reasons: ['tooFew'], flags: [flagOf(one, '2.jpg')] }, people.otherAdmin),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const first = answers[0]?.status === 200;
  expect((await flags(one)).flags.map(({ name }) => name)).toEqual([first ? '1.jpg' : '2.jpg']);
  expect(await codesOf(one)).toEqual([first ? 'blurred' : 'tooFew']);
});

test('answers go with the resubmission, and the admin reads them beside the flags', async () => {
  const one = await visit('1.jpg', '2.jpg');
  await reject(one, { reasons: ['blurred'], flags: [flagOf(one, '1.jpg', 'Sharper?'), flagOf(one, '2.jpg')] });
  const [first] = (await flags(one)).flags;
  const answers = [{ flagId: first?.id, answer: 'Fog all day' }];
  expect((await resubmit(one, { answers })).body).toMatchObject({ status: 'pending', rejectionReason: null });
  const read = await flags(one, people.admin);
  expect(read.flags.map(({ answer }) => answer)).toEqual(['Fog all day', null]);
  expect(read).toMatchObject({ rejection: { reasons: ['blurred'] }, resubmitNote: null });
  expect(read.resubmittedAt).not.toBeNull();
});

test('an answer to a flag of another rejection is refused, and so is one to the same flag twice', async () => {
  const [one, other] = [await visit('1.jpg'), await visit('1.jpg')];
  for (const each of [one, other]) await reject(each, { reasons: ['blurred'], flags: [flagOf(each, '1.jpg')] });
  const [foreign] = (await flags(other)).flags;
  const [own] = (await flags(one)).flags;
  const wrong = [
    [{ flagId: foreign?.id, answer: 'No' }],
    [own, own].map((flag) => ({ flagId: flag?.id, answer: 'Yes' })),
    [{ flagId: own?.id, answer: word(301) }],
  ];
  for (const answers of wrong) expect((await resubmit(one, { answers })).status).toBe(400);
  expect((await flags(one)).resubmittedAt).toBeNull();
});

test('what changed since is shown field by field and file by file, to admins and the photographer alike', async () => {
  const one = await visit('1.jpg', '2.jpg', '3.jpg');
  await edit(one, { notes: 'First words', phase: 'roofing' });
  await reject(one, { reasons: ['tooFew'] });
  await edit(one, { notes: 'Better words', captureDate: '2026-03-05' });
  unlinkSync(join(folder, 'media', one.path, '1.jpg'));
  writeFileSync(join(folder, 'media', one.path, '2.jpg'), Buffer.concat([photo, Buffer.from('more')]));
  put(one.path, '4.jpg');
  const read = await changes(one);
  expect(read.fields).toEqual([
    { field: 'captureDate', before: '2026-03-04', after: '2026-03-05' },
    { field: 'notes', before: 'First words', after: 'Better words' },
  ]);
  const named = read.tabs.map(({ mediaKind, known, ...files }) => {
    const { added, removed, replaced } = files;
    return [mediaKind, known, ...[added, removed, replaced].map((some) => [some.count, some.files[0]?.name])];
  });
  expect(named).toEqual([['drone', true, [1, '4.jpg'], [1, '1.jpg'], [1, '2.jpg']]]);
  expect(read.unchanged).toBe(false);
  await resubmit(one);
  const seen = await changes(one, people.admin);
  expect([seen.fields, seen.tabs]).toEqual([read.fields, read.tabs]);
});

test('a replaced picture stands beside the one that it replaces, while a small one of that is still kept', async () => {
  const one = await visit('1.jpg', '2.jpg');
  const [seen] = ((await testApp.call(people.admin, `GET /api/sessions/${one.id}/media/drone`)).body as Media).items;
  const before = await testApp.call(people.admin, `GET ${seen?.thumbnailUrl?.replace('/s400?', '/s220?')}`);
  await reject(one, { rejectionReason: 'Dark' });
  const other = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#123456' } })
    .jpeg()
    .toBuffer();
  for (const name of ['1.jpg', '2.jpg']) {
    unlinkSync(join(folder, 'media', one.path, name));
    writeFileSync(join(folder, 'media', one.path, name), other);
  }
  const [first, second] = (await changes(one)).tabs[0]?.replaced.files ?? [];
  const [now, former] = [await get(first?.thumbnailUrl), await get(first?.formerUrl)];
  expect([now.status, former.status]).toEqual([200, 200]);
  expect(former.headers.etag).toBe(before.headers.etag);
  expect(former.headers.etag).not.toBe(now.headers.etag);
  // It was viewed in a browser that supports fewer formats.
  const headers = { accept: 'image/avif,image/webp,*/*' };
  const modern = await testApp.call(people.crew, `GET ${first?.formerUrl}`, { headers });
  expect([modern.status, modern.headers.etag]).toEqual([200, before.headers.etag]);
  // Nobody ever viewed it.
  expect((await get(second?.formerUrl)).status).toBe(404);
  expect((await get(first?.formerUrl, people.client)).status).toBeGreaterThanOrEqual(403);
});

test('another link is a change of its own, and files of the same name count as replaced', async () => {
  const one = await visit('1.jpg');
  await reject(one, { rejectionReason: 'Dark' });
  const path = `p${project}/again${count}`;
  put(path, '1.jpg', '2.jpg');
  await edit(one, { droneImagesUrl: `/media/folders/${path}` });
  const { fields, tabs } = await changes(one);
  expect(fields).toEqual([
    { field: 'droneImagesUrl', before: `/media/folders/${one.path}`, after: `/media/folders/${path}` },
  ]);
  expect(tabs).toMatchObject([{ added: { count: 1 }, removed: { count: 0 }, replaced: { count: 1 } }]);
});

test('of files that cannot be listed nothing is claimed', async () => {
  const one = await visit('1.jpg');
  await reject(one, { rejectionReason: 'Dark' });
  rmSync(join(folder, 'media', one.path), { recursive: true });
  const { tabs, unchanged } = await changes(one);
  expect([tabs, unchanged]).toMatchObject([[{ mediaKind: 'drone', known: false }], false]);
});

test('a rejection from before files were kept compares fields and claims nothing of files', async () => {
  const one = await visit('1.jpg');
  await reject(one, { rejectionReason: 'Dark' });
  await testApp.database.query.deleteFrom('rejected_files').execute();
  await edit(one, { notes: 'More' });
  expect(await changes(one)).toMatchObject({ fields: [{ field: 'notes' }], tabs: [{ known: false }] });
});

test('resubmitting an unchanged session needs a note, which everybody who works on it reads', async () => {
  const one = await visit('1.jpg');
  await reject(one, { rejectionReason: 'Dark' });
  expect(await changes(one)).toMatchObject({ fields: [], tabs: [], unchanged: true });
  const refused = await resubmit(one, { answers: [] });
  expect(refused).toMatchObject({
    status: 400,
    body: { message: "You haven't changed anything. Add a note that says why you're resubmitting." },
  });
  expect((await resubmit(one, { answers: [], note: 'It was dusk' })).status).toBe(200);
  expect((await flags(one, people.admin)).resubmitNote).toBe('It was dusk');
  const records = (await testApp.call(people.admin, `GET /api/sessions/${one.id}/records`)).body as SessionRecord[];
  expect(records.at(-1)).toMatchObject({ action: 'resubmitted', resubmitNote: 'It was dusk' });
});

test('a change of a field or a file needs no word', async () => {
  const [one, other] = [await visit('1.jpg'), await visit('1.jpg')];
  for (const each of [one, other]) await reject(each, { rejectionReason: 'Dark' });
  await edit(one, { notes: 'Brighter' });
  put(other.path, '2.jpg');
  for (const each of [one, other]) expect((await resubmit(each, { answers: [] })).status).toBe(200);
});

test('the call without a body resubmits as it always did', async () => {
  const one = await visit('1.jpg');
  await reject(one, { rejectionReason: 'Dark' });
  expect((await resubmit(one)).body).toMatchObject({ status: 'pending' });
  const other = await visit('1.jpg');
  await reject(other, { rejectionReason: 'Dark' });
  expect((await resubmit(other, {})).body).toMatchObject({ status: 'pending' });
});

test('resubmitting what somebody else changed meanwhile is refused with the present state', async () => {
  const one = await visit('1.jpg');
  const { recordId } = (await reject(one, { rejectionReason: 'Dark' })).body as Session;
  await testApp.call(people.admin, `PATCH /api/sessions/${one.id}`, { body: { notes: 'By an admin' } });
  const refused = await resubmit(one, { answers: [], note: 'Again', recordId });
  expect(refused).toMatchObject({ status: 409, body: { code: 'stale', present: { notes: 'By an admin' } } });
});

test('what was released since was not sent back any more', async () => {
  const one = await visit('1.jpg');
  await reject(one, { reasons: ['blurred'], flags: [flagOf(one, '1.jpg')] });
  await resubmit(one);
  await approve(one);
  expect(await flags(one)).toEqual({ rejection: null, resubmittedAt: null, resubmitNote: null, flags: [] });
  expect(await changes(one)).toMatchObject({ rejection: null, fields: [], tabs: [] });
});

test('a second rejection has flags and a comparison of its own', async () => {
  const one = await visit('1.jpg', '2.jpg');
  await reject(one, { reasons: ['blurred'], flags: [flagOf(one, '1.jpg')] });
  await edit(one, { notes: 'Better' });
  await resubmit(one);
  await reject(one, { reasons: ['tooFew'], flags: [flagOf(one, '2.jpg')] });
  expect((await flags(one)).flags.map(({ name }) => name)).toEqual(['2.jpg']);
  expect(await changes(one)).toMatchObject({ fields: [], unchanged: true, resubmittedAt: null });
});

test('clients learn of no reason, flag, answer or word, wherever they look', async () => {
  const { client, crew } = people;
  const one = await visit('1.jpg');
  await approve(one);
  await edit(one, { notes: 'Revised' });
  const secret = 'Zanzibar';
  const note = `${secret} note`;
  await reject(one, { reasons: ['privacy'], rejectionReason: `${secret} words`, flags: [flagOf(one, '1.jpg', note)] });
  const [flag] = (await flags(one)).flags;
  await resubmit(one, { answers: [{ flagId: flag?.id, answer: `${secret} answer` }], note: `${secret} word` });
  const places = [
    '/api/sessions',
    `/api/sessions/${one.id}`,
    `/api/sessions/${one.id}/records`,
    `/api/sessions/${one.id}/media/drone`,
    `/api/sessions?q=${secret}`,
    `/api/search?q=${secret}`,
    '/api/notifications',
    `/api/projects/${project}`,
    '/api/disputes',
  ];
  for (const place of places) {
    const { body } = await testApp.call(client, `GET ${place}`);
    expect([place, JSON.stringify(body).includes(secret)]).toEqual([place, false]);
    expect([place, JSON.stringify(body).includes('must not be seen')]).toEqual([place, false]);
  }
  for (const call of ['flags', 'changes'])
    expect((await testApp.call(client, `GET /api/sessions/${one.id}/${call}`)).status).toBe(403);
  expect(JSON.stringify((await testApp.call(crew, `GET /api/sessions/${one.id}/records`)).body)).toContain(secret);
});

const readReasons = async () =>
  (await testApp.call(people.admin, 'GET /api/settings/rejection-reasons')).body as SavedReasons;
const saveReasons = (body: object, by = people.admin) =>
  testApp.call(by, 'PUT /api/settings/rejection-reasons', { body });

test('until somebody saves them the reasons are as the defaults say, and company settings keep a version of their own', async () => {
  expect(await readReasons()).toEqual({ reasons: defaultReasons, version: 1 });
  await saveReasons({ reasons: { ...defaultReasons, blurred: { sentence: 'Out of focus.', enabled: true } } });
  expect((await testApp.call(people.admin, 'GET /api/settings')).body).toMatchObject({ version: 1 });
});

test('reasons that were saved before there was another one keep their sentences', async () => {
  const { otherVisit: _, ...before } = { ...defaultReasons, blurred: { sentence: 'Out of focus.', enabled: false } };
  await saveReasons({ reasons: defaultReasons });
  await sql`update settings set value = ${JSON.stringify(before)}::jsonb where key = 'rejectionReasons'`.execute(
    testApp.database.query,
  );
  const saved = await testApp.call(people.admin, 'GET /api/settings/rejection-reasons?again');
  expect(saved.body).toMatchObject({ reasons: { ...before, otherVisit: defaultReasons.otherVisit } });
});

test('a changed sentence is what photographers read from then on, and stands in the audit log', async () => {
  const { version } = await readReasons();
  const blurred = { sentence: 'Out of focus.', enabled: true };
  const saved = await saveReasons({ reasons: { ...defaultReasons, blurred }, version });
  expect(saved).toMatchObject({ status: 200, body: { reasons: { blurred }, version: version + 1 } });
  const answer = await reject(await visit('1.jpg'), { reasons: ['blurred'] });
  expect(answer.body).toMatchObject({ rejectionReason: 'Out of focus.' });
  const [entry] = (await testApp.call(people.admin, 'GET /api/audit-log?act=settingsChanged')).body as AuditEntry[];
  expect(entry).toMatchObject({ subject: { kind: 'settings', name: 'Reasons for sending back' } });
  expect(entry?.changes).toEqual([{ field: 'blurred', before: 'Pictures are blurred.', after: 'Out of focus.' }]);
});

test('a reason that was switched off is refused', async () => {
  const blurred = { ...defaultReasons.blurred, enabled: false };
  await saveReasons({ reasons: { ...defaultReasons, blurred } });
  const refused = await reject(await visit('1.jpg'), { reasons: ['blurred'] });
  expect(refused).toMatchObject({ status: 400, body: { message: 'The reason “Blurred” is no longer offered' } });
});

test('of two admins who save the reasons the second is shown the first one’s', async () => {
  const { version } = await readReasons();
  const wanted = (sentence: string) => ({
    reasons: { ...defaultReasons, tooFew: { sentence, enabled: true } },
    version,
  });
  const answers = await Promise.all([
    saveReasons(wanted('More!')),
    saveReasons(wanted('Many more!'), people.otherAdmin),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const lost = answers.find(({ status }) => status === 409)?.body;
  expect(lost).toMatchObject({ code: 'stale', present: await readReasons() });
});

test.each([
  ['an empty sentence', { blurred: { sentence: ' ', enabled: true } }],
  ['a sentence of 301 characters', { blurred: { sentence: word(301), enabled: true } }],
  ['neither on nor off', { blurred: { sentence: 'Out of focus.', enabled: 'yes' } }],
  ['a reason without its setting', { blurred: undefined }],
])('%s is refused, and the reasons stay', async (_, wrong) => {
  expect((await saveReasons({ reasons: { ...defaultReasons, ...wrong } })).status).toBe(400);
  expect((await readReasons()).reasons).toEqual(defaultReasons);
});
