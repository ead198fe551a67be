// No write forgets a topic: after every write of the access matrix every GET of every actor answers as if nothing were cached.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Topic } from '#contract/core/endpoint.ts';
import type { Route } from '#contract/core/route.ts';
import { buildApp } from './app.ts';
import { changeChannel, parseChangeEvent } from './db/change-events.ts';
import {
  type Actor,
  accessMatrix,
  actors,
  addressOf,
  announce,
  ask,
  type Call,
  type Case,
  makeWorld,
  type RequestParts,
  routeOf,
  startAccessMatrix,
  type World,
} from './test-support/access-matrix.ts';
import { watchTables } from './test-support/tables-used.ts';
import { testConfig } from './test-support/test-app.ts';

type Started = Awaited<ReturnType<typeof startAccessMatrix>>;
let testApp: Started['testApp'];
let people: Started['people'];
/** The same product on the same database, which cannot hear of changes and therefore caches nothing. */
let uncached: FastifyInstance;
let tables: Awaited<ReturnType<typeof watchTables>>;

beforeAll(async () => {
  const started = await startAccessMatrix();
  ({ testApp, people } = started);
  const deaf = { ...testApp.database, listen: () => ({ close: async () => undefined }) };
  uncached = await buildApp({
    config: { ...testConfig, trustProxy: 1, mediaRoot: started.mediaRoot, uploads: started.uploads },
    database: deaf,
    pages: null,
    demoMedia: null,
  });
  testApp.database.listen(
    changeChannel,
    (payload) => {
      for (const one of parseChangeEvent(payload)?.topics ?? [payload]) heard.add(one);
    },
    () => undefined,
  );
  tables = await watchTables(testApp.database);
});
afterAll(async () => {
  tables.stop();
  await uncached.close();
  await testApp.close();
});

const calls = Object.entries(accessMatrix) as [Call, Case[]][];

/** `path` as in the contract. */
type Address = { path: string; address: string; topics: readonly Topic[] };
type Read = Address & { actor: Actor };

/** Query to read this world's rows: newest first, so that what the write touched is among them. */
async function readsIn(world: World, parts: RequestParts): Promise<Address[]> {
  const db = testApp.database.query;
  const sessions = await db
    .selectFrom('sessions')
    .select('id')
    .where('project_id', '=', world.projectId)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const disputes = await db.selectFrom('disputes').select('id').orderBy('id', 'desc').limit(1).execute();
  const viewpoints = await db.selectFrom('viewpoints').select('id').orderBy('id', 'desc').limit(1).execute();
  const webhooks = await db.selectFrom('webhooks').select('id').orderBy('id', 'desc').limit(1).execute();
  const { id = 0, userId = 0 } = (parts.params ?? {}) as { id?: number; userId?: number };
  const persons = [people.owner.id, people.client.id, id, userId].filter((one) => one > 0);
  const params: Record<string, object[]> = {
    users: [...new Set(persons)].map((one) => ({ id: one })),
    projects: [{ id: world.projectId }],
    members: [{ id: world.projectId }],
    sessions: sessions.map((row) => ({ id: row.id })),
    media: sessions.map((row) => ({ id: row.id, kind: 'drone' })),
    disputes: disputes.map((row) => ({ id: row.id })),
    '/api/viewpoints': viewpoints.map((row) => ({ id: row.id })),
    '/api/projects': [{ id: world.projectId }],
    '/api/sessions': sessions.map((row) => ({ id: row.id })),
    webhooks: webhooks.map((row) => ({ id: row.id })),
    anchors: sessions.map((row) => ({ id: row.id })),
  };
  const queries: Record<string, object> = {
    '/api/search': { q: 'project' },
    '/api/search/groups': { q: 'e' },
    '/api/sessions/:id/pairs': { with: sessions[0]?.id ?? 1, kind: 'drone', otherKind: 'drone' },
  };
  return Object.entries(api as Record<string, Record<string, Route>>).flatMap(([noun, routes]) =>
    Object.values(routes).flatMap((route) => {
      // Bytes are not cached there, and versions are what each process has heard of.
      if (
        route.method !== 'GET' ||
        route.path === '/api/live/versions' ||
        typeof route.reply === 'string' ||
        route.path.includes(':folderId')
      )
        return [];
      const isOther = noun === 'viewpoints' || route.path === '/api/sessions/:id/disputes';
      const rows = params[isOther ? (route.path.split('/:')[0] ?? '') : noun];
      const inputs = route.path.includes(':') ? (rows ?? []) : [{}];
      return inputs.map((one) => ({
        address: addressOf(route, { params: one, query: route.list ? { limit: '5' } : (queries[route.path] ?? {}) }),
        topics: route.topics,
        path: route.path,
      }));
    }),
  );
}

async function readAll(app: FastifyInstance, reads: Read[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const { actor, address } of reads) {
    const headers = actor === 'nobody' ? {} : { cookie: people[actor].cookie };
    const { statusCode, body, headers: sent } = await app.inject({ url: address.slice('GET '.length), headers });
    answers[`${actor} ${address}`] = [statusCode, sent['x-total-count'], sent.link, body];
  }
  return answers;
}

