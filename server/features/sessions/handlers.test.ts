// Claims about a session's content, rights, moves and timeline (behaviour §2, §1.3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import type { SessionRecord } from '#contract/sessions/routes.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

type Line = { [K in keyof typeof SessionRecord.shape]: unknown };

let testApp: TestApp;
let admin: TestPerson;
let otherAdmin: TestPerson;
let crew: TestPerson;
let stranger: TestPerson;
let client: TestPerson;
let project: number;
let site: number;

beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' });
  otherAdmin = await testApp.person('admin');
  crew = await testApp.person('photographer', { firstName: 'Kunle', lastName: 'Ade' });
  stranger = await testApp.person('photographer');
  client = await testApp.person('client');
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Lekki Towers' });
  site = await testApp.make.site({ projectId: project, photographerId: crew.id, name: 'Block A' });
});
afterAll(() => testApp.close());

const captureDate = '2026-11-02';

function post(person: TestPerson, body: object): Promise<TestAnswer> {
  return testApp.call(person, 'POST /api/sessions', { body: { projectId: project, captureDate, ...body } });
}

async function submit(body: object = {}, person = crew): Promise<Session> {
  const answer = await post(person, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as Session;
}

function patch(person: TestPerson, id: number, body: object): Promise<TestAnswer> {
  return testApp.call(person, `PATCH /api/sessions/${id}`, { body });
}

function put(person: TestPerson, what: string, body: object = {}): Promise<TestAnswer> {
  return testApp.call(person, `PUT /api/sessions/${what}`, { body });
}

function get(person: TestPerson, id: number): Promise<TestAnswer> {
  return testApp.call(person, `GET /api/sessions/${id}`);
}

async function released(body: object = {}): Promise<Session> {
  const { id } = await submit(body);
  return (await put(admin, `${id}/approve`)).body as Session;
}

async function timeline(person: TestPerson, id: number): Promise<Line[]> {
  return (await testApp.call(person, `GET /api/sessions/${id}/records`)).body as Line[];
}

/** The newest `count` notices about a session, in no order. */
async function noticesAbout(id: number, count: number): Promise<string[]> {
  const rows = await testApp.database.query
    .selectFrom('notifications')
    .select(['type', 'user_id'])
    .where('related_session_id', '=', id)
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ type, user_id }) => `${type} ${user_id}`).toSorted();
}

function names(answer: TestAnswer, path: string): void {
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', issues: [{ path }] } });
}

