// Claims about who is notified of what, and about the bell.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { type ChangeEvent, changeChannel } from '#server/db/change-events.ts';
import { createTransactionRunner, type WriteContext } from '#server/db/transaction.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';
import * as notifications from './handlers.ts';
import { loadNotifications } from './leaving.ts';

let testApp: TestApp;
let write: ReturnType<typeof createTransactionRunner>;
let admin: TestPerson;
let otherAdmin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
let member: TestPerson;
let project: number;
let session: number;

beforeAll(async () => {
  testApp = await createTestApp();
  write = createTransactionRunner(testApp.database, () => undefined);
  [admin, otherAdmin] = [
    await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' }),
    await testApp.person('admin'),
  ];
  crew = await testApp.person('photographer', { firstName: 'Kunle', lastName: 'Ade' });
  [client, member] = [
    await testApp.person('client', { firstName: 'Bola', lastName: 'Eze' }),
    await testApp.person('client'),
  ];
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  await testApp.make.member({ projectId: project, userId: member.id, role: 'viewer' });
  await testApp.make.site({ projectId: project, photographerId: crew.id });
  const made = await testApp.call(crew, 'POST /api/sessions', {
    body: { projectId: project, captureDate: '2026-11-02' },
  });
  session = (made.body as { id: number }).id;
});
afterAll(() => testApp.close());

async function noticesOf(work: Parameters<typeof write>[1]): Promise<Notification[]> {
  await testApp.database.query.deleteFrom('notifications').execute();
  await write({ topics: [] }, work);
  const ids = await testApp.database.query.selectFrom('notifications').select('id').orderBy('user_id').execute();
  const found = await loadNotifications(
    testApp.database.query,
    ids.map(({ id }) => id),
  );
  return found.toSorted((a, b) => a.userId - b.userId);
}

function readers(notices: Notification[]): number[] {
  return notices.map(({ userId }) => userId);
}

function those(...people: { id: number }[]): number[] {
  return people.map(({ id }) => id).toSorted((a, b) => a - b);
}

