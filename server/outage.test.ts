// The claims about a database that goes away under a running server: the server reports it, stays up, recovers, and loses nothing.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { topics } from '#contract/core/endpoint.ts';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import { hashPassword } from './lib/secrets/password.ts';
import { type Product, type ProductReply, startProduct } from './test-support/processes/product-process.ts';
import { freshDatabase, type TestDatabase, urlOf } from './test-support/test-database.ts';

const password = 'a-good-password';
const patience = { timeout: 15_000, interval: 50 };

let own: TestDatabase;
let wire: Wire;
let product: Product;
let folder: string;
let projectId: number;
let cookie: string;

/** A proxy between server and database that can be cut, or stalled so that nothing comes through and nobody notices. */
type Wire = { port: number; cut(): void; hold(): void; mend(): void; close(): Promise<void> };

async function layWire({ host, port }: TestDatabase['connection']): Promise<Wire> {
  const open = new Set<net.Socket>();
  let whole = true;
  let held = false;
  const server = net.createServer((near) => {
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
      if (held) one.pause();
    }
    if (!whole) near.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as net.AddressInfo).port,
    cut() {
      whole = false;
      for (const socket of open) socket.destroy();
    },
    hold() {
      held = true;
      for (const socket of open) socket.pause();
    },
    mend() {
      whole = true;
      held = false;
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function settle(): Promise<void> {
  const db = own.database.query;
  const hash = await hashPassword(password);
  const add = async (role: 'admin' | 'photographer' | 'client') => {
    const row = { username: role, password: hash, email: `${role}@x.ng`, first_name: role, last_name: 'Obi', role };
    return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const [admin, photographer, client] = [await add('admin'), await add('photographer'), await add('client')];
  const project = { name: 'Lekki', client_id: client, created_by: admin };
  projectId = (await db.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow()).id;
  const site = { project_id: projectId, name: 'Block A', photographer_id: photographer };
  await db.insertInto('sites').values(site).execute();
}

beforeAll(async () => {
  own = await freshDatabase();
  await settle();
  wire = await layWire(own.connection);
  folder = mkdtempSync(join(tmpdir(), 'topout outage-'));
  const url = urlOf({ ...own.connection, host: '127.0.0.1', port: wire.port });
  const secret = 'c0ncrete-and-steel-and-glass-and-wood';
  product = await startProduct({ DATABASE_URL: url, SESSION_SECRET: secret, DATA_DIR: folder });
  cookie = await product.login('photographer', password);
}, 120_000);

afterEach(async () => {
  wire.mend();
  await backAgain();
});

afterAll(async () => {
  await product?.end('SIGTERM');
  await wire?.close();
  await own?.drop();
  rmSync(folder, { recursive: true, force: true });
});

function backAgain(): Promise<void> {
  return vi.waitFor(async () => expect((await product.ask('GET /health/ready')).status).toBe(200), patience);
}

const away = { status: 503, headers: { 'retry-after': '5' }, body: { code: 'unavailable' } };

function submit(key: string): Promise<ProductReply> {
  const body = { projectId, captureDate: '2026-11-20', notes: key };
  return product.ask('POST /api/sessions', { cookie, body, headers: { 'idempotency-key': key } });
}

test('without its database it answers 503 with Retry-After to whatever needs it, and says that it lives but is not ready', async () => {
  expect(await product.ask('GET /api/sessions', { cookie })).toMatchObject({ status: 200 });
  wire.cut();
  await vi.waitFor(
    async () => expect(await product.ask('GET /api/sessions', { cookie })).toMatchObject(away),
    patience,
  );
  expect(await submit('while-away')).toMatchObject(away);
  expect(await product.ask('GET /api/user', { cookie })).toMatchObject(away);
  expect(await product.ask('POST /api/login', { body: { username: 'admin', password } })).toMatchObject(away);
  expect(await product.ask('GET /health/ready')).toMatchObject(away);
  expect(await product.ask('GET /health/live')).toMatchObject({ status: 200 });
  expect(product.child.exitCode).toBeNull();
});

test('when its database is back it goes on by itself, with the same logins', async () => {
  wire.cut();
  await vi.waitFor(async () => expect((await product.ask('GET /health/ready')).status).toBe(503), patience);
  wire.mend();
  await backAgain();
  expect(await product.ask('GET /api/user', { cookie })).toMatchObject({
    status: 200,
    body: { username: 'photographer' },
  });
  expect(await submit('back-again')).toMatchObject({ status: 201 });
});

test('sockets stay open while the database is away, and are asked to refetch everything when it is back', async () => {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ServerMessage));
  await once(socket, 'open');
  const me = (await product.ask('GET /api/user', { cookie })).body as { id: number };
  socket.send(JSON.stringify({ type: 'auth', userId: me.id }));
  await vi.waitUntil(() => heard.length > 0, patience);
  wire.cut();
  await vi.waitFor(async () => expect((await product.ask('GET /health/ready')).status).toBe(503), patience);
  wire.mend();
  await vi.waitFor(() => expect(heard).toContainEqual({ type: 'changed', topics: [...topics] }), patience);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.terminate();
});

test('a database that falls silent without hanging up is away too', async () => {
  wire.hold();
  const asked = Date.now();
  expect(await product.ask('GET /health/ready')).toMatchObject(away);
  expect(Date.now() - asked).toBeLessThan(2_000);
  const began = Date.now();
  expect(await product.ask('GET /api/sessions?limit=3', { cookie })).toMatchObject(away);
  expect(Date.now() - began).toBeLessThan(10_000);
  expect((await product.ask('GET /health/live')).status).toBe(200);
}, 60_000);

test('nothing that was acknowledged is lost over five cuts, and what was tried again came to be once', async () => {
  let going = true;
  const acknowledged = new Set<string>();
  const strange: ProductReply[] = [];
  /** As a browser does: the same key until it is answered. */
  const insist = async (key: string) => {
    for (;;) {
      const answer = await submit(key);
      if (answer.status === 201) return void acknowledged.add(key);
      if (answer.status !== 503) return void strange.push(answer);
      await delay(20);
    }
  };
  const write = async (writer: number) => {
    for (let n = 0; going; n++) await insist(`${writer}/${n}`);
  };
  const writers = [write(0), write(1), write(2), write(3)];
  for (let round = 0; round < 5; round++) {
    const before = acknowledged.size;
    await vi.waitUntil(() => acknowledged.size > before + 5, patience);
    await delay(Math.random() * 100);
    wire.cut();
    await delay(100 + Math.random() * 200);
    wire.mend();
  }
  going = false;
  await Promise.all(writers);
  expect(strange).toEqual([]);
  const rows = await own.database.query.selectFrom('sessions').select('notes').where('notes', 'like', '%/%').execute();
  const kept = rows.map(({ notes }) => notes);
  expect(kept.sort()).toEqual([...acknowledged].sort());
}, 60_000);
