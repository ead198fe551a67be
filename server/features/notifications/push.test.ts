// Push against a real endpoint: what a device is sent and can decrypt, and when it is no longer sent anything.
import { createDecipheriv, createECDH, createHmac, createPublicKey, createVerify, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { PushPayload } from '#contract/notifications/endpoints.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { createFileIds } from '#server/lib/secrets/file-ids.ts';
import { createSealedBox } from '#server/lib/secrets/sealed-box.ts';
import { vapidKeysOf } from '#server/lib/secrets/vapid-keys.ts';
import { createPoster, type Poster } from '#server/media/net/post-outside.ts';
import { type Received, type Receiver, startReceiver } from '#server/test-support/servers/receiver.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { reasonToWait } from './deliveries/wanted.ts';
import { createDeliveryWorker } from './deliveries/worker.ts';
import { createPushDeliverySender, createPushSender } from './push/send-push.ts';

let host: Receiver;
let poster: Poster;
let testApp: TestApp;
let admin: TestPerson;
let owner: TestPerson;
let client: TestPerson;
let projectId: number;
let lane: ReturnType<typeof createDeliveryWorker>;

beforeAll(async () => {
  host = await startReceiver();
  const outgoing = { ...testConfig.outgoing, testOrigins: [host.url] };
  testApp = await createTestApp({ outgoing, publicUrl: 'http://progress.example.org' });
  poster = createPoster({ ...outgoing, limits: { headersMs: 300, totalMs: 300 } });
  const keys = vapidKeysOf(testConfig.secret);
  const send = createPushSender({ ...poster, keys, outgoing, contact: 'mailto:ops@example.org' });
  admin = await testApp.person('admin', { firstName: 'Kunle', lastName: 'Bello' });
  owner = await testApp.person('photographer');
  client = await testApp.person('client');
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  await testApp.make.site({ projectId, photographerId: owner.id });
  const { database } = testApp;
  lane = createDeliveryWorker({
    database,
    write: createTransactionRunner(database, () => undefined),
    channel: 'push',
    sender: createPushDeliverySender({ db: database.query, fileIds: createFileIds(testConfig.secret), send }),
    box: createSealedBox(testConfig.secret, 'deliveries'),
    log: { error: () => undefined },
    reasonToWait: (row) => reasonToWait({ db: testApp.database.query, settings: async () => defaultSettings }, row),
    onDead: async () => undefined,
  });
});
afterEach(async () => {
  host.clear();
  await sql`delete from push_subscriptions`.execute(testApp.database.query);
  await sql`delete from deliveries`.execute(testApp.database.query);
});
afterAll(async () => {
  await lane.stop();
  await testApp.close();
  await poster.close();
  await host.close();
});

/** The keys of a browser, and how it decrypts a message (RFC 8291, RFC 8188). */
function createDevice() {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys();
  const auth = randomBytes(16);
  const subscription = {
    endpoint: `${host.url}/push/${randomBytes(8).toString('hex')}`,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
  };
  const hmac = (key: Buffer, ...parts: (Buffer | string)[]) =>
    createHmac('sha256', key)
      .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
      .digest();

  function read({ body }: Received): PushPayload {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const shared = hmac(auth, curve.computeSecret(sender));
    const seed = hmac(salt, hmac(shared, 'WebPush: info\0', publicKey, sender, '\x01'));
    const key = hmac(seed, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16);
    const nonce = hmac(seed, 'Content-Encoding: nonce\0\x01').subarray(0, 12);
    const opening = createDecipheriv('aes-128-gcm', key, nonce);
    opening.setAuthTag(sealed.subarray(-16));
    const text = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()]).toString();
    // The last record ends with a 2, then any number of zeros.
    return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')));
  }
  return { subscription, read };
}

async function subscribe(person: { cookie: string }, device = createDevice()) {
  const answer = await testApp.call(person, 'PUT /api/push/subscription', { body: device.subscription });
  expect(answer.status).toBe(200);
  return device;
}

const isSubscribed = async (person: { cookie: string }) =>
  ((await testApp.call(person, 'GET /api/push')).body as { subscribed: boolean }).subscribed;

/** Something that the photographer is notified of. */
async function reject(): Promise<number> {
  const made = await testApp.call(owner, 'POST /api/sessions', { body: { projectId, captureDate: '2026-01-02' } });
  const { id } = made.body as { id: number };
  await testApp.call(admin, `PUT /api/sessions/${id}/reject`, { body: { rejectionReason: 'Too dark, said Kunle' } });
  return id;
}

const anew = async (person: TestPerson): Promise<TestPerson> => ({
  ...person,
  cookie: await testApp.login(person.username),
});

