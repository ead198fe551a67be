// Claims about stages: their lists, and marks that people give, refuse and take back by name.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Stage, StageList, StageWithMarks } from '#contract/stages/endpoints.ts';
import { lintel, otherPicture, type StageWorld, startStageWorld, ticked } from '#server/test-support/stage-world.ts';

let world: StageWorld;
let place: { id: number; siteId: number };
beforeAll(async () => {
  world = await startStageWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  place = await world.newProject();
});

const messageOf = ({ body }: { body: unknown }) => (body as { message: string }).message;
const bodyOf = ({ body }: { body: unknown }) => body as StageList;

/** A stage with its claim, and the released session that it names. */
async function claimed() {
  const [stage = 0] = await world.stages(place.id, [lintel]);
  const sessionId = await world.session(place);
  await world.mark(world.people.crew, stage, { kind: 'claimed', sessionId });
  return { stage, sessionId };
}

async function seen() {
  const { stage, sessionId } = await claimed();
  const answer = await world.mark(world.people.admin, stage, { kind: 'seen', sessionId, criteria: ticked(sessionId) });
  expect(answer.status).toBe(201);
  return { stage, sessionId };
}

const bothTicked = [
  { id: 1, ticked: true },
  { id: 2, ticked: true },
];

async function confirmed() {
  const { stage, sessionId } = await seen();
  const answer = await world.mark(world.people.checker, stage, { kind: 'confirmed', criteria: bothTicked });
  expect(answer.status).toBe(201);
  return { stage, sessionId };
}

