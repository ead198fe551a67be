// What a change may reveal: after every write of the access matrix nobody gets an id that they could not read.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import {
  accessMatrix,
  actors,
  announce,
  ask,
  type Call,
  type Case,
  makeWorld,
  routeOf,
  startAccessMatrix,
} from '#server/test-support/access-matrix.ts';
import type { TestPerson } from '#server/test-support/test-app.ts';

type Started = Awaited<ReturnType<typeof startAccessMatrix>>;
type Name = keyof Started['people'];
type Changed = Extract<ServerMessage, { type: 'changed' }>;

let testApp: Started['testApp'];
let people: Started['people'];
let port: number;
const sockets: Partial<Record<Name, WebSocket>> = {};
const messages: Partial<Record<Name, ServerMessage[]>> = {};
/** For markers announced after the expected changes; no project has a negative id. */
let arrivals = 0;
const names = actors.filter((actor) => actor !== 'nobody');

/** The call may have ended a login, and its socket with it. */
async function connect(name: Name): Promise<void> {
  if (sockets[name]?.readyState === WebSocket.OPEN) return;
  const { id, cookie } = people[name];
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { cookie } });
  const received: ServerMessage[] = [];
  socket.on('message', (data) => received.push(JSON.parse(String(data)) as ServerMessage));
  sockets[name] = socket;
  messages[name] = received;
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', userId: id }));
  await expect.poll(() => received.map(({ type }) => type)).toContain('ready');
}

beforeAll(async () => {
  ({ testApp, people } = await startAccessMatrix());
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  port = (testApp.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of Object.values(sockets)) socket.terminate();
  await testApp.close();
});

/** Returns once everything announced before has arrived. */
async function arrive(): Promise<void> {
  const marker = --arrivals;
  const event: ChangeEvent = {
    topics: ['demoRequests'],
    projects: [marker],
    admins: false,
    users: Object.values(people).map(({ id }) => id),
    notes: [],
    ended: [],
  };
  await sql`select pg_notify(${changeChannel}, ${JSON.stringify(event)})`.execute(testApp.database.query);
  const isMarker = (message: ServerMessage) => message.type === 'changed' && message.projects?.[0] === marker;
  const isHere = (name: Name) => sockets[name]?.readyState !== WebSocket.OPEN || messages[name]?.some(isMarker);
  await expect.poll(() => names.every(isHere)).toBe(true);
}

/** Reset before a write, read after it. */
async function changesOf(write: () => Promise<unknown>): Promise<Record<Name, Changed[]>> {
  await Promise.all(names.map(connect));
  await arrive();
  for (const name of names) messages[name]?.splice(0);
  await write();
  await arrive();
  const changes = (name: Name) =>
    (messages[name] ?? []).filter((one) => one.type === 'changed').filter(({ projects }) => (projects?.[0] ?? 1) > 0);
  return Object.fromEntries(names.map((name) => [name, changes(name)])) as Record<Name, Changed[]>;
}

/** Without what a job announces meanwhile: it analyses the pictures of every session that was written. */
const ofWrites = (changes: Changed[]) => changes.filter(({ topics }) => topics.join() !== 'viewpoints');

async function idsIn(person: TestPerson, address: string): Promise<number[]> {
  const { body } = await testApp.call(person, `GET ${address}`);
  return Array.isArray(body) ? body.map(({ id }) => id) : [];
}

type Known = Record<Name, { sessions: number[]; disputes: number[]; projects: number[]; users: number[] }>;

/** A change names only ids of this project; of others so much more is known that reading it would take most of the time. */
async function readKnown(projectId: number, userIds: number[]): Promise<Known> {
  const known: Partial<Known> = {};
  for (const name of names) {
    const person = people[name];
    const [sessions, disputes, projects] = await Promise.all(
      ['sessions', 'disputes', 'projects'].map((noun) =>
        idsIn(person, `/api/${noun}?limit=500${noun === 'projects' ? '' : `&projectId=${projectId}`}`),
      ),
    );
    const users: number[] = [];
    for (const id of userIds) if ((await testApp.call(person, `GET /api/users/${id}`)).status === 200) users.push(id);
    known[name] = { sessions: sessions ?? [], disputes: disputes ?? [], projects: projects ?? [], users };
  }
  return known as Known;
}

/** A job may still announce what it did for the project of a test before, such as the seal of its release. */
async function readableSessions(person: TestPerson, ids: readonly number[]): Promise<number[]> {
  const asked = ids.map(async (id) => (await testApp.call(person, `GET /api/sessions/${id}`)).status);
  const answers = await Promise.all(asked);
  return ids.filter((_id, nth) => answers[nth] === 200);
}

const calls = Object.entries(accessMatrix) as [Call, Case[]][];
const writes = calls.flatMap(([call, cases]) =>
  routeOf(call).method === 'GET' ? [] : cases.map((one) => [`${call}: ${one.of}`, call, one] as const),
);

