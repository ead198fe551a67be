// A page brings along what its person may see, as the calls would answer it, and waits for nobody.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type InjectOptions,
  type LightMyRequestResponse,
} from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { get } from '#contract/core/endpoint.ts';
import { type PreloadedState, preloadedStateElementId } from '#contract/core/preloaded-state.ts';
import { buildApp } from '#server/app.ts';
import { dataIn, makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { preloadData, preloadPatience } from './preload-data.ts';

let testApp: TestApp;
let app: FastifyInstance;
let folder: string;
let client: TestPerson;
let photographer: TestPerson;

const { first } = preloadPatience;

beforeAll(async () => {
  // What is claimed here is what a page brings, not how busy the machine is.
  preloadPatience.first = 60_000;
  folder = makeBuiltPages();
  testApp = await createTestApp();
  app = await buildApp({
    config: { ...testConfig, dataDir: folder },
    database: testApp.database,
    pages: folder,
    demoMedia: null,
  });
  await app.ready();
  client = await testApp.person('client');
  photographer = await testApp.person('photographer', { firstName: '</script><b>' });
  await testApp.make.project({ clientId: client.id, createdBy: client.id, name: 'The one of this client' });
});

afterAll(async () => {
  await app.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function open(path: string, cookie?: string) {
  const page = await app.inject({ url: path, headers: cookie ? { cookie } : {} });
  return { page, preloaded: dataIn(page.body, preloadedStateElementId) as PreloadedState | null };
}

/** The paths of the calls whose answers came. */
function pathsOf(preloaded: PreloadedState | null) {
  return preloaded?.queries.map(({ queryKey }) => queryKey[0]);
}

/** What the page brought for the call at this path. */
function dataOf(preloaded: PreloadedState | null, path: string): unknown {
  return preloaded?.queries.find(({ queryKey }) => queryKey[0] === path)?.state.data;
}

test('a page brings the answers that its person would get, each as the call gives it', async () => {
  const { preloaded } = await open('/projects', client.cookie);
  expect(preloaded?.versions).toMatchObject({ projects: expect.any(String), sessions: expect.any(String) });
  expect(pathsOf(preloaded)).toEqual(['/api/projects', '/api/news', '/api/user', '/api/notifications']);
  const [list, user, unread] = await Promise.all(
    ['/api/projects?limit=50', '/api/user', '/api/notifications?unread=true&limit=1'].map((url) =>
      app.inject({ url, headers: { cookie: client.cookie } }),
    ),
  );
  const rows = list?.json();
  expect(rows).toMatchObject([{ name: 'The one of this client' }]);
  expect(dataOf(preloaded, '/api/projects')).toEqual({ pages: [{ rows, next: null, total: 1 }], pageParams: [null] });
  expect(dataOf(preloaded, '/api/user')).toEqual(user?.json());
  expect(dataOf(preloaded, '/api/notifications')).toEqual({ rows: unread?.json(), next: null, total: 0 });
});

test('a page with what somebody may see is stored nowhere', async () => {
  const { page } = await open('/projects', client.cookie);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'Cookie, Accept-Encoding' });
  expect(page.headers).not.toHaveProperty('etag');
});

test('what this person may not see is left out, whatever the page', async () => {
  const { preloaded } = await open('/users', client.cookie);
  expect(pathsOf(preloaded)).toEqual(['/api/user', '/api/notifications']);
});

test('a page whose first list cannot be read comes without it', async () => {
  const inject = app.inject.bind(app) as (options: InjectOptions) => Promise<LightMyRequestResponse>;
  const failing = async (options: InjectOptions) => {
    if (String(options.url).startsWith('/api/projects')) throw new Error('away');
    return inject(options);
  };
  const spy = vi.spyOn(app, 'inject').mockImplementation(failing as never);
  const { page, preloaded } = await open('/projects', client.cookie);
  spy.mockRestore();
  expect(page.statusCode).toBe(200);
  expect(pathsOf(preloaded)).toEqual(['/api/news', '/api/user', '/api/notifications']);
});

test('without a login, or with a made-up one, a page leads to the login and back', async () => {
  for (const cookie of [undefined, `${client.cookie}x`]) {
    const { page } = await open('/projects?highlight=1', cookie);
    expect(page.statusCode).toBe(302);
    expect(page.headers).toMatchObject({
      location: '/login?next=%2Fprojects%3Fhighlight%3D1',
      'cache-control': 'no-store',
    });
  }
});

test('no word of a person can close the element', async () => {
  const { preloaded, page } = await open('/dashboard', photographer.cookie);
  expect(dataOf(preloaded, '/api/user')).toMatchObject({ firstName: '</script><b>' });
  expect(page.body).not.toContain('<b>');
});

test('the title and the code of a page come with it, and an address with a query brings no list', async () => {
  const { page, preloaded } = await open('/sessions?status=pending', client.cookie);
  expect(page.body).toContain('<title>Sessions · Topout</title>');
  expect(page.body).toContain('data-files="application.js sessions-page.js list.js"');
  expect(pathsOf(preloaded)).not.toContain('/api/sessions');
});

test('the versions of the topics that a write touches differ after it, and no others', async () => {
  const versions = async () => (await open('/projects', client.cookie)).preloaded?.versions;
  const before = await versions();
  expect(await versions()).toEqual(before);
  await testApp.login(client.username);
  expect(await versions()).toEqual(before);
  const edited = await app.inject({
    method: 'PUT',
    url: `/api/users/${client.id}/profile`,
    headers: { cookie: client.cookie },
    payload: { firstName: 'Ada', lastName: 'Obi', email: `${client.username}@example.org` },
  });
  expect(edited.statusCode).toBe(200);
  const after = await versions();
  expect(after?.users).not.toBe(before?.users);
  expect(after?.demoRequests).toBe(before?.demoRequests);
});

test('an answer that is slow or fails is left out, and the others are not', async () => {
  preloadPatience.first = first;
  const slow = Fastify();
  slow.get('/now', async () => ({ yes: true }));
  slow.get('/late', async () => sleep(5000, { yes: true }, { ref: false }));
  slow.get('/never', async () => Promise.reject(new Error('away')));
  const request = { headers: {}, ip: '127.0.0.1' } as FastifyRequest;
  const calls = ['/late', '/never', '/now'].map((path) => ({ endpoint: get(path), input: {}, growing: false }));
  await slow.ready();
  const preloaded = await preloadData(slow, request, { calls, versions: null, timeout: 300 });
  expect(pathsOf(preloaded)).toEqual(['/now']);
  expect(dataOf(preloaded, '/now')).toEqual({ yes: true });
});
