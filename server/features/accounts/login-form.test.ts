// Logging in without a script, and the pages that come rendered.
import { rmSync } from 'node:fs';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SiteConfig, siteConfigElementId } from '#contract/pages/page-render.ts';
import { buildApp } from '#server/app.ts';
import { dataIn, makeBuiltPages } from '#server/test-support/built-pages.ts';
import { createTestApp, type TestApp, testConfig } from '#server/test-support/test-app.ts';

const form = 'application/x-www-form-urlencoded';
const brand = { name: 'Obi & Sons', email: 'hi@obi.example', linkedin: '', instagram: '' };

let testApp: TestApp;
let app: FastifyInstance;
let folder: string;

beforeAll(async () => {
  folder = makeBuiltPages();
  testApp = await createTestApp();
  const config = { ...testConfig, brand, dataDir: folder };
  app = await buildApp({ config, database: testApp.database, pages: folder, demoMedia: null });
  await testApp.make.user('client', { username: 'ada' });
});

afterAll(async () => {
  await app.close();
  await testApp.close();
  rmSync(folder, { recursive: true });
});

function post(payload: string, more: InjectOptions = {}) {
  const headers = { 'content-type': form, ...more.headers };
  return app.inject({ method: 'POST', url: more.url ?? '/login', payload, headers });
}

/** What the page says of the login. */
const failureOf = (html: string) => (dataIn(html, siteConfigElementId) as SiteConfig).loginFailure;

const right = () => new URLSearchParams({ username: 'ada', password: testApp.password }).toString();

test('the right password leads with a cookie to the dashboard', async () => {
  const answer = await post(right());
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toBe('/dashboard');
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const asked = await app.inject({ url: '/api/user', headers: { cookie } });
  expect(asked.json()).toMatchObject({ username: 'ada' });
});

test('it leads back to where the person was heading, but never to another host', async () => {
  const heading = (next: string) => post(right(), { url: `/login?next=${encodeURIComponent(next)}` });
  expect((await heading('/sessions/12?tab=videos')).headers.location).toBe('/sessions/12?tab=videos');
  expect((await heading('//evil.example')).headers.location).toBe('/dashboard');
  const twice = await post(right(), { url: '/login?next=/a&next=//evil.example' });
  expect(twice.headers.location).toBe('/dashboard');
});

test('a wrong password and an empty field answer the page with the sentence', async () => {
  const wrong = await post('username=ada&password=wrong');
  expect(wrong.statusCode).toBe(401);
  expect(wrong.headers['content-type']).toContain('text/html');
  expect(failureOf(wrong.body)).toBe('Invalid username or password');
  expect(wrong.headers['set-cookie']).toBeUndefined();
  const empty = await post('username=&password=');
  expect(empty.statusCode).toBe(400);
  expect(failureOf(empty.body)).toBe('Please fill in all fields');
});

test('what another site posts is refused in a sentence, and logs nobody in', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await post(right(), { headers: { origin } });
    expect(answer.statusCode).toBe(403);
    expect(answer.body).toContain('another site');
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
});

test('failures count together with those of the other way in', async () => {
  await testApp.make.user('client', { username: 'bola' });
  const guess = () => post('username=bola&password=wrong');
  for (let time = 0; time < 10; time++) await guess();
  const refused = await guess();
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  const json = { method: 'POST', url: '/api/login', payload: { username: 'bola', password: 'wrong' } } as const;
  expect((await app.inject(json)).statusCode).toBe(429);
});

test('no other call takes a form', async () => {
  expect((await post(right(), { url: '/api/login' })).statusCode).toBe(415);
});

test('landing and login come with the company’s words, and an address that nobody serves is not found', async () => {
  const landing = await app.inject({ url: '/' });
  expect(landing.body).toContain('<title>Obi &amp; Sons</title>');
  expect(dataIn(landing.body, siteConfigElementId)).toMatchObject({
    brand: { name: 'Obi & Sons', linkedin: '#contact' },
  });
  expect((await app.inject({ url: '/login?next=/profile' })).body).toContain('<title>Sign in · Obi &amp; Sons</title>');
  expect((await app.inject({ url: '/nowhere' })).statusCode).toBe(404);
});

test('an unchanged page answers 304', async () => {
  const { headers } = await app.inject({ url: '/' });
  const again = await app.inject({ url: '/', headers: { 'if-none-match': String(headers.etag) } });
  expect(again.statusCode).toBe(304);
});

test('what the pages are made of is not given out', async () => {
  for (const url of ['/index.html', '/.vite/pages.json', '/.render/server-render.js'])
    expect((await app.inject({ url })).statusCode).toBe(404);
});
