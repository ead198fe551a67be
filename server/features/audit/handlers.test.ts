// The audit log: every act that it has to keep leaves an entry, in its own transaction, and nobody changes one.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { User } from '#contract/accounts/users.ts';
import type { AuditAct, AuditEntry } from '#contract/overview/audit-log.ts';
import { createAdmin } from '#server/cli/create-admin.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import {
  accessMatrix,
  actors,
  ask,
  type Call,
  type Case,
  makeWorld,
  routeOf,
  startAccessMatrix,
} from '#server/test-support/access-matrix.ts';
import type { TestAnswer, TestPerson } from '#server/test-support/test-app.ts';
import { changedFacts, recordAct } from './handlers.ts';

type Started = Awaited<ReturnType<typeof startAccessMatrix>>;
let testApp: Started['testApp'];
let people: Started['people'];
let admin: TestPerson;

beforeAll(async () => {
  ({ testApp, people } = await startAccessMatrix());
  admin = people.admin;
});
afterAll(() => testApp.close());

const entriesOf = (answer: TestAnswer) => answer.body as AuditEntry[];

async function newest(query = ''): Promise<AuditEntry[]> {
  return entriesOf(await testApp.call(admin, `GET /api/audit-log?${query}`));
}

async function countAll(): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from audit_log`.execute(testApp.database.query);
  return found.rows[0]?.n ?? 0;
}

/** What each call that changes something leaves; null where it changes no right, person, link, setting or release and removes nothing. */
const expected: Partial<Record<Call, AuditAct | null>> = {
  login: null,
  logout: null,
  changePassword: 'passwordChanged',
  createUser: 'userCreated',
  inviteUser: 'userInvited',
  renewInvitation: 'invitationRenewed',
  createResetLink: 'resetLinkCreated',
  requestReset: null,
  editUser: 'userEdited',
  removeUser: 'userRemoved',
  changeRole: 'roleChanged',
  editProfile: 'profileEdited',
  changePhoto: 'profileEdited',
  createProject: 'projectCreated',
  editProject: 'projectEdited',
  removeProject: 'projectRemoved',
  bindMediaRoots: 'mediaRootsChanged',
  addMember: 'memberAdded',
  changeMember: 'memberChanged',
  removeMember: 'memberRemoved',
  editStages: 'stagesEdited',
  markStage: 'stageMarked',
  planVisit: 'visitPlanned',
  editPlannedVisit: 'plannedVisitEdited',
  skipPlannedVisit: 'plannedVisitSkipped',
  removePlannedVisit: 'plannedVisitRemoved',
  createSession: null,
  resubmitSession: null,
  enterPresence: null,
  leavePresence: null,
  approveSession: 'sessionApproved',
  rejectSession: 'sessionRejected',
  releaseAddedMedia: 'releasedFilesChanged',
  removeSession: 'sessionRemoved',
  takeBack: 'pictureTakenBack',
  showAgain: 'pictureShownAgain',
  checkLink: null,
  alignByHand: null,
  placePicture: null,
  editViewpoint: null,
  createViewpoints: null,
  createDispute: null,
  resolveDispute: null,
  setDisputeStatus: null,
  commentDispute: null,
  moveDispute: null,
  readNotification: null,
  readAllNotifications: null,
  editNotificationPreferences: null,
  muteProject: null,
  saveFilter: null,
  editSavedFilter: null,
  removeSavedFilter: null,
  markSeen: null,
  startUpload: null,
  announceCopy: null,
  sendChunk: null,
  removeUploadFile: null,
  leaveOutMissingFiles: null,
  createDemoRequest: null,
  subscribePush: null,
  unsubscribePush: null,
  testPush: null,
  editCompanySettings: 'settingsChanged',
  editBrand: 'settingsChanged',
  changeLogo: 'settingsChanged',
  removeLogo: 'settingsChanged',
  editShareRules: 'settingsChanged',
  editCompanyDefaults: 'settingsChanged',
  editRetention: 'settingsChanged',
  editChecklist: 'settingsChanged',
  editRejectionReasons: 'settingsChanged',
  createWebhook: 'webhookCreated',
  editWebhook: 'webhookEdited',
  removeWebhook: 'webhookRemoved',
  changeWebhookSecret: 'webhookSecretChanged',
  endFormerSecret: 'webhookFormerSecretEnded',
  testWebhook: null,
  sendDeliveryAgain: null,
  createShareLink: 'shareLinkCreated',
  renewShareLink: 'shareLinkRenewed',
  endShareLink: 'shareLinkEnded',
  endAllShareLinks: 'shareLinkEnded',
  makeSessionReport: 'reportMade',
  makePeriodReport: 'reportMade',
  makePack: 'packMade',
  makeHandover: 'handoverMade',
  verifyHashes: null,
  cancelReport: null,
};

/** Calls that do several things, by what the matrix says of the case. */
const ofCase: Record<string, AuditAct | null> = {
  'setPassword: by a token that nobody made': null,
  'setPassword: by an invitation': 'invitationAccepted',
  'editSession: one that waits': null,
  'editSession: a released one': 'releasedSessionEdited',
  'editSession: one that waits, to approved': 'sessionApproved',
  'editSession: a released one, to completed': 'sessionCompleted',
};

const writes = (Object.entries(accessMatrix) as [Call, Case[]][]).flatMap(([call, cases]) =>
  routeOf(call).method === 'GET' ? [] : cases.map((one) => [`${call}: ${one.of}`, call, one] as const),
);

describe('every call of the table that changes something', () => {
  test.each(writes)('leaves what it has to in the audit log: %s', async (name, call, { request, answers }) => {
    const act = name in ofCase ? ofCase[name] : expected[call];
    expect(act, 'say which entry it leaves, or null').toBeDefined();
    const actor = actors.find((_, at) => (answers[at] ?? 500) < 300);
    // Nobody may: there is nothing to keep.
    if (!actor) return;
    const self = people[actor === 'nobody' ? 'admin' : actor];
    const input = await request(await makeWorld(), self);
    const [last] = await newest('limit=1');
    expect((await ask(routeOf(call), actor, input)).status).toBeLessThan(300);
    const left = (await newest('limit=10')).filter(({ id }) => id > (last?.id ?? 0));
    // By a link it is done by whose link it is.
    const byId = call === 'setPassword' ? expect.any(Number) : self.id;
    const entry = expect.objectContaining({ act, byId, address: '127.0.0.1' });
    expect(left).toEqual(act === null ? [] : expect.arrayContaining([entry]));
  });

  test('leaves no password, no hash and no token in it', async () => {
    const found = await sql<{ text: string }>`select audit_log::text as text from audit_log`.execute(
      testApp.database.query,
    );
    const all = found.rows.map(({ text }) => text).join('\n');
    expect(found.rows.length).toBeGreaterThan(20);
    for (const secret of [testApp.password, 'another good one', 'long enough', '$argon2', '$scrypt', 'password:'])
      expect(all).not.toContain(secret);
  });
});

describe('an entry', () => {
  test('names who, from where, and what was before and after', async () => {
    const person = await testApp.make.user('client', { firstName: 'Ngozi', lastName: 'Eze' });
    const body = {
      username: person.username,
      email: 'ngozi@x.example',
      firstName: 'Ngozi',
      lastName: 'Ude',
      role: 'photographer',
    };
    const headers = { 'x-forwarded-for': '2001:db8:0:1::7' };
    const answer = await testApp.call(admin, `PUT /api/users/${person.id}`, { body, headers });
    expect(answer.status).toBe(200);
    const [role, fields] = await newest(`personId=${person.id}&limit=2`);
    expect(fields).toMatchObject({
      act: 'userEdited',
      byId: admin.id,
      byName: expect.stringMatching(/^\S+ \S+$/),
      address: '2001:db8:0:1::7',
      subject: { kind: 'user', id: person.id, name: 'Ngozi Ude', exists: true },
      changes: [
        { field: 'email', before: `${person.username}@example.org`, after: 'ngozi@x.example' },
        { field: 'lastName', before: 'Eze', after: 'Ude' },
      ],
    });
    const changes = [{ field: 'role', before: 'client', after: 'photographer' }];
    expect(role).toMatchObject({ act: 'roleChanged', changes });
  });

  test('of a password that an admin sets says that it was set, and no more', async () => {
    const person = await testApp.make.user('client');
    const user = (await testApp.call(admin, `GET /api/users/${person.id}`)).body as User;
    const body = { ...user, company: user.company ?? '', password: 'a quite new one' };
    expect((await testApp.call(admin, `PUT /api/users/${person.id}`, { body })).status).toBe(200);
    const found = await newest(`personId=${person.id}`);
    expect(found).toMatchObject([{ act: 'passwordSet', byId: admin.id, changes: [] }]);
  });

  test('is not left by an act that is refused or rolled back', async () => {
    const before = await countAll();
    const refused = await testApp.call(admin, `DELETE /api/users/${admin.id}`);
    expect(refused.status).toBe(403);
    const write = createTransactionRunner(testApp.database, () => undefined);
    const failing = write({ topics: [] }, async (context) => {
      await recordAct(context, { by: admin.id, act: 'roleChanged', subject: { kind: 'user', id: 1, name: 'N' } });
      throw new Error('after the entry');
    });
    await expect(failing).rejects.toThrow('after the entry');
    expect(await countAll()).toBe(before);
  });

  test('is not left by an edit that changes nothing', async () => {
    const person = await testApp.make.user('client');
    const user = (await testApp.call(admin, `GET /api/users/${person.id}`)).body as User;
    const before = await countAll();
    expect((await testApp.call(admin, `PUT /api/users/${person.id}`, { body: user })).status).toBe(200);
    expect(await countAll()).toBe(before);
  });

  test('may be of the product itself, or of somebody without a login', async () => {
    const write = createTransactionRunner(testApp.database, () => undefined);
    const subject = { kind: 'session', id: 77, name: 'Session #77' } as const;
    await write({ topics: [] }, async (context) => {
      await recordAct(context, { by: null, act: 'releasedFilesChanged', subject, after: { files: { drone: 2 } } });
      await recordAct(context, { by: null, guest: 'Share #4', act: 'releasedFilesChanged', subject });
    });
    expect(await newest('limit=2')).toMatchObject([
      { byId: null, byName: null, guest: 'Share #4', subject: { exists: false } },
      { byId: null, byName: null, guest: null, address: null, changes: [{ field: 'files', after: 'drone: 2' }] },
    ]);
  });

  test('is left by the operator’s command too', async () => {
    const names = { firstName: 'Op', lastName: 'Erator' };
    const answers = { username: 'operator', email: 'op@x.example', ...names, password: 'crane-and-mortar' };
    await createAdmin(testApp.database, answers, { passwordMin: 6 });
    expect(await newest('limit=1')).toMatchObject([
      { act: 'userCreated', byId: null, address: null, subject: { name: 'Op Erator' } },
    ]);
  });

  test('outlives what it is about, and says that it is gone', async () => {
    const person = await testApp.make.user('client', { firstName: 'Soon', lastName: 'Gone' });
    expect((await testApp.call(admin, `DELETE /api/users/${person.id}`)).status).toBe(200);
    const [entry] = await newest(`personId=${person.id}`);
    expect(entry).toMatchObject({
      subject: { name: 'Soon Gone', exists: false },
      changes: expect.arrayContaining([{ field: 'username', before: person.username, after: null }]),
    });
  });

  test.each(['update audit_log set act = act', 'delete from audit_log', 'truncate audit_log'])(
    'is refused by the database: %s',
    async (statement) => {
      await expect(sql.raw(statement).execute(testApp.database.query)).rejects.toThrow('append-only');
    },
  );
});

describe('the list', () => {
  test('comes page by page, newest first, each entry once', async () => {
    const all = await newest('limit=500');
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
    const seen: number[] = [];
    let address = '/api/audit-log?limit=7';
    let total = '';
    for (;;) {
      const answer = await testApp.call(admin, `GET ${address}`);
      seen.push(...entriesOf(answer).map(({ id }) => id));
      total ||= String(answer.headers['x-total-count']);
      const next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
      if (!next) break;
      address = next;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(total).toBe(String(all.length));
  });

  test('is filtered by act, person, project and days', async () => {
    const { projectId } = await makeWorld();
    const member = { userId: people.sitePhotographer.id, role: 'viewer' };
    await testApp.call(people.crewAdmin, `POST /api/projects/${projectId}/members`, { body: member });
    const body = { project: { name: 'Renamed for the log' } };
    await testApp.call(admin, `PATCH /api/projects/${projectId}`, { body });
    const [edited] = await newest(`projectId=${projectId}`);
    expect(edited).toMatchObject({ act: 'projectEdited', project: { id: projectId, name: 'Renamed for the log' } });
    const roles = await newest('act=roleChanged&limit=500');
    expect(new Set(roles.map(({ act }) => act))).toEqual(new Set(['roleChanged']));
    const owners = await newest(`personId=${people.crewAdmin.id}&limit=500`);
    expect(owners.length).toBeGreaterThan(0);
    for (const { byId, subject } of owners)
      expect([byId, subject.kind === 'user' && subject.id]).toContain(people.crewAdmin.id);

    const day = edited?.at.slice(0, 10) ?? '';
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const ids = async (query: string) => (await newest(`projectId=${projectId}&${query}`)).map(({ id }) => id);
    expect(await ids(`from=${day}&to=${day}`)).toContain(edited?.id);
    expect(await ids(`from=${next}`)).toEqual([]);
    expect(await ids(`from=${encodeURIComponent(edited?.at ?? '')}`)).toContain(edited?.id);
    expect(await ids('to=1900-01-01')).toEqual([]);
    expect(await ids(`from=0001-01-01T00:00:00Z&to=9999-12-31T00:00:00Z`)).toContain(edited?.id);
  });

  test('is not kept: what was done a moment ago is in it', async () => {
    await newest();
    const { projectId } = await makeWorld();
    await testApp.call(admin, `DELETE /api/projects/${projectId}`);
    expect((await newest())[0]).toMatchObject({ act: 'projectRemoved', subject: { id: projectId, exists: false } });
  });
});

test('only fields that an edit gave another value are facts of it', () => {
  expect(changedFacts({ a: 1, b: null, c: ['x'] }, { a: 1, b: undefined as never, c: ['x'] })).toBeNull();
  expect(changedFacts({ a: 1, b: null as null | string }, { a: 1, b: 'new' })).toEqual({
    before: { b: null },
    after: { b: 'new' },
  });
});
