// What responses allow the browser to frame.
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerSecurityHeaders } from './security-headers.ts';

async function framesOf(linkHosts: Parameters<typeof registerSecurityHeaders>[1]['linkHosts']): Promise<string> {
  const app = Fastify();
  await registerSecurityHeaders(app, { https: true, development: false, linkHosts });
  app.get('/', async () => 'fine');
  const { headers } = await app.inject('/');
  await app.close();
  return /frame-src ([^;]+)/.exec(String(headers['content-security-policy']))?.[1] ?? '';
}

it('the hosts of tours and maps that an operator names may be framed, beside those that everybody may', async () => {
  const frames = await framesOf({ tours: ['tours.example.org'], webodm: ['odm.example.org'] });
  expect(frames).toContain('https://my.matterport.com');
  expect(frames.endsWith(' https://tours.example.org https://odm.example.org')).toBe(true);
  expect(await framesOf({})).not.toContain('example.org');
});

it('every answer carries the words of safety, an error too, and what a route says of its own stands', async () => {
  const app = Fastify();
  await registerSecurityHeaders(app, { https: true, development: false, linkHosts: {} });
  app.get('/own', async (_request, reply) => reply.header('content-security-policy', 'sandbox').send('fine'));
  const missing = (await app.inject('/nowhere')).headers;
  expect(missing).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=31536000',
  });
  expect(missing['permissions-policy']).toContain('camera=()');
  const { headers } = await app.inject('/own');
  expect(headers['content-security-policy']).toBe('sandbox');
  expect([headers['content-length'], headers['x-content-type-options']]).toEqual(['4', 'nosniff']);
  await app.close();
});

it('a page may run our decoders of maps, and no text as a script', async () => {
  const app = Fastify();
  await registerSecurityHeaders(app, { https: true, development: false, linkHosts: {} });
  const policy = String((await app.inject('/')).headers['content-security-policy']);
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toMatch(/connect-src 'self' data:;/);
  expect(policy).not.toContain("'unsafe-eval'");
  expect(policy).toContain("require-trusted-types-for 'script';trusted-types default");
  await app.close();
});

it('scripts and answers carry what counts for them, and no list of frames', async () => {
  const app = Fastify();
  await registerSecurityHeaders(app, { https: true, development: false, linkHosts: {} });
  const [asset, answer, icon, docs] = await Promise.all(
    ['/assets/worker.js', '/api/sessions', '/favicon.svg', '/api/docs'].map(
      async (url) => (await app.inject(url)).headers,
    ),
  );
  for (const headers of [asset, answer]) {
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    expect(headers).not.toHaveProperty('permissions-policy');
    expect(headers).not.toHaveProperty('x-frame-options');
  }
  expect(asset?.['content-security-policy']).toBe(
    "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self' data:;worker-src 'self' blob:;" +
      "require-trusted-types-for 'script';trusted-types default;frame-ancestors 'none'",
  );
  for (const plain of [answer, icon])
    expect(plain?.['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
  expect(docs?.['content-security-policy']).toContain('matterport');
  await app.close();
});

it('the service worker may ask us, and loads no script', async () => {
  const app = Fastify();
  await registerSecurityHeaders(app, { https: true, development: false, linkHosts: {} });
  const { headers } = await app.inject('/service-worker.js');
  expect(headers['content-security-policy']).toBe(
    "default-src 'none';connect-src 'self';img-src 'self';frame-ancestors 'none'",
  );
  await app.close();
});
