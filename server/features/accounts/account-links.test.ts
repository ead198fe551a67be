// The claims about one-time links: invitations and forgotten passwords (behaviour §15.3, §15.4).
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AccountLink, parseLinkPath } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createOutbox } from '#server/features/notifications/deliveries.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { startMailbox } from '#server/test-support/servers/mailbox.ts';
import {
  createTestApp,
  type TestAnswer,
  type TestApp,
  type TestPerson,
  testConfig,
} from '#server/test-support/test-app.ts';
import { linkPages } from './account-links.ts';
import { resetMailJobs } from './invite.ts';

const publicUrl = 'http://topout.example';
const smtp = { host: 'localhost', port: 2525, secure: false, requireTls: false, login: null };

let testApp: TestApp;
let admin: TestPerson;
let count = 0;

beforeAll(async () => {
  testApp = await createTestApp({ publicUrl, smtp, trustProxy: 1 });
  admin = await testApp.person('admin');
});
afterAll(() => testApp.close());
beforeEach(async () => {
  await sql`truncate deliveries, jobs`.execute(testApp.database.query);
});

const good = 'crane-and-mortar';
const tokenOf = ({ path }: { path: string }) => parseLinkPath(path)?.token ?? '';

/** Each from its own address: one address may request few. */
function ask(person: TestPerson | null, what: string, body?: object): Promise<TestAnswer> {
  const headers = { 'x-forwarded-for': `198.51.${Math.floor(++count / 250)}.${count % 250}` };
  return testApp.call(person, what, body ? { body, headers } : { headers });
}

async function invite(fields: object = {}): Promise<AccountLink & { user: User }> {
  const username = `invited${++count}`;
  const names = { firstName: 'Ngozi', lastName: 'Eze', email: `${username}@x.example`, role: 'photographer' };
  const answer = await ask(admin, 'POST /api/invitations', { username, ...names, ...fields });
  expect(answer.status).toBe(201);
  return answer.body as AccountLink & { user: User };
}

async function resetLinkFor(person: { id: number }): Promise<AccountLink> {
  const answer = await ask(admin, `POST /api/users/${person.id}/password-reset`);
  expect(answer.status).toBe(201);
  return answer.body as AccountLink;
}

const setPassword = (link: { path: string }, password = good) =>
  ask(null, 'POST /api/account-links', { token: tokenOf(link), password });

const login = (username: string, password: string) => ask(null, 'POST /api/login', { username, password });

const state = async (link: { path: string }) => {
  const parsed = parseLinkPath(link.path);
  if (!parsed) throw new Error(`${link.path} is no link`);
  return (await linkPages(testApp.database.query, testConfig).openLink(parsed)).state;
};

async function listed({ id }: { id: number }): Promise<User | undefined> {
  return ((await ask(admin, 'GET /api/users?limit=500')).body as User[]).find((user) => user.id === id);
}

async function actsOn({ id }: { id: number }): Promise<AuditEntry[]> {
  return (await ask(admin, `GET /api/audit-log?personId=${id}`)).body as AuditEntry[];
}

/** An expired link. */
async function expire(): Promise<void> {
  await sql`update account_links set expires_at = now() - interval '1 second' where used_at is null`.execute(
    testApp.database.query,
  );
}

