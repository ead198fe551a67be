// The claims about bodies that take their time, on a clock of the test's own: it goes on when the server has what was sent.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createServer } from '#server/http/fastify-server.ts';
import { unauthorized } from '#server/lib/problem.ts';
import { slowBodyLimits as limits } from './json-body.ts';

const app = createServer({ logLevel: 'silent', trustProxy: false });
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  app.post('/short', async ({ body }) => body);
  app.post('/photo', { bodyLimit: 8 * 1024 * 1024 }, async ({ body }) => body);
  const refuse = async () => {
    throw unauthorized();
  };
  app.post('/refused', { bodyLimit: 8 * 1024 * 1024, onRequest: refuse }, async ({ body }) => body);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

const body = JSON.stringify({ photo: 'x'.repeat(80) });

/** Both ends of a connection on which a body was announced. */
type Line = { socket: Socket; server: Socket };

/** Until the server has read all that was sent, or has ended the connection. */
function arrived({ socket, server }: Line): Promise<void> {
  return expect.poll(() => server.destroyed || server.bytesRead === socket.bytesWritten).toBe(true);
}

async function post(path: string): Promise<Line> {
  const coming = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const [server] = await coming;
  const begun = once(app.server, 'request');
  const head = ['host: a.example', 'connection: close', 'content-type: application/json'];
  socket.write([`POST ${path} HTTP/1.1`, ...head, `content-length: ${body.length}`, '', ''].join('\r\n'));
  await begun;
  return { socket, server };
}

/** A few bytes each half of the time that none may come, until they are all sent or the other side has ended; how long that took. */
async function trickle(line: Line): Promise<number> {
  const start = performance.now();
  for (let at = 0; at < body.length && !line.server.destroyed; at += 5) {
    line.socket.write(body.slice(at, at + 5));
    await arrived(line);
    vi.advanceTimersByTime(limits.stalled / 2);
  }
  return performance.now() - start;
}

test('a large body that keeps coming is read to its end, however slow', async () => {
  const line = await post('/photo');
  const answer = text(line.socket);
  expect(await trickle(line)).toBeGreaterThan(limits.whole * 5);
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(await answer).toContain('xxxxx');
});

test('other bodies are cut off after their time, although they keep coming', async () => {
  const line = await post('/short');
  const answer = text(line.socket);
  expect(await trickle(line)).toBeLessThan(limits.whole * 2);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('a large body that stands still is cut off', async () => {
  const line = await post('/photo');
  const answer = text(line.socket);
  line.socket.write(body.slice(0, 20));
  await arrived(line);
  vi.advanceTimersByTime(limits.stalled - 1);
  expect(line.server.writableEnded).toBe(false);
  vi.advanceTimersByTime(limits.stalled / 5);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 /);
});

test('whoever is refused does not hold a connection with a large body', async () => {
  const line = await post('/refused');
  const ended = once(line.socket, 'close');
  line.socket.resume();
  expect(await trickle(line)).toBeLessThan(limits.whole * 2);
  await ended;
});

test('an injected request, which has no connection, is left alone', async () => {
  for (const url of ['/short', '/photo', '/refused'])
    await app.inject({ method: 'POST', url, payload: { photo: 'x' } });
  vi.advanceTimersByTime(limits.large * 2);
});
