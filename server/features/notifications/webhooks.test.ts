// Webhooks against a real receiver: what is sent, how it is signed, what is retried, and who may do what.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Webhook, WebhookDelivery, WebhookWithSecret } from '#contract/notifications/webhooks.ts';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { createPoster, type Poster } from '#server/media/net/post-outside.ts';
import { type Received, type Receiver, startReceiver } from '#server/test-support/servers/receiver.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { reasonToWait } from './deliveries/wanted.ts';
import { createDeliveryWorker, type Delivery } from './deliveries/worker.ts';
import { createWebhookSender, type DeliverDependencies } from './webhooks/deliver.ts';

let receiver: Receiver;
let poster: Poster;
/** For receivers that never answer. */
let impatient: Poster;
let testApp: TestApp;
let admin: TestPerson;
let owner: TestPerson;
let client: TestPerson;
let deps: DeliverDependencies;

beforeAll(async () => {
  isFromTopout = await loadDocumentedExample();
  receiver = await startReceiver();
  const outgoing = { ...testConfig.outgoing, testOrigins: [receiver.url] };
  testApp = await createTestApp({ outgoing, publicUrl: 'http://progress.example.org' });
  poster = createPoster({ testOrigins: [receiver.url] });
  impatient = createPoster({ testOrigins: [receiver.url], limits: { headersMs: 300, totalMs: 300 } });
  admin = await testApp.person('admin');
  owner = await testApp.person('photographer');
  client = await testApp.person('client');
  const { database } = testApp;
  deps = {
    db: database.query,
    write: createTransactionRunner(database, () => undefined),
    box: createSealedBox(testConfig.secret, 'webhook secrets'),
    post: poster.post,
  };
});
beforeEach(() => testApp.database.query.deleteFrom('webhooks').execute());
afterEach(() => receiver.clear());
afterAll(async () => {
  await testApp.close();
  await poster.close();
  await impatient.close();
  await receiver.close();
});

async function make(change: Partial<{ name: string; url: string; kinds: string[] }> = {}): Promise<WebhookWithSecret> {
  const body = { name: 'Site diary', url: `${receiver.url}/hook`, kinds: ['session.released'], ...change };
  const answer = await testApp.call(admin, 'POST /api/webhooks', { body });
  expect(answer.status).toBe(201);
  return answer.body as WebhookWithSecret;
}

async function log(id: number): Promise<WebhookDelivery[]> {
  return (await testApp.call(admin, `GET /api/webhooks/${id}/deliveries`)).body as WebhookDelivery[];
}

async function newest(id: number): Promise<WebhookDelivery> {
  const [row] = await log(id);
  if (!row) throw new Error('nothing was written down');
  return row;
}

/** What the queue does when this message is due. */
async function deliver(deliveryId: number, change: Partial<DeliverDependencies> = {}): Promise<string> {
  const sender = createWebhookSender({ ...deps, ...change });
  const outcome = await sender({ payload: { deliveryId } } as Delivery, AbortSignal.timeout(60_000)).catch(
    () => 'failed',
  );
  return typeof outcome === 'string' ? outcome : Object.keys(outcome).join();
}

async function deliverNewest(id: number, change: Partial<DeliverDependencies> = {}): Promise<string> {
  return deliver((await newest(id)).id, change);
}

/** A lane of the real queue. */
function createLane() {
  return createDeliveryWorker({
    database: testApp.database,
    write: deps.write,
    channel: 'webhook',
    sender: createWebhookSender(deps),
    box: createSealedBox(testConfig.secret, 'deliveries'),
    log: { error: () => undefined },
    reasonToWait: (row) => reasonToWait({ db: testApp.database.query, settings: async () => defaultSettings }, row),
    onDead: async () => undefined,
  });
}

async function testOf(id: number): Promise<WebhookDelivery> {
  const answer = await testApp.call(admin, `POST /api/webhooks/${id}/test`);
  expect(answer.status).toBe(202);
  return answer.body as WebhookDelivery;
}

type Verify = (secret: string, headers: Received['headers'], body: Buffer) => boolean;
let isFromTopout: Verify;

/** The code that docs/OPERATING.md gives receivers, verbatim. */
async function loadDocumentedExample(): Promise<Verify> {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/OPERATING.md'), 'utf8');
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? [];
  const address = `data:text/javascript,${encodeURIComponent(example)}`;
  return ((await import(/* @vite-ignore */ address)) as { isFromTopout: Verify }).isFromTopout;
}

const isSignedBy = (secret: string, { headers, body }: Received) => isFromTopout(secret, headers, body);

