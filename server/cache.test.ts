// No write forgets a topic: after every write of the access matrix every GET of every actor answers as if nothing were cached.
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Topic } from '#contract/endpoint.ts';
import type { Route } from '#contract/route.ts';
import { buildApp } from './app.ts';
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
import { testConfig } from './test-support/test-app.ts';

type Started = Awaited<ReturnType<typeof startAccessMatrix>>;
let testApp: Started['testApp'];
let people: Started['people'];
/** The same product on the same database, which cannot hear of changes and therefore keeps nothing. */
let uncached: FastifyInstance;

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
});
afterAll(async () => {
  await uncached.close();
  await testApp.close();
});

const calls = Object.entries(accessMatrix) as [Call, Case[]][];

type Read = { actor: Actor; address: string };
type Address = { address: string; topics: readonly Topic[] };
/** `turn` counts the writes. */
type Written = { call: Call; actor: Actor; turn: number; concerns: Actor[] };

/** What the rows of this world are read by: newest first, so that what the write touched is among them. */
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
      // Bytes are not kept there, and versions are what each process has heard of.
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

/** What the cache answers otherwise than the database. */
async function staleAmong(reads: Read[]): Promise<string[]> {
  const cached = await readAll(testApp.app, reads);
  const fresh = await readAll(uncached, reads);
  return Object.keys(fresh).filter((read) => !isDeepStrictEqual(cached[read], fresh[read]));
}

const readsBy = (readers: Iterable<Actor>, { address }: Address): Read[] =>
  Array.from(readers, (actor) => ({ actor, address }));

/** Who writes: the first and the last of those who may, by turns. What a write touches depends on the call and hardly on the person. */
function writerOf(answers: readonly number[], turn: number): Actor | undefined {
  return actors.filter((_, at) => answers[at]! < 300).at(turn % 2 ? 0 : -1);
}

/** Members of one kind differ in what they may do and hardly in what they read: one of each group by turns. */
const byTurns: readonly Actor[][] = [
  ['nobody', 'sitePhotographer'],
  ['crewAdmin', 'crewContributor', 'crewViewer'],
  ['memberAdmin', 'contributor', 'viewer'],
];
const always = actors.filter((actor) => !byTurns.flat().includes(actor));

/**
 * What the cache may go on serving after the write is read by everybody whom it can concern. What shares a topic with the write is made
 * anew, by one rule for all: whoever wrote and one other read that.
 */
function readersOf({ topics }: Address, written: Written): Set<Actor> {
  const { call, actor, turn, concerns } = written;
  const isMadeAnew = topics.some((topic) => routeOf(call).topics.includes(topic));
  if (isMadeAnew) return new Set([actor, actors[turn % actors.length] ?? actor]);
  return new Set([actor, ...concerns, ...always, ...byTurns.flatMap((group) => group[turn % group.length] ?? [])]);
}

/** Those whose ids the call names, as the member who is removed. */
function namedIn({ params = {}, body = {} }: RequestParts): Actor[] {
  const named = new Set(Object.values({ ...params, ...body }));
  return actors.filter((actor) => actor !== 'nobody' && named.has(people[actor].id));
}

const writes = calls
  .filter(([call]) => routeOf(call).method !== 'GET')
  .flatMap(([call, cases]) =>
    cases.flatMap(({ of, request, answers }, nth) => {
      const actor = writerOf(answers, nth);
      return actor ? [{ of: `${call}: ${of}`, call, request, actor }] : [];
    }),
  )
  .map(({ of, ...written }, turn) => [of, { ...written, turn }] as const);

describe('after every write each GET of those whom it can concern equals the same GET without cache', () => {
  test.each(writes)('%s', async (_, { call, request, actor, turn }) => {
    const world = await makeWorld();
    const input = await request(world, people[actor === 'nobody' ? 'admin' : actor]);
    const addresses = await readsIn(world, input);
    await announce(world);
    const written = { call, actor, turn, concerns: namedIn(input) };
    const reads = addresses.flatMap((one) => readsBy(readersOf(one, written), one));
    await readAll(testApp.app, reads);
    expect((await ask(routeOf(call), actor, input)).status).toBeLessThan(300);
    expect(await staleAmong(reads), `stale after ${actor} wrote`).toEqual([]);
  });
});

test('what is made anew for one is nobody else’s: everybody who reads everything is answered as without cache', async () => {
  const world = await makeWorld();
  await world.released();
  await announce(world);
  const reads = (await readsIn(world, {})).flatMap((one) => readsBy(actors, one));
  expect(await staleAmong(reads)).toEqual([]);
});
