// The claims about the pace of outgoing notifications: a few at once, the rest batched into one email, none lost.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { createMailLane, deliverySecret, type MailLane } from '#server/test-support/mail-lane.ts';
import { type ArrivedMail, type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const origin = 'http://progress.example.org';
const headers = { origin };
/** The lanes that send. */
const publicUrl = 'https://progress.example.org';

let testApp: TestApp;
let box: Mailbox;
/** Two processes on one database. */
let lanes: [MailLane, MailLane];
let admin: TestPerson;
let other: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let lekki: { projectId: number; session: number };
let ikoyi: { projectId: number; session: number };

beforeAll(async () => {
  box = await startMailbox();
  const smtp = { host: '127.0.0.1', port: box.port, secure: false, requireTls: false, login: null };
  const mailFrom = { name: 'Topout', address: 'progress@example.org' };
  // Its own lanes do not run: it does not listen.
  testApp = await createTestApp({ publicUrl: origin, smtp, mailFrom, secret: deliverySecret });
  lanes = [createMailLane(testApp.database, box.url), createMailLane(testApp.database, box.url)];
  admin = await testApp.person('admin');
  other = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
  lekki = await releasedIn('Lekki Towers');
  ikoyi = await releasedIn('Ikoyi Quay');
}, 60_000);
afterEach(async () => {
  for (const table of [
    'deliveries',
    'notifications',
    'notification_settings',
    'notification_choices',
    'muted_projects',
  ])
    await sql`delete from ${sql.table(table)}`.execute(testApp.database.query);
  box.mails.length = 0;
});
afterAll(async () => {
  for (const lane of lanes) await lane.stop();
  await testApp.close();
  await box.close();
});

async function releasedIn(name: string) {
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name });
  await testApp.make.site({ projectId, photographerId: crew.id });
  const visit = { projectId, captureDate: '2026-03-02' };
  const { id } = (await testApp.call(crew, 'POST /api/sessions', { body: visit, headers })).body as { id: number };
  await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {}, headers });
  await sql`delete from deliveries`.execute(testApp.database.query);
  await sql`delete from notifications`.execute(testApp.database.query);
  return { projectId, session: id };
}

async function raise(count: number, { session }: { session: number } = lekki): Promise<number[]> {
  const raiseOne = (nth: number) =>
    testApp.call(client, 'POST /api/disputes', {
      body: { sessionId: session, reason: `Crack ${nth}.` },
      headers,
    });
  const answers: TestAnswer[] = [];
  const several = 6;
  while (answers.length < count) {
    const from = answers.length + 1;
    const next = Array.from({ length: Math.min(several, count - answers.length) }, (_, nth) => raiseOne(from + nth));
    answers.push(...(await Promise.all(next)));
  }
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  return answers.map(({ body }) => (body as { id: number }).id);
}

const runDue = () => Promise.all(lanes.map((lane) => lane.runDue()));

/** As if a minute had passed. */
async function minuteLater(): Promise<void> {
  await sql`update deliveries set paced_at = paced_at - interval '1 minute',
    due_at = case when state = 'waiting' then due_at - interval '1 minute' else due_at end`.execute(
    testApp.database.query,
  );
  await runDue();
}

const mailOf = (person: TestPerson) => `${person.username}@example.org`;
const mailsTo = (person: TestPerson): ArrivedMail[] => box.mails.filter(({ to }) => to.includes(mailOf(person)));
const subjectsTo = (person: TestPerson) => mailsTo(person).map((mail) => mail.header('subject'));
const textOf = (mail: ArrivedMail | undefined) => mail?.part('text/plain')?.toString() ?? '';

/** What somebody gets a minute after this many emails went out at once. */
async function deliveredLater(person: TestPerson, atOnce: number) {
  await runDue();
  expect(mailsTo(person)).toHaveLength(atOnce);
  await minuteLater();
  return subjectsTo(person).slice(atOnce).toSorted();
}

