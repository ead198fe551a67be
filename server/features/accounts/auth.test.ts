// The claims about logging in and out, changing a password, and what happens to those who guess.
import { verify } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createDatabase } from '#server/db/open.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';

vi.mock(import('@node-rs/argon2'), async (importOriginal) => {
  const real = await importOriginal();
  return { ...real, verify: vi.fn(real.verify) };
});

let testApp: TestApp;
beforeAll(async () => {
  // Test files share what they loaded, and so a server that hashes without being watched.
  vi.resetModules();
  const { createTestApp } = await import('#server/test-support/test-app.ts');
  testApp = await createTestApp();
});
beforeEach(() => testApp.database.query.deleteFrom('login_failures').execute());
afterAll(() => testApp.close());

const wrong = 'not the password';

async function logIn(username: string, password = testApp.password, from = '192.0.2.1') {
  const asked = { method: 'POST', url: '/api/login', payload: { username, password }, remoteAddress: from } as const;
  const app: FastifyInstance = testApp.app;
  const answer = await app.inject(asked);
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

async function fail(username: string, times: number, from?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time++) statuses.push((await logIn(username, wrong, from)).status);
  return statuses;
}

/** Failures that we need not wait for. */
function pretend(account: string, address: string, times: number) {
  const rows = Array.from({ length: times }, () => ({ account, address }));
  return testApp.database.query.insertInto('login_failures').values(rows).execute();
}

function changePassword(person: TestPerson, body: unknown) {
  return testApp.call(person, 'PUT /api/user/password', { body });
}

async function isIn(person: TestPerson): Promise<boolean> {
  return (await testApp.call(person, 'GET /api/user')).status === 200;
}

test('logging in answers the account without its password, and the cookie says who one is', async () => {
  const user = await testApp.make.user('photographer', { username: 'Ada.Obi', firstName: 'Ada', lastName: 'Obi' });
  const { status, body, headers } = await logIn('  ada.OBI ');
  expect(status).toBe(200);
  expect(body).toEqual({
    id: user.id,
    username: 'Ada.Obi',
    email: 'Ada.Obi@example.org',
    firstName: 'Ada',
    lastName: 'Obi',
    company: null,
    role: 'photographer',
    profilePhotoUrl: null,
    bio: null,
    phone: null,
    version: 1,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
    invitedUntil: null,
  });
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const current = await testApp.call({ cookie }, 'GET /api/user');
  expect(current).toMatchObject({ status: 200, body });
});

test('the e-mail address logs in as the username does, in any case and with invisible characters around it', async () => {
  const user = await testApp.make.user('client', { username: 'bisi.ade' });
  for (const account of [
    'bisi.ade@example.org',
    ' BISI.ADE@Example.org\u200b',
    '\u2068bisi.ade\u2069',
    '\ufeffbisi.ade@example.org\u200e',
  ]) {
    const { status, body } = await logIn(account);
    expect([account, status, body.id]).toEqual([account, 200, user.id]);
  }
  // Failures by either count for the one account.
  await fail('bisi.ade', 5, '192.0.2.66');
  expect(await fail('bisi.ade@example.org', 6, '192.0.2.66')).toEqual([...Array(5).fill(401), 429]);
});

test('where somebody’s username is another’s address, each still logs in by their username', async () => {
  const owner = await testApp.make.user('client', { username: 'kemi' });
  const other = await testApp.make.user('client', { username: 'kemi@example.org' });
  expect((await logIn('kemi@example.org')).body.id).toBe(other.id);
  expect((await logIn('kemi')).body.id).toBe(owner.id);
});

test('a wrong password, an unknown name and a closed account get the same answer and no cookie', async () => {
  const user = await testApp.make.user('client');
  const closed = await testApp.make.user('client');
  await testApp.database.query
    .updateTable('users')
    .set({ closed_at: new Date() })
    .where('id', '=', closed.id)
    .execute();
  const answers = [
    await logIn(user.username, wrong),
    await logIn('nobody-at-all'),
    await logIn(closed.username),
    await logIn('nul\u0000name'),
  ];
  for (const { status, body, headers } of answers) {
    expect({ status, body }).toEqual({
      status: 401,
      body: { message: 'Invalid username or password', code: 'unauthorized' },
    });
    expect(headers['set-cookie']).toBeUndefined();
  }
});

test('an empty field is refused in the words of the form', async () => {
  expect(await logIn('', 'x')).toMatchObject({ status: 400, body: { message: 'Please fill in all fields' } });
  expect(await logIn('x', '')).toMatchObject({ status: 400, body: { message: 'Please fill in all fields' } });
});

