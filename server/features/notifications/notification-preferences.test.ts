// The claims about notifications outside the product: who gets which email, when not, and how it ends.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { NotificationPreferences } from '#contract/notifications/notification-preferences.ts';
import type { Config } from '#server/config.ts';
import { type ArrivedMail, type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const publicUrl = 'http://progress.example.org';
const origin = { origin: publicUrl };

let testApp: TestApp;
let box: Mailbox;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let member: TestPerson;
let projectId: number;
/** The mail server accepts nothing for now. */
let isStubborn = false;

beforeAll(async () => {
  box = await startMailbox({ refuse: () => (isStubborn ? { code: 451, text: '4.3.0 Come back later' } : null) });
  const smtp = { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null };
  const mailFrom: Config['mailFrom'] = { name: 'Topout', address: 'progress@example.org' };
  testApp = await createTestApp({ publicUrl, smtp, mailFrom });
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' });
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  member = await testApp.person('client');
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  await testApp.make.site({ projectId, photographerId: crew.id });
  await testApp.make.member({ projectId, userId: member.id, role: 'viewer' });
});
afterEach(async () => {
  const db = testApp.database.query;
  for (const table of ['deliveries', 'notification_choices', 'notification_settings', 'muted_projects'])
    await sql`delete from ${sql.table(table)}`.execute(db);
  box.mails.length = 0;
});
afterAll(async () => {
  await testApp.close();
  await box.close();
});

const mailOf = (person: TestPerson) => `${person.username}@example.org`;

async function released(): Promise<number> {
  const made = await testApp.call(crew, 'POST /api/sessions', {
    body: { projectId, captureDate: '2026-03-02' },
    headers: origin,
  });
  const { id } = made.body as { id: number };
  const answer = await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {}, headers: origin });
  expect(answer.status).toBe(200);
  return id;
}

/** The status of the emails of a kind, by person. */
async function states(kind: string): Promise<Record<number, string>> {
  const found = await testApp.database.query
    .selectFrom('deliveries')
    .select(['user_id', 'state'])
    .where('channel', '=', 'mail')
    .where('kind', '=', kind)
    .execute();
  return Object.fromEntries(found.map(({ user_id, state }) => [user_id, state]));
}

async function read(person: TestPerson): Promise<NotificationPreferences> {
  const answer = await testApp.call(person, 'GET /api/notification-preferences');
  expect(answer.status).toBe(200);
  return answer.body as NotificationPreferences;
}

type Edit = Partial<
  Pick<NotificationPreferences, 'choices' | 'digest' | 'quietFrom' | 'quietUntil' | 'timeZone' | 'version'>
>;

function edit(person: TestPerson, change: Edit) {
  const plain = { choices: [], digest: 'weekly', quietFrom: null, quietUntil: null, timeZone: null };
  return testApp.call(person, 'PUT /api/notification-preferences', { body: { ...plain, ...change }, headers: origin });
}

