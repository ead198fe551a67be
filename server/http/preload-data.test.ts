// A page brings along what its person may see, as the calls would answer it, and waits for nobody.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roles } from '#contract/policy.ts';
import type { PreloadedState } from '#contract/preloaded-state.ts';
import { buildApp } from '#server/app.ts';
import { createTestApp, type TestHouse, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { prefetchFor } from './page-prefetch.ts';
import { preloadData } from './preload-data.ts';

const html = '<html lang="en"><head></head><body><div id="root"></div></body></html>';
const chunks = { 'features/sessions/sessions-page.tsx': ['assets/sessions-page.js', 'assets/list.js'] };

let house: TestHouse;
let app: FastifyInstance;
let folder: string;
let client: TestPerson;
let photographer: TestPerson;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-pages-'));
  for (const name of ['index', 'landing', 'login', 'login-demo', 'login-failed', 'login-demo-failed'])
    writeFileSync(join(folder, `${name}.html`), html);
  mkdirSync(join(folder, '.vite'));
  writeFileSync(join(folder, '.vite/chunks.json'), JSON.stringify(chunks));
  house = await createTestApp();
  app = await buildApp({
    config: { ...testConfig, dataDir: folder },
    database: house.database,
    pages: folder,
    demoMedia: null,
  });
  await app.ready();
  client = await house.person('client');
  photographer = await house.person('photographer', { firstName: '</script><b>' });
  await house.make.project({ clientId: client.id, createdBy: client.id, name: 'The one of this client' });
});

afterAll(async () => {
  await app.close();
  await house.close();
  rmSync(folder, { recursive: true });
});

async function open(path: string, cookie?: string) {
  const page = await app.inject({ url: path, headers: cookie ? { cookie } : {} });
  const text = /id="first-view">([^<]*)<\/script>/.exec(page.body)?.[1];
  return { page, first: text === undefined ? null : (JSON.parse(text) as PreloadedState) };
}

test('a page brings the answers that its person would get, each as the call gives it', async () => {
  const { first } = await open('/projects', client.cookie);
  const { cacheVersion, answers = {} } = first ?? {};
  expect(cacheVersion).toEqual(expect.any(String));
  expect(Object.keys(answers).sort()).toEqual([
    '/api/notifications?unread=true&limit=1',
    '/api/projects?limit=50',
    '/api/user',
  ]);
  for (const [address, { body, total }] of Object.entries(answers)) {
    const answer = await app.inject({ url: address, headers: { cookie: client.cookie } });
    expect(body, address).toEqual(answer.json());
    expect(total, address).toBe(answer.headers['x-total-count']?.toString());
  }
  expect(answers['/api/projects?limit=50']?.body).toMatchObject([{ name: 'The one of this client' }]);
});

test('what this person may not see is left out, whatever the page', async () => {
  const { first } = await open('/users', client.cookie);
  expect(Object.keys(first?.answers ?? {})).not.toContain('/api/users?limit=50');
});

test('without a login, or with a made-up one, a page brings nothing', async () => {
  expect((await open('/projects')).first).toBeNull();
  expect((await open('/projects', `${client.cookie}x`)).first).toBeNull();
});

test('no word of a person can close the element', async () => {
  const { first, page } = await open('/dashboard', photographer.cookie);
  expect(first?.answers['/api/user']?.body).toMatchObject({ firstName: '</script><b>' });
  expect(page.body).not.toContain('<b>');
});

test('the code of a page is announced with it, and an address with words brings no list', async () => {
  const { page, first } = await open('/sessions?status=pending', client.cookie);
  expect(page.body).toContain('<link rel="modulepreload" crossorigin href="/assets/list.js"></head>');
  expect(Object.keys(first?.answers ?? {}).some((address) => address.startsWith('/api/sessions'))).toBe(false);
});

test('the moment differs once anything has changed', async () => {
  const before = (await open('/projects', client.cookie)).first?.cacheVersion;
  expect((await open('/projects', client.cookie)).first?.cacheVersion).toBe(before);
  const edited = await app.inject({
    method: 'PUT',
    url: `/api/users/${client.id}/profile`,
    headers: { cookie: client.cookie },
    payload: { firstName: 'Ada', lastName: 'Obi', email: 'ada@obi.example' },
  });
  expect(edited.statusCode).toBe(200);
  expect((await open('/projects', client.cookie)).first?.cacheVersion).not.toBe(before);
});

test('an answer that is slow or fails is left out, and the others are not', async () => {
  const slow = Fastify();
  slow.get('/now', async () => ({ yes: true }));
  slow.get('/late', async () => sleep(5000, { yes: true }, { ref: false }));
  slow.get('/never', async () => Promise.reject(new Error('away')));
  const request = { headers: {}, ip: '127.0.0.1' } as FastifyRequest;
  const { answers } = await preloadData(slow, request, { calls: ['/late', '/never', '/now'], cacheVersion: null });
  expect(answers).toEqual({ '/now': { body: { yes: true } } });
});

test('every source that a page announces is there', () => {
  const paths = '/dashboard /projects /projects/7 /projects/7/compare /sessions /sessions/7 /approvals /users /profile';
  const sources = [...paths.split(' '), '/admin/history'].flatMap((path) =>
    roles.flatMap((role) => prefetchFor(path, { role, plain: true }).code),
  );
  expect(new Set(sources).size).toBeGreaterThan(10);
  expect(sources.filter((source) => !existsSync(join(import.meta.dirname, '../../web', source)))).toEqual([]);
});