describe('a change names only what its reader may see before or after it', () => {
  test.each(writes)('%s', async (_, call, { request, answers }) => {
    const actor = actors.findLast((_name, at) => answers[at]! < 300);
    if (!actor) return;
    const world = await makeWorld();
    const input = await request(world, people[actor === 'nobody' ? 'admin' : actor]);
    await announce(world);
    const { id = 0 } = (input.params ?? {}) as { id?: number };
    const before = await readKnown(world.projectId, [id]);
    const changes = await changesOf(async () => {
      expect((await ask(routeOf(call), actor, input)).status).toBeLessThan(300);
    });
    // The path of a call does not always name everybody it concerns.
    const named = names.flatMap((name) => changes[name].flatMap(({ ids }) => ids?.users ?? []));
    const after = await readKnown(world.projectId, [...new Set([id, ...named])]);
    for (const name of names) {
      for (const { projects = [], ids = {} } of changes[name]) {
        const may = (noun: keyof Known[Name]) => [...before[name][noun], ...after[name][noun]];
        expect(may('projects'), `projects of ${name}`).toEqual(expect.arrayContaining(projects));
        const known = may('sessions');
        const others = ids.sessions?.filter((session) => !known.includes(session)) ?? [];
        const sessions = [...known, ...(await readableSessions(people[name], others))];
        expect(sessions, `sessions of ${name}`).toEqual(expect.arrayContaining(ids.sessions ?? []));
        expect(may('disputes'), `disputes of ${name}`).toEqual(expect.arrayContaining(ids.disputes ?? []));
        expect(may('users'), `users of ${name}`).toEqual(expect.arrayContaining(ids.users ?? []));
      }
    }
  });
});

describe('of a session that is not released', () => {
  const crew = ['admin', 'owner'];
  const notified = (changes: Record<Name, Changed[]>) => names.filter((name) => ofWrites(changes[name]).length > 0);

  test('its photographer and the admins are notified, and nobody else', async () => {
    const { projectId, siteId, pending, rejected } = await makeWorld();
    const body = { projectId, siteId, captureDate: '2026-01-02' };
    const created = await changesOf(() => testApp.call(people.owner, 'POST /api/sessions', { body }));
    expect(notified(created)).toEqual(crew);
    const [waiting, back] = [await pending(), await rejected()];
    const call = (what: string, by: TestPerson) => () =>
      testApp.call(by, what, { body: { rejectionReason: 'Blurred' } });
    expect(notified(await changesOf(call(`PUT /api/sessions/${waiting}/reject`, people.admin)))).toEqual(crew);
    expect(notified(await changesOf(call(`PUT /api/sessions/${back}/resubmit`, people.owner)))).toEqual(crew);
    expect(notified(await changesOf(call(`DELETE /api/sessions/${back}`, people.owner)))).toEqual(crew);
  });

  test('its clients learn once it is approved, member photographers then only that something is', async () => {
    const { projectId, pending } = await makeWorld();
    const id = await pending();
    const changes = await changesOf(() => testApp.call(people.admin, `PUT /api/sessions/${id}/approve`, { body: {} }));
    const topics = ['sessions', 'projects', 'users', 'notifications', 'auditLog'];
    expect(ofWrites(changes.client)).toEqual([
      { type: 'changed', topics, projects: [projectId], ids: { sessions: [id] } },
    ]);
    expect(ofWrites(changes.crewViewer)).toEqual([{ type: 'changed', topics, ids: { sessions: [] } }]);
    expect(changes.sitePhotographer).toEqual([]);
    expect(changes.otherClient).toEqual([]);
  });
});

test('what a visit that is not released has of viewpoints is announced to admins and its photographer alone', async () => {
  const { projectId, siteId } = await makeWorld();
  const roots = [{ provider: 'local', root: 'site' }];
  await testApp.call(people.admin, `PUT /api/projects/${projectId}/media-roots`, { body: { roots } });
  const session = { projectId, siteId, captureDate: '2026-01-02', droneImagesUrl: '/media/folders/site' };
  const { id } = (await testApp.call(people.owner, 'POST /api/sessions', { body: session })).body as { id: number };
  const placed = { mediaKind: 'drone', item: 'local:site/photo.gif' };
  const made = { viewpoints: [{ ...placed, name: 'North', kind: 'photo' }] };
  const coverage = await testApp.call(people.owner, `POST /api/sessions/${id}/viewpoints`, { body: made });
  const [viewpoint] = (coverage.body as { viewpoints: { id: number }[] }).viewpoints;
  const changes = await changesOf(() =>
    testApp.call(people.owner, `PUT /api/viewpoints/${viewpoint?.id}/pictures/${id}`, { body: placed }),
  );
  const hears = (name: Name) => changes[name].some(({ projects }) => projects?.includes(projectId));
  expect(names.filter(hears)).toEqual(['admin', 'owner']);
});

test('whoever hears of a change reads it, even while its writer still waits for the commit’s answer', async () => {
  const { database } = testApp;
  const runTransaction = database.tx;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { projectId } = await makeWorld();
  const project = async () => (await testApp.call(people.admin, `GET /api/projects/${projectId}`)).body;
  expect(await project()).not.toMatchObject({ name: 'Heard of' });
  let writing: Promise<unknown> = Promise.resolve();
  database.tx = async (work) => {
    const result = await runTransaction(work);
    await answered;
    return result;
  };
  const body = { project: { name: 'Heard of' } };
  await changesOf(async () => {
    writing = testApp.call(people.admin, `PATCH /api/projects/${projectId}`, { body });
    await expect
      .poll(() => messages.admin?.some((one) => one.type === 'changed' && one.topics.includes('projects')))
      .toBe(true);
  });
  expect(await project()).toMatchObject({ name: 'Heard of' });
  database.tx = runTransaction;
  answer();
  await writing;
});