describe('submitting', () => {
  test('a session is pending, its photographer is who submitted it, and all that was written comes back', async () => {
    const written = {
      siteId: site,
      scheduledDate: '2026-11-01',
      phase: 'roofing',
      notes: 'Dry day',
      droneImagesUrl: 'https://example.org/a',
      reportUrl: 'https://example.org/b',
    };
    const made = await submit({ ...written, photographerId: stranger.id, status: 'approved', reviewedBy: crew.id });
    expect(made).toMatchObject({
      ...written,
      captureDate,
      status: 'pending',
      photographerId: crew.id,
      reviewedBy: null,
      released: false,
      videoUrl: null,
      project: { id: project, name: 'Lekki Towers' },
      site: { id: site, name: 'Block A' },
      photographer: { id: crew.id, firstName: 'Kunle', lastName: 'Ade' },
      reviewer: null,
      activeConcerns: 0,
      coverUrl: `/api/sessions/${made.id}/cover/s400?v=${made.recordId}`,
    });
    expect((await get(crew, made.id)).body).toEqual(made);
    expect(await noticesAbout(made.id, 9)).toEqual([
      `session_submitted ${admin.id}`,
      `session_submitted ${otherAdmin.id}`,
    ]);
  });

  test('an admin may name the photographer, and is the photographer himself where he names nobody', async () => {
    const helper = await testApp.make.user('photographer');
    expect(await submit({ photographerId: helper.id }, admin)).toMatchObject({ photographerId: helper.id });
    expect(await submit({}, admin)).toMatchObject({ photographerId: admin.id });
    names(await post(admin, { photographerId: client.id }), 'photographerId');
    names(await post(admin, { photographerId: 999_999 }), 'photographerId');
  });

  test('a project that one does not see answers like an unknown one', async () => {
    const newcomer = await testApp.person('photographer');
    const [unseen, unknown] = [await post(newcomer, {}), await post(newcomer, { projectId: 999_999 })];
    names(unseen, 'projectId');
    expect(unseen.body).toEqual(unknown.body);
  });

  test('who only looks on may not submit, a contributor may, and so may a viewer who has a site', async () => {
    const [viewer, contributor, both] = [
      await testApp.person('photographer'),
      await testApp.person('photographer'),
      await testApp.person('photographer'),
    ];
    const own = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    await testApp.make.member({ projectId: own, userId: viewer.id, role: 'viewer' });
    await testApp.make.member({ projectId: own, userId: contributor.id, role: 'contributor' });
    await testApp.make.member({ projectId: own, userId: both.id, role: 'viewer' });
    await testApp.make.site({ projectId: own, photographerId: both.id });
    expect(await post(viewer, { projectId: own })).toMatchObject({ status: 403 });
    expect(await post(contributor, { projectId: own })).toMatchObject({ status: 201 });
    expect(await post(both, { projectId: own })).toMatchObject({ status: 201 });
    expect(await post(client, { projectId: own })).toMatchObject({ status: 403 });
  });

  test('the only site is taken by itself, of several one must be named, and none is needed where there are none', async () => {
    expect(await submit()).toMatchObject({ siteId: site });
    const two = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const first = await testApp.make.site({ projectId: two });
    await testApp.make.site({ projectId: two });
    names(await post(admin, { projectId: two }), 'siteId');
    names(await post(admin, { projectId: two, siteId: null }), 'siteId');
    expect((await post(admin, { projectId: two })).body).toMatchObject({ message: 'Site is required' });
    expect(await submit({ projectId: two, siteId: first }, admin)).toMatchObject({ siteId: first });
    names(await post(admin, { projectId: two, siteId: site }), 'siteId');
    const none = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    expect(await submit({ projectId: none }, admin)).toMatchObject({ siteId: null, site: null });
  });

  test('a refused body says which field and leaves nothing behind', async () => {
    const before = await testApp.database.query.selectFrom('session_records').select('id').execute();
    names(await post(crew, { captureDate: '2026-02-30' }), 'captureDate');
    names(await post(crew, { droneImagesUrl: 'javascript:alert(1)' }), 'droneImagesUrl');
    names(await post(crew, { siteId: 999_999 }), 'siteId');
    expect(await testApp.database.query.selectFrom('session_records').select('id').execute()).toEqual(before);
  });

  test('a capture date up to seven days ahead is taken, one beyond is refused', async () => {
    const ahead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const days of [1, 7]) expect((await post(crew, { captureDate: ahead(days) })).status).toBe(201);
    expect(await post(crew, { captureDate: ahead(8) })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'captureDate', message: 'Capture date is in the future' }] },
    });
    const id = (await submit({}, crew)).id;
    expect(await patch(crew, id, { captureDate: ahead(9) })).toMatchObject({ status: 400 });
    expect((await patch(crew, id, { captureDate: ahead(2) })).status).toBe(200);
  });

  test('the same press twice submits once', async () => {
    const given = { body: { projectId: project, captureDate }, headers: { 'idempotency-key': 'press-1' } };
    const first = await testApp.call(crew, 'POST /api/sessions', given);
    const again = await testApp.call(crew, 'POST /api/sessions', given);
    expect(again.body).toEqual(first.body);
    expect((await noticesAbout((first.body as Session).id, 9)).length).toBe(2);
  });
});