test('of sixty concerns at once each of three people gets five emails, and one that summarises the others', async () => {
  const ids = await raise(60);
  await runDue();
  const atOnce = Array.from({ length: 5 }, () => 'Concern raised: Lekki Towers');
  for (const person of [admin, other, crew]) expect(subjectsTo(person)).toEqual(atOnce);
  await minuteLater();
  await minuteLater();
  for (const person of [admin, other, crew])
    expect(subjectsTo(person)).toEqual([...atOnce, '55 concerns were raised on Lekki Towers']);
  const last = mailsTo(crew).at(-1);
  const text = textOf(last);
  expect(text).toContain('Here are the first 10. The other 45 are in your notifications.');
  expect(text.match(new RegExp(`^ {2}${publicUrl}/sessions/${lekki.session}`, 'gm'))).toHaveLength(10);
  expect(text).toContain(`Open project: ${publicUrl}/projects/${lekki.projectId}`);
  expect(last?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  // The bell lists each one.
  const bell = (await testApp.call(crew, 'GET /api/notifications?limit=100')).body as Notification[];
  expect(new Set(bell.map(({ relatedDisputeId }) => relatedDisputeId))).toEqual(new Set(ids));
  const left = await testApp.database.query
    .selectFrom('deliveries')
    .select('state')
    .where('state', '=', 'waiting')
    .execute();
  expect(left).toEqual([]);
}, 60_000);

test('one concern is sent at once, and two projects never share an email', async () => {
  await raise(1);
  await runDue();
  expect(subjectsTo(crew)).toEqual(['Concern raised: Lekki Towers']);
  await raise(7);
  await raise(8, ikoyi);
  expect(await deliveredLater(crew, 10)).toEqual([
    '3 concerns were raised on Ikoyi Quay',
    '3 concerns were raised on Lekki Towers',
  ]);
});

test('answers keep the pace too, and an email covers one kind only, so that one click unsubscribes from that kind', async () => {
  const [concern] = await raise(5);
  await runDue();
  for (let nth = 1; nth <= 4; nth++)
    await testApp.call(client, `POST /api/disputes/${concern}/messages`, {
      body: { message: `And another thing, ${nth}` },
      headers,
    });
  await raise(2);
  expect(await deliveredLater(admin, 5)).toEqual([
    '2 concerns were raised on Lekki Towers',
    '4 answers and changes to concerns on Lekki Towers',
  ]);
});

test('what was read meanwhile is not counted, and where all of it was read nothing is sent', async () => {
  await raise(12);
  await runDue();
  const bell = (await testApp.call(crew, 'GET /api/notifications?limit=100')).body as Notification[];
  const mailed = mailsTo(crew).map(textOf).join('\n');
  const unmailed = bell.filter(({ message }) => !mailed.includes(message.slice(message.indexOf('Crack'))));
  expect(unmailed).toHaveLength(7);
  for (const { id } of unmailed.slice(0, 4))
    await testApp.call(crew, `PATCH /api/notifications/${id}/read`, { headers });
  await testApp.call(admin, 'PATCH /api/notifications/read-all', { headers });
  await sql`insert into muted_projects (user_id, project_id) values (${other.id}, ${lekki.projectId})`.execute(
    testApp.database.query,
  );
  await minuteLater();
  expect(subjectsTo(crew).slice(5)).toEqual(['3 concerns were raised on Lekki Towers']);
  expect(mailsTo(admin)).toHaveLength(5);
  expect(mailsTo(other)).toHaveLength(5);
});

test('quiet hours hold the email back, and the pace holds when they end', async () => {
  const hours = { quiet_from: '00:00', quiet_until: '23:59', time_zone: 'UTC' };
  await raise(9);
  await runDue();
  await testApp.database.query
    .insertInto('notification_settings')
    .values({ user_id: crew.id, ...hours })
    .execute();
  await minuteLater();
  expect(mailsTo(crew)).toHaveLength(5);
  expect(mailsTo(admin)).toHaveLength(6);
  // At night there, on its own day: what comes now waits for the morning as well.
  await raise(9);
  await runDue();
  expect(mailsTo(crew)).toHaveLength(5);
  const db = testApp.database.query;
  await sql`delete from notification_settings`.execute(db);
  await sql`update deliveries set paced_at = paced_at - interval '1 day',
    due_at = case when state = 'waiting' then now() else due_at end`.execute(db);
  await runDue();
  await minuteLater();
  const counts = subjectsTo(crew)
    .slice(5)
    .map((subject = '') => Number(/^\d+/.exec(subject)?.[0] ?? 1));
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(13);
  expect(counts.length).toBeLessThanOrEqual(6);
});

test('an email that could not be sent is tried again whole, under its own name', async () => {
  await raise(8);
  await runDue();
  const before = box.mails.length;
  const poor = createMailLane(testApp.database, 'smtp://127.0.0.1:1');
  const db = testApp.database.query;
  await sql`update deliveries set paced_at = paced_at - interval '1 minute',
    due_at = case when state = 'waiting' then now() else due_at end`.execute(db);
  await poor.runDue();
  await raise(1);
  expect(box.mails).toHaveLength(before);
  await sql`update deliveries set due_at = now() where state = 'waiting'`.execute(db);
  await runDue();
  expect(subjectsTo(crew)).toContain('3 concerns were raised on Lekki Towers');
  const ids = box.mails.map((mail) => mail.header('message-id'));
  expect(new Set(ids).size).toBe(ids.length);
});

/** Queued in one go: so many releases for the client and the photographer. */
async function releaseSome(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let nth = 0; nth < count; nth++) {
    const visit = { projectId: lekki.projectId, captureDate: '2026-03-03' };
    const { id } = (await testApp.call(crew, 'POST /api/sessions', { body: visit, headers })).body as { id: number };
    ids.push(id);
  }
  for (const id of ids) await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { body: {}, headers });
  return ids;
}