test('an unknown name takes the same work as a known one', async () => {
  const { id, username } = await testApp.make.user('client');
  const password = await hashPassword('as the product keeps it');
  await testApp.database.query.updateTable('users').set({ password }).where('id', '=', id).execute();
  const workOf = async (name: string) => {
    vi.mocked(verify).mockClear();
    await logIn(name, wrong);
    return vi.mocked(verify).mock.calls.map(([stored]) => String(stored).split('$').slice(0, 4).join('$'));
  };
  const settings = '$argon2id$v=19$m=19456,t=2,p=1';
  expect([await workOf(username), await workOf('never-heard-of')]).toEqual([[settings], [settings]]);
});

test('a page of another site can neither log in nor out', async () => {
  const person = await testApp.person('client');
  for (const origin of ['https://evil.example', 'null']) {
    const headers = { origin };
    const body = { username: person.username, password: testApp.password };
    expect((await testApp.call(null, 'POST /api/login', { body, headers })).status).toBe(403);
    expect((await testApp.call(person, 'POST /api/logout', { headers })).status).toBe(403);
  }
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await testApp.call(person, 'POST /api/logout', { headers })).status).toBe(403);
  expect(await isIn(person)).toBe(true);
  const own = { origin: 'http://localhost', host: 'localhost', 'sec-fetch-site': 'same-origin' };
  expect((await testApp.call(person, 'POST /api/logout', { headers: own })).status).toBe(200);
});

test('a logout ends the login, and is fine without one', async () => {
  const person = await testApp.person('admin');
  const answer = await testApp.call(person, 'POST /api/logout');
  expect(answer).toMatchObject({ status: 200, body: { ok: true }, headers: { 'clear-site-data': '"cache"' } });
  expect(await testApp.call(person, 'GET /api/user')).toMatchObject({
    status: 401,
    body: { message: expect.stringMatching(/^Unauthorized/) },
  });
  expect((await testApp.call(person, 'POST /api/logout')).status).toBe(200);
  expect((await testApp.call(null, 'POST /api/logout')).status).toBe(200);
});

test('changing a password asks for the present one', async () => {
  const person = await testApp.person('client');
  const body = { currentPassword: wrong, newPassword: 'something new' };
  expect(await changePassword(person, body)).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'currentPassword', message: 'Your current password is not correct' }] },
  });
  expect((await logIn(person.username)).status).toBe(200);
  expect((await changePassword(person, { ...body, newPassword: 'short' })).status).toBe(400);
  expect((await testApp.call(null, 'PUT /api/user/password', { body })).status).toBe(401);
});

test('a new password is none of the commonest, not one’s own name, and not the one before', async () => {
  const person = await testApp.person('client');
  const words = {
    Password1: 'This password is one of the most used: choose another',
    '        ': 'Password must not be blank',
    [person.username]: 'Password must not be the username or email',
    [testApp.password]: 'This is your previous password: choose another',
  };
  for (const [newPassword, message] of Object.entries(words)) {
    const answer = await changePassword(person, { currentPassword: testApp.password, newPassword });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'newPassword', message }] } });
  }
  expect((await logIn(person.username)).status).toBe(200);
});