test('a released session reaches the mailboxes of those whom it is for, and of nobody else', async () => {
  const id = await released();
  const mail = await box.waitFor(mailOf(client));
  await box.waitFor(mailOf(member));
  await box.waitFor(mailOf(crew));
  expect(mail.header('subject')).toMatch(/^Session approved: Lekki Towers, Site \d+$/);
  expect(mail.part('text/plain')?.toString()).toContain(`Open session: ${publicUrl}/sessions/${id}`);
  expect(mail.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  await expect
    .poll(() => states('session_approved'))
    .toEqual({ [client.id]: 'sent', [member.id]: 'sent', [crew.id]: 'sent' });
  // Submissions wait in the queue of approvals: by default no email.
  expect(await states('session_submitted')).toEqual({});
});

test('a mail that could not be delivered for three days is a line for admins in the product', async () => {
  isStubborn = true;
  const id = await released();
  const tried = () => testApp.database.query.selectFrom('deliveries').select(['attempts', 'state']).execute();
  await expect.poll(async () => (await tried()).every(({ attempts }) => attempts === 1)).toBe(true);
  await sql`update deliveries set due_at = now(), give_up_at = now() where user_id = ${client.id}`.execute(
    testApp.database.query,
  );
  await sql`select pg_notify('topout_jobs', 'mail')`.execute(testApp.database.query);
  const lines = async () => {
    const answer = await testApp.call(admin, 'GET /api/notifications');
    return (answer.body as { message: string }[]).map(({ message }) => message);
  };
  await expect
    .poll(lines)
    .toContainEqual(
      expect.stringMatching(/^An email to .* could not be delivered after three days .*4\.3\.0 Come back later/),
    );
  expect((await states('session_approved'))[client.id]).toBe('dead');
  expect(box.mails.filter(({ raw }) => raw.includes(`/sessions/${id}`))).toEqual([]);
  isStubborn = false;
});

test('by default mail brings what needs its reader, and each role is asked about its own kinds only', async () => {
  const choices = (of: NotificationPreferences) => Object.fromEntries(of.choices.map(({ kind, mail }) => [kind, mail]));
  expect(choices(await read(client))).toEqual({
    session_approved: true,
    dispute_updated: true,
    dispute_resolved: true,
    project_assigned: false,
    project_created: false,
    share_ended: true,
    stage_waits: true,
    stage_returned: true,
  });
  expect(Object.keys(choices(await read(crew)))).not.toContain('session_submitted');
  expect(choices(await read(admin))).toMatchObject({
    session_submitted: false,
    dispute_created: true,
    dispute_due: true,
    released_file_changed: true,
  });
  expect(await read(crew)).toMatchObject({
    mailReady: true,
    digest: 'weekly',
    quietFrom: null,
    timeZone: null,
    companyTimeZone: 'Africa/Lagos',
  });
});

test('what somebody turned off stays away, what they turned on comes', async () => {
  expect((await edit(client, { choices: [{ kind: 'session_approved', mail: false, push: true }] })).status).toBe(200);
  expect((await edit(admin, { choices: [{ kind: 'session_submitted', mail: true, push: false }] })).status).toBe(200);
  await released();
  await box.waitFor(mailOf(admin));
  await box.waitFor(mailOf(member));
  expect(
    Object.keys(await states('session_approved'))
      .map(Number)
      .sort(),
  ).toEqual([crew.id, member.id].sort());
  expect((await read(client)).choices).toContainEqual({ kind: 'session_approved', mail: false, push: true });
});

test.for([
  [{ choices: [{ kind: 'demo_request', mail: true, push: true }] }, 'Your role gets no notifications of demo_request'],
  [{ choices: [{ kind: 'gossip', mail: true, push: true }] }, 'This kind of notice is not known'],
  [{ digest: 'hourly' }, 'A digest comes daily, weekly or never'],
  [{ quietFrom: '25:00', quietUntil: '06:00' }, 'A time must be hh:mm, from 00:00 to 23:59'],
  [{ quietFrom: '22:00' }, 'Quiet hours need a beginning and an end'],
  [{ quietFrom: '22:00', quietUntil: '22:00' }, 'Quiet hours must end at another time than they begin'],
  [{ timeZone: 'Mars/Olympus' }, 'This time zone is not known'],
] as [object, string][])('refuses %j and changes nothing', async ([change, sentence]) => {
  const before = await read(client);
  const answer = await edit(client, change);
  expect(answer).toMatchObject({ status: 400, body: { message: sentence } });
  expect(await read(client)).toEqual(before);
});

test('of two edits made from one state the second is refused, with the present one', async () => {
  await edit(client, {});
  const { version } = await read(client);
  expect((await edit(client, { digest: 'daily', version })).status).toBe(200);
  const late = await edit(client, { digest: 'never', version });
  expect(late).toMatchObject({ status: 409, body: { code: 'stale', present: { digest: 'daily' } } });
});

test('a muted project sends its person nothing, and lets go of again', async () => {
  const mute = (muted: boolean) =>
    testApp.call(client, `PUT /api/projects/${projectId}/mute`, { body: { muted }, headers: origin });
  expect(await mute(true)).toMatchObject({ status: 200, body: { muted: true } });
  expect((await read(client)).mutedProjects).toEqual([{ id: projectId, name: 'Lekki Towers' }]);
  await released();
  await box.waitFor(mailOf(member));
  expect(Object.keys(await states('session_approved'))).not.toContain(String(client.id));
  await mute(false);
  expect((await read(client)).mutedProjects).toEqual([]);
});

/** Quiet hours around this moment, in a zone far from the server's. */
function hoursAround(now: Date) {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Pacific/Auckland', hour: '2-digit', minute: '2-digit' });
  const at = (minutes: number) => clock.format(new Date(now.getTime() + minutes * 60_000));
  return { quietFrom: at(-60), quietUntil: at(60), timeZone: 'Pacific/Auckland' };
}

test('in the quiet hours of their zone a person’s mail waits until these end', async () => {
  const now = new Date();
  expect((await edit(client, hoursAround(now))).status).toBe(200);
  await released();
  await box.waitFor(mailOf(member));
  const row = () =>
    testApp.database.query
      .selectFrom('deliveries')
      .selectAll()
      .where('user_id', '=', client.id)
      .where('channel', '=', 'mail')
      .executeTakeFirst();
  await expect.poll(async () => Date.parse((await row())?.due_at ?? '') - now.getTime()).toBeGreaterThan(58 * 60_000);
  expect(await row()).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(Date.parse((await row())?.due_at ?? '') - now.getTime()).toBeLessThan(62 * 60_000);
  expect(box.mails.flatMap(({ to }) => to)).not.toContain(mailOf(client));
});

/** Whose mail is held, in hours that are quiet now. */
async function heldMail(): Promise<() => Promise<number>> {
  expect((await edit(client, hoursAround(new Date()))).status).toBe(200);
  await released();
  await box.waitFor(mailOf(member));
  const held = async () => {
    const found = await sql<{ n: number }>`select count(*)::integer as n from deliveries
      where state = 'waiting' and attempts = 0 and user_id = ${client.id} and due_at > now() + interval '20 minutes'`.execute(
      testApp.database.query,
    );
    return found.rows[0]?.n ?? 0;
  };
  await expect.poll(held).toBe(1);
  return held;
}

test('what quiet hours held goes when they are switched off', async () => {
  await heldMail();
  expect((await edit(client, {})).status).toBe(200);
  expect((await box.waitFor(mailOf(client))).header('subject')).toMatch(/^Session approved: /);
});

test('what quiet hours held goes when they become other hours, and not while these are quiet too', async () => {
  const held = await heldMail();
  const now = Date.now();
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString().slice(11, 16);
  // Quiet now, too, until another time; then in another zone.
  expect((await edit(client, { quietFrom: at(-30), quietUntil: at(30), timeZone: 'UTC' })).status).toBe(200);
  const dueIn = async () => {
    const found = await sql<{ minutes: number }>`select extract(epoch from due_at - now())::integer / 60 as minutes
      from deliveries where user_id = ${client.id} and state = 'waiting'`.execute(testApp.database.query);
    return found.rows[0]?.minutes ?? 0;
  };
  await expect.poll(dueIn).toBeLessThan(31);
  await expect.poll(held).toBe(1);
  expect(box.mails.flatMap(({ to }) => to)).not.toContain(mailOf(client));
  expect((await edit(client, { quietFrom: at(60), quietUntil: at(90), timeZone: 'UTC' })).status).toBe(200);
  await box.waitFor(mailOf(client));
});

test('what the company’s hours held goes when its clocks are set to a zone in which it is another time', async () => {
  const settings = (await testApp.call(admin, 'GET /api/settings')).body as { timeZone: string; version: number };
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: settings.timeZone, hour: '2-digit', minute: '2-digit' });
  const at = (minutes: number) => clock.format(new Date(Date.now() + minutes * 60_000));
  expect((await edit(client, { quietFrom: at(-60), quietUntil: at(60) })).status).toBe(200);
  await released();
  await box.waitFor(mailOf(member));
  const held = async () =>
    (
      await sql`select 1 from deliveries where state = 'waiting' and attempts = 0 and user_id = ${client.id}
        and due_at > now() + interval '20 minutes'`.execute(testApp.database.query)
    ).rows.length;
  await expect.poll(held).toBe(1);
  const moved = { ...settings, timeZone: 'Pacific/Auckland' };
  const answer = await testApp.call(admin, 'PUT /api/settings', { body: moved, headers: origin });
  expect(answer.status).toBe(200);
  await box.waitFor(mailOf(client));
  const back = { ...settings, version: (answer.body as { version: number }).version };
  expect((await testApp.call(admin, 'PUT /api/settings', { body: back, headers: origin })).status).toBe(200);
});

