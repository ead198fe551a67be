// The claims about projects, their sites and their media roots.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { Project, Site } from '#contract/projects/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

type SiteRow = z.infer<typeof Site>;

let testApp: TestApp;
let admin: TestPerson;
let other: TestPerson;
let client: TestPerson;
let ada: TestPerson;
let musa: TestPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  other = await testApp.person('admin');
  client = await testApp.person('client');
  ada = await testApp.person('photographer', { username: 'ada' });
  musa = await testApp.person('photographer', { username: 'musa' });
});
afterAll(() => testApp.close());

async function create(sites: object[] = [], project: object = {}): Promise<Project> {
  const body = { project: { name: 'Lekki Towers', clientId: client.id, ...project }, sites };
  const answer = await testApp.call(admin, 'POST /api/projects', { body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Project;
}

function site(name: string, photographerId: number, surplus: object = {}) {
  return { name, photographerId, description: '', location: null, ...surplus };
}

async function sitesOf(id: number): Promise<SiteRow[]> {
  return (await testApp.call(admin, `GET /api/projects/${id}/sites`)).body as SiteRow[];
}

async function submit(by: TestPerson, body: object): Promise<Session> {
  const answer = await testApp.call(by, 'POST /api/sessions', { body: { captureDate: '2026-03-01', ...body } });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Session;
}

async function approve(session: Session): Promise<void> {
  expect((await testApp.call(admin, `PUT /api/sessions/${session.id}/approve`, { body: {} })).status).toBe(200);
}

async function notifiedOf(person: TestPerson, projectId: number): Promise<string[]> {
  const all = (await testApp.call(person, 'GET /api/notifications')).body as {
    type: string;
    relatedProjectId: number;
  }[];
  return all.filter(({ relatedProjectId }) => relatedProjectId === projectId).map(({ type }) => type);
}

describe('making', () => {
  test('a project comes with its sites; createdBy is who is logged in, whatever the body says', async () => {
    const project = await create([site('Block A', ada.id, { location: 'Lekki' }), site('Block B', ada.id)], {
      createdBy: other.id,
      id: 77_777,
    });
    expect(project).toMatchObject({
      name: 'Lekki Towers',
      status: 'active',
      createdBy: admin.id,
      clientId: client.id,
      client: { id: client.id, firstName: 'client' },
      siteCount: 2,
      assignedSiteCount: 2,
      teamCount: 1,
      sessionCount: 0,
      location: 'Lekki',
      coverUrl: null,
    });
    expect(project.id).not.toBe(77_777);
    expect(await sitesOf(project.id)).toMatchObject([
      { name: 'Block A', photographer: { username: 'ada' } },
      { name: 'Block B', description: null },
    ]);
  });

  test('its client, the other admins and its photographers are notified, each once, and the maker is not', async () => {
    const project = await create([site('A', ada.id), site('B', ada.id), site('C', musa.id)]);
    expect(await notifiedOf(client, project.id)).toEqual(['project_created']);
    expect(await notifiedOf(other, project.id)).toEqual(['project_created']);
    expect(await notifiedOf(ada, project.id)).toEqual(['project_assigned']);
    expect(await notifiedOf(musa, project.id)).toEqual(['project_assigned']);
    expect(await notifiedOf(admin, project.id)).toEqual([]);
  });

  test.each([
    ['project.clientId', { project: { name: 'X', clientId: 'photographer' } }],
    ['project.clientId', { project: { name: 'X', clientId: 'nobody' } }],
    ['sites.1.photographerId', { project: { name: 'X' }, sites: ['photographer', 'client'] }],
    ['sites.0.photographerId', { project: { name: 'X' }, sites: ['nobody'] }],
  ])('a wrong person is refused at %s', async (path, given) => {
    const ids: Record<string, number> = { photographer: ada.id, client: client.id, nobody: 2_000_000_000 };
    const who = (given.project as { clientId?: string }).clientId ?? 'client';
    const sites = (given as { sites?: string[] }).sites?.map((name) => site('S', ids[name]!));
    const body = { project: { name: 'X', clientId: ids[who] }, ...(sites ? { sites } : {}) };
    const before = (await testApp.call(admin, 'GET /api/projects')).headers['x-total-count'];
    expect(await testApp.call(admin, 'POST /api/projects', { body })).toMatchObject({
      status: 400,
      body: { issues: [{ path }] },
    });
    expect((await testApp.call(admin, 'GET /api/projects')).headers['x-total-count']).toBe(before);
  });
});

describe('the list', () => {
  test('holds what somebody belongs to, newest first, with figures of what they may see', async () => {
    const project = await create([site('A', ada.id), site('B', musa.id)]);
    const [first, second] = await sitesOf(project.id);
    const drone = { droneImagesUrl: '/media/folders/lekki' };
    const shown = await submit(ada, { projectId: project.id, siteId: first?.id, captureDate: '2026-03-05', ...drone });
    await approve(shown);
    await submit(ada, { projectId: project.id, siteId: first?.id, captureDate: '2026-03-09' });
    await submit(musa, { projectId: project.id, siteId: second?.id, captureDate: '2026-03-07', ...drone });
    const newest = async (person: TestPerson) =>
      ((await testApp.call(person, 'GET /api/projects')).body as Project[])[0] as Project;
    const cover = (id: number) => expect.stringMatching(new RegExp(`^/api/sessions/${id}/cover/s400\\?v=\\d+$`));
    expect(await newest(client)).toMatchObject({
      id: project.id,
      sessionCount: 1,
      lastCaptureDate: '2026-03-05',
      coverUrl: cover(shown.id),
      standing: { client: true, member: null, site: false, session: false },
    });
    expect(await newest(ada)).toMatchObject({
      sessionCount: 2,
      lastCaptureDate: '2026-03-09',
      coverUrl: cover(shown.id),
    });
    expect(await newest(musa)).toMatchObject({
      sessionCount: 1,
      lastCaptureDate: '2026-03-07',
      standing: { client: false, site: true, session: true },
    });
    expect(await newest(admin)).toMatchObject({ sessionCount: 3, teamCount: 2, lastCaptureDate: '2026-03-09' });
  });

  test('pages neither skip nor repeat, also where many share an instant', async () => {
    const twins = Array.from({ length: 7 }, (_, index) => ({
      name: `Twin ${index}`,
      client_id: client.id,
      created_by: admin.id,
      created_at: '2026-01-01T00:00:00Z',
    }));
    await testApp.database.query.insertInto('projects').values(twins).execute();
    const all = (await testApp.call(client, 'GET /api/projects?limit=500')).body as Project[];
    const seen: number[] = [];
    let next: string | null = '/api/projects?limit=2';
    while (next) {
      const page = await testApp.call(client, `GET ${next}`);
      seen.push(...(page.body as Project[]).map(({ id }) => id));
      next = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? null;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  });

  test('by last release those come first of which something was released last, as their reader sees it, page by page', async () => {
    const reader = await testApp.person('client');
    const made: Project[] = [];
    for (let nth = 0; nth < 4; nth++)
      made.push(await create([site('S', ada.id), site('T', musa.id)], { clientId: reader.id }));
    const [first, second, third, fourth] = made.map(({ id }) => id);
    const visits = new Map<number | undefined, Session>();
    for (const projectId of [third, first, second]) {
      const [ofAda, ofMusa] = await sitesOf(projectId ?? 0);
      const isMusas = projectId === second;
      const at = { projectId, siteId: (isMusas ? ofMusa : ofAda)?.id };
      visits.set(projectId, await submit(isMusas ? musa : ada, at));
      await approve(visits.get(projectId) as Session);
    }
    const page = async (by: TestPerson, query = '') => {
      const { body, headers } = await testApp.call(by, `GET /api/projects?sort=lastReleased${query}`);
      const ids = (body as Project[]).map(({ id }) => id).filter((id) => made.some((one) => one.id === id));
      return { ids, next: /cursor=([\w-]+)/.exec(String(headers.link ?? ''))?.[1] };
    };
    expect((await page(reader)).ids).toEqual([second, first, third, fourth]);
    expect((await page(ada, '&limit=500')).ids).toEqual([first, third, fourth, second]);
    const half = await page(reader, '&limit=2');
    expect(half.ids).toEqual([second, first]);
    expect((await page(reader, `&limit=2&cursor=${half.next}`)).ids).toEqual([third, fourth]);
    expect((await testApp.call(reader, `GET /api/projects?cursor=${half.next}`)).status).toBe(400);
    await testApp.call(admin, `DELETE /api/sessions/${visits.get(second)?.id}`);
    expect((await page(reader)).ids).toEqual([first, third, fourth, second]);
  });

  test('finds words of name and description, and one status', async () => {
    const made = await create([], { name: 'Ibadan Mall', description: 'Three storeys_high', status: 'on_hold' });
    for (const query of ['q=MALL', 'q=storeys_', 'status=on_hold']) {
      expect(await testApp.call(admin, `GET /api/projects?${query}`)).toMatchObject({
        body: [{ id: made.id }],
        headers: { 'x-total-count': '1' },
      });
    }
    expect((await testApp.call(admin, 'GET /api/projects?q=storeys%25')).body).toEqual([]);
  });

  test('finds projects by several words, also of their client’s name, in any order', async () => {
    const owner = await testApp.make.user('client', { firstName: 'Halima', lastName: 'Garba', username: 'hg-secret' });
    const body = { project: { name: 'Kaduna Depot', description: 'Two halls', clientId: owner.id }, sites: [] };
    const made = (await testApp.call(admin, 'POST /api/projects', { body })).body as Project;
    for (const q of ['depot kaduna', 'Garba Halima', 'halls GARBA', 'kad  hal']) {
      const found = await testApp.call(admin, `GET /api/projects?${new URLSearchParams({ q })}`);
      expect(found, q).toMatchObject({ body: [{ id: made.id }], headers: { 'x-total-count': '1' } });
      const { results } = (await testApp.call(admin, `GET /api/search?${new URLSearchParams({ q })}`)).body as {
        results: unknown[];
      };
      expect(results, q).toMatchObject([{ type: 'project', id: made.id }]);
    }
    // Nobody finds a project by what they may not read.
    expect((await testApp.call(admin, 'GET /api/projects?q=hg-secret')).body).toEqual([]);
    expect((await testApp.call(admin, 'GET /api/projects?q=depot%20zzz')).body).toEqual([]);
  });
});

describe('editing', () => {
  test('a project keeps a client whose account is closed, until it is given another one', async () => {
    const [gone, alsoGone] = [await testApp.person('client'), await testApp.person('client')];
    const project = await create([], { clientId: gone.id });
    await create([], { clientId: alsoGone.id });
    for (const { id } of [gone, alsoGone]) await testApp.call(admin, `DELETE /api/users/${id}`);
    const edit = (body: object) =>
      testApp.call(admin, `PATCH /api/projects/${project.id}`, { body: { project: body } });
    expect(await edit({ name: 'Lekki', status: 'completed', clientId: gone.id })).toMatchObject({
      status: 200,
      body: { status: 'completed', clientId: gone.id },
    });
    expect((await edit({ clientId: alsoGone.id })).status).toBe(400);
    expect((await edit({ clientId: client.id })).status).toBe(200);
    expect((await edit({ clientId: gone.id })).status).toBe(400);
  });

  test('without sites they stay; what is not named stays too', async () => {
    const project = await create([site('A', ada.id)], { description: 'Before' });
    const body = { project: { name: 'Renamed' } };
    expect(await testApp.call(admin, `PATCH /api/projects/${project.id}`, { body })).toMatchObject({
      status: 200,
      body: { name: 'Renamed', description: 'Before', siteCount: 1, createdBy: admin.id },
    });
  });

  test('sites with an id are changed, those without are added, missing ones removed', async () => {
    const project = await create([site('A', ada.id, { location: 'Here' }), site('B', ada.id)]);
    const [a, b] = await sitesOf(project.id);
    const sites = [{ id: a?.id, name: 'A2', photographerId: musa.id }, site('C', ada.id)];
    await testApp.call(admin, `PATCH /api/projects/${project.id}`, { body: { sites } });
    const after = await sitesOf(project.id);
    expect(after).toMatchObject([
      { id: a?.id, name: 'A2', location: 'Here', photographerId: musa.id },
      { name: 'C', photographerId: ada.id },
    ]);
    expect(after.map(({ id }) => id)).not.toContain(b?.id);
    expect(await notifiedOf(musa, project.id)).toEqual(['project_assigned']);
  });

  test('a site whose photographer left may stay without one; no other site may', async () => {
    const left = await testApp.person('photographer');
    const project = await create([site('A', left.id), site('B', ada.id)]);
    expect((await testApp.call(admin, `DELETE /api/users/${left.id}`)).status).toBe(200);
    const [a, b] = await sitesOf(project.id);
    const edit = (sites: object[]) => testApp.call(admin, `PATCH /api/projects/${project.id}`, { body: { sites } });
    const orphan = { id: a?.id, name: 'A2', photographerId: null };
    expect((await edit([orphan, { id: b?.id, ...site('B', musa.id) }])).status).toBe(200);
    expect(await sitesOf(project.id)).toMatchObject([{ name: 'A2', photographer: null }, { photographerId: musa.id }]);
    for (const wrong of [
      { id: b?.id, name: 'B', photographerId: null },
      { name: 'C', photographerId: null },
    ])
      expect(await edit([orphan, wrong])).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'sites.1.photographerId', message: 'Photographer is required' }] },
      });
  });

  test('a form that stood open while somebody added a site is refused, and removes nothing', async () => {
    const project = await create([site('A', ada.id)]);
    const [a] = await sitesOf(project.id);
    const edit = (by: TestPerson, body: object) => testApp.call(by, `PATCH /api/projects/${project.id}`, { body });
    const mine = [{ id: a?.id, ...site('A', ada.id) }];
    const { version } = project;
    const saved = await edit(other, { sites: [...mine, site('B', ada.id)], version });
    expect(saved.status).toBe(200);
    const refused = await edit(admin, { sites: mine, version });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale', present: { ...(saved.body as Project), sites: [{ name: 'A' }, { name: 'B' }] } },
    });
    expect((await sitesOf(project.id)).map(({ name }) => name)).toEqual(['A', 'B']);
    expect((await edit(admin, { project: { name: 'Of a former state' }, version })).status).toBe(409);
    const fresh = (await testApp.call(admin, `GET /api/projects/${project.id}`)).body as Project;
    expect((await edit(admin, { sites: mine, version: fresh.version })).status).toBe(200);
    expect((await sitesOf(project.id)).map(({ name }) => name)).toEqual(['A']);
    expect((await edit(admin, { project: { name: 'Takes what is there' } })).status).toBe(200);
  });

  test('a change of its members and the end of a photographer make a form of the project a former one', async () => {
    const leaves = await testApp.person('photographer');
    const project = await create([site('A', leaves.id)]);
    const read = async () => (await testApp.call(admin, `GET /api/projects/${project.id}`)).body as Project;
    const path = `/api/projects/${project.id}/members`;
    const body = { userId: ada.id, role: 'viewer' };
    const versions = [project.version];
    for (const [what, input] of [
      [`POST ${path}`, body],
      [`PATCH ${path}/${ada.id}`, { role: 'contributor' }],
      [`DELETE ${path}/${ada.id}`, undefined],
      [`DELETE /api/users/${leaves.id}`, undefined],
    ] as const) {
      expect([200, 201]).toContain((await testApp.call(admin, what, { body: input })).status);
      versions.push((await read()).version);
    }
    expect(new Set(versions).size).toBe(5);
  });

  test('who becomes client of a project is notified, and who stays is not', async () => {
    const next = await testApp.person('client');
    const project = await create();
    const edit = () =>
      testApp.call(admin, `PATCH /api/projects/${project.id}`, { body: { project: { clientId: next.id } } });
    expect([(await edit()).status, (await edit()).status]).toEqual([200, 200]);
    expect(await notifiedOf(next, project.id)).toEqual(['project_assigned']);
    const [notice] = (await testApp.call(next, 'GET /api/notifications')).body as { message: string }[];
    expect(notice?.message).toBe('You are now the client of Lekki Towers.');
  });

  test('somebody who keeps a site is not notified again', async () => {
    const project = await create([site('A', ada.id)]);
    const [a] = await sitesOf(project.id);
    const sites = [{ id: a?.id, ...site('Renamed', ada.id) }];
    await testApp.call(admin, `PATCH /api/projects/${project.id}`, { body: { sites } });
    expect(await notifiedOf(ada, project.id)).toEqual(['project_assigned']);
  });

  test('a site of another project, or the same one twice, is refused at its place', async () => {
    const project = await create([site('A', ada.id)]);
    const foreign = await create([site('F', ada.id)]);
    const [own] = await sitesOf(project.id);
    const [theirs] = await sitesOf(foreign.id);
    for (const second of [theirs?.id, own?.id]) {
      const sites = [own?.id, second].map((id) => ({ id, ...site('X', ada.id) }));
      expect(await testApp.call(admin, `PATCH /api/projects/${project.id}`, { body: { sites } })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'sites.1.id' }] },
      });
    }
    expect(await sitesOf(foreign.id)).toMatchObject([{ name: 'F' }]);
  });

  test('a site that still has sessions cannot be removed: the sentence names it and how many', async () => {
    const project = await create([site('Block A', ada.id), site('Block B', ada.id)]);
    const [a, b] = await sitesOf(project.id);
    const first = await submit(ada, { projectId: project.id, siteId: a?.id });
    const second = await submit(ada, { projectId: project.id, siteId: a?.id });
    const withoutA = { body: { sites: [{ id: b?.id, ...site('Block B', ada.id) }] } };
    expect(await testApp.call(admin, `PATCH /api/projects/${project.id}`, withoutA)).toMatchObject({
      status: 409,
      body: { message: 'The site Block A still has 2 sessions and cannot be removed' },
    });
    await testApp.call(ada, `DELETE /api/sessions/${first.id}`);
    // Moved away, but clients still read the released record of this site.
    await approve(second);
    const move = { body: { projectId: project.id, siteId: b?.id } };
    expect((await testApp.call(ada, `PATCH /api/sessions/${second.id}`, move)).status).toBe(200);
    expect((await testApp.call(admin, `PATCH /api/projects/${project.id}`, withoutA)).status).toBe(409);
    await approve(second);
    expect((await testApp.call(admin, `PATCH /api/projects/${project.id}`, withoutA)).status).toBe(200);
    expect(await sitesOf(project.id)).toMatchObject([{ id: b?.id }]);
  });

  test('a role is not taken while somebody is made client of a project at the same moment', async () => {
    for (let round = 0; round < 6; round++) {
      const person = await testApp.make.user('client');
      const project = { name: 'Race', clientId: person.id };
      const answers = await Promise.all([
        testApp.call(admin, 'POST /api/projects', { body: { project } }),
        testApp.call(other, `PATCH /api/users/${person.id}/role`, { body: { role: 'photographer' } }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toSatisfy(
        (statuses: number[]) => String(statuses) === '200,400' || String(statuses) === '201,409',
      );
    }
  });
});

describe('removing', () => {
  test('hides the project, its sites, its sessions and its concerns; history keeps every session’s last content', async () => {
    const project = await create([site('A', ada.id)]);
    const session = await submit(ada, { projectId: project.id, notes: 'Roof on' });
    await submit(ada, { projectId: project.id });
    await approve(session);
    const raised = await testApp.call(client, 'POST /api/disputes', {
      body: { sessionId: session.id, reason: 'Crack' },
    });
    expect(raised.status).toBe(201);
    expect((await testApp.call(admin, `DELETE /api/projects/${project.id}`)).status).toBe(200);

    for (const person of [admin, client, ada]) {
      for (const path of [
        `/api/projects/${project.id}`,
        `/api/projects/${project.id}/sites`,
        `/api/sessions/${session.id}`,
        `/api/disputes/${(raised.body as Session).id}`,
      ])
        expect((await testApp.call(person, `GET ${path}`)).status).toBe(404);
    }
    expect((await testApp.call(admin, `DELETE /api/projects/${project.id}`)).status).toBe(404);
    const records = await testApp.database.query
      .selectFrom('session_records')
      .selectAll()
      .where('project_id', '=', project.id)
      .where('action', '=', 'removed')
      .orderBy('id')
      .execute();
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({
      session_id: session.id,
      from_status: 'approved',
      by_id: admin.id,
      notes: 'Roof on',
      site_name: 'A',
      project_name: 'Lekki Towers',
    });
  });
});

/** The people a call notified live: their ids. */
async function concernedBy(call: () => Promise<unknown>): Promise<number[]> {
  const users: number[] = [];
  const ear = await new Promise<{ close(): Promise<void> }>((resolve) => {
    const opening = testApp.database.listen(
      changeChannel,
      (payload) => users.push(...(JSON.parse(payload) as ChangeEvent).users),
      (up) => up && resolve(opening),
    );
  });
  await call();
  await expect.poll(() => users.length).toBeGreaterThan(0);
  await ear.close();
  return users;
}

test('who raised a concern and left is notified live of the removal of its session and of its project', async () => {
  for (const target of ['session', 'project'] as const) {
    const project = await create();
    const gone = await testApp.person('client');
    const path = `/api/projects/${project.id}/members`;
    await testApp.call(admin, `POST ${path}`, { body: { userId: gone.id, role: 'contributor' } });
    const session = await submit(admin, { projectId: project.id });
    await approve(session);
    const body = { sessionId: session.id, reason: 'Crack' };
    expect((await testApp.call(gone, 'POST /api/disputes', { body })).status).toBe(201);
    await testApp.call(admin, `DELETE ${path}/${gone.id}`);
    const removed = target === 'session' ? `sessions/${session.id}` : `projects/${project.id}`;
    expect(await concernedBy(() => testApp.call(admin, `DELETE /api/${removed}`))).toContain(gone.id);
  }
});

test('the counters hold after a project went, and a large one goes in a moment', async () => {
  const project = await create([site('A', ada.id)]);
  const kept = await submit(musa, { projectId: (await create([site('M', musa.id)])).id });
  const filling = performance.now();
  await sql`
    insert into sessions (project_id, photographer_id, capture_date, record_id)
    select ${project.id}, ${ada.id}, '2026-01-01', 0 from generate_series(1, 8000)`.execute(testApp.database.query);
  const began = performance.now();
  expect((await testApp.call(admin, `DELETE /api/projects/${project.id}`)).status).toBe(200);
  // On a busy machine the steps before took longer too.
  expect(performance.now() - began).toBeLessThan(Math.max(1500, (began - filling) * 10));
  const { rows } = await sql`
    select project_id, sum(sessions) as sessions from session_counts
    where project_id in (${project.id}, ${kept.projectId}) group by 1 having sum(sessions) <> 0`.execute(
    testApp.database.query,
  );
  expect(rows).toEqual([{ project_id: kept.projectId, sessions: 1 }]);
  const records = await sql<{ count: number }>`
    select count(*) from session_records where project_id = ${project.id} and action = 'removed'`.execute(
    testApp.database.query,
  );
  expect(records.rows[0]?.count).toBe(8000);
});

describe('sites', () => {
  test('are paged in the order they were made', async () => {
    const names = Array.from({ length: 5 }, (_, index) => `Site ${index}`);
    const project = await create(names.map((name) => site(name, ada.id)));
    const first = await testApp.call(client, `GET /api/projects/${project.id}/sites?limit=3`);
    expect(first.headers['x-total-count']).toBe('5');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1];
    const rest = await testApp.call(client, `GET ${next}`);
    const both = [...(first.body as SiteRow[]), ...(rest.body as SiteRow[])];
    expect(both.map(({ name }) => name)).toEqual(names);
  });
});