const lastReceived = () => receiver.received.at(-1) as Received;
const bodyOf = ({ body }: Received) => JSON.parse(body.toString());

async function pendingSession() {
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId, photographerId: owner.id });
  const body = { projectId, captureDate: '2026-01-02', notes: 'Nobody outside reads this' };
  const made = await testApp.call(owner, 'POST /api/sessions', { body });
  return { projectId, id: (made.body as { id: number }).id };
}

async function concernOn(sessionId: number): Promise<number> {
  await testApp.call(admin, `PUT /api/sessions/${sessionId}/approve`);
  const raised = await testApp.call(client, 'POST /api/disputes', { body: { sessionId, reason: 'A crack' } });
  return (raised.body as { id: number }).id;
}

describe('what happened', () => {
  test('a release is sent with ids, kind and time, and no content', async () => {
    const { id } = await make();
    const session = await pendingSession();
    await testApp.call(admin, `PUT /api/sessions/${session.id}/approve`);
    expect(await deliverNewest(id)).toBe('sent');
    const body = bodyOf(lastReceived());
    expect(body).toEqual({
      type: 'session.released',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      data: { projectId: session.projectId, sessionId: session.id },
    });
    expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(600_000);
  });

  test('a rejection, a concern and its resolution are sent, each as its kind', async () => {
    const { id } = await make({ kinds: ['session.rejected', 'concern.raised', 'concern.resolved'] });
    const rejected = await pendingSession();
    await testApp.call(admin, `PUT /api/sessions/${rejected.id}/reject`, { body: { rejectionReason: 'Blurred' } });
    const session = await pendingSession();
    const concernId = await concernOn(session.id);
    await testApp.call(owner, `PATCH /api/disputes/${concernId}/resolve`);
    const about = (await log(id)).map(({ kind, sessionId, concernId }) => [kind, sessionId, concernId]);
    expect(about).toEqual([
      ['concern.resolved', session.id, concernId],
      ['concern.raised', session.id, concernId],
      ['session.rejected', rejected.id, null],
    ]);
    await deliverNewest(id);
    const ids = { projectId: session.projectId, sessionId: session.id, concernId };
    expect(bodyOf(lastReceived())).toMatchObject({ type: 'concern.resolved', data: ids });
  });

  test('is sent to those who asked for its kind, and not while they are paused', async () => {
    const [asked, other, paused] = [await make(), await make({ kinds: ['concern.raised'] }), await make()];
    await testApp.call(admin, `PATCH /api/webhooks/${paused.id}`, { body: { active: false } });
    await testApp.call(admin, `PUT /api/sessions/${(await pendingSession()).id}/approve`);
    expect(await Promise.all([asked, other, paused].map(async ({ id }) => (await log(id)).length))).toEqual([1, 0, 0]);
  });

  test('that was rolled back is sent to nobody', async () => {
    const { id } = await make();
    const session = await pendingSession();
    const body = { recordId: 999_999 };
    expect((await testApp.call(admin, `PUT /api/sessions/${session.id}/approve`, { body })).status).toBe(409);
    expect(await log(id)).toEqual([]);
  });
});

