// Stages on shared pages: what guests read of them, and how a confirmed one is acknowledged by link, once and by a typed name.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import type { StageList, StageWithMarks } from '#contract/stages/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const publicUrl = 'http://progress.example.org';
const origin = { origin: publicUrl };
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const photo = { mediaKind: 'drone', item: 'local:site/photo.gif' } as const;

let folder: string;
let testApp: TestApp;
let people: Record<'admin' | 'crew' | 'client' | 'checker', TestPerson>;
let projectId: number;
let siteId: number;
let stage: number;
let next: number;
let sessionId: number;

async function call(by: TestPerson, what: string, body?: object) {
  const answer = await testApp.call(by, what, { headers: origin, ...(body ? { body } : {}) });
  if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
  return answer.body as { id: number };
}

const mark = (by: TestPerson, body: object) => call(by, `POST /api/stages/${stage}/marks`, body);
const read = async () => (await call(people.client, `GET /api/stages/${stage}`)) as unknown as StageWithMarks;

async function confirm(): Promise<void> {
  await mark(people.checker, { kind: 'confirmed', criteria: [{ id: 1, ticked: true }] });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-acknowledge-'));
  mkdirSync(join(folder, 'site'));
  writeFileSync(join(folder, 'site/photo.gif'), gif);
  // Each guest of a test has an address of their own, so that the limit of one is not that of all.
  testApp = await createTestApp({ publicUrl, mediaRoot: folder, trustProxy: 1 });
  people = {
    admin: await testApp.person('admin', { firstName: 'Ada', lastName: 'Secretname' }),
    crew: await testApp.person('photographer', { firstName: 'Chidi', lastName: 'Secretname' }),
    client: await testApp.person('client', { firstName: 'Sade', lastName: 'Secretname' }),
    checker: await testApp.person('client', { firstName: 'Quincy', lastName: 'Surveyor' }),
  };
});
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

/** Two stages, the first one confirmed. */
beforeEach(async () => {
  const { admin, crew, client, checker } = people;
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower' });
  siteId = await testApp.make.site({ projectId, photographerId: crew.id });
  await testApp.make.member({ projectId, userId: checker.id, role: 'checker' });
  await call(admin, `PUT /api/projects/${projectId}/media-roots`, { roots: [{ provider: 'local', root: 'site' }] });
  const list = ['Lintel <level>', 'Roof carcass'].map((name) => ({ name, criteria: [{ text: 'Done' }], wanted: [] }));
  const made = (await call(admin, `PUT /api/projects/${projectId}/stages`, { stages: list })) as unknown as StageList;
  [stage = 0, next = 0] = made.stages.map(({ id }) => id);
  const visit = { projectId, siteId, captureDate: '2026-01-02', droneImagesUrl: '/media/folders/site' };
  sessionId = (await call(crew, 'POST /api/sessions', visit)).id;
  await call(admin, `PUT /api/sessions/${sessionId}/approve`, {});
  await mark(crew, { kind: 'claimed', sessionId });
  const pictures = [{ sessionId, ...photo }];
  await mark(admin, { kind: 'seen', sessionId, criteria: [{ id: 1, ticked: true, pictures }] });
  await confirm();
});

type Address = { link: ShareLink; path: string };

async function share(body: object = {}): Promise<Address> {
  const whole = { scope: 'project', recipient: 'The bank', pin: '123456', ...body };
  return (await call(people.client, `POST /api/projects/${projectId}/share-links`, whole)) as unknown as Address;
}

let guests = 0;

function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const payload = new URLSearchParams(fields).toString();
  return testApp.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...origin, ...headers },
  });
}

/** Past the PIN; what they send from then on. */
async function enter({ path }: Address) {
  const from = { 'x-forwarded-for': `203.0.113.${++guests}` };
  const answer = await post(path, { pin: '123456' }, from);
  const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';');
  const headers = { cookie, ...from };
  return {
    acknowledge: (name: string, id = stage) => post(`${path}/stages/${id}/acknowledge`, { name }, headers),
    page: async () => (await testApp.app.inject({ url: path, headers })).body,
  };
}

const countMarks = async () => {
  const found = await sql<{ n: number }>`select count(*)::integer as n from stage_marks
    where stage_id = ${stage} and share_link_id is not null`.execute(testApp.database.query);
  return found.rows[0]?.n;
};

test('a shared project names the present stage, what comes next, and which stages are confirmed by whom', async () => {
  await mark(people.client, { kind: 'acknowledged' });
  const { page } = await enter(await share());
  const body = await page();
  expect(body).toContain('Roof carcass · 1 of 2 stages confirmed');
  expect(body).toContain(`id="stage-${stage}"`);
  expect(body).toContain('Lintel &lt;level&gt;');
  expect(body.replaceAll('<!-- -->', '')).toMatch(/Confirmed by Quincy Surveyor on \w+ \d+, \d{4}/);
  expect(body.replaceAll('<!-- -->', '')).toMatch(/Acknowledged by the client on /);
  expect(body).not.toContain('Secretname');
  expect(body).not.toContain(`id="stage-${next}"`);
});

