// The claims about accounts: who sees and changes them, and what may never happen to them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { User } from '#contract/accounts/users.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin', { username: 'root', firstName: 'Ada', lastName: 'Aaron' });
});
afterAll(() => testApp.close());

let count = 0;
function form(surplus: object = {}) {
  count++;
  const username = `Person${count}`;
  const names = { username, firstName: 'Ife', lastName: `Bello${count}`, email: `${username}@example.org` };
  return { ...names, password: 'long enough', role: 'client', company: 'Bello Ltd', ...surplus };
}

async function create(surplus: object = {}): Promise<User> {
  const answer = await testApp.call(admin, 'POST /api/users', { body: form(surplus) });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as User;
}

function list(query = '') {
  return testApp.call(admin, `GET /api/users${query}`);
}

describe('making', () => {
  test('a new account can log in, and its password never leaves the server', async () => {
    const body = form({ id: 999, closedAt: 'now', createdAt: '2001-01-01' });
    const answer = await testApp.call(admin, 'POST /api/users', { body });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ username: body.username, role: 'client', company: 'Bello Ltd', bio: null });
    expect(JSON.stringify(answer.body)).not.toMatch(/password|argon/);
    expect((answer.body as User).id).not.toBe(999);
    const login = { username: body.username, password: 'long enough' };
    expect((await testApp.call(null, 'POST /api/login', { body: login })).status).toBe(200);
  });

  test('a username and an e-mail belong to one, in whatever case', async () => {
    const body = form();
    await testApp.call(admin, 'POST /api/users', { body });
    const sameName = { ...form(), username: body.username.toUpperCase() };
    const sameMail = { ...form(), email: body.email.toUpperCase() };
    expect(await testApp.call(admin, 'POST /api/users', { body: sameName })).toMatchObject({
      status: 409,
      body: { code: 'username_taken' },
    });
    expect(await testApp.call(admin, 'POST /api/users', { body: sameMail })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  test('pressing twice with one key makes one account', async () => {
    const body = form();
    const headers = { 'idempotency-key': 'create-once' };
    const [first, second] = [
      await testApp.call(admin, 'POST /api/users', { body, headers }),
      await testApp.call(admin, 'POST /api/users', { body, headers }),
    ];
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
  });
});

describe('the list', () => {
  test('is ordered by name, and pages neither skip nor repeat', async () => {
    for (const lastName of ['Okafor', 'Okafor', 'Okafor', 'Zubair', 'Okafor'])
      await create({ lastName, firstName: 'Tunde' });
    const all = (await list('?limit=500')).body as User[];
    const key = (user: User) => `${user.lastName}\t${user.firstName}\t${String(user.id).padStart(9, '0')}`;
    expect(all.map(key)).toEqual(all.map(key).sort());
    const paged: User[] = [];
    let next: string | null = '/api/users?limit=3';
    while (next) {
      const page = await testApp.call(admin, `GET ${next}`);
      paged.push(...(page.body as User[]));
      next = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? null;
    }
    expect(paged).toEqual(all);
    expect(Number((await list()).headers['x-total-count'])).toBe(all.length);
  });

  test('finds first and last names, e-mails and usernames in any case, and knows no wildcards', async () => {
    const user = await create({
      firstName: 'Chidinma',
      lastName: 'Eze_1',
      email: 'cheze@mail.example',
      username: 'chichi',
    });
    for (const q of ['CHIDIN', 'eze_', 'ZE@MAIL', 'ichI'])
      expect((await list(`?q=${encodeURIComponent(q)}`)).body).toMatchObject([{ id: user.id }]);
    for (const q of ['chi%ma', 'eze_2', 'Bello Ltd no'])
      expect((await list(`?q=${encodeURIComponent(q)}`)).body).toEqual([]);
  });

  test('finds people by several words in any order, each somewhere', async () => {
    const user = await create({ firstName: 'Obiageli', lastName: 'Nwachukwu Eke', username: 'obinwa' });
    await create({ firstName: 'Obiageli', lastName: 'Sule' });
    for (const q of ['Obiageli Nwachukwu', 'eke  OBIA', 'nwachukwu eke', 'obinwa Eke obiageli']) {
      const found = await list(`?q=${encodeURIComponent(q)}`);
      expect(found.body, q).toMatchObject([{ id: user.id }]);
      expect(found.headers['x-total-count']).toBe('1');
    }
    expect((await list('?q=Nwachukwu%20Sule')).body).toEqual([]);
  });

  test('finds clients by their company', async () => {
    const user = await create({ firstName: 'Adaeze', lastName: 'Umeh', company: 'Umeh Estates', role: 'client' });
    expect((await list('?q=adaeze%20estates')).body).toMatchObject([{ id: user.id }]);
    expect((await list('?q=adaeze%20bello')).body).toEqual([]);
  });

  test('names those who may still become members of a project', async () => {
    const [one, other] = [await testApp.person('client'), await testApp.person('photographer')];
    const projectId = await testApp.make.project({ clientId: one.id, createdBy: admin.id });
    const ids = async () => ((await list(`?addableTo=${projectId}&limit=500`)).body as User[]).map(({ id }) => id);
    expect(await ids()).toEqual(expect.arrayContaining([one.id, other.id]));
    expect(await ids()).not.toContain(admin.id);
    const params = { body: { userId: one.id, role: 'viewer' } };
    expect((await testApp.call(admin, `POST /api/projects/${projectId}/members`, params)).status).toBe(201);
    expect(await ids()).not.toContain(one.id);
    expect(await ids()).toContain(other.id);
  });

  test('filters by role', async () => {
    await create({ role: 'photographer' });
    const found = (await list('?role=photographer')).body as User[];
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ role }) => role))).toEqual(new Set(['photographer']));
  });

  test('refuses a cursor that is not its own', async () => {
    const forge = (at: string) => Buffer.from(JSON.stringify(['name', at, 1])).toString('base64url');
    for (const at of ['Bello', '["Bello"]', '{}', '["a\\u0000","b"]'])
      expect(await list(`?cursor=${forge(at)}`)).toMatchObject({ status: 400, body: { issues: [{ path: 'cursor' }] } });
  });
});

