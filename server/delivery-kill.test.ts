// Nothing is lost and nothing doubled when processes that send are killed at any moment.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { queueMail } from './features/notifications/deliveries.ts';
import { builtProgram } from './test-support/built-programs.ts';
import { createMailLane } from './test-support/mail-lane.ts';
import { countDeliveryKills, type WebhookKills } from './test-support/processes/delivery-kills.ts';
import { freePort } from './test-support/processes/free-port.ts';
import { type Product, startProduct } from './test-support/processes/product-process.ts';
import { type ArrivedMail, type Mailbox, startMailbox } from './test-support/servers/mailbox.ts';
import { startReceiver } from './test-support/servers/receiver.ts';
import { lintel, startStageWorld } from './test-support/stage-world.ts';
import { testConfig } from './test-support/test-app.ts';
import { freshDatabase, type TestDatabase, urlOf } from './test-support/test-database.ts';

const rounds = Number(process.env.DELIVERY_KILL_ROUNDS ?? 2);
/** Where what was counted is written down. */
const figures = process.env.DELIVERY_KILL_FIGURES;
const mailsPerRound = 30;
const leaseSeconds = 6;
/** Each of its workers may be between the server's word and our own note of it. */
const workers = 4;

let own: TestDatabase;
let box: Mailbox;

beforeAll(async () => {
  own = await freshDatabase();
  box = await startMailbox({ pauseMs: () => Math.random() * 30 });
});
afterAll(async () => {
  await box.close();
  await own.drop();
});

async function startSender() {
  const args = [builtProgram('delivery-program'), JSON.stringify(own.connection), box.url, String(leaseSeconds)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function queueRound(write: ReturnType<typeof createMailLane>['write'], round: number): Promise<void> {
  const content = { subject: `Round ${round}`, heading: 'Kept', paragraphs: ['Until it is sent.'] };
  await write({ topics: [] }, async (context) => {
    for (let nth = 0; nth < mailsPerRound; nth++) {
      const to = { address: `r${round}n${nth}@example.org`, name: '' };
      await queueMail(context, { to, kind: 'account', content, key: `${round}/${nth}` });
    }
  });
}

function waiting() {
  return own.database.query.selectFrom('deliveries').select('id').where('state', '=', 'waiting').execute();
}

test('killed while they send, processes lose no mail, and send none twice but what was in their hands', {
  timeout: 120_000 + rounds * 20_000,
}, async () => {
  const { write } = createMailLane(own.database, box.url);
  // One that lives on beside the one that dies, as where several processes serve.
  const steady = await startSender();
  for (let round = 0; round < rounds; round++) {
    const sender = await startSender();
    const before = box.mails.length;
    await queueRound(write, round);
    await vi.waitUntil(() => box.mails.length > before, { timeout: 30_000, interval: 2 });
    await delay(Math.random() * 150);
    await sender.kill();
  }
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 100_000, interval: 200 });
  await steady.kill();
  const rows = await own.database.query.selectFrom('deliveries').select(['state', 'attempts']).execute();
  const found = countDeliveryKills({ kills: rounds, workers, rows, mails: box.mails });
  // For the bench, which shows them beside their targets.
  if (figures) writeFileSync(`${figures}.mails`, JSON.stringify(found));
  const queued = rounds * mailsPerRound;
  expect(found).toMatchObject({ queued, sent: queued, lost: 0, otherNames: 0 });
  // Every other copy belongs to one that was taken again.
  expect(found.copies).toBeLessThanOrEqual(found.takenAgain);
  expect(found.takenAgain).toBeLessThanOrEqual(found.most);
});

/** Of the mails of one person: how many notices they tell of, each counted once, however often a mail came. */
function countNotices(mails: readonly ArrivedMail[], address: string): number {
  const subjects = new Map(
    mails.filter(({ to }) => to.includes(address)).map((mail) => [mail.header('message-id'), mail.header('subject')]),
  );
  return [...subjects.values()].reduce((sum, subject = '') => sum + Number(/^\d+/.exec(subject)?.[0] ?? 1), 0);
}

type Burst = {
  username: string;
  kind: 'demo_request' | 'session_approved';
  paceOf(userId: number): string;
  moment(): Promise<unknown>;
};

/** Forty notices of one person at once, and the process that sends them dies. Answers how many the mails tell of. */
async function killInBurst({ username, kind, paceOf, moment }: Burst): Promise<{ notices: number; told: number }> {
  const { write, ...lane } = createMailLane(own.database, box.url);
  const db = own.database.query;
  const person = { username, password: 'x', first_name: 'Ada', last_name: 'Obi', email: `${username}@example.org` };
  const { id: userId } = await db.insertInto('users').values(person).returning('id').executeTakeFirstOrThrow();
  const notice = { user_id: userId, title: 'Notice', message: 'It is said.', type: kind };
  const notices = await db
    .insertInto('notifications')
    .values(Array.from({ length: 40 }, () => notice))
    .returning('id')
    .execute();
  await sql`insert into notification_choices (user_id, kind, channel, enabled) values (${userId}, ${kind}, 'mail', true)`.execute(
    db,
  );
  const content = { subject: 'Notice', heading: 'Notice', paragraphs: ['It is said.'] };
  const sender = await startSender();
  await write({ topics: [] }, async (context) => {
    for (const { id } of notices) {
      const about = { notificationId: id, pace: paceOf(userId) };
      await queueMail(context, { to: { userId }, kind, content, key: `notice ${id}`, ...about });
    }
  });
  await moment();
  await sender.kill();
  while ((await waiting()).length > 0) {
    // As if the lease and the minute were over.
    await sql`update deliveries set paced_at = paced_at - interval '1 minute',
      due_at = case when state = 'waiting' then now() else due_at end`.execute(db);
    await lane.runDue();
  }
  return { notices: notices.length, told: countNotices(box.mails, person.email) };
}