test('behind a PIN a guest acknowledges a confirmed stage with a typed name, which its mark keeps as it was typed', async () => {
  const address = await share();
  const guest = await enter(address);
  expect(await guest.page()).toContain(`action="${address.path}/stages/${stage}/acknowledge"`);
  const answer = await guest.acknowledge('  Ọlá\n Ṣadé-Bello 👷🏾 ');
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `${address.path}#stage-${stage}`]);
  const { acknowledged, asks } = await read();
  expect(acknowledged).toMatchObject([{ as: 'guest', byName: 'Ọlá Ṣadé-Bello 👷🏾', own: false, act: 'given' }]);
  expect(asks).toBeNull();
  const page = (await guest.page()).replaceAll('<!-- -->', '');
  expect(page).toMatch(/Acknowledged by link, name as typed: Ọlá Ṣadé-Bello 👷🏾 on /);
  expect(page).not.toContain('/acknowledge"');
  const { body } = await testApp.call(people.admin, 'GET /api/audit-log?act=stageMarked&limit=1');
  expect(body).toMatchObject([
    { byId: null, guest: 'Share link for The bank', subject: { kind: 'stage', id: stage }, project: { id: projectId } },
  ]);
  expect((body as { address: string }[])[0]?.address).toContain('203.0.113.');
});

test('two taps, a form sent twice and one sent again are one mark, and other links have their own', async () => {
  const address = await share();
  const [one, other] = [await enter(address), await enter(await share())];
  const answers = await Promise.all([one.acknowledge('A'), one.acknowledge('A'), one.acknowledge('A')]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([303, 303, 303]);
  expect((await one.acknowledge('Somebody else')).statusCode).toBe(303);
  expect(await countMarks()).toBe(1);
  expect((await other.acknowledge('B')).statusCode).toBe(303);
  expect((await read()).acknowledged.map(({ byName }) => byName)).toEqual(['A', 'B']);
});

describe('is refused', () => {
  const sentenceOf = (body: string) => /<h1>[^<]*<\/h1><p>([^<]*)<\/p>/.exec(body)?.[1];

  test('where the link has no PIN: anybody may have opened it', async () => {
    const { path } = await share({ pin: null });
    const page = (await testApp.app.inject({ url: path })).body;
    expect(page).toContain('Stages cannot be acknowledged with this link, because it has no PIN.');
    expect(page).not.toContain('/acknowledge"');
    const answer = await post(`${path}/stages/${stage}/acknowledge`, { name: 'A' });
    expect(answer.statusCode).toBe(403);
    expect(sentenceOf(answer.body)).toMatch(/^This link has no PIN, so anyone may have opened it\./);
    expect(await countMarks()).toBe(0);
  });

  test('before its PIN was entered, and once the link has ended', async () => {
    const address = await share();
    const form = await post(`${address.path}/stages/${stage}/acknowledge`, { name: 'A' });
    expect(form.body).toContain('Enter the PIN');
    const guest = await enter(address);
    await call(people.client, `DELETE /api/share-links/${address.link.id}`);
    expect((await guest.acknowledge('A')).statusCode).toBe(404);
    expect(await countMarks()).toBe(0);
  });

  test('where the stage is not confirmed now, and again by this link once its confirmation was taken back', async () => {
    const guest = await enter(await share());
    const early = await guest.acknowledge('A', next);
    expect([early.statusCode, sentenceOf(early.body)]).toEqual([409, 'Nobody has claimed this stage']);
    await guest.acknowledge('A');
    await mark(people.checker, { kind: 'confirmed', act: 'taken_back', note: 'Wrong floor' });
    expect((await read()).acknowledged).toEqual([]);
    const gone = await guest.acknowledge('A');
    expect(gone.statusCode).toBe(409);
    await confirm();
    const again = await guest.acknowledge('A');
    expect([again.statusCode, sentenceOf(again.body)]).toEqual([
      409,
      'This link already acknowledged the stage once, before its confirmation was taken back. Ask for a new link.',
    ]);
    expect((await (await enter(await share())).acknowledge('A')).statusCode).toBe(303);
  });

  test('for a stage of another project, one that was taken out of its list, and by a link to something else', async () => {
    const address = await share();
    const guest = await enter(address);
    const other = await testApp.make.project({ clientId: people.client.id, createdBy: people.admin.id });
    const list = { stages: [{ name: 'Elsewhere', criteria: [], wanted: [] }] };
    const made = (await call(people.admin, `PUT /api/projects/${other}/stages`, list)) as unknown as StageList;
    expect((await guest.acknowledge('A', made.stages[0]?.id)).statusCode).toBe(404);
    const ofVisit = await share({ scope: 'session', sessionId });
    const refused = await (await enter(ofVisit)).acknowledge('A');
    expect([refused.statusCode, sentenceOf(refused.body)]).toEqual([
      403,
      'Stages can be acknowledged only on the page of a shared project.',
    ]);
    await call(people.admin, `PUT /api/projects/${projectId}/stages`, { stages: [] });
    expect((await guest.acknowledge('A')).statusCode).toBe(404);
    expect(await countMarks()).toBe(0);
  });

  test.each([
    ['', 'no name'],
    [' \u200b\n', 'nothing that can be read'],
    ['x'.repeat(101), 'more than a hundred characters'],
  ])('%j, with the form that keeps what was typed', async (name) => {
    const guest = await enter(await share());
    const answer = await guest.acknowledge(name);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toContain('Type your name, with at most 100 characters.');
    expect(answer.body).toContain('Acknowledge Lintel &lt;level&gt;');
    expect(await countMarks()).toBe(0);
    expect((await guest.acknowledge('👷🏾'.repeat(50))).statusCode).toBe(303);
  });

  test('when another site’s page sends it, and when one address sends many', async () => {
    const address = await share();
    const guest = await enter(address);
    const foreign = await post(
      `${address.path}/stages/${stage}/acknowledge`,
      { name: 'A' },
      { origin: 'https://elsewhere.example' },
    );
    expect(foreign.statusCode).toBe(403);
    const answers: number[] = [];
    for (let n = 0; n < 11; n++) answers.push((await guest.acknowledge('A', next)).statusCode);
    expect(answers.slice(0, 10).every((status) => status === 409)).toBe(true);
    expect(answers.at(-1)).toBe(429);
  });
});
