// The claims about logins: what the cookie is, what a request costs, and how a login ends.
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { createLogins, type Logins } from './login.ts';
import { revokeLogins } from './login-rows.ts';

const day = 24 * 60 * 60 * 1000;
const secret = 'a secret of the tests that is long enough';

let own: TestDatabase;
let queries = 0;
let opened: (() => Promise<void>)[] = [];

beforeAll(async () => {
  own = await freshDatabase();
});
afterEach(async () => {
  for (const close of opened) await close();
  opened = [];
});
afterAll(() => own.drop());

/** One process: its logins, a clock that the test sets, and a server that says who is logged in. */
async function process(options: { connected?: boolean; secure?: boolean; trustProxy?: boolean } = {}) {
  const clock = { now: Date.now() };
  const db = own.database.query.withPlugin({
    transformQuery({ node }) {
      queries++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const write = createTransactionRunner(own.database, () => undefined);
  const logins = createLogins({ db, write, secret, secure: options.secure ?? false, now: () => clock.now });
  const app = Fastify({ trustProxy: options.trustProxy ?? false });
  logins.endLeft(app);
  app.get('/who', async (request) => ({ who: await logins.who(request) }));
  app.post('/in', async (request, reply) => ({ in: await logins.signIn(reply, request.body as Account) }));
  app.post('/out', async (_request, reply) => {
    await logins.signOut(reply);
    return {};
  });
  if (options.connected ?? true) await subscribe(logins);
  opened.push(async () => {
    await logins.close();
    await app.close();
  });
  return { logins, app, clock, write };
}

async function subscribe(logins: Logins): Promise<void> {
  await new Promise<void>((resolve) => {
    const subscription = own.database.listen(
      changeChannel,
      (payload) => logins.onChange(JSON.parse(payload) as ChangeEvent),
      (up) => {
        logins.setConnected(up);
        if (up) resolve();
      },
    );
    opened.push(() => subscription.close());
  });
}

type Account = { id: number; password: string };
let accounts = 0;

async function account(): Promise<Account> {
  const username = `person${++accounts}`;
  const row = {
    username,
    email: `${username}@example.org`,
    first_name: 'A',
    last_name: 'B',
    password: `hash of ${username}`,
  };
  return own.database.query.insertInto('users').values(row).returning(['id', 'password']).executeTakeFirstOrThrow();
}

async function signIn(app: FastifyInstance, body: Account, cookie = ''): Promise<string> {
  const answer = await app.inject({ method: 'POST', url: '/in', payload: body, headers: { cookie } });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

async function who(app: FastifyInstance, cookie: string): Promise<unknown> {
  return (await app.inject({ url: '/who', headers: { cookie } })).json().who;
}

function rows() {
  return own.database.query.selectFrom('logins').selectAll();
}

test('whoever is logged in costs one query, and then none', async () => {
  const { app } = await process();
  const them = await account();
  const cookie = await signIn(app, them);
  expect(await who(app, cookie)).toEqual({ kind: 'person', id: them.id, role: 'photographer' });
  const before = queries;
  for (let request = 0; request < 50; request++) await who(app, `theme=dark; ${cookie}; other=1`);
  expect(queries).toBe(before);
});

test('requests that come together share one query', async () => {
  const { app } = await process();
  const cookie = await signIn(app, await account());
  const before = queries;
  await Promise.all(Array.from({ length: 20 }, () => who(app, cookie)));
  expect(queries).toBe(before + 1);
});

test('the cookie is for this site only, out of reach of scripts, and Secure behind https', async () => {
  for (const secure of [false, true]) {
    const { app } = await process({ secure, connected: false });
    const answer = await app.inject({ method: 'POST', url: '/in', payload: await account() });
    const [value, ...words] = String(answer.headers['set-cookie']).split('; ');
    const name = secure ? '__Host-topout_login' : 'topout_login';
    expect(value).toMatch(new RegExp(`^${name}=[\\w-]{43}\\.[\\w-]{43}$`));
    expect(await who(app, value ?? '')).not.toBeNull();
    expect(words).toEqual(['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Lax', ...(secure ? ['Secure'] : [])]);
  }
});

test('where the cookie is Secure, one without the prefix is nobody: another host or plain http may have planted it', async () => {
  const { app } = await process({ secure: true });
  const cookie = await signIn(app, await account());
  expect(await who(app, cookie)).not.toBeNull();
  expect(await who(app, cookie.replace('__Host-', ''))).toBeNull();
  const behindProxy = await process({ trustProxy: true });
  const headers = { 'x-forwarded-proto': 'https' };
  const answer = await behindProxy.app.inject({ method: 'POST', url: '/in', payload: await account(), headers });
  const own = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  expect(own).toMatch(/^__Host-/);
  const planted = (await signIn(app, await account())).replace('__Host-', '');
  expect(await who(behindProxy.app, `${planted}; ${own}`)).toEqual(await who(behindProxy.app, own));
});

test('the cookie is Secure too when a trusted proxy says that the request came by https, and only then', async () => {
  for (const trustProxy of [false, true]) {
    const { app } = await process({ trustProxy, connected: false });
    const headers = { 'x-forwarded-proto': 'https' };
    const inside = await app.inject({ method: 'POST', url: '/in', payload: await account(), headers });
    expect(String(inside.headers['set-cookie']).endsWith('; Secure')).toBe(trustProxy);
    const outside = await app.inject({ method: 'POST', url: '/out', headers });
    expect(String(outside.headers['set-cookie']).endsWith('; Secure')).toBe(trustProxy);
  }
});

test('the table holds only the SHA-256 of what the cookie holds', async () => {
  const { app } = await process();
  const them = await account();
  const [id = ''] = (await signIn(app, them)).replace('topout_login=', '').split('.');
  const row = await rows().where('user_id', '=', them.id).executeTakeFirstOrThrow();
  expect(row.sid).toBe(createHash('sha256').update(id).digest('hex'));
  expect(JSON.stringify(row)).not.toContain(id);
});

test('a made-up cookie is nobody and never reaches the database', async () => {
  const { app } = await process();
  const cookie = await signIn(app, await account());
  const before = queries;
  const last = cookie.endsWith('A') ? 'E' : 'A';
  expect(await who(app, cookie.slice(0, -1) + last)).toBeNull();
  expect(await who(app, `topout_login=${'A'.repeat(43)}.${'A'.repeat(43)}`)).toBeNull();
  expect(await who(app, 'topout_login=1')).toBeNull();
  expect(await who(app, `x${cookie}`)).toBeNull();
  expect(queries).toBe(before);
});

test('logging in makes a new id and ends the login that the browser had', async () => {
  const { app } = await process();
  const them = await account();
  const first = await signIn(app, them);
  await who(app, first);
  const second = await signIn(app, them, first);
  expect(second).not.toBe(first);
  expect(await who(app, first)).toBeNull();
  expect(await who(app, second)).toMatchObject({ id: them.id });
  expect(await rows().where('user_id', '=', them.id).execute()).toHaveLength(1);
});

test('a logout takes the cookie away, is dead here at once and a moment later in every other process', async () => {
  const here = await process();
  const there = await process();
  const cookie = await signIn(here.app, await account());
  expect(await who(here.app, cookie)).not.toBeNull();
  expect(await who(there.app, cookie)).not.toBeNull();
  const answer = await here.app.inject({ method: 'POST', url: '/out', headers: { cookie } });
  expect(answer.headers['set-cookie']).toBe('topout_login=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax');
  expect(await who(here.app, cookie)).toBeNull();
  await expect.poll(() => who(there.app, cookie)).toBeNull();
});

test('all logins of a person end but the one that is spared, and listeners are called', async () => {
  const { app, logins, write } = await process();
  const them = await account();
  const cookies = [await signIn(app, them), await signIn(app, them), await signIn(app, them)];
  for (const cookie of cookies) await who(app, cookie);
  const revoked: unknown[] = [];
  logins.onEnded((ended) => revoked.push(ended));
  const except = logins.sidOf({ headers: { cookie: cookies[1] } }) ?? '';
  await write({ topics: [] }, (context) => revokeLogins(context, { user: them.id, except }));
  await expect.poll(() => revoked).toEqual([{ user: them.id, except }]);
  expect(await Promise.all(cookies.map((cookie) => who(app, cookie)))).toEqual([
    null,
    expect.objectContaining({ id: them.id }),
    null,
  ]);
});

test('an end that is rolled back ends nothing', async () => {
  const { app, write } = await process();
  const them = await account();
  const cookie = await signIn(app, them);
  const refused = write({ topics: [] }, async (context) => {
    await revokeLogins(context, { user: them.id });
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await who(app, cookie)).toMatchObject({ id: them.id });
});

test('a closed account is nobody', async () => {
  const { app } = await process();
  const them = await account();
  const cookie = await signIn(app, them);
  await own.database.query.updateTable('users').set({ closed_at: new Date() }).where('id', '=', them.id).execute();
  expect(await who(app, cookie)).toBeNull();
});

test('a login ends after seven days without use', async () => {
  const { app, clock } = await process();
  const cookie = await signIn(app, await account());
  clock.now += 6 * day;
  expect(await who(app, cookie)).not.toBeNull();
  clock.now += 6 * day;
  expect(await who(app, cookie)).not.toBeNull();
  clock.now += 7 * day + 1;
  expect(await who(app, cookie)).toBeNull();
});

test('a login that is used every day ends after thirty', async () => {
  const { app, clock, logins } = await process();
  const cookie = await signIn(app, await account());
  for (let passed = 1; passed < 30; passed++) {
    clock.now += day;
    expect(await who(app, cookie)).not.toBeNull();
    await logins.saveSeen();
  }
  clock.now += day;
  expect(await who(app, cookie)).toBeNull();
});

test('a login in use elsewhere is not idle here', async () => {
  const here = await process();
  const there = await process();
  const cookie = await signIn(here.app, await account());
  await who(here.app, cookie);
  await who(there.app, cookie);
  there.clock.now += 5 * day;
  await who(there.app, cookie);
  await there.logins.saveSeen();
  here.clock.now += 8 * day;
  expect(await who(here.app, cookie)).not.toBeNull();
});

test('when somebody was last seen is written down at most once a minute, and not by their request', async () => {
  const { app, clock, logins } = await process();
  const them = await account();
  const cookie = await signIn(app, them);
  await who(app, cookie);
  const made = await rows().where('user_id', '=', them.id).executeTakeFirstOrThrow();
  clock.now += 59_000;
  await who(app, cookie);
  await logins.saveSeen();
  expect(await rows().where('user_id', '=', them.id).executeTakeFirstOrThrow()).toEqual(made);
  clock.now += 2_000;
  const before = queries;
  await who(app, cookie);
  expect(queries).toBe(before);
  await logins.saveSeen();
  const seen = await rows().where('user_id', '=', them.id).executeTakeFirstOrThrow();
  expect(seen.sess).toEqual({ ...made.sess, seenAt: new Date(clock.now).toISOString() });
  expect(Date.parse(seen.expire)).toBe(clock.now + 7 * day);
});

test('while the database listener is away nothing is cached', async () => {
  const { app, logins } = await process();
  const cookie = await signIn(app, await account());
  await who(app, cookie);
  logins.setConnected(false);
  let before = queries;
  for (let request = 0; request < 3; request++) await who(app, cookie);
  expect(queries).toBe(before + 3);
  logins.setConnected(true);
  before = queries;
  for (let request = 0; request < 3; request++) await who(app, cookie);
  expect(queries).toBe(before + 1);
});

test('a login that ends while it is being read is not cached', async () => {
  const { app, logins } = await process();
  const them = await account();
  const cookie = await signIn(app, them);
  const reading = logins.who({ headers: { cookie } });
  logins.onChange({ ended: [{ user: them.id }] });
  await reading;
  const before = queries;
  await who(app, cookie);
  expect(queries).toBe(before + 1);
});

test('a password that changes while somebody logs in with the old one lets them not in', async () => {
  const { app, write } = await process();
  const them = await account();
  let late: Promise<string> | undefined;
  await write({ topics: [] }, async (context) => {
    await context.tx.updateTable('users').set({ password: 'another' }).where('id', '=', them.id).execute();
    late = signIn(app, them);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await revokeLogins(context, { user: them.id });
  });
  expect(await late).toBe('undefined');
  expect(await rows().where('user_id', '=', them.id).execute()).toEqual([]);
});

test('it answers which logins still exist', async () => {
  const { app, logins, clock } = await process();
  const cookies = [await signIn(app, await account()), await signIn(app, await account())];
  const sids = cookies.map((cookie) => logins.sidOf({ headers: { cookie } }) ?? '');
  await app.inject({ method: 'POST', url: '/out', headers: { cookie: cookies[0] ?? '' } });
  expect(await logins.alive(sids)).toEqual(new Set([sids[1]]));
  clock.now += 8 * day;
  expect(await logins.alive(sids)).toEqual(new Set());
});

test('an offline logout is done with the first request that gets through, before anything else of it', async () => {
  const { app } = await process();
  const them = await account();
  const cookie = await signIn(app, them);
  const left = `${cookie}; topout_leaving=1`;
  const answer = await app.inject({ url: '/who', headers: { cookie: left } });
  expect(answer.json().who).toBeNull();
  expect(answer.headers['set-cookie']).toEqual([
    expect.stringMatching(/^topout_login=; Max-Age=0/),
    expect.stringMatching(/^topout_leaving=; Max-Age=0/),
  ]);
  expect(await who(app, cookie)).toBeNull();
  expect((await rows().execute()).filter(({ sess }) => sess.userId === them.id)).toEqual([]);
});

test('whoever logs in after such a logout is logged in', async () => {
  const { app } = await process();
  const cookie = await signIn(app, await account());
  const next = await account();
  const left = { cookie: `${cookie}; topout_leaving=1` };
  const answer = await app.inject({ method: 'POST', url: '/in', payload: next, headers: left });
  const made = [answer.headers['set-cookie']].flat().findLast((text) => text?.startsWith('topout_login='));
  expect(await who(app, made?.split(';')[0] ?? '')).toMatchObject({ id: next.id });
});