test('an edit at the moment in which a mail is held leaves none behind', async () => {
  for (let round = 0; round < 5; round++) {
    expect((await edit(client, hoursAround(new Date()))).status).toBe(200);
    const [, answer] = await Promise.all([released(), edit(client, {})]);
    expect(answer.status).toBe(200);
    await box.waitFor(mailOf(client));
    box.mails.length = 0;
  }
});

test('what was read in the product, turned off or taken away meanwhile is not sent after the quiet hours', async () => {
  const db = testApp.database.query;
  for (const person of [client, member, crew]) await edit(person, hoursAround(new Date()));
  const id = await released();
  // Each was checked, and waits for the end of the quiet hours.
  const putOff = sql<{ n: number }>`
    select count(*)::integer as n from deliveries where state = 'waiting' and due_at > now() + interval '50 minutes'`;
  await expect.poll(async () => (await putOff.execute(db)).rows[0]?.n).toBe(3);
  await testApp.call(client, 'PATCH /api/notifications/read-all', { headers: origin });
  await edit(crew, { choices: [{ kind: 'session_approved', mail: false, push: false }] });
  await sql`delete from project_users where user_id = ${member.id}`.execute(db);
  await sql`update notification_settings set quiet_from = null, quiet_until = null`.execute(db);
  await sql`update deliveries set due_at = now()`.execute(db);
  await sql`select pg_notify('topout_jobs', 'mail')`.execute(db);
  await expect
    .poll(() => states('session_approved'))
    .toEqual({ [client.id]: 'dropped', [member.id]: 'dropped', [crew.id]: 'dropped' });
  expect(box.mails.filter(({ raw }) => raw.includes(`/sessions/${id}`))).toEqual([]);
  await testApp.make.member({ projectId, userId: member.id, role: 'viewer' });
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

function linkIn(mail: ArrivedMail): string {
  const [, url = ''] = /<([^>]+)>/.exec(mail.header('list-unsubscribe') ?? '') ?? [];
  expect(url.startsWith(`${publicUrl}/unsubscribe/`)).toBe(true);
  return url.slice(publicUrl.length);
}

test('one click in a mail program ends mail of that kind: without login, cookie or origin', async () => {
  await released();
  const path = linkIn(await box.waitFor(mailOf(client)));
  const foreign = { ...form, origin: 'https://mail.example.net', 'sec-fetch-site': 'cross-site' };
  const answer = await testApp.app.inject({
    method: 'POST',
    url: path,
    payload: 'List-Unsubscribe=One-Click',
    headers: foreign,
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('You are unsubscribed');
  const { choices } = await read(client);
  expect(choices.find(({ kind }) => kind === 'session_approved')?.mail).toBe(false);
  expect(choices.find(({ kind }) => kind === 'dispute_resolved')?.mail).toBe(true);
  expect((await read(member)).choices.find(({ kind }) => kind === 'session_approved')?.mail).toBe(true);
});

test('a page of notifications that was open before somebody unsubscribed does not turn the mail on again', async () => {
  await released();
  const path = linkIn(await box.waitFor(mailOf(client)));
  const opened = await read(client);
  const post = { method: 'POST', url: path, payload: 'List-Unsubscribe=One-Click', headers: form } as const;
  expect((await testApp.app.inject(post)).statusCode).toBe(200);
  const saved = await edit(client, { choices: opened.choices, version: opened.version });
  expect([saved.status, (saved.body as { code: string }).code]).toEqual([409, 'stale']);
  expect((await read(client)).choices.find(({ kind }) => kind === 'session_approved')?.mail).toBe(false);
});

test('a scanner that opens the link changes nothing: the page shows a form with a button, and no script', async () => {
  await released();
  const path = linkIn(await box.waitFor(mailOf(client)));
  const page = await testApp.app.inject({ method: 'GET', url: path });
  expect(page.statusCode).toBe(200);
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  expect(page.body).toMatch(/<form method="post"><button type="submit">Unsubscribe<\/button><\/form>/);
  expect(page.body).not.toMatch(/<script/);
  expect(page.body).not.toContain(mailOf(client));
  await testApp.app.inject({ method: 'HEAD', url: path });
  expect((await read(client)).choices.find(({ kind }) => kind === 'session_approved')?.mail).toBe(true);
});

test('a link that was changed ends nothing, whatever was changed', async () => {
  await released();
  const path = linkIn(await box.waitFor(mailOf(client)));
  const before = await read(member);
  const changed = [
    path.replace(`/${client.id}.`, `/${member.id}.`),
    path.replace('session_approved', 'dispute_resolved'),
    `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
    '/unsubscribe/x',
    `/unsubscribe/${'9'.repeat(400)}`,
  ];
  for (const url of changed) {
    const answer = await testApp.app.inject({ method: 'POST', url, payload: '', headers: form });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain('not valid');
  }
  expect(await read(member)).toEqual(before);
});
