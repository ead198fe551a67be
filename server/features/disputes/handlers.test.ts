// The claims about concerns: who raises, reads and moves them, and who hears of it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Dispute, disputeStatuses } from '#contract/disputes/endpoints.ts';
import type { DisputeStatus } from '#contract/policy.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let other: TestPerson;
let client: TestPerson;
let head: TestPerson;
let contributor: TestPerson;
let viewer: TestPerson;
let crew: TestPerson;
let colleague: TestPerson;
let stranger: TestPerson;
let projectId: number;
let session: Session;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  other = await testApp.person('admin');
  client = await testApp.person('client');
  head = await testApp.person('client');
  contributor = await testApp.person('client');
  viewer = await testApp.person('client');
  stranger = await testApp.person('client');
  crew = await testApp.person('photographer');
  colleague = await testApp.person('photographer');
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId, photographerId: crew.id, name: 'Block A' });
  await testApp.make.site({ projectId, photographerId: colleague.id, name: 'Block B' });
  await testApp.make.member({ projectId, userId: head.id, role: 'admin' });
  await testApp.make.member({ projectId, userId: contributor.id, role: 'contributor' });
  await testApp.make.member({ projectId, userId: viewer.id, role: 'viewer' });
});
beforeEach(async () => {
  session = await submit();
  await testApp.call(admin, `PUT /api/sessions/${session.id}/approve`, { body: {} });
  await testApp.database.query.deleteFrom('notifications').execute();
});
afterAll(() => testApp.close());

async function submit(captureDate = '2026-04-01'): Promise<Session> {
  const sites = (await testApp.call(crew, `GET /api/projects/${projectId}/sites`)).body as { id: number }[];
  const body = { projectId, siteId: sites[0]?.id, captureDate };
  return (await testApp.call(crew, 'POST /api/sessions', { body })).body as Session;
}

function raise(by: TestPerson, sessionId = session.id, surplus: object = {}) {
  return testApp.call(by, 'POST /api/disputes', { body: { sessionId, reason: 'A crack in the slab', ...surplus } });
}

async function raised(by = client): Promise<Dispute> {
  const answer = await raise(by);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Dispute;
}

function set(by: TestPerson, dispute: Dispute, status: DisputeStatus) {
  return testApp.call(by, `PATCH /api/disputes/${dispute.id}/status`, { body: { status } });
}

/** Who was notified of what since the last call. */
async function heard(): Promise<Record<string, string[]>> {
  const db = testApp.database.query;
  const rows = await db.deleteFrom('notifications').returning(['user_id', 'type', 'related_session_id']).execute();
  const all = { admin, other, client, head, contributor, viewer, crew, colleague, stranger };
  const notified: Record<string, string[]> = {};
  for (const [name, { id }] of Object.entries(all)) {
    const types = rows.filter((row) => row.user_id === id && row.related_session_id === session.id);
    if (types.length > 0) notified[name] = types.map(({ type }) => type);
  }
  return notified;
}

describe('raising', () => {
  test('a client raises a concern, and the photographer and the admins are notified', async () => {
    const answer = await raise(client, session.id, { clientId: stranger.id, status: 'closed', priority: 'high' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        clientId: client.id,
        status: 'open',
        priority: 'high',
        reason: 'A crack in the slab',
        client: { id: client.id, username: client.username },
        session: { id: session.id, captureDate: '2026-04-01', project: { id: projectId }, site: { name: 'Block A' } },
        messageCount: 0,
        moves: ['closed'],
        mayComment: true,
      },
    });
    expect(await heard()).toEqual({
      crew: ['dispute_created'],
      admin: ['dispute_created'],
      other: ['dispute_created'],
    });
  });

  test('contributors and project admins raise, viewers are refused, photographers and admins too', async () => {
    expect((await raise(head)).status).toBe(201);
    expect((await raise(contributor)).status).toBe(201);
    expect((await raise(viewer)).status).toBe(403);
    expect((await raise(crew)).status).toBe(403);
    expect((await raise(admin)).status).toBe(403);
  });

  test('on a session that one cannot see it is refused like on an unknown one', async () => {
    const pending = await submit();
    const refused = { status: 400, body: { issues: [{ path: 'sessionId' }] } };
    expect(await raise(client, pending.id)).toMatchObject(refused);
    expect(await raise(stranger)).toMatchObject(refused);
    expect(await raise(client, 2_000_000_000)).toMatchObject(refused);
  });

  test('it shows the capture date that was released, not one that waits for review', async () => {
    const dispute = await raised();
    await testApp.call(crew, `PATCH /api/sessions/${session.id}`, { body: { captureDate: '2026-04-09' } });
    const date = async (person: TestPerson) =>
      ((await testApp.call(person, `GET /api/disputes/${dispute.id}`)).body as Dispute).session.captureDate;
    expect(await date(client)).toBe('2026-04-01');
    expect(await date(crew)).toBe('2026-04-09');
  });
});

