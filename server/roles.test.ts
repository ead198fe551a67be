// The claims about processes with roles of their own, with a pooler between them and the database where the system has one.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createDatabase, type Database } from './db/open.ts';
import { hashPassword } from './lib/secrets/password.ts';
import { type Pooler, startPooler } from './test-support/processes/pooler.ts';
import { type Product, startProduct } from './test-support/processes/product-process.ts';
import { freshDatabase, type TestDatabase } from './test-support/test-database.ts';

const password = 'a-good-password';
const patience = { timeout: 20_000, interval: 20 };

let home: TestDatabase;
let pooler: Pooler | null;
let database: Database;
let folder: string;
let here: Product;
let there: Product;
let ids: { admin: number; projectId: number };

function start(role: string): Promise<Product> {
  const SESSION_SECRET = 'c0ncrete-and-steel-and-glass-and-wood';
  const addresses = { DATABASE_URL: pooler?.url ?? home.url, DATABASE_DIRECT_URL: home.url };
  return startProduct({ ...addresses, SESSION_SECRET, DATA_DIR: folder, ROLE: role });
}

async function settle(): Promise<typeof ids> {
  const hash = await hashPassword(password);
  const add = async (role: 'admin' | 'photographer' | 'client') => {
    const row = { username: role, password: hash, email: `${role}@x.ng`, first_name: role, last_name: 'Obi', role };
    return (await database.query.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const [admin, photographer, client] = [await add('admin'), await add('photographer'), await add('client')];
  const project = { name: 'Lekki', client_id: client, created_by: admin };
  const { id } = await database.query.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  const site = { project_id: id, name: 'Block A', photographer_id: photographer };
  await database.query.insertInto('sites').values(site).execute();
  return { admin, projectId: id };
}

beforeAll(async () => {
  home = await freshDatabase({ empty: true });
  pooler = await startPooler(home.connection);
  folder = mkdtempSync(join(tmpdir(), 'topout-roles-'));
  [here, there] = await Promise.all([start('web'), start('web')]);
  database = createDatabase(home.connection, { max: 2 });
  ids = await settle();
}, 120_000);

afterAll(async () => {
  await Promise.all([here, there].map((product) => product?.end('SIGTERM')));
  await pooler?.stop();
  await database?.close();
  await home?.drop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Jobs that run once, without those that come again. */
async function waitingJobs(): Promise<number> {
  const found = await sql<{
    n: number;
  }>`select count(*) as n from jobs where dedupe_key is null or dedupe_key not like 'every %'`;
  return (await found.execute(database.query)).rows[0]?.n ?? 0;
}

async function hearChanges(product: Product): Promise<string[]> {
  const cookie = await product.login('admin', password);
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, { headers: { cookie } });
  const heard: string[] = [];
  socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { type: string }).type));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', userId: ids.admin }));
  await vi.waitUntil(() => heard.includes('ready'), patience);
  return heard;
}

test('behind a pooler that keeps no connection what is submitted on one process reaches the other, and waits for one that works', async () => {
  const heard = await hearChanges(there);
  const cookie = await here.login('photographer', password);
  const links = { driveLink: 'https://drive.google.com/drive/folders/1AbCdEfGhIjKlMnOpQrStUvWx' };
  const body = { projectId: ids.projectId, captureDate: '2026-11-20', notes: 'Slab poured.', ...links };
  expect(await here.ask('POST /api/sessions', { cookie, body })).toMatchObject({ status: 201 });
  await vi.waitUntil(() => heard.includes('notification'), patience);
  expect(await waitingJobs()).toBeGreaterThan(0);
});

test('a process that works does what waits, and answers nobody but who asks for its health', async () => {
  const worker = await start('work');
  try {
    await vi.waitFor(async () => expect(await waitingJobs()).toBe(0), patience);
    expect(await worker.ask('GET /health/ready')).toMatchObject({ status: 200, body: { ok: true } });
    for (const call of ['GET /', 'GET /login', 'POST /api/login', 'GET /api/sessions', 'GET /ws'])
      expect(await worker.ask(call), call).toMatchObject({ status: 404 });
  } finally {
    await worker.end('SIGTERM');
  }
});