describe('an invitation', () => {
  test('makes an account that nobody can log in to until its owner chose a password, and then they are in', async () => {
    const link = await invite();
    expect(link.user).toMatchObject({ firstName: 'Ngozi', role: 'photographer', invitedUntil: link.expiresAt });
    const days = (Date.parse(link.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    for (const guess of ['', '!', good]) expect((await login(link.user.username, guess || ' ')).status).toBe(401);

    const answer = await setPassword(link);
    expect(answer).toMatchObject({ status: 200, body: { username: link.user.username, loggedIn: true } });
    expect(answer.headers['cache-control']).toBe('no-store');
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const me = await testApp.call({ cookie }, 'GET /api/user');
    expect(me).toMatchObject({ status: 200, body: { id: link.user.id, invitedUntil: null } });
    expect((await login(link.user.username, good)).status).toBe(200);
  });

  test('works once: of two who use it at the same moment one does, and then it says that it was used', async () => {
    const link = await invite();
    const both = await Promise.all([setPassword(link, 'first-of-the-two'), setPassword(link, 'other-of-the-two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await setPassword(link)).toMatchObject({ status: 410, body: { code: 'link_used' } });
    expect(await state(link)).toBe('used');
  });

  test('is not used up by opening it, nor by a password that is refused', async () => {
    const link = await invite();
    expect(await state(link)).toBe('open');
    for (const bad of ['short', 'password', link.user.username, '        ']) {
      expect(await setPassword(link, bad)).toMatchObject({ status: 400, body: { issues: [{ path: 'password' }] } });
    }
    expect(await state(link)).toBe('open');
    expect((await setPassword(link)).status).toBe(200);
  });

  test('is over after its time, and a new link takes its place', async () => {
    const link = await invite();
    await expire();
    expect(await state(link)).toBe('expired');
    expect(await setPassword(link)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    const renewed = await ask(admin, `POST /api/users/${link.user.id}/invitation`);
    expect(renewed.status).toBe(201);
    expect(await state(renewed.body as AccountLink)).toBe('open');
    expect((await listed(link.user))?.invitedUntil).toBe((renewed.body as AccountLink).expiresAt);
  });

  test('ends when a newer one is made, when the e-mail is changed, a password is typed, or the account goes', async () => {
    const first = await invite();
    const second = (await ask(admin, `POST /api/users/${first.user.id}/invitation`)).body as AccountLink;
    expect(await state(first)).toBe('expired');
    expect(await state(second)).toBe('open');

    const { id, username, firstName, lastName, role, email } = first.user;
    const body = { username, firstName, lastName, role, email };
    await ask(admin, `PUT /api/users/${id}`, { ...body, lastName: 'Ude' });
    expect(await state(second)).toBe('open');
    await ask(admin, `PUT /api/users/${id}`, { ...body, email: `other${count}@x.example` });
    expect(await state(second)).toBe('expired');
    expect(Date.parse((await listed({ id }))?.invitedUntil ?? '')).toBeLessThanOrEqual(Date.now());

    const third = (await ask(admin, `POST /api/users/${id}/invitation`)).body as AccountLink;
    await ask(admin, `PUT /api/users/${id}`, {
      ...body,
      email: `other${count}@x.example`,
      password: 'typed-by-an-admin',
    });
    expect((await listed({ id }))?.invitedUntil ?? null).toBeNull();
    expect((await setPassword(third)).status).not.toBe(200);
    expect((await login(username, 'typed-by-an-admin')).status).toBe(200);

    const gone = await invite();
    expect((await ask(admin, `DELETE /api/users/${gone.user.id}`)).status).toBe(200);
    expect(await state(gone)).toBe('unknown');
    expect(await setPassword(gone)).toMatchObject({ status: 404, body: { code: 'link_unknown' } });
  });

  test('of somebody who has a password is none', async () => {
    const person = await testApp.make.user('client');
    expect((await ask(admin, `POST /api/users/${person.id}/invitation`)).status).toBe(409);
  });

  test('does not count as another administrator', async () => {
    await invite({ role: 'admin' });
    const body = { role: 'client' };
    const other = await testApp.person('admin');
    expect((await ask(other, `PATCH /api/users/${admin.id}/role`, { ...body })).status).toBe(200);
    admin = { ...other };
    const found = await sql<{ n: number }>`
      select count(*) as n from users where role = 'admin' and closed_at is null and invited_until is null`.execute(
      testApp.database.query,
    );
    expect(found.rows[0]?.n).toBe(1);
  });

  test('repeated under its key answers the same link, and makes one account', async () => {
    const username = `twice${++count}`;
    const body = { username, firstName: 'A', lastName: 'B', email: `${username}@x.example`, role: 'client' };
    const headers = { 'idempotency-key': `invite-${username}` };
    const once = await testApp.call(admin, 'POST /api/invitations', { body, headers });
    const again = await testApp.call(admin, 'POST /api/invitations', { body, headers });
    expect(once.status).toBe(201);
    expect(again.body).toEqual(once.body);
  });

  test('is mailed too, once, and the mail has the link', async () => {
    const link = await invite();
    expect(link.mailed).toBe(true);
    const rows = await testApp.database.query.selectFrom('deliveries').selectAll().execute();
    expect(rows).toMatchObject([{ channel: 'mail', kind: 'invitation', user_id: link.user.id }]);
    const box = createSealedBox(testConfig.secret, 'deliveries');
    expect(box.open(rows[0]?.payload as Buffer)).toContain(link.path);
  });

  test('is mailed to one account three times an hour at most, and the maker of a further one is notified', async () => {
    const { user } = await invite();
    const made: boolean[] = [];
    for (let time = 0; time < 4; time++) {
      const { body } = await ask(admin, `POST /api/users/${user.id}/invitation`);
      made.push((body as { mailed: boolean }).mailed);
    }
    expect(made).toEqual([true, true, false, false]);
    const rows = await testApp.database.query
      .selectFrom('deliveries')
      .select('id')
      .where('user_id', '=', user.id)
      .execute();
    expect(rows).toHaveLength(3);
  });
});

describe('a reset link that an admin makes', () => {
  test('sets a new password once, within half an hour, and ends all logins of the person', async () => {
    const person = await testApp.person('client');
    const link = await resetLinkFor(person);
    const minutes = (Date.parse(link.expiresAt) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThan(31);
    expect(link.mailed).toBe(false);
    const answer = await setPassword(link);
    expect(answer).toMatchObject({ status: 200, body: { loggedIn: false } });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect((await testApp.call(person, 'GET /api/user')).status).toBe(401);
    expect((await login(person.username, testApp.password)).status).toBe(401);
    expect((await login(person.username, good)).status).toBe(200);
    expect((await setPassword(link)).status).toBe(410);
  });

  test('is not for the password before', async () => {
    const person = await testApp.make.user('client');
    const link = await resetLinkFor(person);
    expect(await setPassword(link, testApp.password)).toMatchObject({ status: 400 });
    expect(await state(link)).toBe('open');
  });

  test('ends when a newer one is made, and when the person changes the password or e-mail', async () => {
    const person = await testApp.person('client');
    const first = await resetLinkFor(person);
    const second = await resetLinkFor(person);
    expect([await state(first), await state(second)]).toEqual(['expired', 'open']);
    const change = { currentPassword: testApp.password, newPassword: 'another good one' };
    expect((await ask(person, 'PUT /api/user/password', change)).status).toBe(200);
    expect(await state(second)).toBe('expired');
  });

  test('is not for somebody who was invited', async () => {
    const { user } = await invite();
    expect((await ask(admin, `POST /api/users/${user.id}/password-reset`)).status).toBe(409);
  });
});

describe('a forgotten password', () => {
  const box = createSealedBox(testConfig.secret, 'deliveries');

  function runJobs(): Promise<unknown> {
    const outbox = createOutbox({ publicUrl, smtp, gatherMinutes: 0 }, box);
    const write = createTransactionRunner(testApp.database, () => undefined, outbox);
    const { passwordReset } = resetMailJobs({ write, config: testConfig });
    return testApp.database.query
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'passwordReset')
      .orderBy('id')
      .execute()
      .then((jobs) => Promise.all(jobs.map(({ payload }) => passwordReset.run(payload))));
  }

  const mails = () => testApp.database.query.selectFrom('deliveries').selectAll().orderBy('id').execute();

  /** The link in the newest mail. */
  async function mailedLink(): Promise<{ path: string }> {
    const payload = (await mails()).at(-1)?.payload;
    const { letter } = JSON.parse(box.open(payload as Buffer) ?? '') as { letter: { action: { path: string } } };
    return letter.action;
  }

  test('is mailed a link, by username or e-mail in any case', async () => {
    const person = await testApp.make.user('client');
    for (const account of [person.username.toUpperCase(), `  ${person.username}@EXAMPLE.org `]) {
      expect((await ask(null, 'POST /api/password-resets', { account })).status).toBe(202);
    }
    await runJobs();
    expect(await mails()).toMatchObject([
      { kind: 'password_reset', user_id: person.id },
      { kind: 'password_reset', user_id: person.id },
    ]);
    expect((await setPassword(await mailedLink())).status).toBe(200);
    expect((await login(person.username, good)).status).toBe(200);
  });

  test('is answered alike, with the same work, whoever is named', async () => {
    const known = await testApp.make.user('client');
    const closed = await testApp.make.user('client');
    await sql`update users set closed_at = now() where id = ${closed.id}`.execute(testApp.database.query);
    const invited = await invite();
    await sql`truncate deliveries`.execute(testApp.database.query);
    const statements: number[] = [];
    const answers: unknown[] = [];
    for (const account of [
      known.username,
      closed.username,
      invited.user.username,
      'nobody-at-all',
      'no@body.example',
    ]) {
      const before = await writesSoFar();
      const { status, body, headers } = await ask(null, 'POST /api/password-resets', { account });
      statements.push((await writesSoFar()) - before);
      answers.push([status, body, headers['content-length']]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(new Set(statements)).toEqual(new Set([1]));
    await runJobs();
    expect(await mails()).toMatchObject([{ user_id: known.id }]);
  });

  /** Every request queues one job and does nothing else, so that the work is the same. */
  async function writesSoFar(): Promise<number> {
    const found = await sql<{
      n: number;
    }>`select (select count(*) from jobs) + (select count(*) from account_links where kind = 'reset')
      + (select count(*) from deliveries) + (select count(*) from login_failures) + (select count(*) from audit_log) as n`.execute(
      testApp.database.query,
    );
    return found.rows[0]?.n ?? 0;
  }

  test('asked for again ends the link before, and a job that runs twice makes one mail', async () => {
    const person = await testApp.make.user('client');
    await ask(null, 'POST /api/password-resets', { account: person.username });
    await runJobs();
    const first = await mailedLink();
    await runJobs();
    expect(await mails()).toHaveLength(1);
    expect(await state(first)).toBe('open');
    await ask(null, 'POST /api/password-resets', { account: person.username });
    await runJobs();
    expect(await state(first)).toBe('expired');
    expect(await state(await mailedLink())).toBe('open');
  });

  test('is mailed to one account three times an hour at most, and nobody is notified', async () => {
    const person = await testApp.make.user('client');
    for (let time = 0; time < 5; time++) {
      expect((await ask(null, 'POST /api/password-resets', { account: person.username })).status).toBe(202);
      await runJobs();
    }
    expect(await mails()).toHaveLength(3);
  });

  test('may be asked for ten times an hour from one address', async () => {
    const body = { account: 'nobody' };
    const headers = { 'x-forwarded-for': '192.0.2.77' };
    const once = () => testApp.call(null, 'POST /api/password-resets', { body, headers });
    for (let time = 0; time < 10; time++) expect((await once()).status).toBe(202);
    const refused = await once();
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  });

  test('where no mail can be sent is answered so, for every name', async () => {
    const silent = await createTestApp();
    const person = await silent.make.user('client');
    const answers = await Promise.all(
      [person.username, 'nobody'].map((account) =>
        silent.call(null, 'POST /api/password-resets', { body: { account } }),
      ),
    );
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, body: { code: 'mail_not_configured' } });
    const jobs = await silent.database.query
      .selectFrom('jobs')
      .where('kind', '=', 'passwordReset')
      .select('id')
      .execute();
    expect(jobs).toEqual([]);
    await silent.close();
  });
});

test('a forgotten password is replaced through an email that a real server delivers', async () => {
  const box = await startMailbox();
  const { port } = box;
  const sending = await createTestApp({ publicUrl, smtp: { ...smtp, host: '127.0.0.1', port } });
  const person = await sending.make.user('client');
  await sending.app.listen({ port: 0, host: '127.0.0.1' });
  expect((await sending.call(null, 'POST /api/password-resets', { body: { account: person.username } })).status).toBe(
    202,
  );
  const mail = await box.waitFor(`${person.username}@example.org`);
  const words = mail.part('text/plain')?.toString() ?? '';
  const [, path = ''] = new RegExp(`${publicUrl}(/reset/[\\w-]+)`).exec(words) ?? [];
  const body = { token: tokenOf({ path }), password: good };
  expect((await sending.call(null, 'POST /api/account-links', { body })).status).toBe(200);
  const login = await sending.call(null, 'POST /api/login', { body: { username: person.username, password: good } });
  expect(login.status).toBe(200);
  await sending.close();
  await box.close();
});

describe('the token', () => {
  test('is long, and stands nowhere in the database but sealed in the mail', async () => {
    const headers = { 'idempotency-key': `keyed-${++count}` };
    const names = { firstName: 'A', lastName: 'B', email: `keyed${count}@x.example`, role: 'client' };
    const answer = await testApp.call(admin, 'POST /api/invitations', {
      body: { username: `keyed${count}`, ...names },
      headers,
    });
    const token = tokenOf(answer.body as AccountLink);
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    const person = await testApp.make.user('client');
    const other = tokenOf(await resetLinkFor(person));
    for (const table of ['account_links', 'idempotency_keys', 'audit_log', 'jobs', 'deliveries', 'users']) {
      const found = await sql<{ text: string }>`select t::text as text from ${sql.table(table)} t`.execute(
        testApp.database.query,
      );
      const all = found.rows.map(({ text }) => text).join();
      for (const secret of [token, other]) expect(all, table).not.toContain(secret);
    }
  });
});

test('the audit log says who invited, who accepted, who made and who used a reset', async () => {
  const link = await invite();
  await ask(admin, `POST /api/users/${link.user.id}/invitation`);
  const renewed = (await ask(admin, `POST /api/users/${link.user.id}/invitation`)).body as AccountLink;
  await setPassword(renewed);
  await setPassword(await resetLinkFor(link.user), 'quite-another-one');
  const acts = (await actsOn(link.user)).map(({ act, byId }) => [act, byId]);
  const { id } = link.user;
  expect(acts).toEqual([
    ['passwordReset', id],
    ['resetLinkCreated', admin.id],
    ['invitationAccepted', id],
    ['invitationRenewed', admin.id],
    ['invitationRenewed', admin.id],
    ['userInvited', admin.id],
  ]);
});