describe('reading', () => {
  test('those who see the session read its concerns; a colleague and a stranger do not', async () => {
    const dispute = await raised(head);
    for (const person of [admin, crew, client, head, contributor, viewer]) {
      expect((await testApp.call(person, `GET /api/disputes/${dispute.id}`)).status).toBe(200);
      expect((await testApp.call(person, `GET /api/disputes/${dispute.id}/messages`)).status).toBe(200);
      expect(await testApp.call(person, `GET /api/sessions/${session.id}/disputes`)).toMatchObject({
        status: 200,
        body: [{ id: dispute.id }],
        headers: { 'x-total-count': '1' },
      });
    }
    for (const person of [colleague, stranger]) {
      expect((await testApp.call(person, `GET /api/disputes/${dispute.id}`)).status).toBe(404);
      expect((await testApp.call(person, `GET /api/disputes/${dispute.id}/messages`)).status).toBe(404);
      expect((await testApp.call(person, `GET /api/sessions/${session.id}/disputes`)).status).toBe(404);
      expect((await testApp.call(person, `GET /api/disputes?sessionId=${session.id}`)).body).toEqual([]);
    }
  });

  test('one’s own stays readable after one left the project, and goes with its session', async () => {
    await testApp.make.member({ projectId, userId: stranger.id, role: 'contributor' });
    const dispute = await raised(stranger);
    await testApp.call(admin, `DELETE /api/projects/${projectId}/members/${stranger.id}`);
    expect((await testApp.call(stranger, `GET /api/disputes/${dispute.id}`)).status).toBe(200);
    expect((await testApp.call(stranger, `GET /api/sessions/${session.id}`)).status).toBe(404);
    await testApp.call(admin, `DELETE /api/sessions/${session.id}`);
    for (const person of [stranger, admin, crew])
      expect((await testApp.call(person, `GET /api/disputes/${dispute.id}`)).status).toBe(404);
  });

  test('who left the project reads of the session what was released when they raised their concern', async () => {
    await testApp.make.member({ projectId, userId: stranger.id, role: 'contributor' });
    const dispute = await raised(stranger);
    await testApp.call(crew, `PATCH /api/sessions/${session.id}`, { body: { captureDate: '2026-04-09' } });
    await testApp.call(admin, `PUT /api/sessions/${session.id}/approve`, { body: {} });
    const read = async (who: TestPerson) =>
      ((await testApp.call(who, `GET /api/disputes/${dispute.id}`)).body as Dispute).session.captureDate;
    expect([await read(stranger), await read(client)]).toEqual(['2026-04-09', '2026-04-09']);
    await testApp.call(admin, `DELETE /api/projects/${projectId}/members/${stranger.id}`);
    expect([await read(stranger), await read(client)]).toEqual(['2026-04-01', '2026-04-09']);
    const [row] = (await testApp.call(stranger, `GET /api/disputes?sessionId=${session.id}`)).body as Dispute[];
    expect(row?.session).toEqual(dispute.session);
  });

  test('the list filters by status, session and project, and pages without a skip', async () => {
    const ids = [];
    for (let number = 0; number < 5; number++) ids.unshift((await raised()).id);
    await testApp.call(crew, `PATCH /api/disputes/${ids[0]}/resolve`);
    const find = async (query: string) =>
      ((await testApp.call(client, `GET /api/disputes?sessionId=${session.id}&${query}`)).body as Dispute[]).map(
        ({ id }) => id,
      );
    expect(await find('')).toEqual(ids);
    expect(await find('status=resolved')).toEqual([ids[0]]);
    expect(await find(`projectId=${projectId}`)).toEqual(ids);
    expect(await find(`projectId=${projectId + 1}`)).toEqual([]);
    const seen: number[] = [];
    let next: string | null = `/api/disputes?sessionId=${session.id}&limit=2`;
    while (next) {
      const page = await testApp.call(client, `GET ${next}`);
      seen.push(...(page.body as Dispute[]).map(({ id }) => id));
      next = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1] ?? null;
    }
    expect(seen).toEqual(ids);
  });
});

