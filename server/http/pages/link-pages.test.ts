// The pages of one-time links: for whoever has the link, stored nowhere, and looking at them changes nothing.
import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SiteConfig, siteConfigElementId } from '#contract/pages/page-render.ts';
import { buildApp } from '#server/app.ts';
import { dataIn, makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let app: FastifyInstance;
let admin: TestPerson;
let folder: string;
let count = 0;

beforeAll(async () => {
  folder = makeBuiltPages();
  testApp = await createTestApp();
  const config = { ...testConfig, dataDir: folder };
  app = await buildApp({ config, database: testApp.database, pages: folder, demoMedia: null });
  admin = await testApp.person('admin');
});
afterAll(async () => {
  await app.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

async function invitation(): Promise<string> {
  const username = `invited${++count}`;
  const body = { username, firstName: 'Ngozi', lastName: 'Eze', email: `${username}@x.example`, role: 'client' };
  const answer = await testApp.call(admin, 'POST /api/invitations', { body });
  return (answer.body as { path: string }).path;
}

const linkOf = (html: string) => (dataIn(html, siteConfigElementId) as SiteConfig).link;

test('an open link shows whose it is, and looking at it ten times does not use it up', async () => {
  const url = await invitation();
  for (let time = 0; time < 10; time++) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await app.inject({ method, url });
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
    }
  }
  const { body, headers } = await app.inject({ url });
  expect(linkOf(body)).toEqual({ state: 'open', kind: 'invitation', name: 'Ngozi Eze', username: `invited${count}` });
  expect(body).not.toContain(url.split('/').at(-1));
  expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' });
  expect(headers.etag).toBeUndefined();
});

test('an invitation and a reset open with what messengers and people leave around their link', async () => {
  const url = await invitation();
  for (const path of [url, url.replace('/invite/', '/reset/')])
    for (const sign of ['.', ')', ',', '/', '%20', '%E2%80%8B', '%3E', '%22', '_', '%0A'])
      expect((await app.inject({ url: `${path}${sign}?fbclid=IwAR0abc` })).headers.location).toBe(path);
  expect((await app.inject({ url: url.replace('/invite/', '/invite/%E2%80%8B') })).headers.location).toBe(url);
  const whole = await app.inject({ url: `${url}?fbclid=IwAR0abc`, headers: { host: 'PROGRESS.Example.ORG' } });
  expect([whole.statusCode, linkOf(whole.body)?.state]).toEqual([200, 'open']);
});

test('a used, a wrong and a foreign link say so, and not whose they were', async () => {
  const url = await invitation();
  const token = url.split('/').at(-1);
  const payload = { token, password: 'crane-and-mortar' };
  expect((await app.inject({ method: 'POST', url: '/api/account-links', payload })).statusCode).toBe(200);
  const used = await app.inject({ url });
  expect([used.statusCode, linkOf(used.body)]).toEqual([410, { state: 'used', kind: 'invitation' }]);
  const foreign = await app.inject({ url: `/reset/${token}` });
  expect([foreign.statusCode, linkOf(foreign.body)]).toEqual([404, { state: 'unknown', kind: 'reset' }]);
  const wrong = await app.inject({ url: '/invite/made-up' });
  expect([wrong.statusCode, linkOf(wrong.body)]).toEqual([404, { state: 'unknown', kind: 'invitation' }]);
});

test('no token comes into the log, whatever becomes of the request', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = { ...testConfig, logLevel: 'trace', logTo: stream, dataDir: folder };
  const loud = await buildApp({ config, database: testApp.database, pages: folder, demoMedia: null });
  const url = await invitation();
  const token = url.split('/').at(-1) ?? '';
  await loud.inject({ url });
  await loud.inject({ url: `${url}?from=mail` });
  await loud.inject({ method: 'POST', url });
  const payload = { token, password: 'crane-and-mortar' };
  await loud.inject({ method: 'POST', url: '/api/account-links', payload });
  await loud.inject({ method: 'POST', url: '/api/account-links', payload });
  await loud.close();
  const all = lines.join('');
  expect(all).toContain('/invite/…');
  expect(all).not.toContain(token);
});
