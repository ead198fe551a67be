// Claims about the projects of somebody who has several: what needs them stands first.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnProject, SearchGroups } from '#contract/overview/endpoints.ts';
import { lintel, type StageWorld, startStageWorld, ticked } from '#server/test-support/stage-world.ts';

let world: StageWorld;
/** In the order of their making: nothing happened, a concern, one that waits for its checker, one for its client. */
const ids: number[] = [];
let seenStage = 0;
let confirmedStage = 0;

async function seen(place: { id: number; siteId: number }): Promise<number> {
  const [stage = 0] = await world.stages(place.id, [lintel, { name: 'Roof', criteria: [], wanted: [] }]);
  const sessionId = await world.session(place);
  await world.mark(world.people.crew, stage, { kind: 'claimed', sessionId });
  await world.mark(world.people.admin, stage, { kind: 'seen', sessionId, criteria: ticked(sessionId) });
  return stage;
}

beforeAll(async () => {
  world = await startStageWorld();
  const { checker, client } = world.people;
  const places = [];
  for (let n = 0; n < 4; n++) places.push(await world.newProject());
  ids.push(...places.map(({ id }) => id));
  const [, second = { id: 0, siteId: 0 }, third = second, fourth = second] = places;
  const sessionId = await world.session(second);
  await world.made(client, 'POST /api/disputes', { sessionId, reason: 'A crack' });
  seenStage = await seen(third);
  confirmedStage = await seen(fourth);
  const criteria = [1, 2].map((id) => ({ id, ticked: true }));
  await world.mark(checker, confirmedStage, { kind: 'confirmed', criteria });
});
afterAll(() => world.close());

async function projectsOf(who: keyof StageWorld['people']): Promise<OwnProject[]> {
  const answer = await world.call(world.people[who], 'GET /api/dashboard/projects');
  return (answer.body as { projects: OwnProject[] }).projects;
}

const order = async (who: keyof StageWorld['people']) => (await projectsOf(who)).map(({ id }) => ids.indexOf(id));

test('a client’s own projects: what waits for their mark first, then concerns, then the last release', async () => {
  expect(await order('client')).toEqual([3, 1, 2, 0]);
  const [first, second] = await projectsOf('client');
  expect(first?.progress).toEqual({
    lists: [{ site: null, present: 'Roof', next: null, confirmed: 1, stages: 2 }],
    waits: [{ stageId: confirmedStage, name: 'Lintel', kind: 'acknowledged' }],
  });
  expect(second).toMatchObject({ concerns: { open: 1, overdue: 0 }, progress: null, lastCaptureDate: '2026-01-02' });
});

test('a checker’s begin with the stage that they confirm, an admin’s too; a viewer’s wait for nothing', async () => {
  expect((await order('checker'))[0]).toBe(2);
  expect((await projectsOf('admin')).find(({ id }) => id === ids[2])?.progress?.waits).toEqual([
    { stageId: seenStage, name: 'Lintel', kind: 'confirmed' },
  ]);
  expect((await projectsOf('viewer')).flatMap(({ progress }) => progress?.waits ?? [])).toEqual([]);
});

test('nobody reads of a project that they do not see', async () => {
  const answer = await world.call(world.people.stranger, 'GET /api/dashboard/projects');
  expect(answer.body).toEqual({ total: 0, projects: [], map: false });
});

test('a search finds stages by their names with the mark that stands, for whoever sees their project', async () => {
  const find = async (who: keyof StageWorld['people']) =>
    ((await world.call(world.people[who], 'GET /api/search/groups?q=lint')).body as SearchGroups).stages;
  const all = await find('viewer');
  expect(all?.total).toBe(2);
  expect(all?.rows.map(({ id, name, mark }) => [id, name, mark])).toEqual([
    [confirmedStage, 'Lintel', 'confirmed'],
    [seenStage, 'Lintel', 'seen'],
  ]);
  expect((await find('stranger'))?.rows).toEqual([]);
});