describe('editing', () => {
  test('an empty or missing password keeps the present one, a new one ends all logins', async () => {
    const user = await testApp.person('client');
    const body = {
      username: user.username,
      firstName: 'New',
      lastName: 'Name',
      email: 'new@example.org',
      role: 'client',
    };
    for (const kept of [{}, { password: '' }]) {
      const answer = await testApp.call(admin, `PUT /api/users/${user.id}`, { body: { ...body, ...kept } });
      expect(answer).toMatchObject({ status: 200, body: { firstName: 'New', email: 'new@example.org' } });
    }
    expect((await testApp.call(user, 'GET /api/user')).status).toBe(200);
    await testApp.call(admin, `PUT /api/users/${user.id}`, { body: { ...body, password: 'another one' } });
    expect((await testApp.call(user, 'GET /api/user')).status).toBe(401);
    const login = { username: user.username, password: 'another one' };
    expect((await testApp.call(null, 'POST /api/login', { body: login })).status).toBe(200);
  });

  test('an admin cannot set a password that is common, somebody’s name or the one they have', async () => {
    const user = await create();
    const { firstName, lastName, role } = user;
    const body = { username: user.username, email: `${user.username}@example.org`, firstName, lastName, role };
    const words = {
      iloveyou: 'This password is one of the most used: choose another',
      [body.email]: 'Password must not be the username or email',
      'long enough': 'This is your previous password: choose another',
    };
    for (const [password, message] of Object.entries(words)) {
      const answer = await testApp.call(admin, `PUT /api/users/${user.id}`, { body: { ...body, password } });
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'password', message }] } });
    }
    const answer = await testApp.call(admin, 'POST /api/users', { body: form({ password: 'qwerty123' }) });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'password' }] } });
  });

  test('an admin who changes their own password goes on here with a new login, and nowhere else', async () => {
    const me = await testApp.person('admin');
    const elsewhere = { ...me, cookie: await testApp.login(me.username) };
    const body = { username: me.username, firstName: 'A', lastName: 'B', email: 'own@example.org', role: 'admin' };
    const answer = await testApp.call(me, `PUT /api/users/${me.id}`, { body: { ...body, password: 'my new one' } });
    expect(answer.status).toBe(200);
    const renewed = { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
    expect((await testApp.call(renewed, 'GET /api/user')).status).toBe(200);
    expect((await testApp.call(me, 'GET /api/user')).status).toBe(401);
    expect((await testApp.call(elsewhere, 'GET /api/user')).status).toBe(401);
  });

  test('a changed role ends the logins, the same role does not', async () => {
    const user = await testApp.person('client');
    await testApp.call(admin, `PATCH /api/users/${user.id}/role`, { body: { role: 'client' } });
    expect((await testApp.call(user, 'GET /api/user')).status).toBe(200);
    const answer = await testApp.call(admin, `PATCH /api/users/${user.id}/role`, { body: { role: 'photographer' } });
    expect(answer).toMatchObject({ status: 200, body: { role: 'photographer' } });
    expect((await testApp.call(user, 'GET /api/user')).status).toBe(401);
  });

  test('a role is not taken from a project’s client or a site’s photographer, and the sentence names what holds them', async () => {
    const client = await testApp.make.user('client', { firstName: 'Ngozi', lastName: 'Ade' });
    const photographer = await testApp.make.user('photographer', { firstName: 'Musa', lastName: 'Sani' });
    const names = ['Alpha', 'Beta', 'Gamma', 'Omega', 'Sigma'];
    for (const name of names) {
      const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name });
      if (name === 'Beta') await testApp.make.site({ projectId, photographerId: photographer.id, name: 'Block C' });
    }
    expect(
      await testApp.call(admin, `PATCH /api/users/${client.id}/role`, { body: { role: 'photographer' } }),
    ).toMatchObject({
      status: 409,
      body: { message: 'Ngozi Ade is still the client of Alpha, Beta, Gamma and 2 more: hand that over first' },
    });
    expect(
      await testApp.call(admin, `PATCH /api/users/${photographer.id}/role`, { body: { role: 'client' } }),
    ).toMatchObject({
      status: 409,
      body: { message: 'Musa Sani is still the photographer of Block C (Beta): hand that over first' },
    });
  });
});

