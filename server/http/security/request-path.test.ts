// Claims about addresses: one reading for all, and whatever comes twice or in another form is no fault of the server.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/core/route.ts';
import { pages } from '#contract/pages/pages.ts';
import { buildApp } from '#server/app.ts';
import { makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createTestApp, type TestApp, testConfig } from '#server/test-support/test-app.ts';
import { toPath } from './redact-path.ts';

let testApp: TestApp;
let app: FastifyInstance;
let folder: string;
let lines: string[];

beforeAll(async () => {
  folder = makeBuiltPages();
  testApp = await createTestApp();
  lines = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = { ...testConfig, logLevel: 'info', logTo, dataDir: folder };
  app = await buildApp({ config, database: testApp.database, pages: folder, demoMedia: null });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await app.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

/** The request line as it is, which no client of ours would write. */
async function ask(target: string): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: here.example\r\nconnection: close\r\n\r\n`);
  return text(socket);
}

test.each([
  ['/s/abc?x=1', '/s/abc?x=1'],
  ['http://here.example/s/abc?x=1', '/s/abc?x=1'],
  ['HTTPS://u:p@here.example:8443', '/'],
  ['http://here.example?next=/a', '/?next=/a'],
  ['/s/abc#/sessions', '/s/abc'],
  ['//s/abc', '//s/abc'],
  ['*', '/*'],
])('%s is read as %s', (url, path) => {
  expect(toPath(url)).toBe(path);
});

test('no form of a request line writes a token into the log', async () => {
  const token = 'T0ken-of-somebody-0123456789';
  const starts = ['/s', '/invite', '/reset', '/unsubscribe', '/mail-pictures'];
  const forms = [
    ...[
      '',
      'http://here.example',
      'HTTPS://x@here.example:1',
      'ws://a',
      '/#',
      '//here.example/..',
      '//u:p@here.example',
    ],
    ...[
      '/sessions/..',
      '/sessions/%2e%2e',
      '/%2f',
      '/%5c',
      '\\',
      '/\\..',
      '/api/..',
      '/api',
      '/%25',
      '/%zz',
      '/.',
      '/;x',
    ],
  ];
  const asked = starts.flatMap((start) => [
    ...forms.map((form) => `${form}${start}/${token}`),
    `${start.toUpperCase()}/${token}`,
    `${start}%2f${token}`,
    `${start}\\${token}`,
    `${start};a/${token}`,
    `/${token}${start}`,
  ]);
  for (const target of asked)
    expect([target, await ask(target)]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 [234]/)]);
  // Of what cannot even be parsed there is no line.
  expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThanOrEqual(
    starts.length * forms.length,
  );
  expect(lines.filter((line) => line.includes(token))).toEqual([]);
});

test('a request in absolute form gets the headers of its path', async () => {
  const [plain, absolute] = [await ask('/api/projects'), await ask('http://here.example/api/projects')];
  const policy = /content-security-policy: .*/i;
  expect(policy.exec(absolute)?.[0]).toBe(policy.exec(plain)?.[0]);
});

const keysOf = (route: Route) =>
  Object.keys((route.query as unknown as { def?: { shape?: object } })?.def?.shape ?? {});

test('a parameter that comes twice is no fault of the server, on any page and in any call', async () => {
  const admin = await testApp.person('admin');
  const calls = Object.values(api)
    .flatMap((noun): Route[] => Object.values(noun))
    .filter(({ method }) => method === 'GET');
  const paths = [
    ...pages.flatMap((page): readonly string[] => page.paths),
    '/',
    '/login',
    '/status',
    '/s/abc',
    '/s/abc/live',
    '/s/abc/report',
  ];
  const asked = [
    ...calls.map((route) => ({ path: route.path, keys: keysOf(route) })),
    ...paths.map((path) => ({ path, keys: ['tab', 'filter', 'site'] })),
  ];
  for (const { path, keys } of asked) {
    const twice = [...keys, 'next', 'page', 'wait', 'of'].map((key) => `${key}=a&${key}=b`).join('&');
    const url = `${path.replaceAll(/:\w+/g, '1')}?${twice}`;
    for (const cookie of [admin.cookie, '']) {
      const { statusCode } = await app.inject({ url, headers: { cookie } });
      expect([url, statusCode]).not.toEqual([url, 500]);
    }
  }
  const login = await app.inject({ url: '/login?next=/sessions&next=/projects', headers: { cookie: admin.cookie } });
  expect([login.statusCode, login.headers.location]).toEqual([302, '/dashboard']);
});
