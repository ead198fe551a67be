// The claims about the live channel: who gets in, who hears what, and who is shown the door.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { topics } from '#contract/core/endpoint.ts';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import type { Role } from '#contract/policy.ts';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import { createTransactionRunner, type WriteContext } from '#server/db/transaction.ts';
import { loadNotifications } from '#server/features/notifications/leaving.ts';
import { createServer } from '#server/http/fastify-server.ts';
import { createCsrfGuard } from '#server/http/login/csrf.ts';
import { createLogins } from '#server/http/login/login.ts';
import { revokeLogins } from '#server/http/login/login-rows.ts';
import { createTestApp } from '#server/test-support/test-app.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { createWebSocketHub } from './hub.ts';

let own: TestDatabase;
let opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  own = await freshDatabase();
});
afterEach(async () => {
  for (const each of opened.reverse()) await each.close();
  opened = [];
});
afterAll(() => own.drop());

type Settings = {
  pingIntervalMs?: number;
  authTimeoutMs?: number;
  load?: Parameters<typeof createWebSocketHub>[0]['load'];
};

/** One server process that hears the database, listening on a port of its own. */
async function server(settings: Settings = {}) {
  const db = own.database.query;
  const app: FastifyInstance = createServer({ logLevel: 'silent', trustProxy: false });
  const write = createTransactionRunner(own.database, () => undefined);
  const logins = createLogins({ db, write, secret: 'a secret of the tests', secure: false });
  const warnings: unknown[] = [];
  let loads = 0;
  const live = createWebSocketHub({
    logins,
    origin: createCsrfGuard({ publicUrl: null }),
    cacheVersions: () => ({}) as CacheVersions,
    log: { warn: (what: unknown) => void warnings.push(what) } as never,
    load: (ids) => {
      loads++;
      return loadNotifications(db, ids);
    },
    ...settings,
  });
  await live.attach(app);
  app.post('/in', async (request, reply) => logins.signIn(reply, request.body as Person));
  const subscription = await new Promise<{ close(): Promise<void> }>((resolve) => {
    const opening = own.database.listen(
      changeChannel,
      (payload) => {
        const event = JSON.parse(payload) as ChangeEvent;
        logins.onChange(event);
        void live.carry(event);
      },
      (up) => {
        logins.setConnected(up);
        live.listening(up);
        if (up) resolve(opening);
      },
    );
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const close = async () => {
    await app.close();
    await subscription.close();
    await logins.close();
  };
  opened.push({ close });
  return { app, live, logins, write, warnings, port, close, loads: () => loads };
}
type Server = Awaited<ReturnType<typeof server>>;

type Person = { id: number; password: string };
let count = 0;

async function person(role: Role = 'client'): Promise<Person> {
  const username = `person${++count}`;
  const row = { username, email: `${username}@example.org`, first_name: 'A', last_name: 'B', password: username, role };
  return own.database.query.insertInto('users').values(row).returning(['id', 'password']).executeTakeFirstOrThrow();
}

async function cookieOf({ app }: Server, them: Person): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/in', payload: them });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

/** A browser's end of the channel, and what it received. */
function connect({ port }: { port: number }, headers: Record<string, string>) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  const received: ServerMessage[] = [];
  let closed: number | undefined;
  let heartbeats = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as ServerMessage;
    if (message.type === 'alive') heartbeats += 1;
    else received.push(message);
  });
  socket.on('close', (code) => {
    closed = code;
  });
  socket.on('error', () => undefined);
  opened.push({ close: async () => socket.terminate() });
  return { socket, received, heartbeats: () => heartbeats, closed: () => closed };
}

async function enter(at: Server, them: Person, cookie?: string) {
  return enterWith(at.port, { id: them.id, cookie: cookie ?? (await cookieOf(at, them)) });
}