describe('reviewing', () => {
  test('approval releases the session: who, when, and the notes that only the crew reads', async () => {
    const { id, recordId } = await submit({ notes: 'Slab poured' });
    expect(await get(client, id)).toMatchObject({ status: 404 });
    const answer = await put(admin, `${id}/approve`, { reviewNotes: 'Fine work', recordId });
    expect(answer.body).toMatchObject({
      status: 'approved',
      released: true,
      reviewedBy: admin.id,
      reviewer: { firstName: 'Ada', lastName: 'Obi' },
      reviewNotes: 'Fine work',
      recordId,
    });
    expect((await get(client, id)).body).toMatchObject({
      status: 'approved',
      notes: 'Slab poured',
      reviewNotes: null,
      reviewedBy: admin.id,
    });
    expect(await noticesAbout(id, 2)).toEqual([`session_approved ${crew.id}`, `session_approved ${client.id}`]);
  });

  test('a rejection needs a reason that is not blank; where only notes come, they are the reason', async () => {
    const { id } = await submit();
    names(await put(admin, `${id}/reject`), 'rejectionReason');
    names(await put(admin, `${id}/reject`, { rejectionReason: '  ' }), 'rejectionReason');
    names(await patch(admin, id, { status: 'rejected' }), 'rejectionReason');
    expect((await get(crew, id)).body).toMatchObject({ status: 'pending' });
    const answer = await patch(admin, id, { status: 'rejected', reviewNotes: 'Too dark' });
    expect(answer.body).toMatchObject({ status: 'rejected', rejectionReason: 'Too dark', reviewNotes: 'Too dark' });
    expect(await noticesAbout(id, 1)).toEqual([`session_rejected ${crew.id}`]);
    expect(await get(client, id)).toMatchObject({ status: 404 });
  });

  test('an admin resubmits what was their own session, and nobody else’s', async () => {
    const body = { projectId: project, captureDate: '2026-03-01' };
    const own = (await testApp.call(admin, 'POST /api/sessions', { body })).body as Session;
    await put(otherAdmin, `${own.id}/reject`, { rejectionReason: 'Too dark' });
    expect(await put(otherAdmin, `${own.id}/resubmit`)).toMatchObject({ status: 403 });
    expect(await put(admin, `${own.id}/resubmit`)).toMatchObject({ status: 200, body: { status: 'pending' } });
  });

  test('a resubmission clears the review and notifies the admins; only the owner of a rejected session may', async () => {
    const { id } = await submit();
    await put(admin, `${id}/reject`, { rejectionReason: 'Too dark', reviewNotes: 'Again, please' });
    expect(await put(admin, `${id}/resubmit`)).toMatchObject({ status: 403 });
    expect(await put(stranger, `${id}/resubmit`)).toMatchObject({ status: 404 });
    const back = await put(crew, `${id}/resubmit`);
    expect(back.body).toMatchObject({
      status: 'pending',
      reviewedBy: null,
      reviewedAt: null,
      reviewNotes: null,
      rejectionReason: null,
    });
    expect(await noticesAbout(id, 2)).toEqual([`session_submitted ${admin.id}`, `session_submitted ${otherAdmin.id}`]);
    expect(await put(crew, `${id}/resubmit`)).toMatchObject({ status: 409 });
    const lines = await timeline(crew, id);
    expect(lines[1]).toMatchObject({ action: 'rejected', rejectionReason: 'Too dark', reviewNotes: 'Again, please' });
  });

  test('an approved session can be completed, and clients go on seeing it', async () => {
    const { id } = await submit();
    expect(await patch(admin, id, { status: 'completed' })).toMatchObject({ status: 409 });
    await patch(admin, id, { status: 'approved' });
    expect((await patch(admin, id, { status: 'completed' })).body).toMatchObject({
      status: 'completed',
      reviewedBy: admin.id,
    });
    expect((await get(client, id)).body).toMatchObject({ status: 'completed' });
    expect(await patch(admin, id, { status: 'completed' })).toMatchObject({ status: 409 });
  });

  test('the sentence of a refused move names the present state, who brought it about, and when', async () => {
    const { id } = await released();
    const date = new Date().toLocaleDateString('en-US', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    });
    const late = await put(otherAdmin, `${id}/reject`, { rejectionReason: 'No' });
    expect(late).toMatchObject({
      status: 409,
      body: { message: `Session ${id} was already approved by Ada Obi on ${date}` },
    });
    expect(await patch(admin, id, { status: 'pending' })).toMatchObject({ status: 409 });
    const waiting = await submit();
    expect((await put(crew, `${waiting.id}/resubmit`)).body).toMatchObject({
      message: `Session ${waiting.id} is pending: it was submitted by Kunle Ade on ${date}`,
    });
  });

  test('of two admins who decide at once one wins and nothing is overwritten', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await submit();
      const answers = await Promise.all([
        put(admin, `${id}/approve`),
        put(otherAdmin, `${id}/reject`, { rejectionReason: 'No' }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const winner = answers.find(({ status }) => status === 200)?.body as Session;
      expect((await get(admin, id)).body).toEqual(winner);
      expect((await timeline(admin, id)).map(({ action }) => action)).toEqual(['created', winner.status]);
    }
  });

  test('a review of content that has changed since is refused', async () => {
    const { id, recordId } = await submit();
    await patch(crew, id, { notes: 'Changed under the reviewer' });
    expect(await put(admin, `${id}/approve`, { recordId })).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect(await patch(admin, id, { status: 'approved', recordId })).toMatchObject({ status: 409 });
    expect(await put(admin, `${id}/reject`, { recordId, rejectionReason: 'No' })).toMatchObject({ status: 409 });
    expect((await get(crew, id)).body).toMatchObject({ status: 'pending' });
  });

  test('a review and an edit do not mix', async () => {
    const { id } = await submit();
    names(await patch(admin, id, { status: 'approved', notes: 'and this' }), 'status');
  });

  test('only admins review: to others it is forbidden where they see the session and unknown where they do not', async () => {
    const { id } = await submit();
    const seen = await released();
    for (const move of ['approve', 'reject']) {
      expect(await put(crew, `${id}/${move}`, { rejectionReason: 'No' })).toMatchObject({ status: 403 });
      expect(await put(stranger, `${id}/${move}`, { rejectionReason: 'No' })).toMatchObject({ status: 404 });
      expect(await put(client, `${id}/${move}`, { rejectionReason: 'No' })).toMatchObject({ status: 404 });
      expect(await put(client, `${seen.id}/${move}`, { rejectionReason: 'No' })).toMatchObject({ status: 403 });
    }
    expect(await patch(crew, id, { status: 'approved' })).toMatchObject({ status: 403 });
    expect(await patch(crew, id, { status: 'pending' })).toMatchObject({ status: 403 });
  });
});