describe('lists', () => {
  test('stages stand in their order with criteria, wanted pictures, dates and weights, and everybody of the project reads them', async () => {
    await world.stages(place.id, [
      { ...lintel, weight: 2_550, plannedOn: '2026-12-01' },
      { name: 'Roof', weight: 7_450, criteria: [], wanted: [] },
    ]);
    for (const who of ['admin', 'crew', 'client', 'checker', 'viewer'] as const) {
      const answer = await world.call(world.people[who], `GET /api/projects/${place.id}/stages`);
      expect((answer.body as Stage[]).map(({ name, weight, plannedOn }) => [name, weight, plannedOn])).toEqual([
        ['Lintel', 2_550, '2026-12-01'],
        ['Roof', 7_450, null],
      ]);
      expect((answer.body as Stage[])[0]).toMatchObject({
        criteria: [{ id: 1, text: 'Lintels are cast over all openings' }, { id: 2 }],
        wanted: [{ text: 'Before cover-up: lintel reinforcement', viewpoint: null }],
        asks: { kind: 'claimed', mine: who === 'admin' || who === 'crew' },
      });
    }
    expect((await world.call(world.people.stranger, `GET /api/projects/${place.id}/stages`)).status).toBe(404);
  });

  test('weights that do not add up are kept, and the list says so', async () => {
    const weighed = (...weights: (number | null)[]) =>
      world.edit(place.id, {
        stages: weights.map((weight, at) => ({ name: `S${at}`, weight, criteria: [], wanted: [] })),
      });
    expect(bodyOf(await weighed(3_333, 6_666)).complete).toBe(false);
    expect(bodyOf(await weighed(10_000, null)).complete).toBe(false);
    expect(bodyOf(await weighed(3_334, 6_666)).complete).toBe(true);
    expect(bodyOf(await weighed(null, null)).complete).toBe(true);
  });

  test('a site has a list of its own, numbered by itself', async () => {
    await world.stages(place.id, [lintel]);
    const ofSite = await world.edit(place.id, { siteId: place.siteId, stages: [{ ...lintel, name: 'Decking' }] });
    expect(bodyOf(ofSite).stages).toMatchObject([{ name: 'Decking', position: 1, site: { id: place.siteId } }]);
    const all = (await world.call(world.people.client, `GET /api/projects/${place.id}/stages?limit=1`)) as {
      body: unknown;
    };
    expect((all.body as Stage[]).map(({ name }) => name)).toEqual(['Lintel']);
    const elsewhere = await world.edit(place.id, { siteId: (await world.newProject()).siteId, stages: [lintel] });
    expect([elsewhere.status, messageOf(elsewhere)]).toEqual([400, 'The project has no such site']);
  });

  test('an edit made from an outdated list changes nothing', async () => {
    const first = bodyOf(await world.edit(place.id, { stages: [lintel] }));
    await world.edit(place.id, {
      stages: [...first.stages, { name: 'Roof', criteria: [], wanted: [] }],
      version: first.version,
    });
    const late = await world.edit(place.id, { stages: [], version: first.version });
    expect(late.status).toBe(409);
    expect((late.body as { code: string; present: StageList }).present.stages).toHaveLength(2);
  });

  test('a stage that was marked is kept as dropped where it is left out, one that was not is gone; brought back, it keeps its marks', async () => {
    const [stage = 0, other = 0] = await world.stages(place.id, [lintel, { ...lintel, name: 'Roof' }]);
    await world.mark(world.people.crew, stage, { kind: 'claimed', sessionId: await world.session(place) });
    expect(bodyOf(await world.edit(place.id, { stages: [] })).stages).toMatchObject([
      { id: stage, dropped: true, asks: null },
    ]);
    expect((await world.call(world.people.admin, `GET /api/stages/${other}`)).status).toBe(404);
    const refused = await world.mark(world.people.admin, stage, { kind: 'confirmed', act: 'refused', note: 'No' });
    expect([refused.status, messageOf(refused)]).toEqual([
      409,
      'This stage was taken out of the list: it can no longer be marked',
    ]);
    const back = bodyOf(await world.edit(place.id, { stages: [{ ...lintel, id: stage }] }));
    expect(back.stages).toMatchObject([{ id: stage, dropped: false, claimed: { as: 'crew' } }]);
  });

  test('criteria that stay keep their number, and a mark keeps those it was given for', async () => {
    const { stage } = await confirmed();
    const criteria = [{ id: 2, text: 'Formwork is struck and stacked' }, { text: 'Curing lasted 14 days' }];
    const edited = bodyOf(await world.edit(place.id, { stages: [{ ...lintel, id: stage, criteria }] }));
    expect(edited.stages[0]?.criteria.map(({ id }) => id)).toEqual([2, 3]);
    const { marks } = await world.read(world.people.client, stage);
    expect(marks.at(-1)?.criteria.map(({ text }) => text)).toEqual(lintel.criteria.map(({ text }) => text));
  });

  test.each([
    ['a stage of another list', { stages: [{ ...lintel, id: 2_000_000_000 }] }, 'This list has no such stage'],
    [
      'a wanted picture without words',
      { stages: [{ ...lintel, wanted: [{}] }] },
      'Say which picture is wanted, or choose its viewpoint',
    ],
    [
      'an unknown viewpoint',
      { stages: [{ ...lintel, wanted: [{ viewpointId: 9 }] }] },
      'There is no such viewpoint at this place',
    ],
    [
      'a weight above 100 per cent',
      { stages: [{ ...lintel, weight: 10_001 }] },
      'A weight is a number of per cent from 0 to 100, with at most two decimals',
    ],
    [
      'nine criteria',
      { stages: [{ ...lintel, criteria: Array(9).fill({ text: 'X' }) }] },
      'A stage has at most 8 criteria',
    ],
  ])('%s is refused', async (_, body, message) => {
    const answer = await world.edit(place.id, body);
    expect([answer.status, messageOf(answer)]).toEqual([400, message]);
    expect((await world.call(world.people.admin, `GET /api/projects/${place.id}/stages`)).body).toEqual([]);
  });
});