/** By path, the tables that its answers depend on, whoever asked. */
const madeOf = new Map<string, Set<string>>();

/** The answer without any cache. */
async function readFresh(reads: Read[]): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const read of reads) {
    const known = madeOf.get(read.path) ?? new Set();
    madeOf.set(read.path, known);
    Object.assign(answers, await tables.readBy(known, () => readAll(uncached, [read])));
  }
  return answers;
}

/** Where the cache's answers differ from the database's. */
async function staleAmong(reads: Read[]): Promise<string[]> {
  const cached = await readAll(testApp.app, reads);
  const fresh = await readFresh(reads);
  return Object.keys(fresh).filter((read) => !isDeepStrictEqual(cached[read], fresh[read]));
}

/** Everything that anybody can read of a world. */
async function allReads(world: World, parts: RequestParts): Promise<Read[]> {
  const addresses = await readsIn(world, parts);
  return addresses.flatMap((one) => actors.map((actor) => ({ ...one, actor })));
}

/** A world with a row of each kind. */
async function fullWorld(): Promise<Read[]> {
  const world = await makeWorld();
  for (const call of ['editViewpoint', 'createShareLink', 'takeBack', 'moveDispute', 'sendDeliveryAgain'] as const)
    await accessMatrix[call][0]?.request(world, people.owner);
  await world.released();
  await announce(world);
  return allReads(world, {});
}

const heard = new Set<string>();

/** Waits until every process has heard of all writes so far: none of them arrives later. */
async function settled(): Promise<void> {
  const fence = `fence ${randomUUID()}`;
  await sql`select pg_notify(${changeChannel}, ${fence})`.execute(testApp.database.query);
  await expect.poll(() => heard.has(fence)).toBe(true);
}

type Written = { call: Call; request: Case['request']; actor: Actor };

/** What a write does, in a world of its own: which tables it touches, and which topics its call announces. */
async function rehearse({ call, request, actor }: Written) {
  const world = await makeWorld();
  const input = await request(world, writer(actor));
  await settled();
  heard.clear();
  const touched = await tables.changedBy(() => ask(routeOf(call), actor, input));
  await settled();
  return { touched, announced: routeOf(call).topics.filter((topic) => heard.has(topic)) };
}

const writer = (actor: Actor) => people[actor === 'nobody' ? 'admin' : actor];

/** Who writes: the first and the last of those who may, alternating. What a write touches depends on the call and hardly on the person. */
function writerOf(answers: readonly number[], turn: number): Actor | undefined {
  return actors.filter((_, at) => answers[at]! < 300).at(turn % 2 ? 0 : -1);
}

/** People whose ids the call names, such as a removed member. */
function namedIn({ params = {}, body = {} }: RequestParts): Actor[] {
  const named = new Set(Object.values({ ...params, ...body }));
  return actors.filter((actor) => actor !== 'nobody' && named.has(people[actor].id));
}

const writes = calls
  .filter(([call]) => routeOf(call).method !== 'GET')
  .flatMap(([call, cases]) =>
    cases.flatMap(({ of, request, answers }, nth) => {
      const actor = writerOf(answers, nth);
      return actor ? [[`${call}: ${of}`, { call, request, actor }] as const] : [];
    }),
  );

/** By path, the tables after whose change it was not asked. */
const passedOver = new Map<string, Set<string>>();

/** Whether it depends on one of these, as far as is known. */
function isMadeOf(path: string, touched: Set<string>): boolean {
  const known = madeOf.get(path);
  return !known || known.size === 0 || [...touched].some((table) => known.has(table));
}

test('whoever reads whatever there is, is answered as without cache', async () => {
  const reads = await fullWorld();
  expect(await staleAmong(reads)).toEqual([]);
  expect(await staleAmong(reads), 'asked again').toEqual([]);
});

describe('after every write each GET of each actor equals the same GET without cache', () => {
  test.each(writes)('%s', async (_, written) => {
    const { call, request, actor } = written;
    const { touched, announced } = await rehearse(written);
    const world = await makeWorld();
    const input = await request(world, writer(actor));
    await announce(world);
    await settled();
    const themselves = new Set([actor, ...namedIn(input)]);
    function isAsked({ actor, path, topics }: Read): boolean {
      // The asker's own rights come with the login, whatever is asked for.
      if (touched.size === 0 || themselves.has(actor)) return true;
      // For answers that are always made again it is enough that these people read them.
      if (topics.some((topic) => announced.includes(topic))) return false;
      if (isMadeOf(path, touched)) return true;
      passedOver.set(path, new Set([...(passedOver.get(path) ?? []), ...touched]));
      return false;
    }
    const reads = (await allReads(world, input)).filter(isAsked);
    await readAll(testApp.app, reads);
    expect((await ask(routeOf(call), actor, input)).status).toBeLessThan(300);
    expect(await staleAmong(reads), `stale after ${actor} wrote`).toEqual([]);
  });
});

test('no call was passed over that was made of what a write had changed, by all that is known in the end', async () => {
  await readFresh(await fullWorld());
  for (const [path, touched] of passedOver) expect([path, isMadeOf(path, touched)]).toEqual([path, false]);
});
