// The health of links: broken ones are marked for those who can fix them, and our own outage raises no false alarm.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import type { Probe, ProbeFinding } from '#server/media/sources/probe.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import { createLinkHealth, type LinkHealth } from './link-health.ts';

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let project: number;
let now = Date.now();
/** The hosts' answers, by a word in the link. */
let world: Record<string, Partial<ProbeFinding>> = {};
let asked: string[] = [];
let health: LinkHealth;
let invalidated: string[][] = [];

const probe: Probe = async (link) => {
  asked.push(link.url ?? '');
  const word = Object.keys(world).find((one) => link.url?.includes(one));
  return { state: 'ok', reason: null, away: false, files: null, ...(word ? world[word] : {}) };
};

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.member({ projectId: project, userId: crew.id, role: 'contributor' });
  const write = createTransactionRunner(testApp.database, (topics) => invalidated.push([...topics]));
  health = createLinkHealth({ db: testApp.database.query, write, probe, hosts: {}, now: () => now });
});
afterAll(() => testApp.close());
beforeEach(() => {
  world = {};
  asked = [];
  invalidated = [];
  now = Date.now();
});

async function submit(links: object): Promise<number> {
  const body = { projectId: project, captureDate: '2026-03-04', ...links };
  return ((await testApp.call(crew, 'POST /api/sessions', { body })).body as Session).id;
}
const edit = (id: number, body: object) => testApp.call(crew, `PATCH /api/sessions/${id}`, { body });
const look = (sessionId: number) => health.checkSession(sessionId);
/** Asked again each time: this test's writer does not drop the cached answers of the testApp. */
let reads = 0;
const seen = async (who: TestPerson, id: number) =>
  (await testApp.call(who, `GET /api/sessions/${id}?read=${++reads}`)).body as Session;
const listed = async (who: TestPerson, id: number) =>
  ((await testApp.call(who, `GET /api/sessions?read=${++reads}`)).body as Session[]).find((one) => one.id === id);

const gone = { state: 'broken', reason: 'There is nothing at this address' } as const;
const brokenVideo = [{ field: 'videoUrl', reason: 'There is nothing at this address' }];
const twoLinks = { droneImagesUrl: 'https://example.org/photos', videoUrl: 'https://example.org/film' };

describe('a link that clients cannot open', () => {
  test('is marked for its photographer and admins, in lists and on its page, and never for clients', async () => {
    const id = await submit(twoLinks);
    await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
    world = { film: gone };
    await look(id);
    for (const who of [crew, admin]) {
      expect((await seen(who, id)).brokenLinks).toEqual(brokenVideo);
      expect((await listed(who, id))?.brokenLinks).toEqual(brokenVideo);
    }
    expect((await seen(client, id)).brokenLinks).toEqual([]);
    expect((await listed(client, id))?.brokenLinks).toEqual([]);
    expect(invalidated).toContainEqual(['sessions']);
  });

  test('is no longer marked once it works again, and open pages are notified once', async () => {
    const id = await submit(twoLinks);
    world = { film: gone };
    await look(id);
    await look(id);
    expect(invalidated.filter((topics) => topics.includes('sessions'))).toHaveLength(1);
    world = {};
    await look(id);
    expect((await seen(crew, id)).brokenLinks).toEqual([]);
    expect(invalidated.filter((topics) => topics.includes('sessions'))).toHaveLength(2);
  });

  test('is forgotten with the content that held it', async () => {
    const id = await submit(twoLinks);
    world = { film: gone };
    await look(id);
    expect((await edit(id, { notes: 'the same links' })).status).toBe(200);
    const changed = (await edit(id, { videoUrl: 'https://example.org/another' })).body as Session;
    expect(changed.brokenLinks).toEqual([]);
    expect((await seen(crew, id)).brokenLinks).toEqual([]);
  });

  test('says when the links of a session that waits for review were checked, and which could not be', async () => {
    const id = await submit(twoLinks);
    expect(await seen(admin, id)).toMatchObject({ linksCheckedAt: null, uncheckedLinks: [] });
    world = { film: { state: 'unknown', reason: 'Cannot be reached.' }, photos: { state: 'unknown', reason: null } };
    await look(id);
    expect(invalidated).toContainEqual(['sessions']);
    const checked = await seen(admin, id);
    expect(checked.uncheckedLinks).toEqual(['videoUrl']);
    expect(Date.parse(checked.linksCheckedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} });
    for (const who of [admin, client])
      expect(await seen(who, id)).toMatchObject({ linksCheckedAt: null, uncheckedLinks: [] });
  });

  test('is still answered as broken to whoever reviews the session', async () => {
    const id = await submit(twoLinks);
    world = { film: gone };
    await look(id);
    const approved = (await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} })).body as Session;
    expect(approved.brokenLinks).toEqual(brokenVideo);
  });
});