describe('media roots', () => {
  test('are normalised, kept in order and bound by admins alone', async () => {
    const project = await create();
    const path = `/api/projects/${project.id}/media-roots`;
    const roots = [
      { provider: 'local', root: '//lekki/./north//' },
      { provider: 'google-drive', root: '1AbCdEfGhIjKlMnOp' },
      { provider: 'local', root: 'lekki/north' },
    ];
    const bound = [
      { provider: 'local', root: 'lekki/north' },
      { provider: 'google-drive', root: '1AbCdEfGhIjKlMnOp' },
    ];
    expect(await testApp.call(admin, `PUT ${path}`, { body: { roots } })).toMatchObject({
      status: 200,
      body: { roots: bound },
    });
    expect((await testApp.call(admin, `GET ${path}`)).body).toMatchObject({ roots: bound });
    expect((await testApp.call(client, `GET ${path}`)).status).toBe(403);
    expect((await testApp.call(client, `PUT ${path}`, { body: { roots: [] } })).status).toBe(403);
    expect((await testApp.call(musa, `GET ${path}`)).status).toBe(404);
    expect((await testApp.call(admin, `PUT ${path}`, { body: { roots: [] } })).body).toMatchObject({ roots: [] });
  });

  test('are not overwritten by what was made from a former list', async () => {
    const project = await create();
    const path = `/api/projects/${project.id}/media-roots`;
    const opened = (await testApp.call(admin, `GET ${path}`)).body as { version: number };
    const put = (root: string, version?: number) =>
      testApp.call(admin, `PUT ${path}`, { body: { roots: [{ provider: 'local', root }], version } });
    expect(await put('lekki', opened.version)).toMatchObject({ status: 200 });
    expect(await put('ikoyi', opened.version)).toMatchObject({
      status: 409,
      body: { code: 'stale', present: { roots: [{ provider: 'local', root: 'lekki' }] } },
    });
    const now = (await testApp.call(admin, `GET ${path}`)).body as { version: number };
    expect(await put('ikoyi', now.version)).toMatchObject({ status: 200 });
    expect(await put('marina')).toMatchObject({ status: 200, body: { roots: [{ root: 'marina' }] } });
  });

  test.each([
    ['local', '..'],
    ['local', 'a/../../b'],
    ['local', '/'],
    ['local', '.'],
    ['local', 'a\\..\\b'],
    ['local', 'C:/media'],
    ['google-drive', 'a/b'],
    ['google-drive', 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOp'],
  ])('a %s root of %s is refused', async (provider, root) => {
    const project = await create();
    const body = {
      roots: [
        { provider: 'local', root: 'fine' },
        { provider, root },
      ],
    };
    expect(await testApp.call(admin, `PUT /api/projects/${project.id}/media-roots`, { body })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'roots.1.root' }] },
    });
  });
});