describe('editing', () => {
  test('what is left out stays, null empties, and every edit is a record', async () => {
    const { id, recordId } = await submit({ notes: 'First', phase: 'framing', videoUrl: 'https://example.org/v' });
    const edited = (await patch(crew, id, { notes: 'Second', videoUrl: null })).body as Session;
    expect(edited).toMatchObject({ notes: 'Second', phase: 'framing', videoUrl: null, status: 'pending' });
    expect(edited.recordId).toBeGreaterThan(recordId);
    const lines = await timeline(admin, id);
    expect(lines.map(({ action }) => action)).toEqual(['created', 'edited']);
    expect(lines[0]).toMatchObject({
      content: { notes: 'First', videoUrl: 'https://example.org/v', projectName: 'Lekki Towers' },
    });
    expect(lines[1]).toMatchObject({ id: edited.recordId, content: { notes: 'Second' } });
  });

  test('an edit that changes nothing leaves no record and sends nothing back', async () => {
    const { id, recordId } = await released({ notes: 'Same' });
    expect((await patch(crew, id, { notes: 'Same', siteId: site })).body).toMatchObject({
      status: 'approved',
      recordId,
    });
    expect((await timeline(admin, id)).length).toBe(2);
  });

  test('the owner’s edit of released content goes back to review while clients go on reading what was released', async () => {
    const { id, recordId } = await released({ notes: 'Released words', captureDate: '2026-10-01' });
    const edited = await patch(crew, id, { notes: 'New words', captureDate: '2026-10-05' });
    expect(edited.body).toMatchObject({ status: 'pending', notes: 'New words', released: true, reviewedBy: null });
    const seen = {
      status: 'approved',
      notes: 'Released words',
      captureDate: '2026-10-01',
      recordId,
      reviewedBy: admin.id,
    };
    expect((await get(client, id)).body).toMatchObject(seen);
    expect(await noticesAbout(id, 2)).toEqual([`session_submitted ${admin.id}`, `session_submitted ${otherAdmin.id}`]);
    await put(admin, `${id}/reject`, { rejectionReason: 'Worse than before' });
    expect((await get(client, id)).body).toMatchObject({ ...seen, rejectionReason: null });
    await put(crew, `${id}/resubmit`);
    await put(admin, `${id}/approve`);
    expect((await get(client, id)).body).toMatchObject({
      status: 'approved',
      notes: 'New words',
      captureDate: '2026-10-05',
    });
  });

  test('a completed session that is edited and approved again is approved', async () => {
    const { id } = await released();
    await patch(admin, id, { status: 'completed' });
    expect((await patch(crew, id, { notes: 'Once more' })).body).toMatchObject({ status: 'pending' });
    expect((await get(client, id)).body).toMatchObject({ status: 'completed' });
    await put(admin, `${id}/approve`);
    expect((await get(client, id)).body).toMatchObject({ status: 'approved', notes: 'Once more' });
  });

  test('an admin’s edit keeps the status, and of released content clients read it at once', async () => {
    const { id } = await released({ notes: 'Before' });
    const edited = await patch(admin, id, { notes: 'After', captureDate: '2026-10-09' });
    expect(edited.body).toMatchObject({ status: 'approved', notes: 'After' });
    expect((await get(client, id)).body).toMatchObject({
      notes: 'After',
      captureDate: '2026-10-09',
      status: 'approved',
    });
    const rejected = await submit();
    await put(admin, `${rejected.id}/reject`, { rejectionReason: 'No' });
    const answer = await patch(admin, rejected.id, { notes: 'Helped' });
    expect(answer.body).toMatchObject({ status: 'rejected', rejectionReason: 'No' });
  });

  test('an admin’s edit of what waits after a release is not released by it', async () => {
    const { id } = await released({ notes: 'Released words' });
    await patch(crew, id, { notes: 'Waits' });
    await patch(admin, id, { notes: 'Still waits' });
    expect((await get(client, id)).body).toMatchObject({ notes: 'Released words' });
  });

  test('owners edit their own, admins any, clients none', async () => {
    const { id } = await released();
    expect(await patch(stranger, id, { notes: 'x' })).toMatchObject({ status: 404 });
    expect(await patch(client, id, { notes: 'x' })).toMatchObject({ status: 403 });
    expect(await patch(crew, id, { photographerId: stranger.id, reviewNotes: 'mine' })).toMatchObject({
      status: 200,
      body: { photographerId: crew.id, reviewNotes: null, status: 'approved' },
    });
  });

  test('an edit names a site of its project; none only where the project has none', async () => {
    const { id } = await submit();
    names(await patch(crew, id, { siteId: null }), 'siteId');
    const elsewhere = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const far = await testApp.make.site({ projectId: elsewhere });
    names(await patch(crew, id, { siteId: far }), 'siteId');
    const none = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const plain = await submit({ projectId: none }, admin);
    expect(await patch(admin, plain.id, { siteId: null, notes: 'x' })).toMatchObject({ status: 200 });
  });

  test('another project needs a right to submit there and a site of its own', async () => {
    const other = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    const there = await testApp.make.site({ projectId: other, photographerId: stranger.id });
    const { id } = await submit();
    names(await patch(crew, id, { projectId: other, siteId: there }), 'projectId');
    await testApp.make.member({ projectId: other, userId: crew.id, role: 'viewer' });
    expect(await patch(crew, id, { projectId: other, siteId: there })).toMatchObject({ status: 403 });
    names(await patch(admin, id, { projectId: other }), 'siteId');
    names(await patch(admin, id, { projectId: other, siteId: site }), 'siteId');
    const moved = await patch(admin, id, { projectId: other, siteId: there });
    expect(moved.body).toMatchObject({ projectId: other, siteId: there, project: { id: other } });
  });

  test('what was ever released stays in its project', async () => {
    const { id } = await released();
    const other = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
    expect(await patch(admin, id, { projectId: other, siteId: null })).toMatchObject({ status: 409 });
    await patch(crew, id, { notes: 'waits' });
    await put(admin, `${id}/reject`, { rejectionReason: 'No' });
    expect(await patch(admin, id, { projectId: other, siteId: null })).toMatchObject({ status: 409 });
  });

  test('an edit of content that has changed since one opened it is refused', async () => {
    const { id, recordId } = await submit();
    const first = (await patch(admin, id, { notes: 'First' })).body as Session;
    expect(await patch(crew, id, { notes: 'Second', recordId })).toMatchObject({
      status: 409,
      body: { code: 'stale', present: first },
    });
    expect((await get(crew, id)).body).toEqual(first);
    expect((await patch(crew, id, { notes: 'Second', recordId: first.recordId })).status).toBe(200);
  });

  test('an edit that is sent again under its key gets its first answer, though it is the newest record by now', async () => {
    const { id, recordId } = await submit();
    const edit = () =>
      testApp.call(crew, `PATCH /api/sessions/${id}`, {
        body: { notes: 'Once', recordId },
        headers: { 'idempotency-key': `edit-${id}` },
      });
    const [first, again] = [await edit(), await edit()];
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect((await timeline(crew, id)).map(({ action }) => action)).toEqual(['created', 'edited']);
  });
});