async function enterWith(port: number, them: { id: number; cookie: string }) {
  const browser = connect({ port }, { cookie: them.cookie, origin: `http://127.0.0.1:${port}` });
  await once(browser.socket, 'open');
  // Not by polling: a thousand of them would ask a hundred thousand times a second.
  const answered = once(browser.socket, 'message');
  browser.socket.send(JSON.stringify({ type: 'auth', userId: them.id }));
  await answered;
  expect(browser.received).toEqual([{ type: 'ready', versions: expect.any(Object) }]);
  browser.received.length = 0;
  return browser;
}

async function statusOf(browser: ReturnType<typeof connect>): Promise<number> {
  const [, response] = await once(browser.socket, 'unexpected-response');
  return response.statusCode;
}

async function note({ tx, events }: WriteContext, them: Person, message = 'Look'): Promise<number> {
  const row = { user_id: them.id, title: 'Session submitted', message, type: 'session_submitted' as const };
  const { id } = await tx.insertInto('notifications').values(row).returning('id').executeTakeFirstOrThrow();
  events.notify(id, them.id);
  return id;
}

test('without a login the upgrade is refused with 401, from a foreign page with 403', async () => {
  const at = await server();
  const cookie = await cookieOf(at, await person());
  expect(await statusOf(connect(at, {}))).toBe(401);
  expect(await statusOf(connect(at, { cookie: `topout_login=${'A'.repeat(43)}.${'A'.repeat(43)}` }))).toBe(401);
  expect(await statusOf(connect(at, { cookie, origin: 'https://evil.example' }))).toBe(403);
  expect(await statusOf(connect(at, { cookie, origin: 'null' }))).toBe(403);
  expect(at.live.count()).toBe(0);
});

test('a hello in somebody else’s name closes with 4403, no hello or a strange one with 4401', async () => {
  const at = await server({ authTimeoutMs: 100 });
  const [them, other] = [await person(), await person()];
  const cookie = await cookieOf(at, them);
  async function endOf(first: string | null) {
    const browser = connect(at, { cookie });
    await once(browser.socket, 'open');
    if (first !== null) browser.socket.send(first);
    await expect.poll(browser.closed).toBeDefined();
    expect(browser.received).toEqual([]);
    return browser.closed();
  }
  expect(await endOf(JSON.stringify({ type: 'auth', userId: other.id }))).toBe(4403);
  expect(await endOf(null)).toBe(4401);
  expect(await endOf('not json')).toBe(4401);
  expect(await endOf('null')).toBe(4401);
  expect(await endOf(JSON.stringify({ type: 'auth', userId: String(them.id) }))).toBe(4401);
  expect(await endOf('x'.repeat(5000))).toBe(1009);
});

test('after the hello nothing is said to those who did not say one', async () => {
  const at = await server();
  const them = await person();
  const silent = connect(at, { cookie: await cookieOf(at, them) });
  await once(silent.socket, 'open');
  const browser = await enter(at, them);
  await at.write({ topics: ['users'] }, async ({ events }) => events.invalidateFor({ users: [them.id] }));
  await expect.poll(() => browser.received).toHaveLength(1);
  expect(silent.received).toEqual([]);
});

test('a notification reaches all sockets of its reader whole, in every process, read once in each', async () => {
  const [here, there] = [await server(), await server()];
  const [them, other] = [await person(), await person()];
  const theirs = [await enter(here, them), await enter(here, them), await enter(there, them)];
  const stranger = await enter(here, other);
  const id = await here.write({ topics: [] }, (w) => note(w, them, 'Ikoyi Heights was submitted'));
  const whole = {
    type: 'notification',
    data: {
      id,
      userId: them.id,
      type: 'session_submitted',
      title: 'Session submitted',
      message: 'Ikoyi Heights was submitted',
      isRead: false,
      relatedProjectId: null,
      relatedSessionId: null,
      relatedDisputeId: null,
      relatedStageId: null,
      anchor: null,
      createdAt: expect.stringMatching(/\.\d{6}Z$/),
    },
  };
  for (const browser of theirs) await expect.poll(() => browser.received).toEqual([whole]);
  expect(stranger.received).toEqual([]);
  expect([here.loads(), there.loads()]).toEqual([1, 1]);
});

