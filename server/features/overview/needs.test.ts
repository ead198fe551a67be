// Claims about what needs an admin or a photographer now (behaviour §10.12).
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Needs } from '#contract/overview/endpoints.ts';
import { lintel, type StageWorld, startStageWorld, ticked } from '#server/test-support/stage-world.ts';
import type { TestPerson } from '#server/test-support/test-app.ts';

let world: StageWorld;
let place: { id: number; siteId: number };
let other: TestPerson;

beforeAll(async () => {
  world = await startStageWorld();
  place = await world.newProject();
  other = await world.person('photographer');
});
afterAll(() => world.close());

const run = (statement: ReturnType<typeof sql>) => statement.execute(world.database.query);

async function needsOf(person: TestPerson): Promise<Needs> {
  const answer = await world.call(person, 'GET /api/dashboard/needs');
  expect(answer.status).toBe(200);
  return answer.body as Needs;
}

const nothing: Needs = {
  review: 0,
  overdue: 0,
  claims: { count: 0, first: null },
  stuck: { count: 0, first: null },
  rejected: 0,
  visits: { late: 0, today: 0 },
};

test('where nothing waits nothing needs anybody, and clients are not asked', async () => {
  const { admin, crew, client, checker } = world.people;
  expect([await needsOf(admin), await needsOf(crew)]).toEqual([nothing, nothing]);
  for (const person of [client, checker])
    expect((await world.call(person, 'GET /api/dashboard/needs')).status).toBe(403);
});

test('a session to review is the admin’s, one that was sent back its photographer’s', async () => {
  const { admin, crew } = world.people;
  await world.session(place, { released: false });
  const sentBack = await world.session(place, { released: false });
  expect(await needsOf(admin)).toEqual({ ...nothing, review: 2 });
  await world.call(admin, `PUT /api/sessions/${sentBack}/reject`, { body: { rejectionReason: 'Dark' } });
  expect(await needsOf(admin)).toEqual({ ...nothing, review: 1 });
  expect(await needsOf(crew)).toEqual({ ...nothing, rejected: 1 });
  expect(await needsOf(other)).toEqual(nothing);
  expect((await world.call(crew, `DELETE /api/sessions/${sentBack}`)).status).toBe(200);
  expect(await needsOf(crew)).toEqual(nothing);
});

test('a concern counts once its first answer is overdue, for admins and the photographer of its session', async () => {
  const { admin, crew, client } = world.people;
  const sessionId = await world.session(place);
  const concern = await world.made(client, 'POST /api/disputes', { sessionId, reason: 'A crack' });
  expect((await needsOf(admin)).overdue).toBe(0);
  await run(sql`update disputes set due_at = now() - interval '1 hour' where id = ${concern}`);
  await world.call(admin, `PATCH /api/sessions/${sessionId}`, {
    body: { notes: 'Written anew, so that it is counted anew' },
  });
  expect([(await needsOf(admin)).overdue, (await needsOf(crew)).overdue]).toEqual([1, 1]);
  expect((await needsOf(other)).overdue).toBe(0);
  expect(
    (await world.call(crew, `POST /api/disputes/${concern}/messages`, { body: { message: 'Filled.' } })).status,
  ).toBe(201);
  expect((await needsOf(admin)).overdue).toBe(0);
});

test('of claimed stages those count that nobody saw yet, the oldest claim first', async () => {
  const { admin, crew } = world.people;
  const sessionId = await world.session(place);
  const [first = 0, second = 0] = await world.stages(place.id, [lintel, { ...lintel, name: 'Roof' }]);
  for (const stage of [second, first]) await world.mark(crew, stage, { kind: 'claimed', sessionId });
  expect((await needsOf(admin)).claims).toEqual({ count: 2, first: second });
  expect((await needsOf(crew)).claims, 'none that crews give').toEqual(nothing.claims);
  await world.mark(admin, second, { kind: 'seen', sessionId, criteria: ticked(sessionId) });
  expect((await needsOf(admin)).claims).toEqual({ count: 1, first });
});

test('a session whose files came to a stop a day ago is stuck, and none to review yet', async () => {
  const { admin, crew } = world.people;
  const spare = await world.session(place, { released: false });
  const before = (await needsOf(admin)).review;
  const id = await world.session(place, { released: false });
  await run(
    sql`insert into uploads (id, project_id, uploader_id, session_id) values ('stuck', ${place.id}, ${crew.id}, ${id})`,
  );
  await run(sql`insert into upload_files (id, upload_id, folder, name, sent_name, sent_folder, bytes, state)
    values ('one', 'stuck', '', 'a.jpg', 'a.jpg', '', 10, 'travelling'), ('two', 'stuck', '', 'b.jpg', 'b.jpg', '', 10, 'travelling')`);
  // Only writes of the product say that something changed.
  const touch = () => world.call(crew, `PATCH /api/sessions/${spare}`, { body: { notes: `At ${Math.random()}` } });
  await touch();
  expect(await needsOf(admin)).toMatchObject({ review: before, stuck: nothing.stuck });
  await run(sql`update upload_files set changed_at = now() - interval '2 days'`);
  await run(sql`update upload_files set begun_at = now() - interval '1 hour' where id = 'two'`);
  await touch();
  expect((await needsOf(crew)).stuck, 'one of its files goes on').toEqual(nothing.stuck);
  await run(sql`update upload_files set begun_at = now() - interval '25 hours' where id = 'two'`);
  await touch();
  for (const person of [admin, crew]) expect((await needsOf(person)).stuck).toEqual({ count: 1, first: id });
  expect((await needsOf(other)).stuck).toEqual(nothing.stuck);
});

test('planned visits of today and of days that are over need their photographer', async () => {
  const { admin, crew } = world.people;
  const days = await run(sql`select to_char(now() at time zone 'Africa/Lagos', 'YYYY-MM-DD') as today`);
  const { today } = days.rows[0] as { today: string };
  const plan = (body: object) =>
    world.made(admin, `POST /api/projects/${place.id}/planned-visits`, { siteId: place.siteId, ...body });
  const second = await world.make.site({ projectId: place.id, photographerId: crew.id });
  await plan({ day: today, photographerId: crew.id });
  const late = await plan({ day: today, siteId: second });
  await run(sql`update planned_visits set day = day - 3 where id = ${late}`);
  expect((await needsOf(crew)).visits).toEqual({ late: 1, today: 1 });
  expect((await needsOf(other)).visits, 'who may submit nothing there').toEqual(nothing.visits);
  expect((await needsOf(admin)).visits, 'it is no errand of an admin').toEqual(nothing.visits);
});