test('a new password ends all logins of that person and nobody else’s; the browser goes on with a new one', async () => {
  const person = await testApp.person('client');
  const elsewhere = { ...person, cookie: await testApp.login(person.username) };
  const other = await testApp.person('client');
  const body = { currentPassword: testApp.password, newPassword: 'something new' };
  const answer = await changePassword(person, body);
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  const renewed = { ...person, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
  expect(renewed.cookie).not.toBe(person.cookie);
  const inside = [await isIn(person), await isIn(renewed), await isIn(elsewhere), await isIn(other)];
  expect(inside).toEqual([false, true, false, true]);
  expect((await logIn(person.username)).status).toBe(401);
  expect((await logIn(person.username, 'something new')).status).toBe(200);
});

test('guessing the present password is refused like guessing at login', async () => {
  const person = await testApp.person('client');
  const body = { currentPassword: wrong, newPassword: 'something new' };
  for (let time = 0; time < 10; time++) expect((await changePassword(person, body)).status).toBe(400);
  expect((await changePassword(person, { ...body, currentPassword: testApp.password })).status).toBe(429);
});

test('after ten failures of an account from one address that address waits, and no other', async () => {
  const user = await testApp.make.user('client');
  expect(await fail(user.username, 10)).toEqual(new Array(10).fill(401));
  const refused = await logIn(user.username.toUpperCase());
  expect(refused.status).toBe(429);
  expect(refused.body.message).toBe('Too many wrong passwords. Please try again in 15 minutes.');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(890);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  expect((await logIn(user.username, testApp.password, '192.0.2.2')).status).toBe(200);
  expect((await logIn(user.username)).status).toBe(429);
});

test('a name that nobody has is counted like one that somebody has', async () => {
  expect(await fail('Nobody.Here', 11)).toEqual([...new Array(10).fill(401), 429]);
});

test('guesses that are sent together are counted one by one', async () => {
  const user = await testApp.make.user('client');
  const all = await Promise.all(Array.from({ length: 25 }, () => logIn(user.username, wrong)));
  const statuses = all.map(({ status }) => status).sort();
  expect(statuses).toEqual([...new Array(10).fill(401), ...new Array(15).fill(429)]);
});

test('guesses that are sent together through two processes are counted as through one', async () => {
  const database = createDatabase(testApp.connection);
  const second = await buildApp({ config: testConfig, database, pages: null, demoMedia: null });
  const user = await testApp.make.user('client');
  const guess = async (app: FastifyInstance) => {
    const payload = { username: user.username, password: wrong };
    return (await app.inject({ method: 'POST', url: '/api/login', payload, remoteAddress: '192.0.2.1' })).statusCode;
  };
  const all = await Promise.all(Array.from({ length: 24 }, (_, n) => guess(n % 2 === 0 ? testApp.app : second)));
  expect(all.sort()).toEqual([...new Array(10).fill(401), ...new Array(14).fill(429)]);
  await second.close();
  await database.close();
});

test('failures are forgotten after fifteen minutes', async () => {
  const user = await testApp.make.user('client');
  await pretend(user.username, '192.0.2.1', 10);
  expect((await logIn(user.username)).status).toBe(429);
  const { query } = testApp.database;
  await query
    .updateTable('login_failures')
    .set({ at: new Date(Date.now() - 901_000) })
    .execute();
  expect((await logIn(user.username)).status).toBe(200);
});

test('of an address with a hundred failures only those accounts wait that failed there', async () => {
  const failed = await testApp.make.user('client');
  const fresh = await testApp.make.user('client');
  await pretend('whoever', '192.0.2.1', 99);
  await pretend(failed.username, '192.0.2.1', 1);
  expect((await logIn(failed.username)).status).toBe(429);
  expect((await logIn(fresh.username)).status).toBe(200);
  expect(await fail(fresh.username, 2)).toEqual([401, 429]);
  expect((await logIn(failed.username, testApp.password, '192.0.2.2')).status).toBe(200);
});

test('an account with fifty failures from anywhere is answered a second later, and let in', async () => {
  const user = await testApp.make.user('client');
  for (let part = 0; part < 10; part++) await pretend(user.username, `198.51.100.${part}`, 5);
  for (const [password, status] of [
    [wrong, 401],
    [testApp.password, 200],
  ] as const) {
    const began = performance.now();
    expect((await logIn(user.username, password)).status).toBe(status);
    expect(performance.now() - began).toBeGreaterThan(990);
  }
});

test('a successful login resets the count there; failures elsewhere stay', async () => {
  const user = await testApp.make.user('client');
  await pretend(user.username, '192.0.2.1', 9);
  await pretend(user.username, '192.0.2.2', 1);
  await pretend('whoever', '192.0.2.1', 1);
  expect((await logIn(user.username)).status).toBe(200);
  const left = await testApp.database.query.selectFrom('login_failures').select(['account', 'address']).execute();
  expect(left).toEqual([
    { account: user.username, address: '192.0.2.2' },
    { account: 'whoever', address: '192.0.2.1' },
  ]);
});

test('all addresses of an IPv6 network count as one', async () => {
  const user = await testApp.make.user('client');
  for (let host = 1; host <= 10; host++) await fail(user.username, 1, `2001:db8:0:7::${host}`);
  expect((await logIn(user.username, testApp.password, '2001:db8:0:7:ffff::1')).status).toBe(429);
  expect((await logIn(user.username, testApp.password, '2001:db8:0:8::1')).status).toBe(200);
});

test('an address counts by its network, however it is written', () => {
  const networks = [
    '203.0.113.9',
    '::ffff:203.0.113.9',
    '::1',
    '2001:db8::1',
    '2001:0DB8:0:0:5::',
    'fe80::1%eth0',
    'odd',
  ];
  expect(networks.map((ip) => clientIp({ ip }))).toEqual([
    '203.0.113.9',
    '203.0.113.9',
    '0:0:0:0::/64',
    '2001:db8:0:0::/64',
    '2001:db8:0:0::/64',
    'fe80:0:0:0::/64',
    'odd',
  ]);
});