describe('self-protection', () => {
  test('an admin can neither delete themselves nor take their own admin role away', async () => {
    expect(await testApp.call(admin, `DELETE /api/users/${admin.id}`)).toMatchObject({
      status: 403,
      body: { message: 'You cannot delete your own administrator account' },
    });
    const refused = { status: 403, body: { message: 'You cannot remove admin privileges from your own account' } };
    expect(await testApp.call(admin, `PATCH /api/users/${admin.id}/role`, { body: { role: 'client' } })).toMatchObject(
      refused,
    );
    const body = { username: 'root', firstName: 'A', lastName: 'A', email: 'root@example.org', role: 'photographer' };
    expect(await testApp.call(admin, `PUT /api/users/${admin.id}`, { body })).toMatchObject(refused);
  });

  test('two admins who demote each other at once leave one behind, every time', async () => {
    const db = testApp.database.query;
    await db.updateTable('users').set({ role: 'client' }).where('role', '=', 'admin').execute();
    for (let round = 0; round < 8; round++) {
      const pair = [await testApp.person('admin'), await testApp.person('admin')] as const;
      const demote = (by: TestPerson, whom: TestPerson) =>
        round % 2
          ? testApp.call(by, `DELETE /api/users/${whom.id}`)
          : testApp.call(by, `PATCH /api/users/${whom.id}/role`, { body: { role: 'client' } });
      const answers = await Promise.all([demote(pair[0], pair[1]), demote(pair[1], pair[0])]);
      const left = await db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'admin')
        .where('closed_at', 'is', null)
        .execute();
      expect(left).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      await db.updateTable('users').set({ role: 'client' }).where('role', '=', 'admin').execute();
    }
    await db.updateTable('users').set({ role: 'admin' }).where('id', '=', admin.id).execute();
  });
});

describe('deleting', () => {
  let client: TestPerson;
  let projectId: number;

  beforeEach(async () => {
    admin = { ...admin, cookie: await testApp.login('root') };
    client = await testApp.person('client', { firstName: 'Bola', lastName: `Cole${++count}` });
    projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  });

  test('somebody without history is gone, and their name is free', async () => {
    const user = await create();
    expect((await testApp.call(admin, `DELETE /api/users/${user.id}`)).status).toBe(200);
    const db = testApp.database.query;
    expect(await db.selectFrom('users').select('id').where('id', '=', user.id).execute()).toEqual([]);
    expect((await testApp.call(admin, `DELETE /api/users/${user.id}`)).status).toBe(404);
  });

  test('somebody with history is closed: no login, in no list, name free, old records say former', async () => {
    const row = (await list(`?q=${client.username}`)).body as User[];
    expect((await testApp.call(admin, `DELETE /api/users/${client.id}`)).status).toBe(200);
    expect((await testApp.call(client, 'GET /api/user')).status).toBe(401);
    const body = { username: client.username, password: testApp.password };
    expect((await testApp.call(null, 'POST /api/login', { body })).status).toBe(401);
    expect((await list(`?q=${client.username}`)).body).toEqual([]);
    expect((await testApp.call(admin, `GET /api/users/${client.id}`)).status).toBe(404);
    expect(await testApp.call(admin, `GET /api/projects/${projectId}`)).toMatchObject({
      body: { client: { lastName: `${row[0]?.lastName} (former)`, email: null } },
    });
    const heir = await create({ username: client.username, email: row[0]?.email });
    expect(heir.id).not.toBe(client.id);
  });

  test('a photographer who goes leaves sites without one, and memberships end', async () => {
    const photographer = await testApp.person('photographer');
    const siteId = await testApp.make.site({ projectId, photographerId: photographer.id });
    await testApp.make.member({ projectId, userId: photographer.id, role: 'contributor' });
    const body = { projectId, siteId, captureDate: '2026-01-05' };
    expect((await testApp.call(photographer, 'POST /api/sessions', { body })).status).toBe(201);
    expect((await testApp.call(admin, `DELETE /api/users/${photographer.id}`)).status).toBe(200);
    expect((await testApp.call(client, `GET /api/projects/${projectId}/sites`)).body).toMatchObject([
      { photographerId: null, photographer: null },
    ]);
    expect((await testApp.call(client, `GET /api/projects/${projectId}/members`)).body).toEqual([]);
    expect((await testApp.call(admin, `GET /api/sessions?projectId=${projectId}`)).body).toMatchObject([
      { photographer: { lastName: expect.stringMatching(/ \(former\)$/) } },
    ]);
  });
});

