// The claims about which pages may change something here.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createCsrfGuard } from './csrf.ts';

async function statusOf(publicUrl: string | null, headers: Record<string, string>): Promise<number> {
  const app = Fastify();
  const { refuseForeign } = createCsrfGuard({ publicUrl });
  app.setErrorHandler((error, _request, reply) => reply.code((error as { status: number }).status).send());
  app.post('/', async (request) => refuseForeign(request));
  return (await app.inject({ method: 'POST', url: '/', headers: { host: 'site.example:3000', ...headers } }))
    .statusCode;
}

test('without a public address the Host says who we are, also behind something that speaks https for us', async () => {
  expect(await statusOf(null, { origin: 'http://site.example:3000' })).toBe(200);
  expect(await statusOf(null, { origin: 'https://site.example:3000' })).toBe(200);
  for (const origin of [
    'http://site.example',
    'http://evil.example:3000',
    'https://site.example:3000.evil.example',
    'null',
    '',
  ]) {
    expect(await statusOf(null, { origin })).toBe(403);
  }
});

test('with a public address only that is who we are', async () => {
  const ours = 'https://topout.example';
  const host = 'topout.example';
  expect(await statusOf(ours, { origin: ours, host })).toBe(200);
  expect(await statusOf(ours, { origin: ours })).toBe(200);
  expect(await statusOf(ours, { origin: 'http://topout.example', host })).toBe(403);
  expect(await statusOf(ours, { origin: 'http://site.example:3000' })).toBe(403);
});

test('without an origin the browser’s word on the site counts, and what is no browser goes by its cookie', async () => {
  expect(await statusOf(null, {})).toBe(200);
  expect(await statusOf(null, { 'sec-fetch-site': 'none' })).toBe(200);
  expect(await statusOf(null, { 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await statusOf(null, { 'sec-fetch-site': 'cross-site' })).toBe(403);
});