describe('a message', () => {
  test('is signed so that its receiver can verify who sent it, and that nothing was changed', async () => {
    const { id, secret } = await make();
    await testOf(id);
    await deliverNewest(id);
    const received = lastReceived();
    expect(isSignedBy(secret, received)).toBe(true);
    expect(isSignedBy(secret, { ...received, body: Buffer.from('{"type":"session.released"}') })).toBe(false);
    expect(isSignedBy((await make()).secret, received)).toBe(false);
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      expect(isSignedBy(secret, { ...received, headers: { ...received.headers, [name]: 'x' } })).toBe(false);
    expect(received.headers['content-type']).toBe('application/json');
    expect(Math.abs(Number(received.headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(60_000);
  });

  test('that somebody recorded is refused by its receiver when it comes again later', async () => {
    const { id, secret } = await make();
    await testOf(id);
    await deliverNewest(id, { now: () => Date.now() - 301_000 });
    expect(isSignedBy(secret, lastReceived())).toBe(false);
  });

  test('that failed is tried again with the same id, and then it is delivered', async () => {
    receiver.answerWith(500, 200);
    const { id } = await make();
    await testOf(id);
    expect(await deliverNewest(id)).toBe('failed');
    expect(await newest(id)).toMatchObject({ state: 'waiting', status: 500, attempts: 1, failure: null });
    expect(await deliverNewest(id)).toBe('sent');
    expect(await newest(id)).toMatchObject({ state: 'delivered', status: 200, attempts: 2 });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids[0]).toMatch(/^[\w-]{36}$/);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  test('that was delivered is not sent a second time by the queue', async () => {
    const { id } = await make();
    const { id: deliveryId } = await testOf(id);
    await deliver(deliveryId);
    expect(await deliver(deliveryId)).toBe('dropped');
    expect(receiver.received).toHaveLength(1);
  });

  test('waits in the queue of deliveries: of two processes one sends it, and what failed comes later', async () => {
    await sql`delete from deliveries`.execute(testApp.database.query);
    receiver.answerWith(500, 200);
    const { id } = await make();
    await testOf(id);
    const lanes = [createLane(), createLane()];
    await Promise.all(lanes.map((lane) => lane.runDue()));
    expect([receiver.received.length, (await newest(id)).state]).toEqual([1, 'waiting']);
    await Promise.all(lanes.map((lane) => lane.runDue()));
    expect(receiver.received).toHaveLength(1);
    await sql`update deliveries set due_at = now()`.execute(testApp.database.query);
    await Promise.all(lanes.map((lane) => lane.runDue()));
    expect([receiver.received.length, (await newest(id)).state]).toEqual([2, 'delivered']);
    await Promise.all(lanes.map((lane) => lane.stop()));
  });

  test('a burst reaches its receiver spaced, ten in ten seconds, each by itself and none lost; a test goes at once', async () => {
    const db = testApp.database.query;
    await sql`delete from deliveries`.execute(db);
    const { id } = await make({ kinds: ['concern.raised'] });
    const session = await pendingSession();
    for (let nth = 0; nth < 25; nth++) await concernOn(session.id);
    const lanes = [createLane(), createLane()];
    const runDue = () => Promise.all(lanes.map((lane) => lane.runDue()));
    await runDue();
    expect(receiver.received).toHaveLength(10);
    await testOf(id);
    await runDue();
    expect(receiver.received.map((each) => bodyOf(each).type).at(-1)).toBe('test');
    const waiting = await sql<{ seconds: number }>`
      select extract(epoch from due_at - (select min(paced_at) from deliveries))::double precision as seconds
      from deliveries where state = 'waiting' order by due_at`.execute(db);
    const turns = waiting.rows.map(({ seconds }) => Math.floor(seconds / 10 + 0.001));
    expect(turns).toEqual([...Array.from({ length: 10 }, () => 1), ...Array.from({ length: 5 }, () => 2)]);
    await sql`update deliveries set due_at = now() where state = 'waiting'`.execute(db);
    await runDue();
    const concerns = receiver.received.map(bodyOf).flatMap(({ data }) => data.concernId ?? []);
    expect(new Set(concerns).size).toBe(25);
    expect(receiver.received).toHaveLength(26);
    await Promise.all(lanes.map((lane) => lane.stop()));
  });

  const answers = [
    ['a redirect', 302, (response) => response.writeHead(302, { location: 'https://example.org/' }).end()],
    ['a megabyte with an error', 500, (response) => response.writeHead(500).end('x'.repeat(1024 * 1024))],
    ['nothing in time', null, () => undefined],
  ] as const satisfies [string, number | null, Parameters<Receiver['answerWith']>[0]][];

  test.each(answers)(
    'answered by %s counts as not delivered, and the log keeps the status only',
    async (_, status, answer) => {
      receiver.answerWith(answer);
      const { id } = await make();
      await testOf(id);
      const { post } = status === null ? impatient : poster;
      expect(await deliverNewest(id, { post })).toBe('failed');
      const failure = status === null ? '127.0.0.1 did not answer in time: try again later.' : null;
      expect(await newest(id)).toMatchObject({ state: 'waiting', status, failure });
    },
  );

  test('is given up after three days, and an admin may send it again', async () => {
    receiver.answerWith(500);
    const { id } = await make();
    const { id: deliveryId } = await testOf(id);
    await deliverNewest(id);
    const again = `POST /api/webhooks/${id}/deliveries/${deliveryId}/again`;
    expect((await testApp.call(admin, again)).status).toBe(409);
    await sql`update webhook_deliveries set queued_at = now() - interval '73 hours' where id = ${deliveryId}`.execute(
      testApp.database.query,
    );
    expect((await newest(id)).state).toBe('given_up');
    expect((await testApp.call(admin, 'GET /api/webhooks')).body).toMatchObject([{ id, newest: 'given_up' }]);
    const answer = await testApp.call(admin, again);
    expect([answer.status, (answer.body as WebhookDelivery).state]).toEqual([202, 'waiting']);
    receiver.answerWith(200);
    await deliverNewest(id);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect((await newest(id)).state).toBe('delivered');
  });

  test('that was delivered can be sent again too, with the same id', async () => {
    const { id } = await make();
    const { id: deliveryId } = await testOf(id);
    await deliverNewest(id);
    expect((await testApp.call(admin, `POST /api/webhooks/${id}/deliveries/${deliveryId}/again`)).status).toBe(202);
    await deliverNewest(id);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(receiver.received).toHaveLength(2);
  });

  test('that waits when its webhook is paused is not sent, but on request; a test is sent anyway', async () => {
    const { id } = await make();
    await testApp.call(admin, `PUT /api/sessions/${(await pendingSession()).id}/approve`);
    await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { active: false } });
    expect(await deliverNewest(id)).toBe('dropped');
    const waiting = await newest(id);
    expect([receiver.received.length, waiting.state, waiting.attempts]).toEqual([0, 'given_up', 0]);
    expect(waiting.failure).toBe('The webhook was paused before this was delivered.');
    await testOf(id);
    expect(await deliverNewest(id)).toBe('sent');
    await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { active: true } });
    await testApp.call(admin, `POST /api/webhooks/${id}/deliveries/${waiting.id}/again`);
    expect(await deliver(waiting.id)).toBe('sent');
    expect(receiver.received.map((each) => bodyOf(each).type)).toEqual(['test', 'session.released']);
  });

  test('to a removed webhook is sent no more', async () => {
    const { id } = await make();
    const { id: deliveryId } = await testOf(id);
    expect((await testApp.call(admin, `DELETE /api/webhooks/${id}`)).status).toBe(200);
    expect(await deliver(deliveryId)).toBe('dropped');
    expect(receiver.received).toEqual([]);
  });
});