describe('the timeline', () => {
  test('admins and the owner read all of it, oldest first, with content', async () => {
    const { id } = await submit({ notes: 'One' });
    await put(admin, `${id}/reject`, { rejectionReason: 'Dark' });
    await patch(crew, id, { notes: 'Two' });
    await put(crew, `${id}/resubmit`);
    const { recordId } = (await put(admin, `${id}/approve`, { reviewNotes: 'Good' })).body as Session;
    for (const person of [admin, crew]) {
      const lines = await timeline(person, id);
      expect(lines.map(({ action, fromStatus, toStatus }) => `${action} ${fromStatus}>${toStatus}`)).toEqual([
        'created null>pending',
        'rejected pending>rejected',
        'edited rejected>rejected',
        'resubmitted rejected>pending',
        'approved pending>approved',
      ]);
      expect(lines[4]).toMatchObject({
        releasedRecordId: recordId,
        reviewNotes: 'Good',
        byName: 'Ada Obi',
        content: { notes: 'Two' },
      });
    }
  });

  test('clients read only submitted, approved and completed, without notes, reasons or content', async () => {
    const { id } = await submit();
    await put(admin, `${id}/reject`, { rejectionReason: 'Dark' });
    await put(crew, `${id}/resubmit`);
    await put(admin, `${id}/approve`, { reviewNotes: 'Good' });
    await patch(admin, id, { status: 'completed', reviewNotes: 'Paid' });
    await patch(crew, id, { notes: 'Waits' });
    const lines = await timeline(client, id);
    expect(lines.map(({ action }) => action)).toEqual(['created', 'approved', 'completed']);
    for (const line of lines) expect(line).toMatchObject({ reviewNotes: null, rejectionReason: null, content: null });
  });

  test('it pages, and is unknown to those who do not see the session', async () => {
    const { id } = await released();
    const first = await testApp.call(crew, `GET /api/sessions/${id}/records?limit=1`);
    expect(first.headers['x-total-count']).toBe('2');
    const next = await testApp.call(crew, `GET ${/<(.*)>/.exec(String(first.headers.link))?.[1]}`);
    expect(next.body).toMatchObject([{ action: 'approved' }]);
    expect(next.headers.link).toBeUndefined();
    expect(await testApp.call(stranger, `GET /api/sessions/${id}/records`)).toMatchObject({ status: 404 });
  });

  test('a person who is gone stays in it by name', async () => {
    const leaver = await testApp.person('photographer', { firstName: 'Tobi', lastName: 'Bello' });
    await testApp.make.member({ projectId: project, userId: leaver.id, role: 'contributor' });
    const { id } = await submit({}, leaver);
    await testApp.database.query
      .updateTable('users')
      .set({ closed_at: new Date() })
      .where('id', '=', leaver.id)
      .execute();
    expect((await timeline(admin, id))[0]).toMatchObject({ byName: 'Tobi Bello' });
    const seen = (await get(admin, id)).body;
    expect(seen).toMatchObject({ photographer: { firstName: 'Tobi', lastName: 'Bello (former)' } });
  });
});

