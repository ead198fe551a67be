// What is posted to other hosts: which addresses are refused, and what of their answers counts.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '#server/test-support/servers/receiver.ts';
import { createPoster, type Poster } from './post-outside.ts';

let receiver: Receiver;
let elsewhere: Receiver;
let poster: Poster;

beforeAll(async () => {
  [receiver, elsewhere] = [await startReceiver(), await startReceiver()];
  poster = createPoster({ testOrigins: [receiver.url], limits: { headersMs: 300, totalMs: 300 } });
});
afterEach(() => receiver.clear());
afterAll(async () => {
  await poster.close();
  await receiver.close();
  await elsewhere.close();
});

const message = { headers: { 'x-kind': 'test' }, body: '{"a":1}' };

describe('a message', () => {
  test('arrives with its headers and body, and the status is what counts', async () => {
    receiver.answerWith(202);
    expect(await poster.post(`${receiver.url}/hook?x=1`, message)).toEqual({ status: 202, failure: null });
    const [one] = receiver.received;
    expect([one?.url, one?.headers['x-kind'], one?.body.toString()]).toEqual(['/hook?x=1', 'test', '{"a":1}']);
  });

  test('to a host that never answers is given up in time', async () => {
    receiver.answerWith(() => undefined);
    const { status, failure } = await poster.post(receiver.url, message);
    expect(status).toBeNull();
    expect(failure).toBe('127.0.0.1 did not answer in time: try again later.');
  });

  test('answered by a redirect is not sent on: the status says so', async () => {
    receiver.answerWith((response) => response.writeHead(307, { location: elsewhere.url }).end());
    expect(await poster.post(receiver.url, message)).toEqual({ status: 307, failure: null });
    expect(elsewhere.received).toEqual([]);
  });

  test('answered by a megabyte counts by its status, and no more than a kilobyte of the answer is waited for', async () => {
    let written = 0;
    receiver.answerWith((response) => {
      response.writeHead(200);
      const write = () => {
        written += 4096;
        if (written < 1024 * 1024) response.write('x'.repeat(4096), () => setTimeout(write, 5));
        else response.end();
      };
      response.on('error', () => undefined);
      write();
    });
    expect(await poster.post(receiver.url, message)).toEqual({ status: 200, failure: null });
    expect(written).toBeLessThan(1024 * 1024);
  });

  test('whose answer breaks off, or never ends, counts by its status', async () => {
    receiver.answerWith((response) => {
      response.writeHead(500, { 'content-length': '100' }).write('x');
    });
    expect(await poster.post(receiver.url, message)).toEqual({ status: 500, failure: null });
    receiver.answerWith((response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      setImmediate(() => response.destroy());
    });
    expect(await poster.post(receiver.url, message)).toEqual({ status: 200, failure: null });
  });
});

describe('an address that is not opened for tests', () => {
  const refused = [
    ['on this machine', () => elsewhere.url],
    ['in a private network', () => 'https://10.0.0.5/hook'],
    ['of the cloud’s metadata', () => 'https://169.254.169.254/latest'],
    ['with a name that leads inward', () => 'https://localhost/hook'],
    ['without https', () => 'http://example.org/hook'],
    ['with a port', () => 'https://example.org:8443/hook'],
  ] as const;

  test.each(refused)('%s is refused, and no request is made', async (_, address) => {
    const { status, failure } = await poster.post(address(), message);
    expect(status).toBeNull();
    expect(failure).toBe(`The address of ${new URL(address()).hostname} is not a public one with https.`);
    expect(elsewhere.received).toEqual([]);
  });
});