describe('marks', () => {
  test('claimed, seen, confirmed and acknowledged: each says by whom, as what, when and with which pictures', async () => {
    const { stage, sessionId } = await confirmed();
    const acknowledged = await world.mark(world.people.client, stage, { kind: 'acknowledged', note: 'Thank you' });
    expect(acknowledged.status).toBe(201);
    const { crew, admin, checker, client } = world.people;
    const names = await sql<{ name: string }>`select first_name || ' ' || last_name as name from users
      where id = any(${[crew.id, admin.id, checker.id, client.id]}::integer[]) order by array_position(${[crew.id, admin.id, checker.id, client.id]}::integer[], id)`.execute(
      world.database.query,
    );
    const read = await world.read(client, stage);
    expect(read.marks.map(({ kind, as, byName }) => [kind, as, byName])).toEqual([
      ['claimed', 'crew', names.rows[0]?.name],
      ['seen', 'admin', names.rows[1]?.name],
      ['confirmed', 'checker', names.rows[2]?.name],
      ['acknowledged', 'client', names.rows[3]?.name],
    ]);
    expect(read.marks[1]?.criteria[0]).toMatchObject({
      ticked: true,
      withheld: 0,
      pictures: [{ sessionId, name: 'photo.gif' }],
    });
    expect(read).toMatchObject({ asks: null, lastMark: read.marks[3]?.id, confirmed: { session: null, lost: false } });
  });

  test('a claim names one’s own session of the place', async () => {
    const [stage = 0] = await world.stages(place.id, [lintel]);
    const { crew } = world.people;
    const bare = await world.mark(crew, stage, { kind: 'claimed' });
    expect([bare.status, messageOf(bare)]).toEqual([400, 'Choose the session that shows it']);
    const foreign = await world.mark(crew, stage, {
      kind: 'claimed',
      sessionId: await world.session(await world.newProject()),
    });
    expect([foreign.status, messageOf(foreign)]).toEqual([400, 'The project has no such session']);
    const waiting = await world.session(place, { released: false });
    expect((await world.mark(crew, stage, { kind: 'claimed', sessionId: waiting })).status).toBe(201);
    // Clients learn of the claim, and nothing of a session that nobody released.
    expect((await world.read(world.people.client, stage)).claimed).toMatchObject({ as: 'crew', session: null });
    expect((await world.read(crew, stage)).claimed?.session?.id).toBe(waiting);
  });

  test('a stage of a site is claimed with a session of that site', async () => {
    const edited = await world.edit(place.id, { siteId: place.siteId, stages: [lintel] });
    const stage = bodyOf(edited).stages[0]?.id ?? 0;
    const other = await world.make.site({ projectId: place.id, photographerId: world.people.crew.id });
    const elsewhere = await world.session({ id: place.id, siteId: other });
    const answer = await world.mark(world.people.crew, stage, { kind: 'claimed', sessionId: elsewhere });
    expect([answer.status, messageOf(answer)]).toEqual([400, 'This session belongs to another site than the stage']);
  });

  test('what nobody released is not seen, nor is anything without every criterion and a picture', async () => {
    const { stage, sessionId } = await claimed();
    const { admin } = world.people;
    const waiting = await world.session(place, { released: false });
    const unreleased = await world.mark(admin, stage, {
      kind: 'seen',
      sessionId: waiting,
      criteria: ticked(sessionId),
    });
    expect([unreleased.status, messageOf(unreleased)]).toEqual([
      409,
      'This session is not released: only the crew sees it',
    ]);
    const [first, second] = ticked(sessionId);
    const open = await world.mark(admin, stage, { kind: 'seen', sessionId, criteria: [first] });
    expect([open.status, messageOf(open)]).toEqual([400, 'Not ticked: Formwork is struck']);
    const blind = await world.mark(admin, stage, {
      kind: 'seen',
      sessionId,
      criteria: [{ id: 1, ticked: true }, second],
    });
    expect([blind.status, messageOf(blind)]).toEqual([400, 'Choose at least one picture that shows it']);
    const wrong = [
      { id: 1, ticked: true, pictures: [{ sessionId, mediaKind: 'drone', item: 'local:site/none.gif' }] },
      second,
    ];
    expect((await world.mark(admin, stage, { kind: 'seen', sessionId, criteria: wrong })).status).toBe(404);
    expect((await world.read(admin, stage)).marks).toHaveLength(1);
  });

  test('a checker confirms on site what nobody has seen; an admin does not', async () => {
    const { stage } = await claimed();
    const onSite = { kind: 'confirmed', onSite: true, criteria: bothTicked };
    expect(messageOf(await world.mark(world.people.admin, stage, onSite))).toBe(
      'Only a checker can confirm after a visit of their own',
    );
    const early = await world.mark(world.people.checker, stage, { ...onSite, onSite: false });
    expect(messageOf(early)).toBe('No admin has seen this stage in a released visit yet');
    expect((await world.mark(world.people.checker, stage, onSite)).status).toBe(201);
    expect((await world.read(world.people.client, stage)).confirmed).toMatchObject({ as: 'checker', onSite: true });
  });

  test('a refusal says why, and the stage asks for a claim again', async () => {
    const { stage, sessionId } = await seen();
    const { checker, crew } = world.people;
    expect(messageOf(await world.mark(checker, stage, { kind: 'confirmed', act: 'refused' }))).toBe('Say why');
    const refused = await world.mark(checker, stage, {
      kind: 'confirmed',
      act: 'refused',
      note: 'Two lintels are missing',
    });
    expect(refused.body).toMatchObject({
      claimed: null,
      seen: null,
      refused: { note: 'Two lintels are missing' },
      asks: { kind: 'claimed', mine: false },
    });
    expect((await world.mark(crew, stage, { kind: 'claimed', sessionId })).body).toMatchObject({
      refused: null,
      asks: { kind: 'seen' },
    });
  });

  test('a mark is taken back by whoever gave it, or an admin, with a reason; what rested on it asks again', async () => {
    const { stage } = await confirmed();
    const { admin, checker, otherChecker, client } = world.people;
    await world.mark(client, stage, { kind: 'acknowledged' });
    const taking = { kind: 'confirmed', act: 'taken_back', note: 'A lintel cracked' };
    expect((await world.mark(otherChecker, stage, taking)).status).toBe(403);
    expect(messageOf(await world.mark(admin, stage, { ...taking, note: ' ' }))).toBe('Say why');
    const taken = (await world.mark(checker, stage, taking)).body as StageWithMarks;
    expect(taken).toMatchObject({
      confirmed: null,
      acknowledged: [],
      seen: { as: 'admin' },
      asks: { kind: 'confirmed', mine: true },
    });
    expect(taken.marks.map(({ act }) => act)).toEqual(['given', 'given', 'given', 'given', 'taken_back']);
    const notices = await world.call(client, 'GET /api/notifications');
    expect((notices.body as { title: string; relatedStageId: number }[])[0]).toMatchObject({
      title: 'A stage needs another look',
      relatedStageId: stage,
    });
  });

  test('a checker who is no longer one marks nothing, and what they confirmed stands', async () => {
    const { stage } = await confirmed();
    const { admin, checker } = world.people;
    await world.call(admin, `DELETE /api/projects/${place.id}/members/${checker.id}`);
    const taking = { kind: 'confirmed', act: 'taken_back', note: 'Wrong' };
    expect((await world.mark(checker, stage, taking)).status).toBe(404);
    expect((await world.read(admin, stage)).confirmed).toMatchObject({ as: 'checker' });
  });

  test('of two checkers at once one confirms, and the other learns of it', async () => {
    const { stage } = await seen();
    const { lastMark } = await world.read(world.people.checker, stage);
    const body = { kind: 'confirmed', criteria: bothTicked, lastMark };
    const answers = await Promise.all([
      world.mark(world.people.checker, stage, body),
      world.mark(world.people.otherChecker, stage, { kind: 'confirmed', act: 'refused', note: 'Not yet', lastMark }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const late = answers.find(({ status }) => status === 409)?.body as { code: string; present: StageWithMarks };
    expect([late.code, late.present.marks.length]).toEqual(['stale', 3]);
    expect((await world.read(world.people.admin, stage)).marks).toHaveLength(3);
  });

  test('a criterion that was reworded is not ticked unread', async () => {
    const { stage } = await seen();
    const { checker } = world.people;
    const { projectId, criteria, lastMark } = await world.read(checker, stage);
    const [first, second] = criteria;
    const reworded = [{ ...first, text: 'Lintels are cast over all openings of all floors' }, second];
    bodyOf(await world.edit(projectId, { stages: [{ ...lintel, id: stage, criteria: reworded }] }));
    const confirm = (read: typeof criteria) =>
      world.mark(checker, stage, {
        kind: 'confirmed',
        criteria: read.map(({ id, text }) => ({ id, text, ticked: true })),
        lastMark,
      });
    const late = await confirm(criteria);
    expect(late.status).toBe(409);
    const { code, present } = late.body as { code: string; present: StageWithMarks };
    expect([code, present.criteria[0]?.text]).toEqual(['stale', 'Lintels are cast over all openings of all floors']);
    expect((await confirm(present.criteria)).status).toBe(201);
  });

  test('a mark that rests on a picture taken back says so and asks for itself again', async () => {
    const { stage, sessionId } = await confirmed();
    const { admin, client } = world.people;
    const item = encodeURIComponent('local:site/photo.gif');
    await world.call(admin, `PUT /api/sessions/${sessionId}/media/drone/${item}/taken-back`, {
      body: { reason: 'A face' },
    });
    const read = await world.read(client, stage);
    expect(read.seen?.lost).toBe(true);
    expect(read.marks[1]?.criteria[0]).toMatchObject({ pictures: [], withheld: 1 });
    const again = [
      { id: 1, ticked: true, pictures: [{ sessionId, ...otherPicture }] },
      { id: 2, ticked: true },
    ];
    const answer = await world.mark(admin, stage, { kind: 'seen', sessionId, criteria: again });
    expect(answer.body).toMatchObject({ seen: { lost: false }, confirmed: { as: 'checker' } });
  });

  test('a removed session leaves its claim, which says that it is lost', async () => {
    const [stage = 0] = await world.stages(place.id, [lintel]);
    const sessionId = await world.session(place, { released: false });
    await world.mark(world.people.crew, stage, { kind: 'claimed', sessionId });
    await world.call(world.people.admin, `DELETE /api/sessions/${sessionId}`);
    expect(await world.read(world.people.admin, stage)).toMatchObject({
      claimed: { lost: true, session: null },
      asks: { kind: 'claimed', mine: true },
    });
  });

  test('whoever gives the next mark is notified, and the webhook is told of a confirmation', async () => {
    const titles = async (who: keyof StageWorld['people'], stage: number) => {
      const notices = await world.call(world.people[who], 'GET /api/notifications?limit=500');
      return (notices.body as { title: string; relatedStageId: number }[]).filter((one) => one.relatedStageId === stage)
        .length;
    };
    await world.database.query.deleteFrom('webhooks').execute();
    const hook = { name: 'Bank', url: 'https://example.org/hook', kinds: ['stage.confirmed'] };
    await world.made(world.people.admin, 'POST /api/webhooks', hook);
    const { stage } = await claimed();
    expect([await titles('admin', stage), await titles('checker', stage)]).toEqual([1, 0]);
    await world.mark(world.people.admin, stage, {
      kind: 'seen',
      sessionId: await world.session(place),
      criteria: ticked(await world.session(place)),
    });
    expect([await titles('checker', stage), await titles('viewer', stage)]).toEqual([1, 0]);
    await world.mark(world.people.checker, stage, { kind: 'confirmed', criteria: bothTicked });
    expect([await titles('client', stage), await titles('contributor', stage)]).toEqual([1, 1]);
    const sent = await sql`select kind, stage_id, project_id from webhook_deliveries where stage_id = ${stage}`.execute(
      world.database.query,
    );
    expect(sent.rows).toEqual([{ kind: 'stage.confirmed', stage_id: stage, project_id: place.id }]);
  });

  test('a claim that nobody confirmed for as many days as are set is a variance, which the crew does not read', async () => {
    const { stage } = await claimed();
    // Marks cannot be changed: the clock of the database is what a test can move.
    await sql`alter table stage_marks disable trigger stage_marks_stay`.execute(world.database.query);
    await sql`update stage_marks set at = now() - interval '15 days' where stage_id = ${stage}`.execute(
      world.database.query,
    );
    await sql`alter table stage_marks enable trigger stage_marks_stay`.execute(world.database.query);
    for (const who of ['admin', 'client'] as const)
      expect((await world.read(world.people[who], stage)).variance).toEqual({ kind: 'unconfirmed', days: 15 });
    expect((await world.read(world.people.crew, stage)).variance).toBeNull();
    const defaults = { digest: 'weekly', remindsHalfway: true, claimDays: 16 };
    await world.call(world.people.admin, 'PUT /api/settings/defaults', { body: defaults });
    expect((await world.read(world.people.client, stage)).variance).toBeNull();
    await sql`delete from settings`.execute(world.database.query);
  });

  test('no mark is ever changed or removed in the database', async () => {
    const { stage } = await claimed();
    await expect(
      sql`update stage_marks set note = 'x' where stage_id = ${stage}`.execute(world.database.query),
    ).rejects.toThrow();
    await expect(
      sql`delete from stage_marks where stage_id = ${stage}`.execute(world.database.query),
    ).rejects.toThrow();
  });
});

describe('checkers', () => {
  test('are clients by account, never the project’s own, and only an admin names them', async () => {
    const { admin, crew, client, stranger } = world.people;
    const add = (userId: number, by = admin) =>
      world.call(by, `POST /api/projects/${place.id}/members`, { body: { userId, role: 'checker' } });
    const [byCrew, byClient] = [await add((await world.person('photographer')).id), await add(client.id)];
    expect([byCrew.status, messageOf(byCrew)]).toEqual([
      400,
      'A checker needs an account of a client, not of the crew',
    ]);
    expect([byClient.status, messageOf(byClient)]).toEqual([400, 'The project’s client cannot check it']);
    await world.call(admin, `PATCH /api/projects/${place.id}/members/${world.people.contributor.id}`, {
      body: { role: 'admin' },
    });
    expect((await add(world.people.viewer.id, world.people.contributor)).status).toBe(403);
    expect((await add(stranger.id, crew)).status).toBe(403);
    expect((await add(stranger.id)).status).toBe(201);
  });

  test('who confirmed something and whose account is removed is closed, and their mark says who they were', async () => {
    const checker = await world.person('client', { firstName: 'Efe', lastName: 'Bello' });
    await world.make.member({ projectId: place.id, userId: checker.id, role: 'checker' });
    const { stage } = await seen();
    expect((await world.mark(checker, stage, { kind: 'confirmed', criteria: bothTicked })).status).toBe(201);
    expect((await world.call(world.people.admin, `DELETE /api/users/${checker.id}`)).status).toBe(200);
    expect((await world.read(world.people.client, stage)).confirmed).toMatchObject({
      as: 'checker',
      byName: 'Efe Bello',
    });
  });

  test('read what is released, and neither raise concerns nor share nor acknowledge', async () => {
    const { stage, sessionId } = await confirmed();
    const { checker } = world.people;
    expect((await world.call(checker, `GET /api/sessions/${sessionId}`)).status).toBe(200);
    expect(
      (await world.call(checker, `GET /api/sessions/${await world.session(place, { released: false })}`)).status,
    ).toBe(404);
    expect((await world.call(checker, 'POST /api/disputes', { body: { sessionId, reason: 'A crack' } })).status).toBe(
      403,
    );
    const link = { body: { scope: 'project', recipient: 'The bank' } };
    expect((await world.call(checker, `POST /api/projects/${place.id}/share-links`, link)).status).toBe(403);
    expect((await world.mark(checker, stage, { kind: 'acknowledged' })).status).toBe(403);
  });
});