describe('nothing is called broken', () => {
  test('because nobody can tell, and what was broken stays so until it is seen to work', async () => {
    const id = await submit(twoLinks);
    world = { film: { state: 'unknown', reason: 'Cannot be reached.' } };
    await look(id);
    expect((await seen(crew, id)).brokenLinks).toEqual([]);
    world = { film: gone };
    await look(id);
    world = { 'example.org': { state: 'unknown', reason: 'Cannot be reached.' } };
    await look(id);
    expect((await seen(crew, id)).brokenLinks).toEqual(brokenVideo);
  });

  test('because a host is away for a moment; one that stays away while others answer is gone', async () => {
    const id = await submit(twoLinks);
    world = { film: { state: 'unknown', reason: 'example.org cannot be reached', away: true } };
    await look(id);
    now += 10 * 60_000;
    await look(id);
    expect((await seen(crew, id)).brokenLinks).toEqual([]);
    now += 60 * 60_000;
    await look(id);
    expect((await seen(crew, id)).brokenLinks).toEqual([
      { field: 'videoUrl', reason: 'example.org cannot be reached' },
    ]);
  });

  test('because we are cut off for days', async () => {
    const id = await submit(twoLinks);
    world = { 'example.org': { state: 'unknown', reason: 'Cannot be reached.', away: false } };
    for (let day = 0; day < 3; day++) {
      await look(id);
      now += 24 * 60 * 60_000;
    }
    expect((await seen(crew, id)).brokenLinks).toEqual([]);
  });
});

describe('links are checked', () => {
  const waiting = async () =>
    (
      await testApp.database.query.selectFrom('jobs').select('payload').where('kind', '=', 'sessionMedia').execute()
    ).map(({ payload }) => (payload as { sessionId: number }).sessionId);

  test('after a session was submitted, and after an edit that changed something', async () => {
    const id = await submit(twoLinks);
    expect((await waiting()).filter((one) => one === id)).toHaveLength(1);
    await edit(id, { videoUrl: twoLinks.videoUrl });
    expect((await waiting()).filter((one) => one === id)).toHaveLength(1);
    await edit(id, { videoUrl: null });
    expect((await waiting()).filter((one) => one === id)).toHaveLength(2);
  });

  test('once they are due: never checked, or not for a day; sessions without links never', async () => {
    await submit({});
    await health.checkDue();
    asked = [];
    const id = await submit({ reportUrl: 'https://example.org/report' });
    await health.checkDue();
    expect(asked).toEqual(['https://example.org/report']);
    await health.checkDue();
    expect(asked).toHaveLength(1);
    await testApp.database.query
      .updateTable('link_health')
      .set({ checked_at: new Date(now - 25 * 60 * 60_000).toISOString() })
      .where('session_id', '=', id)
      .execute();
    await health.checkDue();
    expect(asked).toHaveLength(2);
  });

  test('while they wait for review, before a day has passed', async () => {
    await health.checkDue();
    asked = [];
    const [waits, released] = [await submit(twoLinks), await submit(twoLinks)];
    await testApp.call(admin, `PUT /api/sessions/${released}/approve`, { body: {} });
    await health.checkDue();
    asked = [];
    await testApp.database.query
      .updateTable('link_health')
      .set({ checked_at: new Date(now - 21 * 60 * 60_000).toISOString() })
      .where('session_id', 'in', [waits, released])
      .execute();
    invalidated = [];
    await health.checkDue();
    expect(asked).toHaveLength(2);
    expect(invalidated).toContainEqual(['sessions']);
  });

  test('without harm when the session is gone', async () => {
    const id = await submit(twoLinks);
    await testApp.call(crew, `DELETE /api/sessions/${id}`);
    await look(id);
    await look(2_000_000_000);
    expect(asked).toEqual([]);
  });
});
