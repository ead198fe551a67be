// The claims about JSON bodies: how deep, how large, and that nobody's large body is read before it is known who asks.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { createTestApp, type TestApp } from '#server/test-support/test-app.ts';
import { readJson } from './json-body.ts';

let testApp: TestApp;
let port: number;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = testApp.app.server.address() as AddressInfo);
});
afterAll(() => testApp.close());

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('a body may be nested twenty deep, brackets in texts aside', () => {
  expect(readJson(nested(20))).toBeInstanceOf(Array);
  expect(() => readJson(nested(21))).toThrow('at most 20 levels');
  expect(() => readJson(`{"a":${nested(20)}}`)).toThrow('at most 20 levels');
  const texts = { notes: nested(50), quoted: `"${nested(50)}\\`, wide: new Array(50).fill([{}]) };
  expect(readJson(JSON.stringify(texts))).toEqual(texts);
  expect(() => readJson(`{"open": "${nested(50)}`)).toThrow('could not be read');
  expect(readJson(' ')).toBeUndefined();
});

test('brackets by the megabyte are refused at the twenty-first, however many follow', () => {
  const timeOf = (read: () => unknown) => {
    const began = process.cpuUsage();
    for (let time = 0; time < 20; time++) expect(read).toThrow();
    return process.cpuUsage(began).user;
  };
  const text = '['.repeat(1_000_000);
  expect(timeOf(() => readJson(text))).toBeLessThan(timeOf(() => JSON.parse(text)) / 3);
});

function post(url: string, payload: string, cookie = '') {
  return testApp.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', cookie } });
}

test('a body is at most 16 KiB before a login and 256 KiB with one; more is declared in the table of calls', async () => {
  const { cookie } = await testApp.person('photographer');
  const words = (bytes: number) => JSON.stringify({ username: 'x', password: 'y', filling: 'z'.repeat(bytes) });
  expect((await post('/api/login', words(16_000))).statusCode).toBe(401);
  const refused = await post('/api/login', words(17_000));
  expect(refused.statusCode).toBe(413);
  expect(refused.json()).toEqual({ message: 'This is too large', code: 'too_large' });
  expect((await post('/api/sessions', words(260_000), cookie)).statusCode).toBe(400);
  expect((await post('/api/sessions', words(263_000), cookie)).statusCode).toBe(413);
  expect((await post('/nowhere', words(17_000), cookie)).statusCode).toBe(413);
  const own = Object.values(api)
    .flatMap((calls) => Object.values(calls))
    .filter(({ access, bodyLimit }) => bodyLimit !== (access === 'anyone' ? 16 : 256) * 1024);
  expect(own.map(({ method, path, bodyLimit }) => `${method} ${path} ${bodyLimit / 1024}`)).toEqual([
    'POST /api/users/:id/photo 8192',
    'POST /api/projects 1024',
    'PATCH /api/projects/:id 1024',
    'POST /api/settings/brand/logo 8192',
    'POST /api/verify/hashes 160',
    'POST /api/demo-requests 80',
    'POST /api/uploads 1024',
    'PATCH /api/uploads/files/:file 8192',
  ]);
});

/** A connection that announces a photo of 8 MB and sends a part of it, and what is answered meanwhile. */
async function upload(part: Buffer, cookie = ''): Promise<{ socket: Socket; status: number }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    'POST /api/users/999999/photo HTTP/1.1',
    'host: x',
    `cookie: ${cookie}`,
    'content-type: application/json',
  ];
  socket.write(`${[...head, 'content-length: 8000000'].join('\r\n')}\r\n\r\n`);
  const sent = new Promise((resolve) => socket.write(part, resolve));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  await sent;
  return { socket, status: Number(String(answer).slice(9, 12)) };
}

test('who asks is known before a large body is read: held uploads of nobody cost next to nothing', async () => {
  const part = Buffer.alloc(4_000_000, 'x');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const memory = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const { cookie } = await testApp.person('client');
  const unknown = await upload(part, cookie);
  expect(unknown.status).toBe(404);
  unknown.socket.destroy();
  const before = memory();
  const held = await Promise.all(Array.from({ length: 60 }, () => upload(part)));
  expect(held.map(({ status }) => status)).toEqual(new Array(60).fill(401));
  // What the sockets took on the way may be collected a moment later.
  await expect.poll(() => memory() - before, { timeout: 10_000 }).toBeLessThan(20_000_000);
  for (const { socket } of held) socket.destroy();
});
