// The claim that a session only ever moves as the table of behaviour §2.2 says, whoever tries what in whatever order.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { worldRounds } from '#server/test-support/rounds.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let people: Record<'admin' | 'otherAdmin' | 'owner' | 'stranger' | 'client' | 'member', TestPerson>;
let project: number;

beforeAll(async () => {
  testApp = await createTestApp();
  const [admin, otherAdmin] = [await testApp.person('admin'), await testApp.person('admin')];
  const [owner, stranger] = [await testApp.person('photographer'), await testApp.person('photographer')];
  const [client, member] = [await testApp.person('client'), await testApp.person('client')];
  people = { admin, otherAdmin, owner, stranger, client, member };
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId: project, photographerId: owner.id });
  await testApp.make.member({ projectId: project, userId: stranger.id, role: 'contributor' });
  await testApp.make.member({ projectId: project, userId: member.id, role: 'viewer' });
});
afterAll(() => testApp.close());

type Who = keyof typeof people;
type Deed = { what: string; body?: object };

/** What stands in the table, each as 'deed by whom: from>to'. */
const table = new Set<string>();
for (const admin of ['admin', 'otherAdmin']) {
  for (const deed of ['approve', 'review approved']) table.add(`${deed} by ${admin}: pending>approved`);
  for (const deed of ['reject', 'review rejected']) table.add(`${deed} by ${admin}: pending>rejected`);
  table.add(`review completed by ${admin}: approved>completed`);
}
table.add('resubmit by owner: rejected>pending');
for (const from of ['approved', 'completed']) table.add(`edit by owner: ${from}>pending`);

const deeds: Record<string, Deed> = {
  approve: { what: 'PUT /approve', body: { reviewNotes: 'fine' } },
  reject: { what: 'PUT /reject', body: { rejectionReason: 'dark' } },
  'reject blankly': { what: 'PUT /reject', body: { rejectionReason: ' ' } },
  resubmit: { what: 'PUT /resubmit' },
  'review approved': { what: 'PATCH ', body: { status: 'approved' } },
  'review rejected': { what: 'PATCH ', body: { status: 'rejected', reviewNotes: 'dark' } },
  'review completed': { what: 'PATCH ', body: { status: 'completed' } },
  'review pending': { what: 'PATCH ', body: { status: 'pending' } },
  'mix review and edit': { what: 'PATCH ', body: { status: 'approved', notes: 'mixed' } },
  edit: { what: 'PATCH ' },
  'edit nothing': { what: 'PATCH ', body: {} },
};

type State = {
  status: string;
  released_record_id: number | null;
  reviewed_by: number | null;
  reviewed_at: string | null;
  review_notes: string | null;
  rejection_reason: string | null;
};

async function stateOf(id: number): Promise<State> {
  const found = await sql<State>`select * from sessions where id = ${id}`.execute(testApp.database.query);
  return found.rows[0] as State;
}

let edits = 0;

async function act(who: Who, name: string, id: number) {
  const { what, body } = deeds[name] as Deed;
  const [method, end] = what.split(' ');
  const given = name === 'edit' ? { notes: `edit ${++edits}` } : body;
  return testApp.call(people[who], `${method} /api/sessions/${id}${end}`, given ? { body: given } : {});
}

type Taken = { who: Who; name: string; status: number; before: State; after: State };

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Everything that is wrong about one step of the session's own life; none is good. */
function faultsOf({ who, name, status, before, after }: Taken): string[] {
  const faults: string[] = [];
  const line = `${name} by ${who}: ${before.status}>`;
  const moved = before.status !== after.status;
  if (status >= 400 && !same(after, before)) faults.push(`${line} was refused and changed something`);
  if (moved && !table.has(line + after.status)) faults.push(`${line}${after.status} stands in no table`);
  if (!moved && [...table].some((allowed) => allowed.startsWith(line))) faults.push(`${line} should have moved`);
  if (after.status === 'rejected' && !String(after.rejection_reason).trim()) faults.push('rejected without a reason');
  const review = [after.reviewed_by, after.reviewed_at, after.review_notes, after.rejection_reason];
  if (after.status === 'pending' && review.some((one) => one !== null)) faults.push('waits with an old review');
  return faults;
}

async function seenByMember(id: number): Promise<Session | null> {
  const seen = await testApp.call(people.member, `GET /api/sessions/${id}`);
  return seen.status === 200 ? (seen.body as Session) : null;
}