describe('what others see', () => {
  test('people of shared projects see name, role and photo; strangers nothing', async () => {
    const client = await testApp.person('client');
    const photographer = await testApp.person('photographer');
    const stranger = await testApp.person('photographer');
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    await testApp.make.site({ projectId, photographerId: photographer.id });
    const seen = await testApp.call(client, `GET /api/users/${photographer.id}`);
    expect(Object.keys(seen.body as object).sort()).toEqual(['firstName', 'id', 'lastName', 'profilePhotoUrl', 'role']);
    expect((await testApp.call(photographer, `GET /api/users/${client.id}`)).status).toBe(200);
    expect((await testApp.call(stranger, `GET /api/users/${client.id}`)).status).toBe(404);
    expect((await testApp.call(stranger, `GET /api/users/${photographer.id}/stats`)).status).toBe(404);
    expect((await testApp.call(client, `GET /api/users/${client.id}`)).body).toMatchObject({
      username: client.username,
    });
    expect((await testApp.call(admin, `GET /api/users/${client.id}`)).body).toMatchObject({
      username: client.username,
    });
  });

  test('the figures count sites assigned and sessions approved', async () => {
    const client = await testApp.person('client');
    const photographer = await testApp.person('photographer');
    const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const siteId = await testApp.make.site({ projectId, photographerId: photographer.id });
    await testApp.make.site({ projectId, photographerId: photographer.id });
    for (const day of ['2026-02-01', '2026-02-02']) {
      const body = { projectId, siteId, captureDate: day };
      const made = await testApp.call(photographer, 'POST /api/sessions', { body });
      if (day.endsWith('1'))
        await testApp.call(admin, `PUT /api/sessions/${(made.body as User).id}/approve`, { body: {} });
    }
    expect((await testApp.call(client, `GET /api/users/${photographer.id}/stats`)).body).toEqual({
      assignedJobs: 2,
      completedJobs: 1,
    });
  });
});

