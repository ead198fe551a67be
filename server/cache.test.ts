// No write forgets a topic: after every write of the access matrix every GET of every actor answers as if nothing were cached.
import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
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

/** What the rows of this world are read by: newest first, so that what the write touched is among them. */
async function readsIn(world: World, parts: RequestParts): Promise<string[]> {
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
      return inputs.map((one) =>
        addressOf(route, { params: one, query: route.list ? { limit: '5' } : (queries[route.path] ?? {}) }),
      );
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

/** Who writes: the first and the last of those who may, by turns. What a write touches depends on the call and hardly on the person. */
function writerOf(answers: readonly number[], turn: number): Actor | undefined {
  return actors.filter((_, at) => answers[at]! < 300).at(turn % 2 ? 0 : -1);
}

const writes = calls.flatMap(([call, cases]) =>
  routeOf(call).method === 'GET'
    ? []
    : cases.flatMap(({ of, request, answers }, turn) => {
        const actor = writerOf(answers, turn);
        return actor ? [[`${call}: ${of}`, { call, request, actor }] as const] : [];
      }),
);

describe('after every write each GET of each actor equals the same GET without cache', () => {
  test.each(writes)('%s', async (_, { call, request, actor }) => {
    const world = await makeWorld();
    const input = await request(world, people[actor === 'nobody' ? 'admin' : actor]);
    const addresses = await readsIn(world, input);
    await announce(world);
    const reads = actors.flatMap((reader) => addresses.map((address) => ({ actor: reader, address })));
    await readAll(testApp.app, reads);
    expect((await ask(routeOf(call), actor, input)).status).toBeLessThan(300);
    const cached = await readAll(testApp.app, reads);
    const fresh = await readAll(uncached, reads);
    const isStale = (read: string) => !isDeepStrictEqual(cached[read], fresh[read]);
    expect(Object.keys(fresh).filter(isStale), `stale after ${actor} wrote`).toEqual([]);
  });
});
