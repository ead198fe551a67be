// The claims about requests that are refused before any handler sees them, and where to report a vulnerability.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deferred } from '#server/lib/deferred.ts';
import { createServer } from './fastify-server.ts';
import { registerSecurityTxt } from './security/security-txt.ts';

const app = createServer({ logLevel: 'silent', trustProxy: false });
beforeAll(async () => {
  app.get('/', async () => ({ ok: true }));
  const now = () => Date.parse('2026-11-22T10:11:12Z');
  registerSecurityTxt(app, { contact: 'security@example.org', publicUrl: 'https://topout.example', now });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

async function ask(...lines: string[]): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test('a request with two Host headers is refused, and one of HTTP/0.9', async () => {
  const close = 'connection: close';
  expect(await ask('GET / HTTP/1.1', 'host: a.example', close)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('GET / HTTP/1.0', close)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await ask('GET / HTTP/1.1', 'host: a.example', 'HOST: b.example', close)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask('GET / HTTP/1.1', 'host: a.example', 'host: a.example', close)).toMatch(/^HTTP\/1\.1 400 /);
  expect(await ask('GET /')).not.toContain('"ok"');
  expect(await ask('GET / HTTP/0.9', 'host: a.example')).toMatch(/^HTTP\/1\.1 400 /);
});

test('security.txt says where to report a weakness, and until when that holds', async () => {
  const answer = await app.inject('/.well-known/security.txt');
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(answer.body.split('\n')).toEqual([
    'Contact: mailto:security@example.org',
    'Expires: 2027-05-21T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://topout.example/.well-known/security.txt',
    '',
  ]);
});

test('a server that stops while it answers ends with the answer, and waits for no connection on which nothing is asked', async () => {
  const slow = createServer({ logLevel: 'silent', trustProxy: false });
  const asked = deferred<void>();
  const released = deferred<string>();
  slow.get('/', async () => {
    asked.resolve();
    return released.promise;
  });
  const url = await slow.listen({ host: '127.0.0.1', port: 0 });
  const answer = fetch(url);
  await asked.promise;
  const ahead = connect(Number(new URL(url).port), '127.0.0.1');
  await once(ahead, 'connect');
  const closed = slow.close();
  released.resolve('whole');
  expect(await (await answer).text()).toBe('whole');
  await closed;
}, 30_000);