describe('profiles', () => {
  const profile = { firstName: 'Sade', lastName: 'Ola', email: 'sade@example.org' };

  test('one changes one’s own; role, username and password cannot come along', async () => {
    const me = await testApp.person('photographer');
    const body = {
      ...profile,
      phone: '+234 1',
      bio: ' I fly. ',
      company: '',
      role: 'admin',
      username: 'x',
      password: 'y',
      currentPassword: testApp.password,
    };
    expect(await testApp.call(me, `PUT /api/users/${me.id}/profile`, { body })).toMatchObject({
      status: 200,
      body: { ...profile, phone: '+234 1', bio: 'I fly.', company: null, role: 'photographer', username: me.username },
    });
    expect((await testApp.call(me, 'GET /api/user')).status).toBe(200);
  });

  test('an admin changes anybody’s, others nobody else’s', async () => {
    const me = await testApp.person('client');
    const other = await testApp.person('client');
    const body = { ...profile, email: 'other@example.org' };
    expect((await testApp.call(admin, `PUT /api/users/${other.id}/profile`, { body })).status).toBe(200);
    expect((await testApp.call(me, `PUT /api/users/${other.id}/profile`, { body })).status).toBe(404);
  });

  test('whoever changes their own e-mail says their password', async () => {
    const me = await testApp.person('photographer');
    const path = `PUT /api/users/${me.id}/profile`;
    const body = { ...profile, email: 'new.address@example.org' };
    expect(await testApp.call(me, path, { body: { ...body, email: `${me.username}@EXAMPLE.org` } })).toMatchObject({
      status: 200,
    });
    const message = 'Enter your password to change your e-mail';
    expect(await testApp.call(me, path, { body })).toMatchObject({
      status: 403,
      body: { message, code: 'password_needed' },
    });
    expect(await testApp.call(me, path, { body: { ...body, currentPassword: 'a guess' } })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'currentPassword', message: 'Your current password is not correct' }] },
    });
    expect(await testApp.call(me, path, { body: { ...body, currentPassword: testApp.password } })).toMatchObject({
      status: 200,
      body: { email: body.email },
    });
  });

  test('people who may not see others do not learn which addresses exist, and may not go on asking', async () => {
    const [me, other] = [await testApp.person('client'), await testApp.person('client')];
    const body = { ...profile, email: `${other.username}@example.org`, currentPassword: testApp.password };
    const path = `PUT /api/users/${me.id}/profile`;
    for (let time = 0; time < 5; time++) {
      expect(await testApp.call(me, path, { body })).toMatchObject({
        status: 409,
        body: { message: 'This email cannot be used. Please ask an administrator.', code: 'email_refused' },
      });
    }
    for (const email of [body.email, 'nobody.has.this@example.org'])
      expect(await testApp.call(me, path, { body: { ...body, email } })).toMatchObject({ status: 429 });
    expect(await testApp.call(admin, `PUT /api/users/${me.id}/profile`, { body })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
  });

  test('the photo’s address may stay or go, but not point elsewhere', async () => {
    const me = await testApp.person('client');
    const path = `PUT /api/users/${me.id}/profile`;
    const body = { ...profile, email: `${me.username}@example.org` };
    const elsewhere = { ...body, profilePhotoUrl: 'https://tracker.example/me.png' };
    expect(await testApp.call(me, path, { body: elsewhere })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'profilePhotoUrl' }] },
    });
    const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const sent = await testApp.call(me, `POST /api/users/${me.id}/photo`, { body: { profilePhotoUrl: pixel } });
    const { profilePhotoUrl } = sent.body as { profilePhotoUrl: string };
    expect(await testApp.call(me, path, { body: { ...body, profilePhotoUrl } })).toMatchObject({
      body: { profilePhotoUrl },
    });
    expect(await testApp.call(me, path, { body: { ...body, profilePhotoUrl: null } })).toMatchObject({
      body: { profilePhotoUrl: null },
    });
    expect((await testApp.call(me, `GET ${profilePhotoUrl}`)).status).toBe(404);
  });
});

describe('two people at once', () => {
  test('an account, a profile and a role that somebody else changed since one read them are not overwritten', async () => {
    const user = await create({ role: 'photographer' });
    const { version } = user;
    const { username, firstName, lastName, email, role } = user;
    const body = { username, firstName, lastName, email, role };
    const put = (path: string, input: object) =>
      testApp.call(admin, `PUT /api/users/${user.id}${path}`, { body: input });
    const first = await put('', { ...body, lastName: 'Bright', version });
    expect(first).toMatchObject({ status: 200, body: { lastName: 'Bright' } });
    const refusal = { status: 409, body: { code: 'stale', present: first.body } };
    expect(await put('', { ...body, version })).toMatchObject(refusal);
    expect(await put('/profile', { ...body, bio: 'Mine', version })).toMatchObject(refusal);
    const choice = { body: { role: 'client', version } };
    expect(await testApp.call(admin, `PATCH /api/users/${user.id}/role`, choice)).toMatchObject(refusal);
    const present = (first.body as User).version;
    expect((await put('/profile', { ...body, bio: 'Mine', version: present })).status).toBe(200);
    expect((await put('', body)).status).toBe(200);
  });
});

test('the list says which e-mail was refused, in whatever case, and a new e-mail is free of it', async () => {
  const user = await create();
  const { query } = testApp.database;
  await query
    .insertInto('bounced_addresses')
    .values({ address: user.email!.toLowerCase(), reason: 'unknown' })
    .execute();
  const found = async () => ((await list(`?q=${user.username}`)).body as User[])[0]?.mailRefused;
  expect(await found()).toBe('unknown');
  await query
    .updateTable('users')
    .set({ email: `new-${user.username}@example.org` })
    .where('id', '=', user.id)
    .execute();
  const role = { body: { role: 'photographer' } };
  expect(await testApp.call(admin, `PATCH /api/users/${user.id}/role`, role)).toMatchObject({ status: 200 });
  expect(await found()).toBeNull();
});
