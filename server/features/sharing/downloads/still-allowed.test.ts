// The claims about a ZIP whose pictures are its reader's no longer, asked of one process and taken from them in another.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { buildApp } from '#server/app.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let project: number;
/** Another process of the same installation. */
let other: { app: FastifyInstance; database: Database };

const settings = () => ({ mediaRoot: join(folder, 'media'), dataDir: join(folder, 'data') });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-taken-'));
  mkdirSync(join(folder, 'media/lekki'), { recursive: true });
  for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(folder, 'media/lekki', name), Buffer.alloc(40_000_000, 1));
  testApp = await createTestApp(settings());
  const database = createDatabase(testApp.connection);
  const app = await buildApp({ config: { ...testConfig, ...settings() }, database, pages: null, demoMedia: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  other = { app, database };
  admin = await testApp.person('admin');
  const client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const roots = [{ provider: 'local', root: 'lekki' }];
  await testApp.call(admin, `PUT /api/projects/${project}/media-roots`, { body: { roots } });
});
afterAll(async () => {
  await other.app.close();
  await other.database.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function released(crew: TestPerson): Promise<number> {
  const links = { droneImagesUrl: '/media/folders/lekki' };
  const body = { projectId: project, captureDate: '2026-03-04', photographerId: crew.id, ...links };
  const { id } = (await testApp.call(admin, 'POST /api/sessions', { body })).body as Session;
  expect((await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {} })).status).toBe(200);
  return id;
}

/** Nothing of it is taken: the server waits for its reader. */
function open(person: TestPerson, id: number) {
  const { port } = other.app.server.address() as AddressInfo;
  const request = get({
    port,
    path: `/api/sessions/${id}/pictures.zip`,
    headers: { cookie: person.cookie },
    agent: false,
  });
  return { request, answered: new Promise<IncomingMessage>((done) => request.once('response', done)) };
}

const connections = () =>
  new Promise<number>((done) => other.app.server.getConnections((_, count) => done(count ?? -1)));

/** How many bytes came before it broke off; null where all of them did. */
async function readRest(answer: IncomingMessage): Promise<number | null> {
  let bytes = 0;
  try {
    for await (const chunk of answer) bytes += (chunk as Buffer).length;
    return null;
  } catch {
    return bytes;
  }
}

const losses: [string, (lost: { id: number; crew: TestPerson }) => Promise<unknown>][] = [
  ['its session is removed', ({ id }) => testApp.call(admin, `DELETE /api/sessions/${id}`)],
  [
    'its reader gets another role',
    ({ crew }) => sql`update users set role = 'client' where id = ${crew.id}`.execute(testApp.database.query),
  ],
  // Last: it stays so in the project.
  [
    'a picture in it is taken back',
    ({ id }) => {
      const item = encodeURIComponent('local:lekki/b.jpg');
      const body = { reason: 'A face' };
      return testApp.call(admin, `PUT /api/sessions/${id}/media/drone/${item}/taken-back`, { body });
    },
  ],
];

test.each(losses)('a ZIP that is being sent ends when %s in another process', async (_, lose) => {
  const crew = await testApp.person('photographer');
  const id = await released(crew);
  const { answered } = open(crew, id);
  const answer = await answered;
  expect(answer.statusCode).toBe(200);
  await wait(1_500);
  expect(await connections()).toBe(1);
  await lose({ id, crew });
  await expect.poll(connections, { timeout: 10_000 }).toBe(0);
  expect(await readRest(answer)).toBeLessThan(40_000_000);
});

test('a ZIP that waits for its turn is refused when its session is removed meanwhile', async () => {
  const crew = await testApp.person('photographer');
  const [first, second] = [open(crew, await released(crew)), await released(crew)];
  const firstAnswer = await first.answered;
  const waiting = open(crew, second);
  await expect.poll(connections).toBe(2);
  await testApp.call(admin, `DELETE /api/sessions/${second}`);
  firstAnswer.destroy();
  const answer = await waiting.answered;
  expect(answer.statusCode).toBe(404);
  answer.resume();
});
