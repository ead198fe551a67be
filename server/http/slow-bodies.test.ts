// The claims about bodies that take their time, with limits of a few hundred milliseconds.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unauthorized } from '#server/lib/problem.ts';
import { createServer } from './fastify-server.ts';

const limits = { whole: 600, large: 4_000, stalled: 500 };
const app = createServer({ logLevel: 'silent', trustProxy: false }, limits);
beforeAll(async () => {
  app.post('/short', async ({ body }) => body);
  app.post('/photo', { bodyLimit: 8 * 1024 * 1024 }, async ({ body }) => body);
  const refuse = async () => {
    throw unauthorized();
  };
  app.post('/refused', { bodyLimit: 8 * 1024 * 1024, onRequest: refuse }, async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const body = JSON.stringify({ photo: 'x'.repeat(80) });

async function post(path: string): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = ['host: a.example', 'connection: close', 'content-type: application/json'];
  socket.write([`POST ${path} HTTP/1.1`, ...head, `content-length: ${body.length}`, '', ''].join('\r\n'));
  return socket;
}

/** A few bytes at a time, until they are all sent or the other side has ended. */
async function trickle(socket: Socket): Promise<void> {
  for (let at = 0; at < body.length && socket.writable && !socket.readableEnded; at += 5) {
    socket.write(body.slice(at, at + 5));
    await wait(100);
  }
}

async function answerTo(path: string): Promise<string> {
  const socket = await post(path);
  const answer = text(socket);
  void trickle(socket);
  return answer;
}

test('a large body that keeps coming is read to its end, however slow', async () => {
  const answer = await answerTo('/photo');
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('xxxxx');
});

test('other bodies are cut off after their time, although they keep coming', async () => {
  expect(await answerTo('/short')).toMatch(/^HTTP\/1\.1 408 /);
});

test('a large body that stands still is cut off', async () => {
  const start = performance.now();
  const socket = await post('/photo');
  socket.write(body.slice(0, 20));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - start).toBeLessThan(limits.large);
});

test('whoever is refused does not hold a connection with a large body', async () => {
  const socket = await post('/refused');
  const ended = once(socket, 'close');
  const start = performance.now();
  socket.resume();
  void trickle(socket);
  await ended;
  expect(performance.now() - start).toBeLessThan(limits.large / 2);
});

test('an injected request, which has no connection, is left alone', async () => {
  for (const url of ['/short', '/photo', '/refused'])
    await app.inject({ method: 'POST', url, payload: { photo: 'x' } });
  await wait(limits.whole * 2);
});