/** What clients read changes by an admin's hand only, and is always a whole record that was released. */
async function faultsForClients(
  { who, after }: Taken,
  seen: { before: Session | null; after: Session | null },
): Promise<string[]> {
  const faults: string[] = [];
  const byAdmin = who === 'admin' || who === 'otherAdmin';
  if (!byAdmin && !same(seen.before, seen.after)) faults.push(`${who} changed what clients read`);
  if ((seen.after === null) !== (after.released_record_id === null))
    faults.push('clients see it exactly when it was released');
  if (!seen.after) return faults;
  const released = await sql<{ notes: string | null }>`
    select notes from session_records where id = ${after.released_record_id}`.execute(testApp.database.query);
  if (seen.after.notes !== released.rows[0]?.notes) faults.push('clients read something else than the released record');
  if (!['approved', 'completed'].includes(seen.after.status))
    faults.push(`clients read the status ${seen.after.status}`);
  return faults;
}

async function step(id: number, { who, name }: { who: Who; name: string }): Promise<string[]> {
  const [before, seenBefore] = [await stateOf(id), await seenByMember(id)];
  const { status } = await act(who, name, id);
  const [after, seenAfter] = [await stateOf(id), await seenByMember(id)];
  const taken = { who, name, status, before, after };
  return [...faultsOf(taken), ...(await faultsForClients(taken, { before: seenBefore, after: seenAfter }))];
}

/** The records tell the whole life: each begins where the one before it ended. */
async function judgeRecords(id: number): Promise<void> {
  const found = await sql<{ from: string | null; to: string | null }>`
    select from_status as from, to_status as to from session_records where session_id = ${id} order by id`.execute(
    testApp.database.query,
  );
  let present: string | null = null;
  for (const { from, to } of found.rows) {
    expect(from).toBe(present);
    present = to;
  }
  expect(present).toBe((await stateOf(id)).status);
}

test(
  'no sequence of moves by anybody reaches a state outside the table',
  async () => {
    const who = fc.constantFrom<Who>('admin', 'otherAdmin', 'owner', 'stranger', 'client', 'member');
    // Weighted to those who can do something, else most lives end where they began.
    const able = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<Who>('admin', 'owner') },
      { weight: 2, arbitrary: who },
    );
    const steps = fc.array(fc.record({ who: able, name: fc.constantFrom(...Object.keys(deeds)) }), {
      minLength: 5,
      maxLength: 18,
    });
    const life = fc.asyncProperty(steps, async (taken) => {
      const made = await testApp.call(people.owner, 'POST /api/sessions', {
        body: { projectId: project, captureDate: '2026-11-02' },
      });
      const { id } = made.body as Session;
      for (const one of taken) expect(await step(id, one)).toEqual([]);
      await judgeRecords(id);
    });
    await fc.assert(life, { numRuns: worldRounds(25), endOnFailure: true });
  },
  worldRounds(120_000),
);

test('of moves made at the same moment only one that the table allows is made', async () => {
  for (let round = 0; round < 8; round++) {
    const made = await testApp.call(people.owner, 'POST /api/sessions', {
      body: { projectId: project, captureDate: '2026-11-02' },
    });
    const { id } = made.body as Session;
    const tries: [Who, string][] = [
      ['admin', 'approve'],
      ['otherAdmin', 'reject'],
      ['admin', 'review rejected'],
      ['otherAdmin', 'review approved'],
    ];
    const answers = await Promise.all(tries.map(([who, name]) => act(who, name, id)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    await judgeRecords(id);
  }
});

test('the counters hold exactly the sessions that there are, after all that', async () => {
  const made = await testApp.call(people.owner, 'POST /api/sessions', {
    body: { projectId: project, captureDate: '2026-11-02' },
  });
  await testApp.call(people.owner, `DELETE /api/sessions/${(made.body as Session).id}`);
  const counted = sql`select project_id, photographer_id, status, released_status, sessions from session_counts where sessions <> 0`;
  const there = sql`select project_id, photographer_id, status, coalesce(released_status, ''), count(*)
    from sessions where removed_at is null group by 1, 2, 3, 4`;
  const differing = sql`(${counted} except ${there}) union all (${there} except ${counted})`;
  expect((await differing.execute(testApp.database.query)).rows).toEqual([]);
  expect((await there.execute(testApp.database.query)).rows.length).toBeGreaterThan(0);
});
