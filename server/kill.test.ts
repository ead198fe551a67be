// The claim that matters most, as a user meets it: what the product answered with 201 is there after any kill.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test as plain, vi } from 'vitest';
import { findDataDirectory } from './db/embedded/data-directory.ts';
import { findRunning } from './db/embedded/postmaster.ts';
import { signal } from './db/embedded/process.ts';
import { joinEmbedded } from './db/embedded.ts';
import { createDatabase, type Database } from './db/open.ts';
import { hashPassword } from './lib/secrets/password.ts';
import { type Product, startProduct } from './test-support/processes/product-process.ts';
import { killRounds } from './test-support/rounds.ts';

const WRITERS = 4;
const password = 'a-good-password';

const test = plain.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that vitest asks for
  dataDir: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'topout kill-'));
    chmodSync(dataDir, 0o755);
    await use(dataDir);
    const orphan = databasePid(dataDir);
    if (orphan) signal(orphan, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
});

function databasePid(dataDir: string): number {
  return findRunning(findDataDirectory(dataDir).cluster)?.pid ?? 0;
}

/** Looks into the database of a running product, as an operator's command does. */
async function inside<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { connection, stop } = await joinEmbedded({ dataDir, log: () => undefined });
  const database = createDatabase(connection, { max: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await stop();
  }
}

async function settle({ query }: Database): Promise<number> {
  const hash = await hashPassword(password);
  const add = async (role: 'admin' | 'photographer' | 'client') => {
    const row = { username: role, password: hash, email: `${role}@x.ng`, first_name: role, last_name: 'Obi', role };
    return (await query.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const [admin, photographer, client] = [await add('admin'), await add('photographer'), await add('client')];
  const project = { name: 'Lekki', client_id: client, created_by: admin };
  const { id } = await query.insertInto('projects').values(project).returning('id').executeTakeFirstOrThrow();
  await query.insertInto('sites').values({ project_id: id, name: 'A', photographer_id: photographer }).execute();
  return id;
}

function start(dataDir: string): Promise<Product> {
  return startProduct({ DATA_DIR: dataDir, DEMO: 'off' });
}

/** Submits until the product is gone; `made` holds the ids of all that were answered with 201. */
async function submit(product: Product, given: { cookie: string; projectId: number; made: number[] }): Promise<void> {
  const { cookie, projectId, made } = given;
  for (let nth = 0; ; nth++) {
    const headers = { 'idempotency-key': `${product.url}-${made.length}-${nth}-${Math.random()}` };
    const body = { projectId, captureDate: '2026-11-20', notes: 'Slab poured.' };
    const answer = await product.ask('POST /api/sessions', { cookie, body, headers }).catch(() => null);
    if (answer?.status === 201) made.push((answer.body as { id: number }).id);
    else if (answer && answer.status !== 503)
      throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    else if (answer) await delay(20);
    else if (product.child.killed) return;
  }
}

test('killed under four people who submit, it starts again with every session that it acknowledged', {
  timeout: 240_000,
}, async ({ dataDir }) => {
  const made: number[] = [];
  let product = await start(dataDir);
  const projectId = await inside(dataDir, settle);
  // One login for all rounds: it outlives them too.
  const cookie = await product.login('photographer', password);
  for (let round = 0; round < killRounds; round++) {
    const before = made.length;
    const writers = Array.from({ length: WRITERS }, () => submit(product, { cookie, projectId, made }));
    await vi.waitUntil(() => made.length > before, { timeout: 20_000, interval: 5 });
    await delay(Math.random() * 400);
    const database = databasePid(dataDir);
    const killed = product.end('SIGKILL');
    // Every other time its database dies with it, else the next start takes it over.
    if (round % 2) signal(database, 'SIGKILL');
    await killed;
    await Promise.all(writers);
    product = await start(dataDir);
  }
  const kept = await inside(dataDir, async ({ query }) => {
    const rows = await query.selectFrom('sessions').select(['id', 'record_id']).execute();
    const { rows: facts } = await sql<{ counted: number; records: number; notices: number }>`
      select (select sum(sessions) from session_counts) as counted, (select count(*) from session_records) as records,
        (select count(*) from notifications) as notices`.execute(query);
    return { ids: rows.map(({ id }) => id), facts: facts[0] };
  });
  expect(made.length).toBeGreaterThanOrEqual(killRounds);
  expect(made.filter((id) => !kept.ids.includes(id))).toEqual([]);
  // What belongs together came together: each session with its record, its notice and its place in the counters.
  const many = kept.ids.length;
  expect(kept.facts).toEqual({ counted: many, records: many, notices: many });
  await product.end('SIGTERM');
});

test('when its database alone is killed it answers 503 until it has started it again, and loses nothing', {
  timeout: 120_000,
}, async ({ dataDir }) => {
  const made: number[] = [];
  const product = await start(dataDir);
  const projectId = await inside(dataDir, settle);
  const cookie = await product.login('photographer', password);
  const writers = Array.from({ length: WRITERS }, () => submit(product, { cookie, projectId, made }));
  for (let round = 0; round < killRounds; round++) {
    const before = made.length;
    await vi.waitUntil(() => made.length > before + WRITERS, { timeout: 20_000, interval: 5 });
    await delay(500 + Math.random() * 200);
    signal(await vi.waitUntil(() => databasePid(dataDir), { timeout: 20_000 }), 'SIGKILL');
  }
  const before = made.length;
  await vi.waitUntil(() => made.length > before + WRITERS, { timeout: 20_000, interval: 5 });
  const ids = await inside(dataDir, ({ query }) => query.selectFrom('sessions').select('id').execute());
  const acknowledged = made.slice(0, before);
  await product.end('SIGTERM');
  await Promise.all(writers);
  const kept = new Set(ids.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});
