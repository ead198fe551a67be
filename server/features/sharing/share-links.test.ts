// The claims about share links as their sharers see them: what may be shared, what is refused, who ends what.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { findByToken } from './guest-pages/link.ts';

let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let other: TestPerson;
let crew: TestPerson;
let projectId: number;

beforeAll(async () => {
  testApp = await createTestApp({ publicUrl: 'http://progress.example.org' });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  other = await testApp.person('client');
  crew = await testApp.person('photographer');
});
beforeEach(async () => {
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId, photographerId: crew.id });
});
afterAll(() => testApp.close());

async function visit(of = projectId, how: 'approve' | 'wait' = 'approve'): Promise<number> {
  const made = await testApp.call(crew, 'POST /api/sessions', { body: { projectId: of, captureDate: '2026-01-02' } });
  const { id } = made.body as { id: number };
  if (how === 'approve') await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
  return id;
}

type Address = { link: ShareLink; path: string; url: string };
const base = { scope: 'project', recipient: 'The bank' };
const origin = { headers: { origin: 'http://progress.example.org' } };

function share(body: object = {}, by = client, of = projectId) {
  return testApp.call(by, `POST /api/projects/${of}/share-links`, { ...origin, body: { ...base, ...body } });
}
const shared = async (body: object = {}, by = client) => (await share(body, by)).body as Address;
const listed = async (by = client) =>
  (await testApp.call(by, `GET /api/projects/${projectId}/share-links`)).body as ShareLink[];
const opens = async (path: string) => (await testApp.app.inject({ url: path })).statusCode;

test('a link says once where it leads, lasts 30 days, and its token is stored nowhere', async () => {
  const { link, path, url } = await shared();
  expect(path).toMatch(/^\/s\/[\w-]{22}$/);
  expect(url).toBe(`http://progress.example.org${path}`);
  expect(link).toMatchObject({
    ...base,
    projectId,
    state: 'live',
    hasPin: false,
    downloads: false,
    players: false,
    opens: 0,
  });
  const days = (Date.parse(link.expiresAt) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);
  const token = path.slice(3);
  expect(JSON.stringify(await listed())).not.toContain(token);
  const rows = await sql<{ row: string }>`select row_to_json(l)::text as row from share_links l`.execute(
    testApp.database.query,
  );
  expect(JSON.stringify(rows.rows)).not.toContain(token);
  expect(await opens(path)).toBe(200);
});

test('a repeated request gets an address that works, and nothing of it is kept', async () => {
  const headers = { ...origin.headers, 'idempotency-key': `share-${projectId}` };
  const send = () => testApp.call(client, `POST /api/projects/${projectId}/share-links`, { headers, body: base });
  const first = (await send()).body as Address;
  const second = (await send()).body as Address;
  expect(second.link.id).toBe(first.link.id);
  expect([await opens(first.path), await opens(second.path)]).toEqual([404, 200]);
  const kept = await sql<{ reply: string }>`select reply::text from idempotency_keys`.execute(testApp.database.query);
  expect(JSON.stringify(kept.rows)).not.toContain(first.path.slice(3));
});

test('a new link ends the former address', async () => {
  const { link, path } = await shared();
  const anew = (await testApp.call(client, `POST /api/share-links/${link.id}/renew`, origin)).body as Address;
  expect(anew.link.id).toBe(link.id);
  expect([await opens(path), await opens(anew.path)]).toEqual([404, 200]);
  await testApp.call(client, `DELETE /api/share-links/${link.id}`, origin);
  expect(await testApp.call(client, `POST /api/share-links/${link.id}/renew`, origin)).toMatchObject({ status: 409 });
});

test.each([
  ['no recipient', { recipient: '  ' }, 'recipient'],
  ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['a year and a day', { expiresAt: new Date(Date.now() + 367 * 86_400_000).toISOString() }, 'expiresAt'],
  ['an end that is no time', { expiresAt: '2026-02-31' }, 'expiresAt'],
  ['a PIN of five digits', { pin: '12345' }, 'pin'],
  ['a PIN of letters', { pin: 'abcdef' }, 'pin'],
  ['a session without a number', { scope: 'session' }, 'sessionId'],
  ['a viewpoint without a number', { scope: 'viewpoint' }, 'viewpointId'],
  ['a thing that is none', { scope: 'dispute' }, 'scope'],
])('refuses %s', async (_, body, path) => {
  const answer = await share(body);
  expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  expect(await listed()).toEqual([]);
});