describe('the secret', () => {
  test('is shown when it is made, never again, and lies sealed in the database', async () => {
    const { id, secret } = await make();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const reads = ['GET /api/webhooks', `GET /api/webhooks/${id}/deliveries`];
    for (const read of reads) expect(JSON.stringify((await testApp.call(admin, read)).body)).not.toContain('whsec_');
    const edited = await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { name: 'Other' } });
    expect(JSON.stringify(edited.body)).not.toContain('whsec_');
    const rows = await sql<{ text: string }>`select encode(secret, 'escape') as text from webhooks`.execute(
      testApp.database.query,
    );
    expect(rows.rows[0]?.text).not.toContain(secret.slice(6, 20));
  });

  test('is shown again to a repeated call, which left no plain secret behind', async () => {
    const body = { name: 'Twice', url: `${receiver.url}/hook`, kinds: ['session.released'] };
    const headers = { 'idempotency-key': 'the same' };
    const [first, second] = [
      await testApp.call(admin, 'POST /api/webhooks', { body, headers }),
      await testApp.call(admin, 'POST /api/webhooks', { body, headers }),
    ];
    expect(second.body).toEqual(first.body);
    const kept = await sql<{ reply: unknown }>`select reply from idempotency_keys`.execute(testApp.database.query);
    expect(JSON.stringify(kept.rows)).not.toContain('whsec_');
  });

  test('may be changed: for a day both sign, then the new one alone', async () => {
    const { id, secret: former } = await make();
    const changed = await testApp.call(admin, `POST /api/webhooks/${id}/secret`);
    const { secret, formerSecretUntil } = changed.body as WebhookWithSecret;
    const hours = (Date.parse(formerSecretUntil ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hours)).toBe(24);
    await testOf(id);
    await deliverNewest(id);
    expect([isSignedBy(former, lastReceived()), isSignedBy(secret, lastReceived())]).toEqual([true, true]);
    await sql`update webhooks set former_until = now() - interval '1 second'`.execute(testApp.database.query);
    await testOf(id);
    await deliverNewest(id);
    expect([isSignedBy(former, lastReceived()), isSignedBy(secret, lastReceived())]).toEqual([false, true]);
    expect((await testApp.call(admin, 'GET /api/webhooks')).body).toMatchObject([{ formerSecretUntil: null }]);
  });

  test('the former one may be ended at once', async () => {
    const { id, secret: former } = await make();
    await testApp.call(admin, `POST /api/webhooks/${id}/secret`);
    const answer = await testApp.call(admin, `DELETE /api/webhooks/${id}/former-secret`);
    expect((answer.body as Webhook).formerSecretUntil).toBeNull();
    await testOf(id);
    await deliverNewest(id);
    expect(isSignedBy(former, lastReceived())).toBe(false);
  });

  test('that another SESSION_SECRET sealed sends nothing, and the log says what to do', async () => {
    const { id } = await make();
    await testOf(id);
    expect(await deliverNewest(id, { box: createSealedBox('another secret', 'webhook secrets') })).toBe('failed');
    expect((await newest(id)).failure).toContain('change the secret');
    expect(receiver.received).toEqual([]);
  });
});