describe('removing', () => {
  test('a removed session is unknown to everybody and its records stay', async () => {
    const { id } = await released();
    expect(await testApp.call(client, `DELETE /api/sessions/${id}`)).toMatchObject({ status: 403 });
    expect(await testApp.call(stranger, `DELETE /api/sessions/${id}`)).toMatchObject({ status: 404 });
    expect(await testApp.call(crew, `DELETE /api/sessions/${id}`)).toMatchObject({ status: 200, body: { ok: true } });
    for (const person of [admin, crew, client]) expect(await get(person, id)).toMatchObject({ status: 404 });
    expect(await testApp.call(crew, `DELETE /api/sessions/${id}`)).toMatchObject({ status: 404 });
    expect(await put(admin, `${id}/approve`)).toMatchObject({ status: 404 });
    const kept = await testApp.database.query
      .selectFrom('session_records')
      .select('action')
      .where('session_id', '=', id)
      .execute();
    expect(kept.map(({ action }) => action)).toEqual(['created', 'approved', 'removed']);
  });
});

test('concerns that are open or in progress are counted, resolved and closed ones are not', async () => {
  const { id } = await released();
  const rows = (['open', 'in_progress', 'resolved', 'closed'] as const).map((status) => ({
    session_id: id,
    client_id: client.id,
    reason: 'Crack',
    status,
  }));
  await testApp.database.query.insertInto('disputes').values(rows).execute();
  for (const person of [admin, crew, client]) expect((await get(person, id)).body).toMatchObject({ activeConcerns: 2 });
});

