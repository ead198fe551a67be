// Who is viewing a session: shown to the other admins, until they leave or a minute after their last heartbeat.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import type { Presence } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let ada: TestPerson;
let bayo: TestPerson;
let photographer: TestPerson;
let sessionId: number;

beforeAll(async () => {
  testApp = await createTestApp();
  [ada, bayo, photographer] = await Promise.all([
    testApp.person('admin'),
    testApp.person('admin'),
    testApp.person('photographer'),
  ]);
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => testApp.close());

async function makeSession(): Promise<number> {
  const client = await testApp.person('client');
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: ada.id });
  const body = { projectId, captureDate: '2026-01-02', photographerId: photographer.id };
  const made = await testApp.call(ada, 'POST /api/sessions', { body });
  return (made.body as { id: number }).id;
}

beforeEach(async () => {
  sessionId = await makeSession();
});

const address = () => `/api/sessions/${sessionId}/presence`;
const enter = (who: TestPerson) => testApp.call(who, `PUT ${address()}`);
const leave = (who: TestPerson) => testApp.call(who, `DELETE ${address()}`);
async function seenBy(who: TestPerson): Promise<number[]> {
  const { body } = await testApp.call(who, `GET ${address()}`);
  return (body as Presence).others.map(({ id }) => id);
}

/** What this person's socket receives from now on about sessions being viewed. */
async function listen({ id, cookie }: TestPerson) {
  const { port } = testApp.app.server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { cookie } });
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', userId: id }));
  await expect.poll(() => heard.map(({ type }) => type)).toContain('ready');
  // A busy machine brings what happened before only now: it comes in order, so before this.
  const last = await makeSession();
  const hasCome = (one: ServerMessage) => one.type === 'changed' && one.ids?.sessions?.includes(last);
  await expect.poll(() => heard.some(hasCome)).toBe(true);
  heard.length = 0;
  const looks = () => heard.filter((one) => one.type === 'changed').filter(({ topics }) => topics.includes('presence'));
  return { looks, close: () => socket.terminate() };
}

test('an admin who looks at a session is named to the other, not to themselves', async () => {
  expect((await enter(ada)).body).toEqual({ others: [] });
  expect((await enter(bayo)).body).toMatchObject({ others: [{ id: ada.id, username: ada.username }] });
  expect(await seenBy(ada)).toEqual([bayo.id]);
});

test('who leaves is seen no longer, and leaving twice is no fault', async () => {
  await enter(ada);
  expect(await seenBy(bayo)).toEqual([ada.id]);
  expect((await leave(ada)).status).toBe(200);
  expect((await leave(ada)).status).toBe(200);
  expect(await seenBy(bayo)).toEqual([]);
});

test('who says nothing for a minute is seen no longer, and is new when they come back', async () => {
  await enter(ada);
  await testApp.database.query
    .updateTable('presence')
    .set({ until: new Date(Date.now() - 1000) })
    .where('session_id', '=', sessionId)
    .execute();
  expect((await enter(bayo)).body).toEqual({ others: [] });
  const line = await listen(bayo);
  await enter(ada);
  await expect.poll(() => line.looks().length).toBe(1);
  line.close();
});

test('a lease is a minute', async () => {
  await enter(ada);
  const { until } = await testApp.database.query
    .selectFrom('presence')
    .select('until')
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const left = Date.parse(until) - Date.now();
  expect(left).toBeGreaterThan(50_000);
  expect(left).toBeLessThanOrEqual(60_000);
});

test('admins hear of coming and going at once, of staying nothing; a photographer hears of none of it', async () => {
  const [admin, crew] = await Promise.all([listen(bayo), listen(photographer)]);
  await enter(ada);
  await expect
    .poll(() => admin.looks())
    .toEqual([{ type: 'changed', topics: ['presence'], ids: { sessions: [sessionId] } }]);
  await enter(ada);
  await leave(ada);
  await expect.poll(() => admin.looks().length).toBe(2);
  expect(crew.looks()).toEqual([]);
  admin.close();
  crew.close();
});

test('of two tabs of one admin the other goes on looking when one is closed, and only the last is announced', async () => {
  const inTab = (method: string, tab: string) => testApp.call(ada, `${method} ${address()}?tab=${tab}`);
  await inTab('PUT', 'one');
  const line = await listen(bayo);
  await inTab('PUT', 'two');
  expect(await seenBy(bayo)).toEqual([ada.id]);
  await inTab('DELETE', 'one');
  expect(await seenBy(bayo)).toEqual([ada.id]);
  expect(line.looks()).toEqual([]);
  await inTab('DELETE', 'two');
  await expect.poll(() => line.looks().length).toBe(1);
  expect(await seenBy(bayo)).toEqual([]);
  expect((await inTab('PUT', 'a%20b')).status).toBe(400);
  line.close();
});

test('two who come at the same moment both count', async () => {
  await Promise.all([enter(ada), enter(bayo), enter(ada)]);
  expect(await seenBy(ada)).toEqual([bayo.id]);
  expect(await seenBy(bayo)).toEqual([ada.id]);
});

test('a session that nobody knows has nobody who looks at it', async () => {
  expect((await testApp.call(ada, 'PUT /api/sessions/999999/presence')).status).toBe(404);
  expect((await testApp.call(ada, 'DELETE /api/sessions/999999/presence')).status).toBe(404);
});
