// Claims about planned visits: admins' acts on them, what a session fulfils, and who reads what of them.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import type { OwnProject } from '#contract/overview/endpoints.ts';
import { type NextVisit, nextVisit, type PlannedVisit } from '#contract/planned-visits/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

type Who = 'admin' | 'crew' | 'mate' | 'looker' | 'client' | 'viewer' | 'checker' | 'stranger';
let app: TestApp;
let people: Record<Who, TestPerson>;
let place: { id: number; siteId: number };

beforeAll(async () => {
  app = await createTestApp();
  const [photographer, client] = [() => app.person('photographer'), () => app.person('client')];
  people = {
    admin: await app.person('admin'),
    crew: await photographer(),
    mate: await photographer(),
    looker: await photographer(),
    client: await client(),
    viewer: await client(),
    checker: await client(),
    stranger: await client(),
  };
});
afterAll(() => app.close());
beforeEach(async () => {
  place = await newPlace();
});

async function newPlace(): Promise<{ id: number; siteId: number }> {
  const { admin, crew, client } = people;
  const id = await app.make.project({ clientId: client.id, createdBy: admin.id });
  const siteId = await app.make.site({ projectId: id, photographerId: crew.id });
  const members = { mate: 'contributor', looker: 'viewer', viewer: 'viewer', checker: 'checker' } as const;
  for (const who of ['mate', 'looker', 'viewer', 'checker'] as const)
    await app.make.member({ projectId: id, userId: people[who].id, role: members[who] });
  return { id, siteId };
}

/** So many days from the company's today. */
async function dayFromNow(days: number): Promise<string> {
  const found = await sql<{ day: string }>`select (${companyDay()} + ${sql.lit(days)}::integer)::date as day`.execute(
    app.database.query,
  );
  return found.rows[0]?.day ?? '';
}

const plan = (body: object, { by = people.admin, projectId = place.id, headers = {} } = {}) =>
  app.call(by, `POST /api/projects/${projectId}/planned-visits`, { body, headers });
const visitOf = ({ body }: TestAnswer) => body as PlannedVisit;
const messageOf = ({ body }: TestAnswer) => (body as { message: string }).message;
const said = (answer: TestAnswer) => [answer.status, messageOf(answer)];

