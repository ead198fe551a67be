// The claims about two server processes on one database: what happens on one is known on the other.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import type { Role } from '#contract/policy.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { createDatabase, type Database } from './db/open.ts';
import { hashPassword } from './lib/secrets/password.ts';
import { type Product, startProduct } from './test-support/processes/product-process.ts';
import { startInstalled } from './test-support/processes/system-postgres.ts';
import { freshDatabase } from './test-support/test-database.ts';

const password = 'a-good-password';
const patience = { timeout: 10_000, interval: 20 };

let url: string;
let drop: () => Promise<void>;
let folder: string;
let here: Product;
let there: Product;
let projectId: number;
const ids: Partial<Record<Role, number>> = {};

/** Debian's server if it is installed, else the one that we ship. */
async function openServer(): Promise<void> {
  const installed = await startInstalled({ fsync: 'off' });
  if (installed) {
    url = installed.url('postgres');
    drop = installed.stop;
    return;
  }
  const own = await freshDatabase({ empty: true });
  url = own.url;
  drop = own.drop;
}

async function settle(database: Database): Promise<void> {
  const hash = await hashPassword(password);
  for (const role of ['admin', 'photographer', 'client'] as const) {
    const row = { username: role, password: hash, email: `${role}@x.ng`, first_name: role, last_name: 'Obi', role };
    const made = await database.query.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow();
    ids[role] = made.id;
  }
  const project = { name: 'Lekki', client_id: ids.client ?? 0, created_by: ids.admin ?? 0 };
  const made = await database.query.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  projectId = made.id;
  const site = { project_id: projectId, name: 'Block A', photographer_id: ids.photographer ?? 0 };
  await database.query.insertInto('sites').values(site).execute();
}

function start(): Promise<Product> {
  const secret = 'c0ncrete-and-steel-and-glass-and-wood';
  const uploads = join(folder, 'uploads');
  return startProduct({ DATABASE_URL: url, SESSION_SECRET: secret, DATA_DIR: folder, UPLOAD_ROOT: uploads });
}

beforeAll(async () => {
  await openServer();
  folder = mkdtempSync(join(tmpdir(), 'topout processes-'));
  mkdirSync(join(folder, 'uploads'));
  [here, there] = await Promise.all([start(), start()]);
  const database = createDatabase(url, { max: 2 });
  await settle(database);
  await database.close();
}, 120_000);

afterAll(async () => {
  await Promise.all([here, there].map((product) => product?.end('SIGTERM')));
  await drop?.();
  rmSync(folder, { recursive: true, force: true });
});

type Line = { socket: WebSocket; heard: ServerMessage[] };

/** A browser's live channel, after its hello was answered. */
async function listenTo(product: Product, person: { cookie: string; id: number }): Promise<Line> {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, { headers: { cookie: person.cookie } });
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', userId: person.id }));
  await vi.waitUntil(() => heard.some(({ type }) => type === 'ready'), patience);
  return { socket, heard };
}

async function enter(product: Product, role: Role): Promise<{ cookie: string; id: number }> {
  return { cookie: await product.login(role, password), id: ids[role] ?? 0 };
}

async function submit(product: Product, cookie: string): Promise<number> {
  const body = { projectId, captureDate: '2026-11-20', notes: 'Slab poured.' };
  const made = await product.ask('POST /api/sessions', { cookie, body });
  expect(made).toMatchObject({ status: 201, body: { status: 'pending', projectId } });
  return (made.body as { id: number }).id;
}

test('two processes that start at the same moment on an empty database make its tables once, and both are ready', async () => {
  const ready = await Promise.all([here, there].map((product) => product.ask('GET /health/ready')));
  expect(ready.map(({ status }) => status)).toEqual([200, 200]);
});

test('what a photographer submits on one process reaches an admin’s socket on the other, whole', async () => {
  const [photographer, admin] = await Promise.all([enter(here, 'photographer'), enter(here, 'admin')]);
  const { socket, heard } = await listenTo(there, admin);
  const id = await submit(here, photographer.cookie);
  const pushed = await vi.waitUntil(() => heard.find((push) => push.type === 'notification'), patience);
  expect(pushed).toMatchObject({
    data: { userId: admin.id, type: 'session_submitted', relatedSessionId: id, isRead: false },
  });
  await vi.waitUntil(() => heard.some((push) => push.type === 'changed' && push.topics.includes('sessions')), patience);
  socket.terminate();
});