test('what is of another project, not released or unknown cannot be shared', async () => {
  const elsewhere = await testApp.make.project({ clientId: other.id, createdBy: admin.id });
  await testApp.make.site({ projectId: elsewhere, photographerId: crew.id });
  const [own, foreign, waiting] = [await visit(), await visit(elsewhere), await visit(projectId, 'wait')];
  const asked = [
    [{ scope: 'session', sessionId: foreign }, 404],
    [{ scope: 'session', sessionId: waiting }, 404],
    [{ scope: 'session', sessionId: 2_147_483_647 }, 404],
    [{ scope: 'comparison', sessionId: own, otherSessionId: foreign }, 404],
    [{ scope: 'comparison', sessionId: own, otherSessionId: own }, 400],
    [{ scope: 'viewpoint', viewpointId: 2_147_483_647 }, 404],
  ] as const;
  for (const [body, status] of asked) expect((await share(body)).status).toBe(status);
  const viewpoint = await sql<{ id: number }>`insert into viewpoints (project_id, kind, name, position, created_by)
    values (${projectId}, 'photo', 'Gate', 1, ${admin.id}) returning id`.execute(testApp.database.query);
  const empty = { scope: 'viewpoint', viewpointId: viewpoint.rows[0]?.id };
  expect([(await share(empty)).status, (await share(empty, admin)).status]).toEqual([404, 400]);
  // An admin sees both, but a link is about one project.
  expect((await share({ scope: 'session', sessionId: foreign }, admin)).status).toBe(404);
  expect((await share({ scope: 'session', sessionId: waiting }, admin)).status).toBe(400);
  expect((await share({}, client, elsewhere)).status).toBe(404);
  expect(await listed(admin)).toEqual([]);
});

test('line breaks in a name become blanks', async () => {
  expect((await shared({ recipient: ' The\r\nbank\u2028of \tLagos ' })).link.recipient).toBe('The bank of Lagos');
});

test('clients see their own links, admins all, and admins end all at once', async () => {
  await testApp.make.member({ projectId, userId: other.id, role: 'contributor' });
  const { path } = await shared();
  const second = (await share({ recipient: 'The architect' }, other)).body as Address;
  expect((await listed()).map(({ recipient }) => recipient)).toEqual(['The bank']);
  expect((await listed(admin)).map(({ recipient }) => recipient)).toEqual(['The architect', 'The bank']);
  expect((await testApp.call(client, `DELETE /api/share-links/${second.link.id}`, origin)).status).toBe(404);
  expect(await testApp.call(admin, `DELETE /api/projects/${projectId}/share-links`, origin)).toMatchObject({
    body: { ended: 2 },
  });
  expect([await opens(path), await opens(second.path)]).toEqual([404, 404]);
  expect((await listed(admin)).map(({ state }) => state)).toEqual(['ended', 'ended']);
});

test('a year may be a year and half a minute: clocks run ahead', async () => {
  const ahead = new Date(Date.now() + 365 * 86_400_000 + 30_000).toISOString();
  expect((await share({ expiresAt: ahead })).status).toBe(201);
  const late = new Date(Date.now() + 367 * 86_400_000).toISOString();
  expect((await share({ expiresAt: late })).status).toBe(400);
});

test('a viewer shares nothing', async () => {
  await testApp.make.member({ projectId, userId: other.id, role: 'viewer' });
  expect((await share({}, other)).status).toBe(403);
});

test('the company’s rules hold for the next link: how long, a PIN always, no downloads, and that last for every link at once', async () => {
  const rules = (body: object) => testApp.call(admin, 'PUT /api/settings/share-rules', { ...origin, body });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  try {
    const before = await shared({ downloads: true });
    const guestLink = () => findByToken(testApp.database.query, before.path.slice(3));
    expect((await guestLink())?.downloads).toBe(true);
    expect(await rules({ longestDays: 7, pinAlways: true, downloads: false, version: 1 })).toMatchObject({
      status: 200,
    });
    expect((await guestLink())?.downloads).toBe(false);
    expect((await testApp.call(client, 'GET /api/settings/share-rules')).body).toMatchObject({
      longestDays: 7,
      pinAlways: true,
    });
    const refused = async (body: object) => {
      const answer = await share(body);
      return [answer.status, (answer.body as { issues: { path: string }[] }).issues[0]?.path];
    };
    expect(await refused({})).toEqual([400, 'pin']);
    expect(await refused({ pin: '123456', downloads: true })).toEqual([400, 'downloads']);
    const late = new Date(Date.now() + 8 * 86_400_000).toISOString();
    expect(await refused({ pin: '123456', expiresAt: late })).toEqual([400, 'expiresAt']);
    expect((await share({ pin: '123456', expiresAt: tomorrow })).status).toBe(201);
    // Without a word about it, as long as is allowed.
    const { link } = await shared({ pin: '123456' });
    expect(Math.round((Date.parse(link.expiresAt) - Date.now()) / 86_400_000)).toBe(7);
    expect(await opens(before.path)).toBe(200);
    expect(await rules({ longestDays: 30, pinAlways: false, downloads: true, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'stale', present: { longestDays: 7 } },
    });
    for (const wrong of [{ longestDays: 8 }, { longestDays: 0 }, { pinAlways: 'yes' }, { downloads: null }])
      expect((await rules({ longestDays: 7, pinAlways: true, downloads: false, ...wrong })).status).toBe(400);
    const log = (await testApp.call(admin, 'GET /api/audit-log?act=settingsChanged')).body as AuditEntry[];
    expect(log[0]).toMatchObject({ subject: { name: 'Share links' } });
    expect(log[0]?.changes).toContainEqual({ field: 'longestDays', before: '365', after: '7' });
  } finally {
    await testApp.database.query.deleteFrom('settings').execute();
  }
});