describe('the list of all', () => {
  const ids = async (by: TestPerson, query: string) => {
    const { body, headers } = await testApp.call(by, `GET /api/disputes?${query}`);
    const rows = body as Dispute[];
    return {
      ids: rows.map(({ id }) => id),
      total: Number(headers['x-total-count']),
      next: /cursor=([\w-]+)/.exec(String(headers.link ?? ''))?.[1],
    };
  };

  test('sorted by when the answer is due there are only those that await one, page by page', async () => {
    const [low, answered, high, medium] = [
      (await raise(client, session.id, { priority: 'low' })).body as Dispute,
      await raised(),
      (await raise(client, session.id, { priority: 'high' })).body as Dispute,
      await raised(),
    ];
    await testApp.call(crew, `POST /api/disputes/${answered.id}/messages`, { body: { message: 'I look at it' } });
    const of = `sessionId=${session.id}&sort=dueAt`;
    expect(await ids(client, of)).toMatchObject({ ids: [high.id, medium.id, low.id], total: 3 });
    const first = await ids(client, `${of}&limit=2`);
    expect(first).toMatchObject({ ids: [high.id, medium.id], total: 3 });
    expect((await ids(client, `${of}&limit=2&cursor=${first.next}`)).ids).toEqual([low.id]);
    // A cursor of one order is not valid for the other.
    expect((await testApp.call(client, `GET /api/disputes?cursor=${first.next}`)).status).toBe(400);
    expect((await testApp.call(client, 'GET /api/disputes?sort=dueOn')).status).toBe(400);
  });

  test('words and numbers find what was written, and each reader finds and counts their own alone', async () => {
    const made = (await raise(client, session.id, { reason: 'The parapet leans' })).body as Dispute;
    await testApp.call(crew, `POST /api/disputes/${made.id}/messages`, { body: { message: 'I bring a plumbline' } });
    await raised();
    const of = (q: string) => `sessionId=${session.id}&q=${encodeURIComponent(q)}`;
    for (const q of ['parapet', 'PLUMBLINE leans', `#${made.id}`, `concern ${made.id}`])
      for (const reader of [client, admin, crew])
        expect([q, await ids(reader, of(q))]).toMatchObject([q, { ids: [made.id], total: 1 }]);
    for (const reader of [colleague, stranger])
      for (const q of ['parapet', `#${made.id}`]) expect(await ids(reader, of(q))).toMatchObject({ ids: [], total: 0 });
    expect(await ids(client, of('parapet marble'))).toMatchObject({ ids: [], total: 0 });
    expect((await testApp.call(client, `GET /api/disputes?q=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('by priority each reader finds and counts their own alone', async () => {
    const high = (await raise(client, session.id, { priority: 'high' })).body as Dispute;
    await raised();
    const of = `sessionId=${session.id}&priority=high`;
    for (const reader of [client, admin, crew])
      expect(await ids(reader, of)).toMatchObject({ ids: [high.id], total: 1 });
    for (const reader of [colleague, stranger]) expect(await ids(reader, of)).toMatchObject({ ids: [], total: 0 });
    expect((await testApp.call(client, 'GET /api/disputes?priority=urgent')).status).toBe(400);
  });
});

describe('moving', () => {
  /** Per actor one row for each present status; in it the answers to open, in_progress, resolved, closed. */
  const answers = {
    admin: [
      [409, 200, 200, 200],
      [200, 409, 200, 200],
      [200, 200, 200, 200],
      [200, 200, 200, 409],
    ],
    crew: [
      [403, 200, 200, 403],
      [403, 409, 200, 403],
      [403, 409, 200, 403],
      [403, 409, 409, 403],
    ],
    client: [
      [409, 403, 403, 200],
      [409, 403, 403, 200],
      [200, 403, 403, 200],
      [409, 403, 403, 409],
    ],
  };

  test('every actor from every status to every status gets what is written down', async () => {
    const dispute = await raised();
    const db = testApp.database.query;
    for (const [name, person] of Object.entries({ admin, crew, client })) {
      for (const [row, from] of disputeStatuses.entries()) {
        const got: number[] = [];
        for (const to of disputeStatuses) {
          await db.updateTable('disputes').set({ status: from }).where('id', '=', dispute.id).execute();
          got.push((await set(person, dispute, to)).status);
        }
        expect({ name, from, got }).toEqual({ name, from, got: answers[name as keyof typeof answers][row] });
      }
    }
  });

  test('members who did not raise it set nothing, and those who cannot see it learn nothing', async () => {
    const dispute = await raised();
    for (const to of disputeStatuses) {
      for (const person of [head, contributor, viewer]) expect((await set(person, dispute, to)).status).toBe(403);
      for (const person of [colleague, stranger]) expect((await set(person, dispute, to)).status).toBe(404);
    }
  });

  test('what a concern says may be done is what may be done', async () => {
    const dispute = await raised();
    const movesOf = async (person: TestPerson) =>
      ((await testApp.call(person, `GET /api/disputes/${dispute.id}`)).body as Dispute).moves;
    expect(await movesOf(admin)).toEqual(['in_progress', 'resolved', 'closed']);
    expect(await movesOf(crew)).toEqual(['in_progress', 'resolved']);
    expect(await movesOf(client)).toEqual(['closed']);
    expect(await movesOf(head)).toEqual([]);
  });

  test('resolving notifies the raiser and the other of photographer and admins; twice changes nothing and notifies nobody', async () => {
    const dispute = await raised();
    await heard();
    const first = await testApp.call(crew, `PATCH /api/disputes/${dispute.id}/resolve`);
    expect(first).toMatchObject({ status: 200, body: { status: 'resolved', messageCount: 1 } });
    expect(await heard()).toEqual({
      client: ['dispute_resolved'],
      admin: ['dispute_resolved'],
      other: ['dispute_resolved'],
    });
    const second = await testApp.call(crew, `PATCH /api/disputes/${dispute.id}/resolve`);
    expect(second.body).toEqual(first.body);
    const third = await set(admin, dispute, 'resolved');
    expect(third.body).toMatchObject({ updatedAt: (first.body as Dispute).updatedAt, messageCount: 1 });
    expect(await heard()).toEqual({});
  });

  test('two who resolve at once leave one line and one notice', async () => {
    const dispute = await raised();
    await heard();
    const answers = await Promise.all([
      testApp.call(admin, `PATCH /api/disputes/${dispute.id}/resolve`),
      testApp.call(crew, `PATCH /api/disputes/${dispute.id}/resolve`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await heard()).client).toEqual(['dispute_resolved']);
    expect((await testApp.call(client, `GET /api/disputes/${dispute.id}/messages`)).body).toHaveLength(1);
  });

  test('a change of status stands in the conversation and notifies the others, a refusal names the present one', async () => {
    const dispute = await raised();
    await heard();
    await set(crew, dispute, 'in_progress');
    expect(await heard()).toEqual({
      client: ['dispute_updated'],
      admin: ['dispute_updated'],
      other: ['dispute_updated'],
    });
    expect((await testApp.call(client, `GET /api/disputes/${dispute.id}/messages`)).body).toMatchObject([
      { userId: crew.id, messageType: 'status_change', message: 'Status changed from Open to In Progress' },
    ]);
    await set(client, dispute, 'closed');
    expect(await set(crew, dispute, 'resolved')).toMatchObject({
      status: 409,
      body: { message: `Concern ${dispute.id} is closed: it cannot be set to resolved from there` },
    });
  });
});

describe('the conversation', () => {
  test('raiser, photographer, admins and project admins write; the others read; all who wrote are notified', async () => {
    const dispute = await raised();
    await heard();
    const write = (by: TestPerson) =>
      testApp.call(by, `POST /api/disputes/${dispute.id}/messages`, { body: { message: ' See page 3 ', userId: 1 } });
    expect(await write(head)).toMatchObject({
      status: 201,
      body: { userId: head.id, message: 'See page 3', messageType: 'comment', user: { username: head.username } },
    });
    expect(await heard()).toEqual({
      client: ['dispute_updated'],
      crew: ['dispute_updated'],
      admin: ['dispute_updated'],
      other: ['dispute_updated'],
    });
    for (const person of [client, crew, admin]) expect((await write(person)).status).toBe(201);
    await heard();
    expect((await write(admin)).status).toBe(201);
    expect(await heard()).toEqual({
      client: ['dispute_updated'],
      head: ['dispute_updated'],
      crew: ['dispute_updated'],
      other: ['dispute_updated'],
    });
    for (const person of [contributor, viewer]) expect((await write(person)).status).toBe(403);
    for (const person of [colleague, stranger]) expect((await write(person)).status).toBe(404);
    const first = await testApp.call(viewer, `GET /api/disputes/${dispute.id}/messages?limit=3`);
    expect(first.headers['x-total-count']).toBe('5');
    const next = /<([^>]+)>/.exec(String(first.headers.link))?.[1];
    const rest = await testApp.call(viewer, `GET ${next}`);
    const writers = [...(first.body as { userId: number }[]), ...(rest.body as { userId: number }[])];
    expect(writers.map(({ userId }) => userId)).toEqual([head.id, client.id, crew.id, admin.id, admin.id]);
  });
});