const linksIn = (mail: ArrivedMail | undefined) =>
  [...textOf(mail).matchAll(/\/sessions\/(\d+)/g)].map(([, id]) => Number(id)).toSorted((a, b) => a - b);

test('releases that wait for one reader go as one mail, however many processes look at once', async () => {
  const ids = await releaseSome(7);
  await Promise.all([runDue(), runDue(), runDue()]);
  await runDue();
  for (const person of [client, crew]) {
    expect(subjectsTo(person)).toEqual(['7 sessions were approved on Lekki Towers']);
    expect(linksIn(mailsTo(person)[0])).toEqual(ids);
  }
  const found = await sql<{ state: string; n: number }>`select state, count(*)::integer as n from deliveries
    where kind = 'session_approved' group by state order by state`.execute(testApp.database.query);
  expect(found.rows).toEqual([
    { state: 'bundled', n: 14 },
    { state: 'sent', n: 2 },
  ]);
});

test('a process that dies before it gathers, or after that, loses no release and doubles none', async () => {
  const ids = await releaseSome(4);
  const db = testApp.database.query;
  // It took one, and was killed with it.
  await sql`update deliveries set attempts = 1, due_at = now() + interval '2 minutes'
    where id = (select min(id) from deliveries where user_id = ${client.id})`.execute(db);
  // Another one gathered all of them, and was killed before it sent anything.
  const poor = createMailLane(testApp.database, 'smtp://127.0.0.1:1');
  await poor.runDue();
  expect(mailsTo(client)).toEqual([]);
  await sql`update deliveries set due_at = now() where state = 'waiting'`.execute(db);
  await Promise.all([runDue(), runDue()]);
  await runDue();
  expect(subjectsTo(client)).toEqual(['4 sessions were approved on Lekki Towers']);
  expect(linksIn(mailsTo(client)[0])).toEqual(ids);
});

test('a release that comes while a mail of others cannot be sent waits for a mail of its own', async () => {
  const first = await releaseSome(2);
  const poor = createMailLane(testApp.database, 'smtp://127.0.0.1:1');
  await poor.runDue();
  await releaseSome(1);
  await sql`update deliveries set due_at = now() where state = 'waiting'`.execute(testApp.database.query);
  await runDue();
  expect(subjectsTo(client).toSorted()).toEqual([
    '2 sessions were approved on Lekki Towers',
    'Session approved: Lekki Towers',
  ]);
  expect(mailsTo(client).map(linksIn)).toContainEqual(first);
});