test('killed while a burst of notices goes out as few letters, every notice is in one of them', async () => {
  const before = box.mails.length;
  const { notices, told } = await killInBurst({
    username: 'ada',
    kind: 'demo_request',
    paceOf: (userId) => `person ${userId}`,
    async moment() {
      await vi.waitUntil(() => box.mails.length > before, { timeout: 30_000, interval: 2 });
      await delay(Math.random() * 60);
    },
  });
  expect(told).toBe(notices);
}, 60_000);

test(
  'killed while releases are gathered or sent, every release is in one mail',
  async () => {
    for (let round = 0; round < rounds; round++) {
      const paceOf = (userId: number) => `person ${userId} session_approved`;
      const moment = () => delay(Math.random() * 120);
      const { notices, told } = await killInBurst({
        username: `bisi${round}`,
        kind: 'session_approved',
        paceOf,
        moment,
      });
      expect(told).toBe(notices);
    }
  },
  30_000 * (1 + rounds),
);

type Confirming = { stage: number; cookie: string; onConfirmed(): void };

/** Confirms a stage and takes it back until the product is gone, at the pace at which a webhook gets its messages. */
async function confirmOn({ ask, child }: Product, { stage, cookie, onConfirmed }: Confirming): Promise<void> {
  const criteria = [1, 2].map((id) => ({ id, ticked: true }));
  const given = { kind: 'confirmed', onSite: true, criteria };
  const taken = { kind: 'confirmed', act: 'taken_back', note: 'Once more' };
  while (!child.killed)
    for (const body of [given, taken]) {
      const answer = await ask(`POST /api/stages/${stage}/marks`, { cookie, body }).catch(() => null);
      if (answer?.status === 201 && body === given) onConfirmed();
      // 409: the one before was stored, and its answer lost.
      else if (answer && ![201, 409, 503].includes(answer.status)) throw new Error(JSON.stringify(answer.body));
      await delay(200);
    }
}

test('killed while a checker confirms stages, each confirmation reaches the webhook under one id', {
  timeout: 120_000 + rounds * 20_000,
}, async () => {
  const receiver = await startReceiver();
  const world = await startStageWorld();
  const folder = mkdtempSync(join(tmpdir(), 'topout-webhook-kill-'));
  const port = String(await freePort());
  const start = () =>
    startProduct({
      PORT: port,
      PUBLIC_URL: 'http://progress.example.org',
      DATABASE_URL: urlOf(world.connection),
      SESSION_SECRET: testConfig.secret,
      DATA_DIR: folder,
      TEST_ORIGINS: receiver.url,
    });
  const db = world.database.query;
  const { admin, crew, checker } = world.people;
  const place = await world.newProject();
  const [stage = 0] = await world.stages(place.id, [lintel]);
  await world.mark(crew, stage, { kind: 'claimed', sessionId: await world.session(place) });
  let product = await start();
  try {
    const body = { name: 'Bank', url: `${receiver.url}/hook`, kinds: ['stage.confirmed'] };
    expect((await product.ask('POST /api/webhooks', { cookie: admin.cookie, body })).status).toBe(201);
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      const before = acknowledged;
      const writer = confirmOn(product, { stage, cookie: checker.cookie, onConfirmed: () => acknowledged++ });
      await vi.waitUntil(() => acknowledged > before, { timeout: 30_000, interval: 2 });
      await delay(Math.random() * 100);
      await product.end('SIGKILL');
      await writer;
      // As if the leases of the one that died were over.
      await sql`update deliveries set due_at = now() where state = 'waiting'`.execute(db);
      product = await start();
    }
    const waits = () => db.selectFrom('deliveries').select('id').where('state', '=', 'waiting').execute();
    await vi.waitUntil(async () => (await waits()).length === 0, { timeout: 100_000, interval: 200 });
    const marks = await sql<{ id: number }>`select id from stage_marks
      where stage_id = ${stage} and kind = 'confirmed' and act = 'given'`.execute(db);
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    const found: WebhookKills = {
      kills: rounds,
      acknowledged,
      confirmed: marks.rows.length,
      arrived: ids.size,
      copies: receiver.received.length - ids.size,
      most: rounds * workers,
    };
    if (figures) writeFileSync(`${figures}.webhooks`, JSON.stringify(found));
    expect(acknowledged).toBeGreaterThanOrEqual(rounds);
    expect(found.confirmed).toBeGreaterThanOrEqual(acknowledged);
    expect(found.arrived).toBe(found.confirmed);
    expect(found.copies).toBeLessThanOrEqual(found.most);
    for (const { body: sent } of receiver.received)
      expect(JSON.parse(sent.toString())).toMatchObject({
        type: 'stage.confirmed',
        data: { projectId: place.id, stageId: stage },
      });
  } finally {
    await product.end('SIGKILL');
    await world.close();
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