test('what waits for review comes oldest first by its last submission: created, resubmitted, sent back by an edit', async () => {
  const waiting = async () => {
    const answer = await testApp.call(admin, 'GET /api/sessions?status=pending&sort=submittedAt&limit=500');
    return (answer.body as Session[]).map(({ id }) => id).filter((id) => mine.includes(id));
  };
  const mine: number[] = [];
  for (let n = 0; n < 4; n++) mine.push((await submit({ notes: `waits ${n}` })).id);
  const [first = 0, second = 0, third = 0, fourth = 0] = mine;
  expect(await waiting()).toEqual(mine);
  await put(admin, `${first}/reject`, { rejectionReason: 'dark' });
  await put(crew, `${first}/resubmit`);
  await put(admin, `${second}/approve`);
  await patch(crew, second, { notes: 'changed after its release' });
  await patch(crew, third, { notes: 'changed while it waits' });
  expect(await waiting()).toEqual([third, fourth, first, second]);
  const seen = (await get(admin, first)).body as Session;
  expect(Date.parse(seen.submittedAt)).toBeGreaterThan(Date.parse(seen.createdAt));
  const theirs = (await get(client, second)).body as Session;
  expect(theirs.submittedAt).toBe(theirs.createdAt);
  // Page by page, none twice and none left out.
  const paged: number[] = [];
  let next: string | null = '/api/sessions?status=pending&sort=submittedAt&limit=2';
  while (next) {
    const answer: TestAnswer = await testApp.call(admin, `GET ${next}`);
    paged.push(...(answer.body as Session[]).map(({ id }) => id));
    next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1] ?? null;
  }
  expect(new Set(paged).size).toBe(paged.length);
  expect(paged.filter((id) => mine.includes(id))).toEqual([third, fourth, first, second]);
});