describe('an address', () => {
  const refused = [
    ['http://example.org/hook', 'The address must begin with https://'],
    ['https://me:pass@example.org/', 'The address must not contain a user name or password'],
    ['https://example.org:8443/', 'The address must not contain a port'],
    ['https://10.1.2.3/hook', 'The address must be public'],
    ['https://127.0.0.1/hook', 'The address must be public'],
    ['https://[::1]/hook', 'The address must be public'],
    ['nowhere', 'The address must be one such as https://example.org/topout'],
  ] as const;

  test.each(refused)('%s is refused when it is given', async (url, sentence) => {
    const body = { name: 'W', url, kinds: ['session.released'] };
    const answer = await testApp.call(admin, 'POST /api/webhooks', { body });
    expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path: 'url', message: sentence }] }]);
    const { id } = await make();
    expect((await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { url } })).status).toBe(400);
  });

  test('whose name leads to a private address is refused at each sending', async () => {
    const { id } = await make({ url: 'https://localhost/hook' });
    await testOf(id);
    expect(await deliverNewest(id)).toBe('failed');
    expect((await newest(id)).failure).toBe('The address of localhost is not a public one with https.');
  });
});

describe('admins', () => {
  test('edit a webhook from the state that they saw', async () => {
    const { id, version } = await make();
    const first = await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { name: 'A', version } });
    expect(first.body).toMatchObject({ name: 'A', kinds: ['session.released'], active: true });
    const second = await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { name: 'B', version } });
    expect([second.status, second.body]).toMatchObject([409, { code: 'stale', present: { name: 'A' } }]);
  });

  test('make at most twenty', async () => {
    for (let nth = 0; nth < 20; nth++) await make();
    const body = { name: 'One more', url: `${receiver.url}/hook`, kinds: ['session.released'] };
    const answer = await testApp.call(admin, 'POST /api/webhooks', { body });
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'too_many_webhooks' }]);
  });

  test('read the log page by page, newest first', async () => {
    const { id } = await make();
    const made = [await testOf(id), await testOf(id), await testOf(id)].map((row) => row.id);
    const first = await testApp.call(admin, `GET /api/webhooks/${id}/deliveries?limit=2`);
    const next = /<(.+)>/.exec(String(first.headers.link))?.[1];
    const second = await testApp.call(admin, `GET ${next}`);
    const ids = [first, second].flatMap(({ body }) => (body as WebhookDelivery[]).map((row) => row.id));
    expect(ids).toEqual(made.reverse());
    expect(first.headers['x-total-count']).toBe('3');
  });

  test('send no message of another webhook again', async () => {
    const [one, other] = [await make(), await make()];
    const { id: deliveryId } = await testOf(one.id);
    await deliverNewest(one.id);
    expect((await testApp.call(admin, `POST /api/webhooks/${other.id}/deliveries/${deliveryId}/again`)).status).toBe(
      404,
    );
  });
});

test('what admins do to a webhook stands in the audit log, and its secret nowhere', async () => {
  const { id } = await make({ name: 'Audited' });
  await testApp.call(admin, `PATCH /api/webhooks/${id}`, { body: { active: false } });
  await testApp.call(admin, `POST /api/webhooks/${id}/secret`);
  await testApp.call(admin, `DELETE /api/webhooks/${id}/former-secret`);
  await testApp.call(admin, `DELETE /api/webhooks/${id}`);
  const { body } = await testApp.call(admin, 'GET /api/audit-log?limit=5');
  const acts = (body as AuditEntry[]).map(({ act, byId, subject, changes }) => [
    act,
    byId,
    subject.name,
    changes.length,
  ]);
  expect(acts).toEqual([
    ['webhookRemoved', admin.id, 'Audited', 4],
    ['webhookFormerSecretEnded', admin.id, 'Audited', 0],
    ['webhookSecretChanged', admin.id, 'Audited', 0],
    ['webhookEdited', admin.id, 'Audited', 1],
    ['webhookCreated', admin.id, 'Audited', 4],
  ]);
  expect(JSON.stringify(body)).not.toContain('whsec_');
});

test('without PUBLIC_URL nothing is sent, and a test says so', async () => {
  const lone = await createTestApp();
  const person = await lone.person('admin');
  const body = { name: 'W', url: 'https://example.org/hook', kinds: ['session.released'] };
  const { id } = (await lone.call(person, 'POST /api/webhooks', { body })).body as Webhook;
  const answer = await lone.call(person, `POST /api/webhooks/${id}/test`);
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'no_public_url' }]);
  await lone.close();
});