test('a login made on one process counts on the other; ended on one it is dead on the other, with its sockets', async () => {
  const client = await enter(here, 'client');
  expect(await there.ask('GET /api/user', client)).toMatchObject({ status: 200, body: { username: 'client' } });
  const { socket } = await listenTo(there, client);
  const closed = once(socket, 'close');
  expect(await here.ask('POST /api/logout', client)).toMatchObject({ status: 200 });
  const [code] = await closed;
  expect(code).toBe(4401);
  expect(await there.ask('GET /api/user', client)).toMatchObject({ status: 401 });
});

test('an answer that one process keeps ready is dropped when the other writes', async () => {
  const [photographer, admin] = await Promise.all([enter(here, 'photographer'), enter(there, 'admin')]);
  const idsOn = async (product: Product) => {
    const answer = await product.ask('GET /api/sessions', admin);
    return (answer.body as { id: number }[]).map(({ id }) => id);
  };
  const before = await idsOn(there);
  expect(await idsOn(there)).toEqual(before);
  const id = await submit(here, photographer.cookie);
  expect(await idsOn(here)).toContain(id);
  await vi.waitFor(async () => expect(await idsOn(there)).toEqual([id, ...before]), patience);
});

test('who views a session on one process is shown to an admin on the other, and is seen there', async () => {
  const [photographer, admin] = await Promise.all([enter(here, 'photographer'), enter(there, 'admin')]);
  const sessionId = await submit(here, photographer.cookie);
  const person = {
    ...{ username: 'ada', password, email: 'ada@x.ng', firstName: 'Ada', lastName: 'Obi', role: 'admin' },
  };
  const made = await here.ask('POST /api/users', {
    ...admin,
    cookie: (await enter(here, 'admin')).cookie,
    body: person,
  });
  expect(made.status).toBe(201);
  const { socket, heard } = await listenTo(there, admin);
  const presence = `/api/sessions/${sessionId}/presence`;
  await here.ask(`PUT ${presence}`, { cookie: await here.login('ada', password) });
  await vi.waitUntil(() => heard.some((push) => push.type === 'changed' && push.topics.includes('presence')), patience);
  const seen = await there.ask(`GET ${presence}`, admin);
  expect(seen.body).toMatchObject({ others: [{ firstName: 'Ada' }] });
  socket.terminate();
});

test('a setting that is saved on one process holds on the other for the next concern', async () => {
  const [photographer, admin, client] = await Promise.all([
    enter(here, 'photographer'),
    enter(here, 'admin'),
    enter(there, 'client'),
  ]);
  const sessionId = await submit(here, photographer.cookie);
  await here.ask(`PUT /api/sessions/${sessionId}/approve`, { ...admin, body: {} });
  const raise = async () => {
    const body = { sessionId, reason: 'A crack', priority: 'high' };
    const made = await there.ask('POST /api/disputes', { ...client, body });
    const { createdAt, dueAt } = made.body as { createdAt: string; dueAt: string };
    return (Date.parse(dueAt) - Date.parse(createdAt)) / 86_400_000;
  };
  expect(await raise()).toBeLessThan(5);
  const responseDays = { ...defaultSettings.responseDays, high: 60 };
  const saved = await here.ask('PUT /api/settings', { ...admin, body: { ...defaultSettings, responseDays } });
  expect(saved.status).toBe(200);
  await vi.waitFor(async () => expect(await raise()).toBeGreaterThan(60), patience);
});

type Read = { [name: string]: unknown; version: number };

