// The claims about the delivery queue: each sent once, after the commit, by any live process; and the fate of what cannot be sent.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTransactionRunner, type WriteContext } from '#server/db/transaction.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { createMailLane, deliverySecret, type MailLane } from '#server/test-support/mail-lane.ts';
import { type Mailbox, startMailbox, startStranger } from '#server/test-support/servers/mailbox.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { createOutbox, mailReady, type NewMail, queueDeliveries, queueMail } from './deliveries.ts';

let own: TestDatabase;
let box: Mailbox;
let lane: MailLane;
let ada: number;

const content = {
  subject: 'Session approved',
  heading: 'Session #7 was approved',
  paragraphs: ['It can be seen by the client.'],
  action: { label: 'Open session', path: '/sessions/7' },
};

beforeAll(async () => {
  own = await freshDatabase();
  box = await startMailbox({
    refuse: (mixed) => {
      const address = mixed.toLowerCase();
      if (address.startsWith('nobody')) return { code: 550, text: `5.1.1 <${address}> User unknown` };
      if (address.startsWith('later')) return { code: 451, text: '4.7.1 Greylisted, come back later' };
      if (address.startsWith('relay')) return { code: 554, text: '5.7.1 Relay access denied' };
      return null;
    },
  });
  const values = { username: 'ada', password: await hashPassword('x'), first_name: 'Ada', last_name: 'Obi' };
  const row = await own.database.query
    .insertInto('users')
    .values({ ...values, email: 'Ada@example.org' })
    .returning('id')
    .executeTakeFirstOrThrow();
  ada = row.id;
});
beforeEach(() => {
  lane = createMailLane(own.database, box.url);
});
afterEach(async () => {
  await lane.stop();
  await sql`truncate deliveries`.execute(own.database.query);
  await sql`delete from bounced_addresses`.execute(own.database.query);
  box.mails.length = 0;
});
afterAll(async () => {
  await box.close();
  await own.drop();
});

let count = 0;
function queue(mail: Partial<NewMail> = {}, through: MailLane = lane): Promise<string> {
  const key = mail.key ?? `test ${++count}`;
  const to = mail.to ?? { address: 'ben@example.org', name: 'Ben Eze' };
  return through.write({ topics: [] }, async (context: WriteContext) => {
    await queueMail(context, { to, kind: 'session_approved', content, ...mail, key });
    return key;
  });
}

function rows() {
  return own.database.query.selectFrom('deliveries').selectAll().orderBy('id').execute();
}

test('a mail goes out after the commit, whole, and nothing is kept of it', async () => {
  lane.start();
  await queue({ to: { userId: ada } });
  const mail = await box.waitFor('Ada@example.org');
  expect(mail.header('subject')).toBe('Session approved');
  expect(mail.header('from')).toBe('Topout <progress@example.org>');
  expect(mail.header('to')).toBe('Ada Obi <Ada@example.org>');
  expect(mail.header('message-id')).toMatch(/^<[0-9a-f]{32}@progress\.example\.org>$/);
  expect(mail.header('auto-submitted')).toBe('auto-generated');
  expect(mail.part('text/plain')?.toString()).toContain('Open session: https://progress.example.org/sessions/7');
  expect(mail.part('text/html')?.toString()).toContain('href="https://progress.example.org/sessions/7"');
  await expect.poll(async () => (await rows())[0]?.state).toBe('sent');
  expect((await rows())[0]).toMatchObject({ payload: null, attempts: 1, last_error: null });
});