describe('a device', () => {
  test('is sent a notice that only it can read: ids, kind, title and project, and nobody’s name or words', async () => {
    const { read, subscription } = await subscribe(owner);
    const sessionId = await reject();
    await lane.runDue();
    expect(host.received).toHaveLength(1);
    const [received] = host.received as [Received];
    expect(received.url).toBe(new URL(subscription.endpoint).pathname);
    expect(received.headers['content-encoding']).toBe('aes128gcm');
    expect(received.body.includes('Lekki')).toBe(false);
    expect(read(received)).toEqual({
      id: expect.any(Number),
      kind: 'session_rejected',
      title: 'Session rejected',
      body: `Session #${sessionId} · Lekki Towers`,
      path: `/sessions/${sessionId}`,
    });
  });

  test('is shown a name of any script as it is written, and no control in it turns round what stands beside it', async () => {
    const { read } = await subscribe(owner);
    const rename = (name: string) =>
      testApp.database.query.updateTable('projects').set({ name }).where('id', '=', projectId).execute();
    await rename('برج \u202eLekki\u2067 \u200fक्षेत्र 🏗️\u2066 é');
    const sessionId = await reject();
    await lane.runDue();
    await rename('Lekki Towers');
    expect(read(host.received[0] as Received)).toMatchObject({
      title: 'Session rejected',
      body: `Session #${sessionId} · برج Lekki क्षेत्र 🏗️ é`,
    });
  });

  test('gets a burst as five notifications, and one that counts the others under the id of the newest', async () => {
    const { read } = await subscribe(owner);
    for (let nth = 0; nth < 9; nth++) await reject();
    await lane.runDue();
    expect(host.received).toHaveLength(5);
    const db = testApp.database.query;
    await sql`update deliveries set paced_at = paced_at - interval '1 minute',
      due_at = case when state = 'waiting' then now() else due_at end`.execute(db);
    await lane.runDue();
    expect(host.received).toHaveLength(6);
    const newest = await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', owner.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(read(host.received.at(-1) as Received)).toEqual({
      id: newest?.id,
      kind: 'session_rejected',
      title: '4 sessions were sent back',
      body: 'Lekki Towers',
      path: `/projects/${projectId}`,
    });
  });

  test('is reached with the key that it subscribed with', async () => {
    await subscribe(owner);
    await reject();
    await lane.runDue();
    const { publicKey } = (await testApp.call(owner, 'GET /api/push')).body as { publicKey: string };
    const { authorization = '' } = host.received[0]?.headers ?? {};
    const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(authorization) ?? [];
    expect(key).toBe(publicKey);
    const [head, claims = '', signature = ''] = token.split('.');
    const point = Buffer.from(publicKey, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const verifying = createVerify('sha256').update(`${head}.${claims}`);
    const jwk = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
    const raw = { key: jwk, dsaEncoding: 'ieee-p1363' as const };
    expect(verifying.verify(raw, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: host.url,
      sub: 'mailto:ops@example.org',
    });
  });

  test('each of a person gets a notice, once, however often the queue is asked', async () => {
    const other = await anew(owner);
    await subscribe(owner);
    await subscribe(other);
    await reject();
    await lane.runDue();
    await lane.runDue();
    expect(new Set(host.received.map(({ url }) => url)).size).toBe(2);
    expect(host.received).toHaveLength(2);
  });

  test('that was out of reach is tried again', async () => {
    host.answerWith(503, 201);
    await subscribe(owner);
    await reject();
    await lane.runDue();
    await sql`update deliveries set due_at = now()`.execute(testApp.database.query);
    await lane.runDue();
    expect(host.received).toHaveLength(2);
    expect(await isSubscribed(owner)).toBe(true);
  });

  test('is sent nothing that was read in the product before', async () => {
    await subscribe(owner);
    await reject();
    await testApp.call(owner, 'PATCH /api/notifications/read-all');
    await lane.runDue();
    expect(host.received).toEqual([]);
  });

  test('is sent nothing of a kind that its person turned off, nor of a project that they muted', async () => {
    await subscribe(owner);
    const { query } = testApp.database;
    const off = { user_id: owner.id, kind: 'session_rejected', channel: 'push', enabled: false } as const;
    await query.insertInto('notification_choices').values(off).execute();
    await reject();
    await query.deleteFrom('notification_choices').execute();
    await query.insertInto('muted_projects').values({ user_id: owner.id, project_id: projectId }).execute();
    await reject();
    await query.deleteFrom('muted_projects').execute();
    await lane.runDue();
    expect(host.received).toEqual([]);
  });

  test('gets a test at once', async () => {
    const { read } = await subscribe(owner);
    expect((await testApp.call(owner, 'POST /api/push/test')).status).toBe(200);
    expect(read(host.received[0] as Received)).toMatchObject({ id: null, kind: 'test', title: 'Push works' });
  });
});