test('a notification for somebody who is not here is not even read', async () => {
  const at = await server();
  const [them, away] = [await person(), await person()];
  const browser = await enter(at, them);
  await at.write({ topics: [] }, (w) => note(w, away));
  await at.write({ topics: [] }, (w) => note(w, them));
  await expect.poll(() => browser.received).toHaveLength(1);
  expect(at.loads()).toBe(1);
});

test('what is rolled back is sent to nobody', async () => {
  const at = await server();
  const them = await person();
  const browser = await enter(at, them);
  const refused = at.write({ topics: ['sessions'] }, async (w) => {
    w.events.invalidateFor({ users: [them.id] });
    await note(w, them);
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  await at.write({ topics: ['users'] }, async ({ events }) => events.invalidateFor({ users: [them.id] }));
  await expect.poll(() => browser.received).toEqual([{ type: 'changed', topics: ['users'] }]);
});

test('a change is sent to those it concerns and to admins, once each', async () => {
  const at = await server();
  const [admin, client, other] = [await person('admin'), await person(), await person()];
  const browsers = [await enter(at, admin), await enter(at, client), await enter(at, other)];
  await at.write({ topics: ['sessions', 'projects'] }, async ({ events }) =>
    events.invalidateFor({ admins: true, users: [client.id, admin.id] }),
  );
  const changed = { type: 'changed', topics: ['sessions', 'projects'] };
  await expect.poll(() => browsers.map(({ received }) => received)).toEqual([[changed], [changed], []]);
});

test('a notification that cannot be read just now makes its reader ask', async () => {
  const at = await server({ load: async () => Promise.reject(new Error('away')) });
  const them = await person();
  const browser = await enter(at, them);
  await at.write({ topics: [] }, (w) => note(w, them));
  await expect.poll(() => browser.received).toEqual([{ type: 'changed', topics: ['notifications'] }]);
  expect(at.warnings).toHaveLength(1);
});

test('the sockets of an ended login are closed at once, in every process, and no others', async () => {
  const [here, there] = [await server(), await server()];
  const them = await person();
  const [one, two] = [await cookieOf(here, them), await cookieOf(here, them)];
  const ended = [await enter(here, them, one), await enter(there, them, one)];
  const stays = await enter(there, them, two);
  const sid = here.logins.sidOf({ headers: { cookie: one } }) ?? '';
  await here.write({ topics: [] }, (context) => revokeLogins(context, { sid }));
  for (const browser of ended) await expect.poll(browser.closed).toBe(4401);
  expect(stays.closed()).toBeUndefined();
  await here.write({ topics: [] }, (context) => revokeLogins(context, { user: them.id }));
  await expect.poll(stays.closed).toBe(4401);
});

test('a login that ends between the upgrade and the hello is refused', async () => {
  const at = await server();
  const them = await person();
  const cookie = await cookieOf(at, them);
  const browser = connect(at, { cookie });
  await once(browser.socket, 'open');
  at.logins.setConnected(false);
  await own.database.query.deleteFrom('logins').where('user_id', '=', them.id).execute();
  browser.socket.send(JSON.stringify({ type: 'auth', userId: them.id }));
  await expect.poll(browser.closed).toBe(4401);
  expect(browser.received).toEqual([]);
});

test('after the database was unheard everybody refetches, and who was logged out meanwhile is closed', async () => {
  const at = await server();
  const [them, gone] = [await person(), await person()];
  const [browser, late] = [await enter(at, them), await enter(at, gone)];
  await own.database.query.deleteFrom('logins').where('user_id', '=', gone.id).execute();
  at.live.listening(false);
  at.live.listening(true);
  await expect
    .poll(() => browser.received)
    .toEqual([
      { type: 'changed', topics: [...topics] },
      { type: 'changed', topics: ['notifications'] },
    ]);
  await expect.poll(late.closed).toBe(4401);
  expect(browser.closed()).toBeUndefined();
});

test('a login that expires closes its sockets', async () => {
  const at = await server({ pingIntervalMs: 100 });
  const them = await person();
  const browser = await enter(at, them);
  await own.database.query.updateTable('logins').set({ expire: new Date() }).where('user_id', '=', them.id).execute();
  await expect.poll(browser.closed).toBe(4401);
});

test('whoever does not answer a ping is gone by the next one, whoever does stays', async () => {
  const at = await server({ pingIntervalMs: 100 });
  const them = await person();
  const deaf = await enter(at, them);
  const well = await enter(at, them);
  deaf.socket.pong = () => undefined;
  await expect.poll(deaf.closed).toBe(1006);
  await expect.poll(at.live.count).toBe(1);
  expect(well.closed()).toBeUndefined();
});

test('with every ping a page hears that the line lives', async () => {
  const at = await server({ pingIntervalMs: 100 });
  const browser = await enter(at, await person());
  await expect.poll(browser.heartbeats).toBeGreaterThan(1);
});

test('a socket that does not read is closed with a reason, instead of being buffered for without end', async () => {
  const them = await person();
  const note = { id: 1, userId: them.id, message: 'x'.repeat(500_000) } as Notification;
  const at = await server({ load: async () => [note] });
  const [slow, quick] = [await enter(at, them), await enter(at, them)];
  slow.socket.pause();
  const event: ChangeEvent = { topics: [], admins: false, users: [], notes: [[1, them.id]], ended: [] };
  for (let round = 1; round <= 40; round++) {
    await at.live.carry(event);
    await expect.poll(() => quick.received.length, { interval: 1 }).toBe(round);
  }
  slow.socket.resume();
  await expect.poll(slow.closed).toBe(4408);
  expect(slow.received.length).toBeLessThan(40);
  expect(quick.closed()).toBeUndefined();
});

test('a stopping server says goodbye with 1001 and does not wait for who stays silent', async () => {
  const at = await server();
  const them = await person();
  const polite = await enter(at, them);
  const silent = await enter(at, them);
  silent.socket.pause();
  const began = performance.now();
  await at.app.close();
  expect(performance.now() - began).toBeLessThan(4000);
  await expect.poll(polite.closed).toBe(1001);
});

test('of more sockets than one person may have the oldest goes, and nobody else’s', async () => {
  const at = await server();
  const [them, other] = [await person(), await person()];
  const spared = await enter(at, other);
  const cookie = await cookieOf(at, them);
  const first = await enter(at, them, cookie);
  const others = [];
  for (let nth = 0; nth < 19; nth++) others.push(await enter(at, them, cookie));
  expect(first.closed()).toBeUndefined();
  const last = await enter(at, them, cookie);
  await expect.poll(first.closed).toBe(4429);
  expect([spared, last, ...others].map(({ closed }) => closed())).toEqual(Array(21).fill(undefined));
});

test('in the whole server a log-out closes the socket, and so does a new password elsewhere', async () => {
  const testApp = await createTestApp();
  opened.push(testApp);
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = testApp.app.server.address() as AddressInfo;
  const them = await testApp.person('client');
  const elsewhere = await testApp.login(them.username);
  const [one, two] = [await enterWith(port, them), await enterWith(port, { ...them, cookie: elsewhere })];
  const body = { currentPassword: testApp.password, newPassword: 'something new' };
  const answer = await testApp.call(them, 'PUT /api/user/password', { body });
  await expect.poll(two.closed).toBe(4401);
  await expect.poll(one.closed).toBe(4409);
  const renewed = { ...them, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
  const three = await enterWith(port, renewed);
  await testApp.call(renewed, 'POST /api/logout');
  await expect.poll(three.closed).toBe(4401);
  expect(await statusOf(connect({ port }, { cookie: them.cookie }))).toBe(401);
});

test('one change reaches a thousand sockets', async () => {
  const at = await server();
  const people = await Promise.all(Array.from({ length: 50 }, () => person()));
  const twenty = async (them: Person) => {
    const cookie = await cookieOf(at, them);
    return Promise.all(Array.from({ length: 20 }, () => enter(at, them, cookie)));
  };
  const browsers = (await Promise.all(people.map(twenty))).flat();
  await at.write({ topics: ['users'] }, async ({ events }) =>
    events.invalidateFor({ users: people.map(({ id }) => id) }),
  );
  await expect.poll(() => browsers.filter(({ received }) => received.length === 1).length).toBe(1000);
});

/** A browser's end of the event stream, and what it received. */
async function listen({ port }: { port: number }, { cookie, userId }: { cookie: string; userId: number }) {
  const gone = new AbortController();
  opened.push({ close: async () => gone.abort() });
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const response = await fetch(`http://127.0.0.1:${port}/api/live?userId=${userId}`, { headers, signal: gone.signal });
  let text = '';
  let isOver = false;
  const read = async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  };
  const over = () => {
    isOver = true;
  };
  void read().then(over, over);
  const received = () =>
    [...text.matchAll(/^data: (\{.*)$/gm)]
      .map(([, message]) => JSON.parse(String(message)) as ServerMessage)
      .filter(({ type }) => type !== 'alive');
  const code = () => Number(/event: close\ndata: (\d+)/.exec(text)?.[1]);
  return { response, received, code, isOver: () => isOver, leave: () => gone.abort() };
}

test('where no socket gets through an event stream says the same, to the same people', async () => {
  const at = await server();
  const [them, other] = [await person(), await person()];
  const cookie = await cookieOf(at, them);
  const stream = await listen(at, { cookie, userId: them.id });
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  await expect.poll(stream.received).toEqual([{ type: 'ready', versions: expect.any(Object) }]);
  await at.write({ topics: ['sessions'] }, async ({ events }) => events.invalidateFor({ users: [other.id] }));
  await at.write({ topics: ['projects'] }, async (context) => {
    await note(context, them);
    context.events.invalidateFor({ users: [them.id] });
  });
  await expect.poll(stream.received).toHaveLength(3);
  expect(stream.received().slice(1)).toEqual([
    expect.objectContaining({ type: 'changed', topics: expect.arrayContaining(['projects']) }),
    { type: 'notification', data: expect.objectContaining({ message: 'Look' }) },
  ]);
});

test('an event stream is for who is logged in, and for the person whom the page shows', async () => {
  const at = await server();
  const [them, other] = [await person(), await person()];
  expect((await listen(at, { cookie: '', userId: them.id })).response.status).toBe(401);
  const cookie = await cookieOf(at, them);
  const foreign = await fetch(`http://127.0.0.1:${at.port}/api/live?userId=${them.id}`, {
    headers: { cookie, 'sec-fetch-site': 'cross-site' },
  });
  expect(foreign.status).toBe(403);
  const stream = await listen(at, { cookie, userId: other.id });
  await expect.poll(stream.code).toBe(4403);
  expect(stream.received()).toEqual([]);
});

test('an event stream ends with its login, with a stopping server, and is forgotten when its page goes', async () => {
  const at = await server();
  const [one, two, three] = await Promise.all([person(), person(), person()]);
  const enterBy = async (them: Person) => {
    const stream = await listen(at, { cookie: await cookieOf(at, them), userId: them.id });
    await expect.poll(stream.received).toHaveLength(1);
    return stream;
  };
  const [first, second, third] = [await enterBy(one), await enterBy(two), await enterBy(three)];
  await at.write({ topics: [] }, (context) => revokeLogins(context, { user: one.id }));
  await expect.poll(first.code).toBe(4401);
  second.leave();
  await expect.poll(at.live.count).toBe(1);
  await at.close();
  await expect.poll(third.code).toBe(1001);
});