async function concern(): Promise<number> {
  const row = { session_id: session, client_id: client.id, reason: 'A crack in the slab' };
  return (await testApp.database.query.insertInto('disputes').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

test('nobody is notified of their own act, and nobody twice', async () => {
  const notices = await noticesOf((context) =>
    notifications.notify(context, {
      to: [admin.id, crew.id, crew.id],
      by: admin.id,
      type: 'demo_request',
      title: 'T',
      message: 'M',
    }),
  );
  expect(readers(notices)).toEqual(those(crew));
});

test('a closed account is not notified', async () => {
  const gone = await testApp.make.user('photographer');
  await testApp.database.query.updateTable('users').set({ closed_at: new Date() }).where('id', '=', gone.id).execute();
  const notices = await noticesOf((context) =>
    notifications.notify(context, { to: [gone.id], by: null, type: 'demo_request', title: 'T', message: 'M' }),
  );
  expect(notices).toEqual([]);
});

test('admins are notified of a submission, and the notice leads to the session only', async () => {
  const notices = await noticesOf((context) =>
    notifications.notifySubmitted(context, { by: crew.id, sessionId: session, how: 'new' }),
  );
  expect(readers(notices)).toEqual(those(admin, otherAdmin));
  expect(notices[0]).toMatchObject({
    type: 'session_submitted',
    message: `Kunle Ade submitted session #${session} of Lekki Towers. It is waiting for review.`,
    relatedSessionId: session,
    relatedProjectId: null,
    relatedDisputeId: null,
    anchor: null,
  });
});

test('an approval notifies the photographer, the client and the members who can see it', async () => {
  const colleague = await testApp.person('photographer');
  await testApp.make.member({ projectId: project, userId: colleague.id, role: 'contributor' });
  const notices = await noticesOf((context) =>
    notifications.notifyApproved(context, { by: admin.id, sessionId: session, projectId: project }),
  );
  expect(readers(notices)).toEqual(those(crew, client, member));
});

test('a rejection notifies the photographer alone, with its reason', async () => {
  const notices = await noticesOf((context) =>
    notifications.notifyRejected(context, { by: admin.id, sessionId: session, reason: 'Blurry' }),
  );
  expect(readers(notices)).toEqual(those(crew));
  expect(notices[0]?.message).toContain('Blurry');
});

test('long reasons and lists are cut in a notice: it leads to where they stand whole', async () => {
  const rejected = (context: WriteContext) =>
    notifications.notifyRejected(context, { by: admin.id, sessionId: session, reason: 'x'.repeat(20_000) });
  const sites = Array.from({ length: 200 }, (_, n) => `Block ${n} ${'y'.repeat(200)}`);
  const assigned = (context: WriteContext) =>
    notifications.notifyAssigned(context, { by: admin.id, to: [crew.id], projectId: project, as: { sites } });
  for (const work of [rejected, assigned]) expect((await noticesOf(work))[0]?.message.length).toBeLessThan(1000);
});

test('a new project notifies its client and the other admins, and leads to the project only', async () => {
  const notices = await noticesOf((context) =>
    notifications.notifyProjectCreated(context, { by: admin.id, projectId: project }),
  );
  expect(readers(notices)).toEqual(those(otherAdmin, client));
  expect(notices[0]).toMatchObject({ relatedProjectId: project, relatedSessionId: null });
});

test('whoever is given sites or made a member is notified once', async () => {
  const given = await noticesOf((context) =>
    notifications.notifyAssigned(context, {
      by: admin.id,
      to: [crew.id],
      projectId: project,
      as: { sites: ['Block A', 'Block B'] },
    }),
  );
  expect(given).toMatchObject([{ userId: crew.id, message: 'You were assigned to Block A, Block B of Lekki Towers.' }]);
  const joined = await noticesOf((context) =>
    notifications.notifyAssigned(context, {
      by: admin.id,
      to: [member.id],
      projectId: project,
      as: { member: 'contributor' },
    }),
  );
  expect(joined).toMatchObject([{ userId: member.id, type: 'project_assigned' }]);
});

test('a concern notifies the photographer and the admins', async () => {
  const disputeId = await concern();
  const notices = await noticesOf((context) =>
    notifications.notifyDisputeRaised(context, { by: client.id, disputeId, sessionId: session, reason: 'A crack' }),
  );
  expect(readers(notices)).toEqual(those(admin, otherAdmin, crew));
});

test('a comment notifies raiser, photographer, writers and admins, except who wrote it', async () => {
  const disputeId = await concern();
  const message = { dispute_id: disputeId, user_id: member.id, message: 'We see it too' };
  await testApp.database.query.insertInto('dispute_messages').values(message).execute();
  const notices = await noticesOf((context) =>
    notifications.notifyDisputeUpdated(context, {
      by: crew.id,
      disputeId,
      sessionId: session,
      comment: 'We will look',
    }),
  );
  expect(readers(notices)).toEqual(those(admin, otherAdmin, client, member));
});

test('who wrote in a concern and then left the project is no longer notified', async () => {
  const disputeId = await concern();
  const stranger = await testApp.make.user('client');
  const message = { dispute_id: disputeId, user_id: stranger.id, message: 'I was a member' };
  await testApp.database.query.insertInto('dispute_messages').values(message).execute();
  const notices = await noticesOf((context) =>
    notifications.notifyDisputeUpdated(context, { by: crew.id, disputeId, sessionId: session, status: 'in_progress' }),
  );
  expect(readers(notices)).not.toContain(stranger.id);
});

test('a resolution notifies the raiser and the other side of photographer and admins', async () => {
  const disputeId = await concern();
  const byCrew = await noticesOf((context) =>
    notifications.notifyDisputeResolved(context, { by: crew.id, disputeId, sessionId: session }),
  );
  expect(readers(byCrew)).toEqual(those(admin, otherAdmin, client));
  const byAdmin = await noticesOf((context) =>
    notifications.notifyDisputeResolved(context, { by: admin.id, disputeId, sessionId: session }),
  );
  expect(readers(byAdmin)).toEqual(those(crew, client));
});

test('a demo request notifies the admins', async () => {
  const notices = await noticesOf((context) =>
    notifications.notifyDemoRequest(context, { name: 'Uche', company: 'Acme' }),
  );
  expect(readers(notices)).toEqual(those(admin, otherAdmin));
});

test('a notice is pushed on commit with its id and reader', async () => {
  const heard: ChangeEvent[] = [];
  let up: () => void = () => undefined;
  const listening = new Promise<void>((resolve) => {
    up = resolve;
  });
  const ear = testApp.database.listen(changeChannel, (payload) => heard.push(JSON.parse(payload)), up);
  await listening;
  const [notice] = await noticesOf((context) =>
    notifications.notifyRejected(context, { by: admin.id, sessionId: session, reason: 'Blurry' }),
  );
  await expect.poll(() => heard.flatMap(({ notes }) => notes)).toContainEqual([notice?.id, crew.id]);
  await ear.close();
});

test('a refused action notifies nobody', async () => {
  const notices = noticesOf(async (context) => {
    await notifications.notifyRejected(context, { by: admin.id, sessionId: session, reason: 'Blurry' });
    throw new Error('refused');
  });
  await expect(notices).rejects.toThrow('refused');
  expect(await testApp.database.query.selectFrom('notifications').select('id').execute()).toEqual([]);
});

async function bell(person: TestPerson, words = '') {
  return testApp.call(person, `GET /api/notifications?${words}`);
}

test('the bell pages through one’s notices without gap or repeat, newest first', async () => {
  await noticesOf(async (context) => {
    for (let n = 0; n < 7; n++) {
      await notifications.notify(context, {
        to: [client.id, crew.id],
        by: null,
        type: 'demo_request',
        title: `${n}`,
        message: 'M',
      });
    }
  });
  const first = await bell(client, 'limit=3');
  expect(first.headers['x-total-count']).toBe('7');
  const titles = (first.body as Notification[]).map(({ title }) => title);
  let link = String(first.headers.link ?? '');
  while (link) {
    const page = await testApp.call(client, `GET ${/<(.*)>/.exec(link)?.[1]}`);
    titles.push(...(page.body as Notification[]).map(({ title }) => title));
    link = String(page.headers.link ?? '');
    expect(page.headers['x-total-count']).toBeUndefined();
  }
  expect(titles).toEqual(['6', '5', '4', '3', '2', '1', '0']);
});

test('reading one and reading all lower the figure of the badge', async () => {
  await noticesOf(async (context) => {
    for (const title of ['a', 'b', 'c']) {
      await notifications.notify(context, { to: [client.id], by: null, type: 'demo_request', title, message: 'M' });
    }
  });
  const [newest] = (await bell(client)).body as Notification[];
  const read = await testApp.call(client, `PATCH /api/notifications/${newest?.id}/read`);
  expect(read).toMatchObject({ status: 200, body: { id: newest?.id, isRead: true } });
  expect((await bell(client, 'unread=true')).headers['x-total-count']).toBe('2');
  expect(await testApp.call(client, 'PATCH /api/notifications/read-all')).toMatchObject({
    status: 200,
    body: { ok: true },
  });
  expect((await bell(client, 'unread=true')).headers['x-total-count']).toBe('0');
});

test('a notice of another person does not exist', async () => {
  const [notice] = await noticesOf((context) =>
    notifications.notifyRejected(context, { by: admin.id, sessionId: session, reason: 'Blurry' }),
  );
  expect(await testApp.call(client, `PATCH /api/notifications/${notice?.id}/read`)).toMatchObject({ status: 404 });
});

test('the database takes every type that is a word, so that a new notice needs no migration', async () => {
  const row = { user_id: client.id, title: 'T', message: 'M' };
  const insert = (type: string) =>
    testApp.database.query
      .insertInto('notifications')
      .values({ ...row, type: type as 'demo_request' })
      .execute();
  await insert('site_finished');
  for (const type of ['', 'Site finished', 'site__finished', '_x'])
    await expect(insert(type)).rejects.toMatchObject({ constraint: 'notifications_type_check' });
  await testApp.database.query
    .deleteFrom('notifications')
    .where('type', '=', 'site_finished' as 'demo_request')
    .execute();
});

type Decided = { notifiedNames: string[] | null; status: string };

test('the names of who was notified of a decision stand with the session and in its timeline, for the crew alone', async () => {
  const lead = await testApp.person('client', { firstName: 'Amaka', lastName: 'Okafor' });
  const own = await testApp.make.project({ clientId: lead.id, createdBy: admin.id });
  const leaver = await testApp.person('client', { firstName: 'Zainab', lastName: 'Musa' });
  await testApp.make.member({ projectId: own, userId: leaver.id, role: 'viewer' });
  await testApp.make.site({ projectId: own, photographerId: crew.id });
  const made = await testApp.call(crew, 'POST /api/sessions', {
    body: { projectId: own, captureDate: '2026-11-02', droneImagesUrl: 'https://example.com/a.jpg' },
  });
  const path = `/api/sessions/${(made.body as { id: number }).id}`;
  const read = async (who: TestPerson) => (await testApp.call(who, `GET ${path}`)).body as Decided;
  const line = async (who: TestPerson) =>
    ((await testApp.call(who, `GET ${path}/records`)).body as (Decided & { action: string })[]).map(
      ({ action, notifiedNames }) => [action, notifiedNames] as const,
    );
  expect((await read(admin)).notifiedNames).toBe(null);

  const refused = await testApp.call(admin, `PUT ${path}/reject`, { body: { rejectionReason: 'Too dark.' } });
  expect((refused.body as Decided).notifiedNames).toEqual(['Kunle Ade']);
  await testApp.call(crew, `PUT ${path}/resubmit`);
  expect((await read(crew)).notifiedNames, 'what waits again').toBe(null);

  const everybody = ['Amaka Okafor', 'Zainab Musa', 'Kunle Ade'];
  const answer = await testApp.call(admin, `PUT ${path}/approve`, { body: {} });
  expect((answer.body as Decided).notifiedNames).toEqual(everybody);
  const again = await testApp.call(admin, `PUT ${path}/approve`, { body: {} });
  expect(again.status, 'a second approval tells nobody').toBe(409);
  // Names stay as they were at the time, whatever becomes of the accounts.
  await testApp.call(admin, `DELETE /api/users/${leaver.id}`);
  await testApp.call(admin, `PATCH ${path}`, { body: { status: 'completed' } });
  for (const who of [admin, otherAdmin, crew]) {
    expect((await read(who)).notifiedNames).toEqual(everybody);
    expect(await line(who)).toEqual([
      ['created', null],
      ['rejected', ['Kunle Ade']],
      ['resubmitted', null],
      ['approved', everybody],
      ['completed', null],
    ]);
  }
  const listed = (await testApp.call(crew, `GET /api/sessions?projectId=${own}`)).body as Decided[];
  expect(listed.map(({ notifiedNames }) => notifiedNames)).toEqual([everybody]);
  const history = (await testApp.call(admin, 'GET /api/history/sessions')).body as Decided[];
  expect(history[0]?.notifiedNames).toEqual(everybody);

  expect((await read(lead)).notifiedNames).toBe(null);
  expect(await line(lead)).toEqual([
    ['created', null],
    ['approved', null],
    ['completed', null],
  ]);
  const seen = (await testApp.call(lead, `GET /api/sessions?projectId=${own}`)).body as Decided[];
  expect(seen.map(({ notifiedNames }) => notifiedNames)).toEqual([null]);
});

test('admins are notified of a delivery that was given up, once a day', async () => {
  const failed = { channel: 'mail', userId: client.id, reason: 'connect ECONNREFUSED' } as const;
  const notices = await noticesOf(async (context) => {
    await notifications.notifyDeliveryFailed(context, failed);
    await notifications.notifyDeliveryFailed(context, failed);
  });
  expect(readers(notices)).toEqual(those(admin, otherAdmin));
  expect(notices[0]?.message).toBe(
    'An email to Bola Eze could not be delivered after three days of retries: connect ECONNREFUSED',
  );
});