test('a key that nothing can be encrypted for is refused', async () => {
  const { subscription } = createDevice();
  const keys = { ...subscription.keys, p256dh: 'A'.repeat(87) };
  const answer = await testApp.call(owner, 'PUT /api/push/subscription', { body: { ...subscription, keys } });
  expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path: 'keys.p256dh' }] }]);
});

describe('a device is forgotten', () => {
  test.each([
    ['404', 404],
    ['410', 410],
  ])('when its push service answers %s', async (_, status) => {
    host.answerWith(status);
    await subscribe(owner);
    await reject();
    await lane.runDue();
    expect(await isSubscribed(owner)).toBe(false);
    const test = await testApp.call(owner, 'POST /api/push/test');
    expect([test.status, test.body]).toMatchObject([409, { code: 'no_device' }]);
    expect(host.received).toHaveLength(1);
  });

  test('by the logout, and what waits for it is not sent', async () => {
    const here = await anew(owner);
    await subscribe(here);
    await reject();
    await testApp.call(here, 'POST /api/logout');
    await lane.runDue();
    expect(host.received).toEqual([]);
  });

  test('when its login has run out', async () => {
    await subscribe(await anew(owner));
    await sql`update logins set expire = now() - interval '1 second' where sid in (select login_sid from push_subscriptions)`.execute(
      testApp.database.query,
    );
    await reject();
    await lane.runDue();
    expect(host.received).toEqual([]);
  });

  test('when it is turned off', async () => {
    await subscribe(owner);
    expect((await testApp.call(owner, 'DELETE /api/push/subscription')).status).toBe(200);
    expect(await isSubscribed(owner)).toBe(false);
  });
});

describe('on a device that several people use', () => {
  test('whoever subscribed last receives theirs, and the former person nothing', async () => {
    const device = createDevice();
    await subscribe(owner, device);
    await reject();
    await subscribe(client, device);
    await reject();
    await lane.runDue();
    expect(host.received).toEqual([]);
    expect([await isSubscribed(owner), await isSubscribed(client)]).toEqual([false, true]);
  });

  test('another person’s login in the same browser ends the push of the former', async () => {
    const here = await anew(owner);
    await subscribe(here);
    const body = { username: client.username, password: testApp.password };
    await testApp.call(here, 'POST /api/login', { body });
    await reject();
    await lane.runDue();
    expect(host.received).toEqual([]);
  });
});

test('a new password ends the push of other devices, and the one that changed it goes on', async () => {
  const person = await testApp.person('photographer');
  const elsewhere = await anew(person);
  await subscribe(person);
  await subscribe(elsewhere);
  const body = { currentPassword: testApp.password, newPassword: 'quite another one' };
  expect((await testApp.call(person, 'PUT /api/user/password', { body })).status).toBe(200);
  const left = await testApp.database.query
    .selectFrom('push_subscriptions')
    .innerJoin('logins', 'logins.sid', 'push_subscriptions.login_sid')
    .select('endpoint')
    .execute();
  expect(left).toHaveLength(1);
});

describe('push goes to the hosts of the setting only', () => {
  const keys = { p256dh: vapidKeysOf('x').publicKey, auth: 'A'.repeat(22) };
  const refused = [
    ['a private address', 'https://10.0.0.7/push'],
    ['this machine', 'https://127.0.0.1/push'],
    ['another company', 'https://push.example.org/1'],
    ['a name that only ends alike', 'https://evilfcm.googleapis.com.example.org/1'],
    ['plain http', 'http://fcm.googleapis.com/fcm/send/1'],
    ['a port of its own', 'https://fcm.googleapis.com:8443/fcm/send/1'],
  ] as const;

  test.each(refused)('%s is refused when a device subscribes', async (_, endpoint) => {
    const answer = await testApp.call(owner, 'PUT /api/push/subscription', { body: { endpoint, keys } });
    expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path: 'endpoint' }] }]);
    expect(await isSubscribed(owner)).toBe(false);
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/1',
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://wns2-by3p.notify.windows.com/w/?token=1',
    'https://web.push.apple.com/1',
  ])('%s is taken', async (endpoint) => {
    const answer = await testApp.call(owner, 'PUT /api/push/subscription', { body: { endpoint, keys } });
    expect(answer.status).toBe(200);
  });

  test('a device whose host is no longer among them is forgotten', async () => {
    const { subscription } = createDevice();
    const nowhere = { ...testConfig.outgoing, testOrigins: [] };
    const send = createPushSender({
      ...poster,
      keys: vapidKeysOf('x'),
      outgoing: nowhere,
      contact: 'mailto:ops@example.org',
    });
    const device = { endpoint: subscription.endpoint, ...subscription.keys };
    expect(await send(device, { id: 1, kind: 'test', title: '', body: '', path: '/' })).toBe('gone');
    expect(host.received).toEqual([]);
  });
});