async function planned(days: number, body: object = {}): Promise<PlannedVisit> {
  const answer = await plan({ siteId: place.siteId, day: await dayFromNow(days), ...body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return visitOf(answer);
}

/** Nobody can plan a day that has passed, but time passes. */
async function past(days: number): Promise<PlannedVisit> {
  const visit = await planned(400);
  const day = await dayFromNow(-days);
  await sql`update planned_visits set day = ${day}::date where id = ${visit.id}`.execute(app.database.query);
  return { ...visit, day };
}

async function submit(day: string, body: object = {}, by = people.crew): Promise<Session> {
  const answer = await app.call(by, 'POST /api/sessions', {
    body: { projectId: place.id, siteId: place.siteId, captureDate: day, ...body },
  });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body as Session;
}

async function list(who: Who, query = ''): Promise<PlannedVisit[]> {
  await announce();
  const answer = await app.call(people[who], `GET /api/planned-visits?projectId=${place.id}${query}`);
  expect(answer.status).toBe(200);
  return answer.body as PlannedVisit[];
}

async function next(who: Who): Promise<NextVisit | null> {
  await announce();
  const answer = await app.call(people[who], `GET ${nextVisit.path.replace(':id', String(place.id))}`);
  return (answer.body as { next: NextVisit | null }).next;
}

/** What these tests write into the database themselves announces nothing. */
async function announce(): Promise<void> {
  await app.call(people.admin, `PATCH /api/projects/${place.id}`, {
    body: { project: { description: `${Math.random()}` } },
  });
}

const idsOf = (visits: readonly { id: number }[]) => visits.map(({ id }) => id);
const edit = (id: number, body: object) => app.call(people.admin, `PATCH /api/planned-visits/${id}`, { body });
const skip = (id: number, body: object) => app.call(people.admin, `POST /api/planned-visits/${id}/skip`, { body });
const remove = (id: number) => app.call(people.admin, `DELETE /api/planned-visits/${id}`);

describe('an admin', () => {
  test('plans a visit with a photographer and a note, and the audit log keeps it', async () => {
    const day = await dayFromNow(10);
    const answer = await plan({
      siteId: place.siteId,
      day,
      photographerId: people.crew.id,
      note: ' Before the decking ',
    });
    expect(answer.status).toBe(201);
    expect(visitOf(answer)).toMatchObject({
      projectId: place.id,
      site: { id: place.siteId },
      day,
      state: 'planned',
      photographer: { id: people.crew.id },
      note: 'Before the decking',
      skipped: null,
      session: null,
    });
    const entries = await app.call(people.admin, `GET /api/audit-log?projectId=${place.id}&limit=1`);
    expect((entries.body as AuditEntry[])[0]).toMatchObject({ act: 'visitPlanned', byId: people.admin.id });
  });

  test('need not name the only site; of several one must be named, and one of the project', async () => {
    const day = await dayFromNow(10);
    expect(visitOf(await plan({ day })).site?.id).toBe(place.siteId);
    const other = await app.make.site({ projectId: place.id, photographerId: people.crew.id });
    expect(said(await plan({ day }))).toEqual([400, 'Site is required']);
    expect((await plan({ day, siteId: other })).status).toBe(201);
    const elsewhere = await newPlace();
    expect(said(await plan({ day, siteId: elsewhere.siteId }))).toEqual([400, 'The project has no such site']);
  });

  test('plans no day that has passed, and nobody who may not submit there; nothing is kept of it', async () => {
    const yesterday = await dayFromNow(-1);
    expect(said(await plan({ day: yesterday }))).toEqual([400, 'This day has passed: choose today or a later one']);
    const day = await dayFromNow(5);
    const refused = [400, 'This photographer may not submit sessions to the project'];
    expect(said(await plan({ day, photographerId: people.looker.id }))).toEqual(refused);
    expect(said(await plan({ day, photographerId: (await app.person('photographer')).id }))).toEqual(refused);
    expect(said(await plan({ day, photographerId: people.client.id }))).toEqual([
      400,
      'This person is not a photographer',
    ]);
    expect(await list('admin')).toEqual([]);
  });

  test('plans a visit once: two admins at the same time, and a request that is sent again', async () => {
    const body = { siteId: place.siteId, day: await dayFromNow(10) };
    const other = await app.person('admin');
    const both = await Promise.all([plan(body), plan(body, { by: other })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.map(messageOf)).toContain('A visit to this place is already planned for this day');
    const again = { siteId: place.siteId, day: await dayFromNow(11) };
    const headers = { 'idempotency-key': `plan-${place.id}` };
    const first = await plan(again, { headers });
    expect(visitOf(await plan(again, { headers })).id).toBe(visitOf(first).id);
    expect(await list('admin')).toHaveLength(2);
  });

  test('changes day, photographer and note; an edit of an outdated state is refused with the present one', async () => {
    const visit = await planned(10);
    const day = await dayFromNow(12);
    const changed = visitOf(await edit(visit.id, { day, photographerId: people.mate.id, version: visit.version }));
    expect(changed).toMatchObject({ day, photographer: { id: people.mate.id }, note: null });
    const late = await edit(visit.id, { note: 'At noon', version: visit.version });
    expect(late.status).toBe(409);
    expect((late.body as { code: string; present: PlannedVisit }).present).toMatchObject({ id: visit.id, day });
    expect((await list('admin'))[0]).toEqual(changed);
    expect(visitOf(await edit(visit.id, { photographerId: null, note: 'At noon' }))).toMatchObject({
      day,
      photographer: null,
      note: 'At noon',
    });
  });

  test('does not move one onto another, nor into the past; a late one keeps its day while its note changes', async () => {
    const [visit, other] = [await planned(10), await planned(11)];
    expect(said(await edit(visit.id, { day: other.day }))).toEqual([
      409,
      'A visit to this place is already planned for this day',
    ]);
    expect((await edit(visit.id, { day: await dayFromNow(-2) })).status).toBe(400);
    const late = await past(2);
    expect(visitOf(await edit(late.id, { day: late.day, note: 'Tomorrow, if it is dry' }))).toMatchObject({
      day: late.day,
      state: 'late',
    });
  });

  test('skips one with a reason, once: it shows by whom, asks for nothing and can only be removed', async () => {
    const visit = await planned(10);
    expect((await skip(visit.id, { reason: '  ' })).status).toBe(400);
    const both = await Promise.all([
      skip(visit.id, { reason: 'The road is flooded' }),
      skip(visit.id, { reason: 'Rain' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await list('admin')).toEqual([]);
    const [skipped] = await list('admin', '&show=done');
    expect(skipped).toMatchObject({ state: 'skipped', skipped: { byName: expect.stringContaining(' ') } });
    expect(said(await edit(visit.id, { note: 'x' }))).toEqual([409, 'This visit was skipped']);
    expect((await remove(visit.id)).status).toBe(200);
    expect(await list('admin', '&show=done')).toEqual([]);
  });

  test('removes one that nobody fulfilled, and none that a session fulfilled', async () => {
    const [visit, kept] = [await planned(10), await planned(0)];
    expect((await remove(visit.id)).status).toBe(200);
    expect((await remove(visit.id)).status).toBe(404);
    const session = await submit(kept.day);
    const refused = [409, `This visit was fulfilled by session ${session.id}`];
    expect(said(await remove(kept.id))).toEqual(refused);
    expect(said(await skip(kept.id, { reason: 'Rain' }))).toEqual(refused);
    const acts = (await app.call(people.admin, `GET /api/audit-log?projectId=${place.id}`)).body as AuditEntry[];
    expect(acts.filter(({ act }) => act === 'plannedVisitRemoved')).toHaveLength(1);
  });
});

describe('a submitted session', () => {
  test('fulfils the nearest open visit of its site within seven days, once, and takes its day as scheduled date', async () => {
    const [near, far, tooFar] = [await planned(2), await planned(7), await planned(8)];
    const today = await dayFromNow(0);
    const first = await submit(today);
    expect(first.scheduledDate).toBe(near.day);
    expect((await submit(today)).scheduledDate).toBe(far.day);
    expect((await submit(today)).scheduledDate).toBeNull();
    expect(idsOf(await list('admin'))).toEqual([tooFar.id]);
    const done = await list('admin', '&show=done');
    expect(done.map(({ id, state }) => [id, state])).toEqual([
      [far.id, 'fulfilled'],
      [near.id, 'fulfilled'],
    ]);
    expect(done[1]?.session).toEqual({ id: first.id, captureDate: today });
  });

  test('fulfils the earlier of two equally near ones, and a late one too', async () => {
    const [late, coming] = [await past(3), await planned(3)];
    expect((await submit(await dayFromNow(0))).scheduledDate).toBe(late.day);
    expect(idsOf(await list('admin'))).toEqual([coming.id]);
  });

  test('keeps the scheduled date that its photographer wrote', async () => {
    const visit = await planned(0);
    const written = await dayFromNow(-5);
    expect((await submit(visit.day, { scheduledDate: written })).scheduledDate).toBe(written);
    expect(await list('admin')).toEqual([]);
  });

  test('leaves the plan of another site and another project, and what was skipped, as it is', async () => {
    const visit = await planned(0);
    const other = await app.make.site({ projectId: place.id, photographerId: people.crew.id });
    expect((await submit(visit.day, { siteId: other })).scheduledDate).toBeNull();
    const elsewhere = await newPlace();
    expect((await submit(visit.day, { projectId: elsewhere.id, siteId: elsewhere.siteId })).scheduledDate).toBeNull();
    await skip(visit.id, { reason: 'Rain' });
    expect((await submit(visit.day)).scheduledDate).toBeNull();
  });

  test('fulfils what was planned for the whole project before it had sites', async () => {
    const id = await app.make.project({ clientId: people.client.id, createdBy: people.admin.id });
    await app.make.member({ projectId: id, userId: people.crew.id, role: 'contributor' });
    const day = await dayFromNow(1);
    expect(visitOf(await plan({ day }, { projectId: id })).site).toBeNull();
    const siteId = await app.make.site({ projectId: id, photographerId: people.crew.id });
    expect((await submit(await dayFromNow(0), { projectId: id, siteId })).scheduledDate).toBe(day);
  });

  test('of two at the same time each fulfils a visit of its own', async () => {
    const visits = [await planned(1), await planned(4)];
    const today = await dayFromNow(0);
    const both = await Promise.all([submit(today), submit(today, {}, people.mate)]);
    expect(both.map(({ scheduledDate }) => scheduledDate).toSorted()).toEqual(visits.map(({ day }) => day));
    expect(await list('admin')).toEqual([]);
  });

  test('that is sent again under its key fulfils no second one', async () => {
    const [first, second] = [await planned(0), await planned(1)];
    const body = { projectId: place.id, siteId: place.siteId, captureDate: first.day };
    const headers = { 'idempotency-key': `session-${place.id}` };
    for (let n = 0; n < 2; n++) await app.call(people.crew, 'POST /api/sessions', { body, headers });
    expect(idsOf(await list('admin'))).toEqual([second.id]);
  });

  test('that is refused leaves the visit open', async () => {
    const visit = await planned(0);
    const body = { projectId: place.id, siteId: place.siteId, captureDate: visit.day, photographerId: 999_999 };
    expect((await app.call(people.admin, 'POST /api/sessions', { body })).status).toBe(400);
    expect(idsOf(await list('admin'))).toEqual([visit.id]);
  });

  test('gives the visit back when it is removed, and the next one fulfils it', async () => {
    const visit = await planned(0);
    const session = await submit(visit.day);
    expect((await app.call(people.crew, `DELETE /api/sessions/${session.id}`)).status).toBe(200);
    expect((await list('admin'))[0]).toMatchObject({ id: visit.id, state: 'due', session: null });
    await submit(visit.day);
    expect(await list('admin')).toEqual([]);
  });

  test('that moves to another site gives the visit back and fulfils the one there; any other edit changes nothing', async () => {
    const visit = await planned(0);
    const other = await app.make.site({ projectId: place.id, photographerId: people.crew.id });
    const there = await planned(2, { siteId: other });
    const session = await submit(visit.day);
    const change = (body: object) => app.call(people.crew, `PATCH /api/sessions/${session.id}`, { body });
    expect((await change({ notes: 'Dry', captureDate: await dayFromNow(-20) })).status).toBe(200);
    expect(idsOf(await list('admin'))).toEqual([there.id]);
    expect((await change({ siteId: other, captureDate: visit.day })).status).toBe(200);
    expect(idsOf(await list('admin'))).toEqual([visit.id]);
  });
});

describe('readers', () => {
  test('photographers who may submit there read open visits of their own and those that anybody may take', async () => {
    const [mine, anybody, mates] = [
      await planned(3, { photographerId: people.crew.id }),
      await planned(4),
      await planned(5, { photographerId: people.mate.id }),
    ];
    await skip((await planned(6)).id, { reason: 'Rain' });
    expect(idsOf(await list('crew'))).toEqual([mine.id, anybody.id]);
    expect(idsOf(await list('mate'))).toEqual([anybody.id, mates.id]);
    expect(await list('looker')).toEqual([]);
    expect(await list('crew', '&show=done')).toEqual([]);
    const own = (await app.call(people.crew, 'GET /api/planned-visits')).body as PlannedVisit[];
    expect(idsOf(own)).toEqual(expect.arrayContaining([mine.id, anybody.id]));
    expect(own.some(({ projectId }) => projectId === place.id)).toBe(true);
  });

  test('clients, members and checkers read day and state of the next one, and nothing else of the plan', async () => {
    const visit = await planned(3, { photographerId: people.crew.id, note: 'The bank comes along' });
    await planned(9);
    for (const who of ['client', 'viewer', 'checker', 'looker', 'crew'] as const)
      expect(await next(who)).toEqual({ day: visit.day, state: 'planned' });
    const answer = await app.call(people.client, 'GET /api/planned-visits');
    expect(answer.status).toBe(403);
    const path = `/api/projects/${place.id}/next-visit`;
    expect((await app.call(people.stranger, `GET ${path}`)).status).toBe(404);
    expect((await app.call(people.client, `GET /api/planned-visits/${visit.id}`)).status).toBe(404);
  });

  test('the next one is the earliest that is open, also where it is late', async () => {
    expect(await next('client')).toBeNull();
    await planned(9);
    const due = await planned(0);
    expect(await next('client')).toEqual({ day: due.day, state: 'due' });
    const late = await past(12);
    expect(await next('client')).toEqual({ day: late.day, state: 'late' });
    await skip(late.id, { reason: 'Rain' });
    expect((await next('client'))?.day).toBe(due.day);
  });

  test('each of a client’s own projects names its next visit', async () => {
    const visit = await past(1);
    await announce();
    const { projects } = (await app.call(people.client, 'GET /api/dashboard/projects')).body as {
      projects: OwnProject[];
    };
    expect(projects.find(({ id }) => id === place.id)?.nextVisit).toEqual({ day: visit.day, state: 'late' });
    expect(projects.some((project) => project.nextVisit === null)).toBe(true);
  });

  test('what is planned at a removed site or in a removed project is nobody’s', async () => {
    const visit = await planned(3);
    const body = { sites: [] };
    expect((await app.call(people.admin, `PATCH /api/projects/${place.id}`, { body })).status).toBe(200);
    expect([await list('admin'), await next('client')]).toEqual([[], null]);
    expect((await edit(visit.id, { note: 'x' })).status).toBe(404);
    place = await newPlace();
    const gone = await planned(3);
    await app.call(people.admin, `DELETE /api/projects/${place.id}`);
    expect((await remove(gone.id)).status).toBe(404);
  });

  test('a visit whose photographer leaves or gets another role is one that anybody may take', async () => {
    const [leaves, changes] = [await app.person('photographer'), await app.person('photographer')];
    for (const { id } of [leaves, changes])
      await app.make.member({ projectId: place.id, userId: id, role: 'contributor' });
    const visits = [await planned(3, { photographerId: leaves.id }), await planned(4, { photographerId: changes.id })];
    expect(await list('crew')).toEqual([]);
    expect((await app.call(people.admin, `DELETE /api/users/${leaves.id}`)).status).toBe(200);
    const role = { body: { role: 'client' } };
    expect((await app.call(people.admin, `PATCH /api/users/${changes.id}/role`, role)).status).toBe(200);
    expect((await list('crew')).map(({ id, photographer }) => [id, photographer])).toEqual(
      idsOf(visits).map((id) => [id, null]),
    );
  });
});

test('a day begins at midnight in Lagos, whatever the clock of the server says', async () => {
  const dayAt = async (instant: string) =>
    (await sql<{ day: string }>`select ${companyDay(new Date(instant))} as day`.execute(app.database.query)).rows[0]
      ?.day;
  expect(await dayAt('2026-12-11T22:59:59Z')).toBe('2026-12-11');
  expect(await dayAt('2026-12-11T23:00:00Z')).toBe('2026-12-12');
});

test('what is due follows the company’s zone', async () => {
  const { body } = await app.call(people.admin, 'GET /api/settings');
  const zones = async (timeZone: string) => {
    const saved = (await app.call(people.admin, 'GET /api/settings')).body as { version: number };
    const answer = await app.call(people.admin, 'PUT /api/settings', { body: { ...saved, timeZone } });
    expect(answer.status).toBe(200);
  };
  await zones('Pacific/Kiritimati');
  const visit = await planned(0);
  expect((await list('admin'))[0]).toMatchObject({ id: visit.id, state: 'due' });
  // More than a day behind: there that day has not begun.
  await zones('Pacific/Pago_Pago');
  expect((await list('admin'))[0]).toMatchObject({ id: visit.id, state: 'planned' });
  await zones((body as { timeZone: string }).timeZone);
});