/** The replacement for the present value, derived from it. */
const settingsChanges: Record<string, { path: string; change: (now: Read) => object }> = {
  'the reasons for sending back': {
    path: '/api/settings/rejection-reasons',
    change({ reasons }) {
      const known = reasons as Record<string, { sentence: string; enabled: boolean }>;
      const changed = Object.entries(known).map(([code, { enabled }]) => [code, { enabled, sentence: `Why: ${code}` }]);
      return { reasons: Object.fromEntries(changed) };
    },
  },
  'the checklist': { path: '/api/checklist', change: () => ({ lines: [{ text: 'Nobody is seen', kind: null }] }) },
  'the rules of share links': {
    path: '/api/settings/share-rules',
    change: () => ({ longestDays: 7, pinAlways: true, downloads: false }),
  },
  'digests, reminders and the quota': {
    path: '/api/settings/defaults',
    change: () => ({ digest: 'daily', remindsHalfway: false, claimDays: 14, uploadQuotaGb: 20 }),
  },
  'how long is kept what piles up': {
    path: '/api/settings/retention',
    change: () => ({ auditLog: 3650, notifications: 365, demoRequests: null }),
  },
};

test.each(Object.entries(settingsChanges))(
  '%s, saved on one process, hold on the other',
  async (_, { path, change }) => {
    const [onHere, onThere] = await Promise.all([enter(here, 'admin'), enter(there, 'admin')]);
    const read = async () => (await there.ask(`GET ${path}`, onThere)).body as Read;
    // Read before, so that a cached answer exists there.
    const now = await read();
    const wanted = change(now);
    expect(now).not.toMatchObject(wanted);
    const saved = await here.ask(`PUT ${path}`, { ...onHere, body: { ...wanted, version: now.version } });
    expect([saved.status, saved.body]).toMatchObject([200, wanted]);
    await vi.waitFor(async () => expect(await read()).toMatchObject(wanted), patience);
  },
);

test('a rule of share links that is saved on one process refuses a link on the other', async () => {
  const client = await enter(there, 'client');
  const share = { scope: 'project', recipient: 'The bank' };
  const asked = await there.ask(`POST /api/projects/${projectId}/share-links`, { ...client, body: share });
  expect(asked).toMatchObject({ status: 400, body: { issues: [{ path: expect.stringMatching(/pin/i) }] } });
});

test('of two admins who decide at the same moment on two processes one wins, and the other learns who did', async () => {
  const [photographer, admin] = await Promise.all([enter(here, 'photographer'), enter(here, 'admin')]);
  const id = await submit(here, photographer.cookie);
  const answers = await Promise.all([
    here.ask(`PUT /api/sessions/${id}/approve`, { ...admin, body: {} }),
    there.ask(`PUT /api/sessions/${id}/reject`, { ...admin, body: { rejectionReason: 'Blurred' } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    message: expect.stringMatching(new RegExp(`^Session ${id} was already (approved|rejected) by admin Obi on `)),
  });
});

test('the same key sent to both processes at once makes one session', async () => {
  const { cookie } = await enter(here, 'photographer');
  const body = { projectId, captureDate: '2026-11-19' };
  const given = { cookie, body, headers: { 'idempotency-key': 'pressed-once' } };
  const [one, other] = await Promise.all([
    here.ask('POST /api/sessions', given),
    there.ask('POST /api/sessions', given),
  ]);
  expect([one.status, other.status]).toEqual([201, 201]);
  expect(other.body).toEqual(one.body);
});

test('announcements to both processes at once stay within the quota of their project', async () => {
  const [onHere, onThere] = await Promise.all([enter(here, 'admin'), enter(there, 'admin')]);
  const path = '/api/settings/defaults';
  const now = (await here.ask(`GET ${path}`, onHere)).body as Read;
  const saved = await here.ask(`PUT ${path}`, { ...onHere, body: { ...now, uploadQuotaGb: 1 } });
  expect(saved.status).toBe(200);
  const known = async () => (await there.ask(`GET ${path}`, onThere)).body;
  await vi.waitFor(async () => expect(await known()).toMatchObject({ uploadQuotaGb: 1 }), patience);
  const announce = (nth: number) => {
    const body = { projectId, files: [{ name: `${nth}.mp4`, bytes: 300 * 1024 ** 2 }] };
    return nth % 2
      ? here.ask('POST /api/uploads', { ...onHere, body })
      : there.ask('POST /api/uploads', { ...onThere, body });
  };
  const answers = await Promise.all(Array.from({ length: 12 }, (_, nth) => announce(nth)));
  const accepted = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(accepted).toHaveLength(3);
  for (const { status, body } of refused)
    expect({ status, body }).toMatchObject({ status: 409, body: { code: 'quota' } });
});