test('what waits is encrypted, and what was rolled back was never there', async () => {
  await queue({ content: { ...content, subject: 'Code 4711' } });
  const [row] = await rows();
  expect(row?.payload?.length).toBeGreaterThan(100);
  expect(row?.payload?.toString('latin1')).not.toMatch(/4711|ben@example/);
  const failing = lane.write({ topics: [] }, async (context) => {
    await queueMail(context, { to: { userId: ada }, kind: 'account', content, key: 'rolled back' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await rows()).toHaveLength(1);
});

test('a mail that a version before 0.2.0 queued, with its content under another name, is sent', async () => {
  const payload = { to: { address: 'ben@example.org', name: 'Ben Eze' }, content };
  const delivery = { channel: 'mail', kind: 'account', recipient: null, payload, key: 'former' } as const;
  await lane.write({ topics: [] }, (context) => queueDeliveries(context, [delivery]));
  await lane.runDue();
  expect((await box.waitFor('ben@example.org')).header('subject')).toBe(content.subject);
});

test('a mail waits under the names by which 0.1.0, which may serve beside this version, reads it', async () => {
  await queue({ to: { userId: ada } });
  const { open } = createSealedBox(deliverySecret, 'deliveries');
  const [row] = await rows();
  expect(JSON.parse(open(row?.payload as Buffer) ?? '')).toEqual({ to: null, letter: content });
});

/** What people type, some of it malicious; the database stores neither zero bytes nor lone surrogates. */
const names = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      'A\r\nBcc: all@example.org',
      'A\nList-Unsubscribe: <https://evil.example/>',
      'A\u2028Reply-To: x@example.org',
      'A\r\n\r\n<script>alert(1)</script>',
      'Adé Ọbí, "Ltd." <x@example.org>',
      '=?utf-8?q?=0D=0ABcc=3A_x?=',
      'x'.repeat(60),
    ),
  )
  .map((name) => name.replaceAll('\0', '').replace(/\p{Cs}/gu, ''));

const headers = [
  ...['from', 'to', 'subject', 'message-id', 'date', 'mime-version', 'content-type', 'auto-submitted'],
  ...['list-id', 'list-unsubscribe', 'list-unsubscribe-post', 'x-auto-response-suppress'],
];

test('however brand, person and project are called, each of them stays in its own header', async () => {
  const db = own.database.query;
  await fc.assert(
    fc.asyncProperty(names, names, names, async (brandName, person, project) => {
      box.mails.length = 0;
      await db.updateTable('users').set({ first_name: person }).where('id', '=', ada).execute();
      const named = createMailLane(own.database, box.url, { brandName });
      await queue(
        { to: { userId: ada }, content: { ...content, subject: `Released: ${project}`, heading: project } },
        named,
      );
      await named.runDue();
      const [mail] = box.mails;
      const head = mail?.raw.split('\r\n\r\n')[0] ?? '';
      const found = [...head.matchAll(/^([^\s:]+):/gm)].map(([, each = '']) => each.toLowerCase());
      expect(found.toSorted()).toEqual(headers.toSorted());
      expect(mail?.to).toEqual(['Ada@example.org']);
      expect(mail?.from).toBe('progress@example.org');
      expect(mail?.header('from')).toMatch(/<progress@example\.org>$|^progress@example\.org$/);
      expect(mail?.header('to')).toMatch(/<Ada@example\.org>$/);
      expect(mail?.header('list-id')).toMatch(/<session-approved\.progress\.example\.org>$/);
      expect(mail?.header('list-unsubscribe')).toMatch(/^<https:\/\/progress\.example\.org\/unsubscribe\/[\w.-]+>$/);
      expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(mail?.part('text/html')?.toString()).not.toMatch(/<script/i);
    }),
    { numRuns: 40 },
  );
  await db.updateTable('users').set({ first_name: 'Ada' }).where('id', '=', ada).execute();
});

test('of two with one key the second is none, also after the first was sent', async () => {
  await queue({ key: 'once' });
  await queue({ key: 'once' });
  await lane.runDue();
  await queue({ key: 'once' });
  await lane.runDue();
  expect(box.mails).toHaveLength(1);
  expect(await rows()).toHaveLength(1);
});

test('four processes send two hundred mails, each once', async () => {
  await lane.write({ topics: [] }, async (context) => {
    for (let nth = 0; nth < 200; nth++)
      await queueMail(context, {
        to: { address: `p${nth}@example.org`, name: '' },
        kind: 'account',
        content,
        key: `n${nth}`,
      });
  });
  const others = [1, 2, 3].map(() => createMailLane(own.database, box.url));
  const taken = await Promise.all([lane, ...others].map((each) => each.runDue()));
  expect(taken.reduce((sum, each) => sum + each, 0)).toBe(200);
  const addresses = box.mails.flatMap(({ to }) => to);
  expect(new Set(addresses).size).toBe(200);
  expect(addresses).toHaveLength(200);
});

test('one that is due later waits, and the lane wakes for it by itself', async () => {
  lane.start();
  await queue({ notBefore: new Date(Date.now() + 1_500), to: { address: 'late@example.org', name: '' } });
  await queue({ to: { address: 'soon@example.org', name: '' } });
  await box.waitFor('soon@example.org');
  expect(box.mails).toHaveLength(1);
  await box.waitFor('late@example.org');
});

test.for([
  ['refuses connections', async () => ({ url: 'smtp://127.0.0.1:1', close: async () => undefined }), /ECONNREFUSED/],
  ['hangs', () => startStranger(null), /took too long|Greeting never received/],
  ['answers garbage', () => startStranger('HTTP/1.1 400 Bad Request\r\n\r\n'), /Invalid greeting|HTTP/],
  ['breaks off in the middle', () => startStranger('220 hello\r\n\u0000\u0001'), /./],
] as const)('a mail server that %s is tried again later, with a growing gap', async ([, start, reason]) => {
  const stranger = await start();
  const poor = createMailLane(own.database, stranger.url, { leaseSeconds: 2 });
  await queue();
  await poor.runDue();
  const [first] = await rows();
  expect(first).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(first?.last_error).toMatch(reason);
  await sql`update deliveries set due_at = now()`.execute(own.database.query);
  await poor.runDue();
  const [second] = await rows();
  const gap = (row: typeof first) => Date.parse(row?.due_at ?? '') - Date.now();
  expect(gap(second)).toBeGreaterThan(100_000);
  expect(poor.logged[0]).toContain('a delivery failed');
  await stranger.close();
  await sql`update deliveries set due_at = now()`.execute(own.database.query);
  await lane.runDue();
  expect(box.mails).toHaveLength(1);
});

test('after three days it is given up, and whoever must know is notified', async () => {
  const poor = createMailLane(own.database, 'smtp://127.0.0.1:1');
  await queue();
  await sql`update deliveries set give_up_at = now() + interval '10 seconds'`.execute(own.database.query);
  await poor.runDue();
  expect((await rows())[0]).toMatchObject({ state: 'dead', payload: null });
  expect(poor.dead).toHaveLength(1);
  expect(poor.logged.at(-1)).toContain('given up after three days');
});

test('a delivery is not given up while the notice about it fails: both are one transaction, tried again', async () => {
  let isBroken = true;
  const onDead = async () => {
    if (isBroken) throw new Error('no room for a line');
  };
  const poor = createMailLane(own.database, 'smtp://127.0.0.1:1', { onDead });
  await queue();
  const overdue = sql`update deliveries set give_up_at = now(), due_at = now()`;
  await overdue.execute(own.database.query);
  await poor.runDue();
  expect((await rows())[0]).toMatchObject({ state: 'waiting', payload: expect.anything() });
  isBroken = false;
  await overdue.execute(own.database.query);
  await poor.runDue();
  expect((await rows())[0]).toMatchObject({ state: 'dead', payload: null });
  expect(poor.dead).toHaveLength(1);
});

test('an address that is refused for good is marked, spared by notices, and tried by mail that somebody waits for', async () => {
  const nobody = { address: 'Nobody@example.org', name: 'No Body' };
  await queue({ to: nobody });
  await lane.runDue();
  expect((await rows())[0]).toMatchObject({ state: 'refused', payload: null });
  const marks = () => own.database.query.selectFrom('bounced_addresses').selectAll().execute();
  expect(await marks()).toMatchObject([
    { address: 'nobody@example.org', reason: expect.stringContaining('User unknown') },
  ]);
  await queue({ to: nobody });
  await lane.runDue();
  expect((await rows())[1]).toMatchObject({ state: 'dropped', last_error: 'The address was refused before.' });
  const kind = await startMailbox();
  const mended = createMailLane(own.database, kind.url);
  await queue({ to: nobody, kind: 'invitation' });
  await mended.runDue();
  expect((await rows())[2]?.state).toBe('sent');
  expect(await marks()).toEqual([]);
  await kind.close();
});

test.for(['later', 'relay'])('a refusal of %s@… says nothing about the address', async (name) => {
  await queue({ to: { address: `${name}@example.org`, name: '' } });
  await lane.runDue();
  expect((await rows())[0]).toMatchObject({ state: 'waiting', attempts: 1 });
  expect(await own.database.query.selectFrom('bounced_addresses').selectAll().execute()).toEqual([]);
});

test('a message that the server refuses is not tried again, and the address keeps its name', async () => {
  const strict = await startMailbox({ refuseContent: () => ({ code: 554, text: 'Looks like spam' }) });
  await queue();
  await createMailLane(own.database, strict.url).runDue();
  expect((await rows())[0]).toMatchObject({ state: 'refused', last_error: expect.stringContaining('spam') });
  expect(await own.database.query.selectFrom('bounced_addresses').selectAll().execute()).toEqual([]);
  await strict.close();
});

test('a login with user and password works, and a wrong one is tried again without saying the password', async () => {
  const login = { user: 'topout@example.org', password: 's3cret/+%' };
  const guarded = await startMailbox({ login });
  const url = (password: string) =>
    `smtp://${encodeURIComponent(login.user)}:${encodeURIComponent(password)}@127.0.0.1:${guarded.port}`;
  await queue({ key: 'guarded' });
  const wrong = createMailLane(own.database, url('wrong-one'));
  await wrong.runDue();
  expect((await rows())[0]).toMatchObject({ state: 'waiting' });
  expect(`${(await rows())[0]?.last_error} ${wrong.logged}`).not.toContain('wrong-one');
  await sql`update deliveries set due_at = now()`.execute(own.database.query);
  await createMailLane(own.database, url(login.password)).runDue();
  expect(guarded.mails).toHaveLength(1);
  await guarded.close();
});

test('what was read in the product, and whose account is closed, is not sent', async () => {
  const db = own.database.query;
  const note = { user_id: ada, title: 'A', message: 'B', type: 'session_approved' as const };
  const { id } = await db.insertInto('notifications').values(note).returning('id').executeTakeFirstOrThrow();
  await queue({ to: { userId: ada }, notificationId: id });
  await db.updateTable('notifications').set({ is_read: true }).execute();
  await lane.runDue();
  await queue({ to: { userId: ada } });
  await sql`update users set closed_at = now()`.execute(db);
  await lane.runDue();
  await sql`update users set closed_at = null`.execute(db);
  expect((await rows()).map(({ state }) => state)).toEqual(['dropped', 'dropped']);
  expect(box.mails).toEqual([]);
});

test('a process that stops in the middle of sending gives the mail back', async () => {
  const stranger = await startStranger(null);
  const hanging = createMailLane(own.database, stranger.url);
  hanging.start();
  await queue({}, hanging);
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  await hanging.stop();
  await stranger.close();
  await lane.runDue();
  expect(box.mails).toHaveLength(1);
});

test('without SMTP_URL or PUBLIC_URL nothing is queued', async () => {
  const outbox = createOutbox({ publicUrl: null, smtp: null, gatherMinutes: 0 }, createSealedBox('x', 'y'));
  const write = createTransactionRunner(own.database, () => undefined, outbox);
  await write({ topics: [] }, async (context) => {
    expect(mailReady(context)).toBe(false);
    await queueMail(context, { to: { userId: 1 }, kind: 'account', content, key: 'none' });
    await queueDeliveries(context, [{ channel: 'push', kind: 'account', recipient: null, payload: {}, key: 'none' }]);
  });
  expect(await rows()).toEqual([]);
});
