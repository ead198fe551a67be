// Every call of the contract as every kind of person, with the expected status: what the tests of rights and of caches go through.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/core/route.ts';
import { defaultReasons } from '#contract/sessions/rejection.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { chunkType, type Upload } from '#contract/uploads/endpoints.ts';
import type { Uploads } from '#server/config.ts';
import { vapidKeysOf } from '#server/lib/secrets/vapid-keys.ts';
import { silentVideo } from './files/made-files.ts';
import { createTestApp, quickHash, type TestApp, type TestPerson } from './test-app.ts';

type Api = typeof api;
/** 'users', 'createUser', …: a call of the contract without a row below does not compile. */
export type Call = { [Noun in keyof Api]: keyof Api[Noun] }[keyof Api];

export const actors = [
  'nobody',
  'admin',
  'owner',
  'sitePhotographer',
  'crewAdmin',
  'crewContributor',
  'crewViewer',
  'otherPhotographer',
  'client',
  'memberAdmin',
  'contributor',
  'viewer',
  'checker',
  'otherClient',
] as const;
export type Actor = (typeof actors)[number];
type People = Record<Exclude<Actor, 'nobody'>, TestPerson>;

/**
 * The statuses in this order: nobody · admin · the photographer who holds the session · the photographer of another site ·
 * photographers who are members: admin, contributor, viewer · a photographer from elsewhere · the project's client ·
 * clients who are members: admin, contributor, viewer, checker · a client from elsewhere.
 */
type Row = [
  nobody: number,
  admin: number,
  owner: number,
  site: number,
  crewAdmin: number,
  crewContributor: number,
  crewViewer: number,
  otherCrew: number,
  client: number,
  memberAdmin: number,
  contributor: number,
  viewer: number,
  checker: number,
  otherClient: number,
];

/** A project with everybody around it, and parts of it made on demand. */
export type World = Awaited<ReturnType<typeof makeWorld>>;
export type RequestParts = { params?: object; query?: object; body?: object; headers?: Record<string, string> };
export type Case = {
  of: string;
  request(world: World, actor: TestPerson): Promise<RequestParts> | RequestParts;
  answers: Row;
  /** How many rows each of them gets. */
  rows?: Row;
};

let testApp: TestApp;
let people: People;
let count = 0;

/** A server and one person of each kind; call it once, before the cases are made. The caller closes the server. */
export async function startAccessMatrix(): Promise<{
  testApp: TestApp;
  people: People;
  mediaRoot: string;
  uploads: Uploads;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'topout-matrix-'));
  mkdirSync(join(folder, 'media/site'), { recursive: true });
  writeFileSync(join(folder, 'media/site/photo.gif'), Buffer.from(pixel.split(',')[1] ?? '', 'base64'));
  // Clients get no video of an unknown kind.
  writeFileSync(join(folder, 'media/site/video.mp4'), silentVideo(512));
  const mediaRoot = join(folder, 'media');
  const uploads = { root: join(folder, 'uploads'), quotaBytes: 1_000_000 };
  const app = await createTestApp({
    trustProxy: 1,
    mediaRoot,
    dataDir: join(folder, 'data'),
    uploads,
    publicUrl: 'http://progress.example.org',
  });
  async function close() {
    await app.close();
    rmSync(folder, { recursive: true });
  }
  testApp = { ...app, close };
  const crew = () => testApp.person('photographer');
  const client = () => testApp.person('client');
  people = {
    admin: await testApp.person('admin'),
    owner: await crew(),
    sitePhotographer: await crew(),
    crewAdmin: await crew(),
    crewContributor: await crew(),
    crewViewer: await crew(),
    otherPhotographer: await crew(),
    client: await client(),
    memberAdmin: await client(),
    contributor: await client(),
    viewer: await client(),
    checker: await client(),
    otherClient: await client(),
  };
  return { testApp, people, mediaRoot, uploads };
}

async function made(by: TestPerson, what: string, body: object = {}): Promise<number> {
  const answer = await testApp.call(by, what, { body });
  if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
}

async function makeProject() {
  const { admin, client, owner, sitePhotographer } = people;
  const projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  const siteId = await testApp.make.site({ projectId, photographerId: owner.id });
  await testApp.make.site({ projectId, photographerId: sitePhotographer.id });
  const members = [
    [people.crewAdmin, 'admin'],
    [people.crewContributor, 'contributor'],
    [people.crewViewer, 'viewer'],
    [people.memberAdmin, 'admin'],
    [people.contributor, 'contributor'],
    [people.viewer, 'viewer'],
    [people.checker, 'checker'],
  ] as const;
  for (const [{ id }, role] of members) await testApp.make.member({ projectId, userId: id, role });
  return { projectId, siteId };
}

/** A Drive folder of its own that a released session of the owner's links to. */
async function linkedFolder(projectId: number, siteId: number): Promise<string> {
  const folderId = `folderNumber${++count}`;
  const droneImagesUrl = `https://drive.google.com/drive/folders/${folderId}`;
  const session = { projectId, siteId, captureDate: '2026-01-02', droneImagesUrl };
  await made(people.admin, `PUT /api/sessions/${await made(people.owner, 'POST /api/sessions', session)}/approve`);
  return folderId;
}

const linksToFiles = {
  droneImagesUrl: '/media/folders/site',
  deliverablePackageUrl: '/media/folders/site',
  rawFilesUrl: '/media/folders/site',
};

/** A released session of the owner's with a photo and a video in the product's own folders. */
async function sessionWithFiles(projectId: number, siteId: number): Promise<number> {
  const { admin, owner } = people;
  const roots = [{ provider: 'local', root: 'site' }];
  await testApp.call(admin, `PUT /api/projects/${projectId}/media-roots`, { body: { roots } });
  const session = { projectId, siteId, captureDate: '2026-01-02', ...linksToFiles };
  return made(admin, `PUT /api/sessions/${await made(owner, 'POST /api/sessions', session)}/approve`);
}

/** One that was sent back, and whose picture somebody had viewed. */
async function sentBackWithFiles(projectId: number, siteId: number): Promise<number> {
  const id = await sessionWithFiles(projectId, siteId);
  const { admin, owner } = people;
  await testApp.call(owner, `PATCH /api/sessions/${id}`, { body: { notes: 'Again' } });
  await testApp.call(admin, `GET /api/sessions/${id}/media/drone/${photo}/s220`);
  return made(admin, `PUT /api/sessions/${id}/reject`, { rejectionReason: 'Dark' });
}

const photo = encodeURIComponent('local:site/photo.gif');
const placed = { mediaKind: 'drone', item: 'local:site/photo.gif' } as const;

/** A released session whose picture an admin took back. */
async function takenBack(projectId: number, siteId: number): Promise<number> {
  const id = await sessionWithFiles(projectId, siteId);
  const body = { reason: 'A face' };
  await testApp.call(people.admin, `PUT /api/sessions/${id}/media/drone/${photo}/taken-back`, { body });
  return id;
}

/** A viewpoint of the owner's site that an admin made from the picture of a released session; and that session. */
async function madeViewpoint(projectId: number, siteId: number): Promise<{ id: number; sessionId: number }> {
  const sessionId = await sessionWithFiles(projectId, siteId);
  const body = { viewpoints: [{ ...placed, name: 'North', kind: 'photo' }] };
  const answer = await testApp.call(people.admin, `POST /api/sessions/${sessionId}/viewpoints`, { body });
  const coverage = answer.body as { viewpoints: { id: number }[] };
  return { id: coverage.viewpoints[0]?.id ?? 0, sessionId };
}

/** A link of the client's to the project. */
async function shared(projectId: number): Promise<number> {
  const body = { scope: 'project', recipient: 'The bank' };
  const answer = await testApp.call(people.client, `POST /api/projects/${projectId}/share-links`, { body });
  return (answer.body as { link: { id: number } }).link.id;
}

/** The token in the address of a picture behind a link that the owner has just checked. */
async function checkedLink(projectId: number, siteId: number): Promise<string> {
  await sessionWithFiles(projectId, siteId);
  const body = { projectId, kind: 'drone', url: '/media/folders/site' };
  const answer = await testApp.call(people.owner, 'POST /api/links/check', { body });
  return (
    String((answer.body as { thumbnails: string[] }).thumbnails[0])
      .split('/')
      .at(-2) ?? ''
  );
}

const announcedTo = (projectId: number, name = 'photo.jpg') => ({ projectId, files: [{ name, bytes: 9 }] });
/** For a part without a byte. */
const noChunk = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': chunkType,
  'content-length': '0',
};

/** An upload that the owner has begun, and its only file. */
async function begun(projectId: number, name?: string): Promise<{ id: string; file: string }> {
  const answer = await testApp.call(people.owner, 'POST /api/uploads', { body: announcedTo(projectId, name) });
  const { id, files } = answer.body as Upload;
  return { id, file: files[0]?.id ?? '' };
}

/** Somebody whom an admin has just invited, and the link's token. */
async function invited(): Promise<{ id: number; token: string }> {
  const answer = await testApp.call(people.admin, 'POST /api/invitations', { body: account(fresh()) });
  const { user, path } = answer.body as { user: { id: number }; path: string };
  return { id: user.id, token: path.split('/').at(-1) ?? '' };
}

/** The version of a photo that this person has just uploaded. */
async function photoOf(person: TestPerson): Promise<string> {
  const answer = await testApp.call(person, `POST /api/users/${person.id}/photo`, { body: { profilePhotoUrl: pixel } });
  return (answer.body as { profilePhotoUrl: string }).profilePhotoUrl.split('/').at(-1) ?? '';
}

/** The version of the company's present logo. */
async function keepLogo(): Promise<string> {
  const answer = await testApp.call(people.admin, 'POST /api/settings/brand/logo', { body: { logo: pixel } });
  return (answer.body as { logo: string }).logo.split('/').at(-1) ?? '';
}

const packPeriod = { from: '2026-01-01', to: '2026-01-31' };

async function madePack(projectId: number): Promise<number> {
  const answer = await testApp.call(people.client, `POST /api/projects/${projectId}/packs`, { body: packPeriod });
  return (answer.body as { pack: { id: number } }).pack.id;
}

const stageBody = { name: 'Lintel', criteria: [{ text: 'Lintels are cast over all openings' }], wanted: [] };
const confirmation = { kind: 'confirmed', criteria: [{ id: 1, ticked: true }] };

/** A stage of the project, which nobody marked. */
async function madeStage(projectId: number): Promise<number> {
  const present = await testApp.call(people.admin, `GET /api/projects/${projectId}/stages`);
  const stages = [...(present.body as { id: number; criteria: object[]; wanted: object[]; name: string }[]), stageBody];
  const made = await testApp.call(people.admin, `PUT /api/projects/${projectId}/stages`, { body: { stages } });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  return (made.body as { stages: { id: number }[] }).stages.at(-1)?.id ?? 0;
}

/** A day on which no other visit is planned. */
const freeDay = () => new Date(Date.UTC(2100, 0, ++count)).toISOString().slice(0, 10);

export async function makeWorld() {
  const { admin, client, owner } = people;
  const { projectId, siteId } = await makeProject();
  const pending = () => made(owner, 'POST /api/sessions', { projectId, siteId, captureDate: '2026-01-02' });
  async function reviewed(how: 'approve' | 'reject') {
    const id = await pending();
    return made(admin, `PUT /api/sessions/${id}/${how}`, { rejectionReason: 'Blurred' });
  }
  const released = () => reviewed('approve');
  const concern = async (by: TestPerson = client) =>
    made(by, 'POST /api/disputes', { sessionId: await released(), reason: 'A crack' });
  /** One that is pinned to a photo, with that place. */
  async function pinned(by: TestPerson = client) {
    const photo = { kind: 'photo', mediaKind: 'drone', file: 'local:site/photo.gif', x: 0.5, y: 0.5 };
    const sessionId = await sessionWithFiles(projectId, siteId);
    const answer = await testApp.call(by, 'POST /api/disputes', {
      body: { sessionId, reason: 'A crack', anchor: photo },
    });
    const { id, anchor } = answer.body as { id: number; anchor: { id: number } };
    return { id, anchorId: anchor.id, photo };
  }
  /** A stage that was claimed, and the body of the mark that a released session shows it. */
  async function claimed() {
    const sessionId = await sessionWithFiles(projectId, siteId);
    const id = await madeStage(projectId);
    await made(owner, `POST /api/stages/${id}/marks`, { kind: 'claimed', sessionId });
    const pictures = [{ sessionId, ...placed }];
    return { id, body: { kind: 'seen', sessionId, criteria: [{ id: 1, ticked: true, pictures }] } };
  }
  async function seen() {
    const { id, body } = await claimed();
    return made(admin, `POST /api/stages/${id}/marks`, body);
  }
  return {
    projectId,
    siteId,
    pinned,
    pending,
    released,
    rejected: () => reviewed('reject'),
    concern,
    async settled() {
      const id = await concern();
      return made(admin, `PATCH /api/disputes/${id}/resolve`);
    },
    /** Somebody without a login whom the people of the project see, and one whom they do not. */
    async colleague() {
      const person = await testApp.make.user('client');
      await testApp.make.member({ projectId, userId: person.id, role: 'viewer' });
      return person;
    },
    stranger: () => testApp.make.user('client'),
    stage: () => madeStage(projectId),
    /** That anybody who may submit there may take. */
    plannedVisit: () => made(admin, `POST /api/projects/${projectId}/planned-visits`, { siteId, day: freeDay() }),
    claimed,
    seen,
    confirmed: async () => made(admin, `POST /api/stages/${await seen()}/marks`, confirmation),
    /** A notification of somebody. */
    async notification(userId: number) {
      const row = { user_id: userId, title: 'T', message: 'M', type: 'project_assigned' } as const;
      const notes = testApp.database.query.insertInto('notifications').values(row).returning('id');
      return (await notes.executeTakeFirstOrThrow()).id;
    },
  };
}

/** Rows that the builders write outside the product announce nothing; this write touches every topic of theirs. */
export async function announce({ projectId }: World): Promise<void> {
  const body = { project: { description: 'Announced' } };
  const answer = await testApp.call(people.admin, `PATCH /api/projects/${projectId}`, { body });
  if (answer.status !== 200) throw new Error(`The project could not be edited: ${JSON.stringify(answer.body)}`);
}

const byId = (id: number) => ({ params: { id } });
const account = (username: string) => ({
  username,
  firstName: 'F',
  lastName: 'L',
  role: 'client',
  email: `${username}@x.example`,
});
const profile = (username: string) => ({ firstName: 'F', lastName: 'L', email: `${username}@y.example` });
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const fresh = () => `fresh${++count}`;

const pairOf = (id: number) => {
  const item = 'local:site/photo.gif';
  return {
    olderSession: id,
    olderKind: 'drone',
    olderItem: item,
    newerSession: id,
    newerKind: 'drone',
    newerItem: item,
  };
};
const markedPair = (sessionId: number) => {
  const picture = { sessionId, mediaKind: 'drone', item: 'local:site/photo.gif' };
  const marks = [
    [0, 0],
    [1, 0],
    [0, 1],
  ].map((place) => ({ older: place, newer: place }));
  return { older: picture, newer: picture, marks };
};

/** As a browser describes it; nothing is sent to its host in these tests. */
const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${++count}`,
  keys: { p256dh: vapidKeysOf('a device').publicKey, auth: 'A'.repeat(22) },
});

const webhookBody = { name: 'W', url: 'https://example.org/hook', kinds: ['session.released'] };
const savedFilter = () =>
  made(people.admin, 'POST /api/saved-filters', { name: `F${++count}`, query: 'status=pending' });
/** The product allows few webhooks. */
const noWebhooks = () => testApp.database.query.deleteFrom('webhooks').execute();

async function madeWebhook(): Promise<number> {
  await noWebhooks();
  return made(people.admin, 'POST /api/webhooks', webhookBody);
}

async function changedWebhook(): Promise<number> {
  return made(people.admin, `POST /api/webhooks/${await madeWebhook()}/secret`);
}

async function deliveredMessage() {
  const id = await madeWebhook();
  const row = { webhook_id: id, kind: 'test', delivered_at: new Date() } as const;
  const messages = testApp.database.query.insertInto('webhook_deliveries').values(row).returning('id');
  return { params: { id, deliveryId: (await messages.executeTakeFirstOrThrow()).id } };
}

// biome-ignore format: one line per row, to be read as a table
export const accessMatrix: Record<Call, Case[]> = {
  login: [
    { of: 'with the right password', request: (_, actor) => ({ body: { username: actor.username, password: testApp.password } }),
      answers: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  logout: [
    { of: 'one’s own login', request: () => ({}),
      answers: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  current: [
    { of: 'oneself', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  changePassword: [
    { of: 'one’s own', request: () => ({ body: { currentPassword: testApp.password, newPassword: 'another good one' } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],

  users: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  createUser: [
    { of: 'a client', request: () => ({ body: { ...account(fresh()), password: 'long enough' } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  inviteUser: [
    { of: 'a client', request: () => ({ body: account(fresh()) }),
      answers: [401, 201, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  renewInvitation: [
    { of: 'somebody who was invited', request: async () => byId((await invited()).id),
      answers: [401, 201, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'somebody who has a password', request: async (world) => byId((await world.colleague()).id),
      answers: [401, 409, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  createResetLink: [
    { of: 'somebody of the project', request: async (world) => byId((await world.colleague()).id),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'somebody from elsewhere', request: async (world) => byId((await world.stranger()).id),
      answers: [401, 201, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  requestReset: [
    // 503: no mail server is set here.
    { of: 'anybody', request: () => ({ body: { account: people.client.username } }),
      answers: [503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503] },
  ],
  setPassword: [
    { of: 'by an invitation', request: async () => ({ body: { token: (await invited()).token, password: 'crane-and-mortar' } }),
      answers: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
    { of: 'by a token that nobody made', request: () => ({ body: { token: 'made-up', password: 'crane-and-mortar' } }),
      answers: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  getUser: [
    { of: 'oneself', request: (_, actor) => byId(actor.id),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
    { of: 'somebody of the project', request: async (world) => byId((await world.colleague()).id),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
    { of: 'the session’s photographer', request: () => byId(people.owner.id),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
    { of: 'somebody from elsewhere', request: async (world) => byId((await world.stranger()).id),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  editUser: [
    { of: 'oneself', request: (_, actor) => ({ ...byId(actor.id), body: { ...account(actor.username), role: actor.role } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
    { of: 'somebody of the project', request: async (world) => ({ ...byId((await world.colleague()).id), body: account(fresh()) }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'somebody from elsewhere', request: async (world) => ({ ...byId((await world.stranger()).id), body: account(fresh()) }),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  removeUser: [
    { of: 'oneself', request: (_, actor) => byId(actor.id),
      answers: [401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
    { of: 'somebody of the project', request: async (world) => byId((await world.colleague()).id),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'somebody from elsewhere', request: async (world) => byId((await world.stranger()).id),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  changeRole: [
    { of: 'oneself', request: (_, actor) => ({ ...byId(actor.id), body: { role: actor.role === 'client' ? 'admin' : 'client' } }),
      answers: [401, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
    { of: 'somebody of the project', request: async (world) => ({ ...byId((await world.colleague()).id), body: { role: 'photographer' } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'somebody still needed in theirs', request: () => ({ ...byId(people.client.id), body: { role: 'photographer' } }),
      answers: [401, 409, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  userStats: [
    { of: 'oneself', request: (_, actor) => byId(actor.id),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
    { of: 'somebody of the project', request: () => byId(people.sitePhotographer.id),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  editProfile: [
    { of: 'oneself', request: (_, actor) => ({ ...byId(actor.id), body: { ...profile(actor.username), currentPassword: testApp.password } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
    { of: 'somebody of the project', request: async (world) => ({ ...byId((await world.colleague()).id), body: profile(fresh()) }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'somebody from elsewhere', request: async (world) => ({ ...byId((await world.stranger()).id), body: profile(fresh()) }),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  changePhoto: [
    { of: 'oneself', request: (_, actor) => ({ ...byId(actor.id), body: { profilePhotoUrl: pixel } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
    { of: 'somebody of the project', request: async (world) => ({ ...byId((await world.colleague()).id), body: { profilePhotoUrl: pixel } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  userPhoto: [
    { of: 'the session’s photographer’s', request: async () => ({ params: { id: people.owner.id, version: await photoOf(people.owner) } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],

  projects: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  createProject: [
    { of: 'a new one', request: () => ({ body: { project: { name: 'P', clientId: people.client.id } } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  getProject: [
    { of: 'it', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  editProject: [
    { of: 'it', request: ({ projectId }) => ({ ...byId(projectId), body: { project: { name: 'Q' } } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  removeProject: [
    { of: 'it', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sites: [
    { of: 'it', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404],
      rows: [0, 2, 2, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2, 0] },
  ],
  mediaRoots: [
    { of: 'it', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  bindMediaRoots: [
    { of: 'it', request: ({ projectId }) => ({ ...byId(projectId), body: { roots: [{ provider: 'local', root: 'a' }] } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],

  members: [
    { of: 'the project', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404],
      rows: [0, 7, 7, 7, 7, 7, 7, 0, 7, 7, 7, 7, 7, 0] },
  ],
  addMember: [
    { of: 'a viewer whom the project’s people see', request: ({ projectId }) => ({ ...byId(projectId), body: { userId: people.sitePhotographer.id, role: 'viewer' } }),
      answers: [401, 201, 403, 403, 201, 403, 403, 404, 403, 201, 403, 403, 403, 404] },
    { of: 'a project admin whom the project’s people see', request: ({ projectId }) => ({ ...byId(projectId), body: { userId: people.sitePhotographer.id, role: 'admin' } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'somebody whom they cannot see', request: async ({ projectId, stranger }) => ({ ...byId(projectId), body: { userId: (await stranger()).id } }),
      answers: [401, 201, 403, 403, 400, 403, 403, 404, 403, 400, 403, 403, 403, 404] },
  ],
  changeMember: [
    { of: 'a viewer to contributor', request: async ({ projectId, colleague }) => ({ params: { id: projectId, userId: (await colleague()).id }, body: { role: 'contributor' } }),
      answers: [401, 200, 403, 403, 200, 403, 403, 404, 403, 200, 403, 403, 403, 404] },
    { of: 'a viewer to admin', request: async ({ projectId, colleague }) => ({ params: { id: projectId, userId: (await colleague()).id }, body: { role: 'admin' } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'oneself', request: ({ projectId }, actor) => ({ params: { id: projectId, userId: actor.id }, body: { role: 'viewer' } }),
      answers: [401, 404, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  removeMember: [
    { of: 'a viewer', request: async ({ projectId, colleague }) => ({ params: { id: projectId, userId: (await colleague()).id } }),
      answers: [401, 200, 403, 403, 200, 403, 403, 404, 403, 200, 403, 403, 403, 404] },
    { of: 'a project admin', request: ({ projectId }) => ({ params: { id: projectId, userId: people.memberAdmin.id } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],

  sessions: [
    { of: 'the project, one waiting and one released', request: async ({ projectId, pending, released }) => { await pending(); await released(); return { query: { projectId } }; },
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
      rows: [0, 2, 2, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0] },
  ],
  createSession: [
    { of: 'in the project', request: ({ projectId, siteId }) => ({ body: { projectId, siteId, captureDate: '2026-01-01' } }),
      answers: [401, 201, 201, 201, 201, 201, 403, 400, 403, 403, 403, 403, 403, 403] },
  ],
  getSession: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a rejected one', request: async ({ rejected }) => byId(await rejected()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  editSession: [
    { of: 'one that waits', request: async ({ pending }) => ({ ...byId(await pending()), body: { notes: 'N' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => ({ ...byId(await released()), body: { notes: 'N' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'one that waits, to approved', request: async ({ pending }) => ({ ...byId(await pending()), body: { status: 'approved' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one, to completed', request: async ({ released }) => ({ ...byId(await released()), body: { status: 'completed' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  releaseAddedMedia: [
    { of: 'of a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'of one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 409, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  leaveOutMissingFiles: [
    { of: 'of one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'of a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  removeSession: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  approveSession: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 409, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  rejectSession: [
    { of: 'one that waits', request: async ({ pending }) => ({ ...byId(await pending()), body: { rejectionReason: 'R' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => ({ ...byId(await released()), body: { rejectionReason: 'R' } }),
      answers: [401, 409, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  resubmitSession: [
    { of: 'a rejected one', request: async ({ rejected }) => byId(await rejected()),
      answers: [401, 403, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 403, 409, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  liveVersions: [
    { of: 'what has changed', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  presence: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  enterPresence: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  leavePresence: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sessionFlags: [
    { of: 'a rejected one', request: async ({ rejected }) => byId(await rejected()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sessionChanges: [
    { of: 'a rejected one', request: async ({ rejected }) => byId(await rejected()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  formerPicture: [
    { of: 'of one that was sent back after a release', request: async ({ projectId, siteId }) => ({ params: { id: await sentBackWithFiles(projectId, siteId), kind: 'drone', item: photo, size: 's220' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), kind: 'drone', item: photo, size: 's220' } }),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sessionRecords: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404],
      rows: [0, 2, 2, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 0] },
  ],
  sessionMedia: [
    { of: 'one that waits', request: async ({ pending }) => ({ params: { id: await pending(), kind: 'drone' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => ({ params: { id: await released(), kind: 'drone' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  sealedId: [
    { of: 'a file by its path', request: () => ({ query: { item: 'local:site/photo.gif' } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  driveFolderImages: [
    // 503: no key is set here, which only people who may see the folder learn.
    { of: 'of a released session', request: async ({ projectId, siteId }) => ({ params: { folderId: await linkedFolder(projectId, siteId) } }),
      answers: [401, 503, 503, 404, 404, 404, 404, 404, 503, 503, 503, 503, 503, 404] },
    { of: 'that nobody linked to', request: () => ({ params: { folderId: 'notLinkedAnywhere' } }),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  checkLink: [
    { of: 'for the project', request: ({ projectId }) => ({ body: { projectId, kind: 'drone', url: '/media/folders/a' } }),
      answers: [401, 200, 200, 200, 200, 200, 403, 400, 403, 403, 403, 403, 403, 403] },
  ],
  sessionCover: [
    { of: 'a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), size: 's220' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  sessionImage: [
    { of: 'of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), kind: 'drone', item: photo, size: 's220' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  takeBack: [
    { of: 'of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), kind: 'drone', item: photo }, body: { reason: 'A face' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  showAgain: [
    { of: 'one that was taken back', request: async ({ projectId, siteId }) => ({ params: { id: await takenBack(projectId, siteId), item: photo } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  getAlignment: [
    { of: 'a picture of a released one with itself', request: async ({ projectId, siteId }) => ({ query: pairOf(await sessionWithFiles(projectId, siteId)) }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  alignByHand: [
    { of: 'a picture of a released one with itself', request: async ({ projectId, siteId }) => ({ body: markedPair(await sessionWithFiles(projectId, siteId)) }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 403] },
  ],
  sessionFile: [
    { of: 'a film of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), kind: 'drone', item: encodeURIComponent('local:site/video.mp4') } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
    { of: 'an original photo of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), kind: 'drone', item: photo } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  sessionDeliverable: [
    { of: 'a package of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), field: 'deliverablePackageUrl' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
    { of: 'one that waits', request: async ({ pending }) => ({ params: { id: await pending(), field: 'deliverablePackageUrl' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  deliverableFile: [
    { of: 'a picture of the package of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), field: 'deliverablePackageUrl', item: photo } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
    { of: 'a picture of the raw files of a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId), field: 'rawFilesUrl', item: photo } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  pictureDownload: [
    { of: 'a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId) } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  picturesZip: [
    { of: 'a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId) } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  makeSessionReport: [
    { of: 'a released one', request: async ({ projectId, siteId }) => ({ params: { id: await sessionWithFiles(projectId, siteId) }, body: {} }),
      answers: [401, 202, 202, 404, 404, 404, 404, 404, 202, 202, 202, 202, 202, 404] },
  ],
  makePeriodReport: [
    { of: 'the project', request: ({ projectId }) => ({ params: { id: projectId }, body: { from: '2026-01-01', to: '2026-01-01' } }),
      answers: [401, 202, 202, 202, 202, 202, 202, 404, 202, 202, 202, 202, 202, 404] },
  ],
  periodPreview: [
    { of: 'the project', request: ({ projectId }) => ({ params: { id: projectId }, query: { from: '2026-01-01', to: '2026-12-31' } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  reportState: [
    { of: 'one that nobody asked for', request: () => ({ params: { key: 'a'.repeat(43) } }),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  cancelReport: [
    { of: 'one that nobody asked for', request: () => ({ params: { key: 'a'.repeat(43) } }),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  reportFile: [
    { of: 'one that nobody asked for', request: () => ({ params: { key: 'a'.repeat(43) } }),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  packs: [
    { of: 'the project', request: ({ projectId }) => ({ params: { id: projectId } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 200, 200, 200, 200, 200, 404] },
  ],
  makePack: [
    { of: 'the project', request: async ({ projectId, stage }) => { await stage(); return { params: { id: projectId }, body: packPeriod }; },
      answers: [401, 202, 403, 403, 403, 403, 403, 404, 202, 202, 202, 403, 403, 404] },
  ],
  packFile: [
    { of: 'one that the client made', request: async ({ projectId, stage }) => { await stage(); return byId(await madePack(projectId)); },
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 200, 200, 200, 200, 200, 404] },
  ],
  handover: [
    { of: 'the project', request: ({ projectId }) => ({ params: { id: projectId } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 200, 200, 200, 403, 403, 404] },
  ],
  makeHandover: [
    { of: 'the project', request: ({ projectId }) => ({ params: { id: projectId } }),
      answers: [401, 202, 403, 403, 403, 403, 403, 404, 202, 202, 202, 403, 403, 404] },
  ],
  // One that nobody has made ready yet.
  handoverFile: [
    { of: 'the project', request: ({ projectId }) => ({ params: { id: projectId } }),
      answers: [401, 409, 403, 403, 403, 403, 403, 404, 409, 409, 409, 403, 403, 404] },
  ],
  linkImage: [
    { of: 'behind a link that the owner checked', request: async ({ projectId, siteId }) => ({ params: { token: await checkedLink(projectId, siteId), size: 's220' } }),
      answers: [401, 404, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],

  viewpoints: [
    { of: 'the project', request: async ({ projectId, siteId }) => { await madeViewpoint(projectId, siteId); return byId(projectId); },
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404],
      rows: [0, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0] },
  ],
  getViewpoint: [
    { of: 'one with a released picture', request: async ({ projectId, siteId }) => byId((await madeViewpoint(projectId, siteId)).id),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  thenAndNow: [
    { of: 'the project', request: async ({ projectId, siteId }) => { await madeViewpoint(projectId, siteId); return byId(projectId); },
      answers: [401, 403, 403, 403, 403, 403, 403, 404, 200, 200, 200, 200, 200, 404] },
  ],
  editViewpoint: [
    { of: 'one with a released picture', request: async ({ projectId, siteId }) => ({ ...byId((await madeViewpoint(projectId, siteId)).id), body: { name: 'N' } }),
      answers: [401, 200, 200, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  placePicture: [
    { of: 'the picture of a released session', request: async ({ projectId, siteId }) => ({ params: await madeViewpoint(projectId, siteId), body: placed }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sessionViewpoints: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  sessionChecks: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sitePlace: [
    { of: 'a project', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 403, 403, 403, 403, 403, 404] },
  ],
  visitCodes: [
    { of: 'a project', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 403, 403, 403, 403, 403, 404] },
  ],
  sessionPairs: [
    { of: 'two released ones', request: async ({ released }) => ({ params: { id: await released() }, query: { with: await released(), kind: 'drone', otherKind: 'indoor' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
    { of: 'a released one with one that waits', request: async ({ released, pending }) => ({ params: { id: await released() }, query: { with: await pending(), kind: 'drone', otherKind: 'drone' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  createViewpoints: [
    { of: 'a released session', request: async ({ projectId, siteId }) => ({ ...byId(await sessionWithFiles(projectId, siteId)), body: { viewpoints: [{ ...placed, name: 'N', kind: 'photo' }] } }),
      answers: [401, 201, 201, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],

  shareLinks: [
    { of: 'the project, with one of the client’s', request: async ({ projectId }) => { await shared(projectId); return byId(projectId); },
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 200, 200, 200, 200, 200, 404],
      rows: [0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0] },
  ],
  createShareLink: [
    { of: 'the project', request: ({ projectId }) => ({ ...byId(projectId), body: { scope: 'project', recipient: 'The bank' } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 201, 201, 201, 403, 403, 404] },
    { of: 'a released session', request: async ({ projectId, released }) => ({ ...byId(projectId), body: { scope: 'session', sessionId: await released(), recipient: 'The bank' } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 201, 201, 201, 403, 403, 404] },
    { of: 'a session that waits', request: async ({ projectId, pending }) => ({ ...byId(projectId), body: { scope: 'session', sessionId: await pending(), recipient: 'The bank' } }),
      answers: [401, 400, 403, 403, 403, 403, 403, 404, 404, 404, 404, 403, 403, 404] },
  ],
  renewShareLink: [
    { of: 'one of the client’s', request: async ({ projectId }) => byId(await shared(projectId)),
      answers: [401, 201, 404, 404, 404, 404, 404, 404, 201, 404, 404, 404, 404, 404] },
  ],
  endShareLink: [
    { of: 'one of the client’s', request: async ({ projectId }) => byId(await shared(projectId)),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 200, 404, 404, 404, 404, 404] },
  ],
  endAllShareLinks: [
    { of: 'those of the project', request: async ({ projectId }) => { await shared(projectId); return byId(projectId); },
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],

  stages: [
    { of: 'the project', request: async (world) => { await world.stage(); return byId(world.projectId); },
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  getStage: [
    { of: 'the project', request: async (world) => byId(await world.stage()),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  editStages: [
    { of: 'the project', request: ({ projectId }) => ({ ...byId(projectId), body: { stages: [stageBody] } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  markStage: [
    // A session of the owner's: others of the crew do not see it.
    { of: 'claimed with the owner’s session', request: async (world) => ({ ...byId(await world.stage()), body: { kind: 'claimed', sessionId: await world.pending() } }),
      answers: [401, 201, 201, 400, 400, 400, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'seen in a released session', request: async (world) => { const { id, body } = await world.claimed(); return { ...byId(id), body }; },
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'confirmed', request: async (world) => ({ ...byId(await world.seen()), body: confirmation }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 201, 404] },
    { of: 'confirmed on site', request: async (world) => ({ ...byId((await world.claimed()).id), body: { ...confirmation, onSite: true } }),
      answers: [401, 400, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 201, 404] },
    { of: 'the claim refused', request: async (world) => ({ ...byId((await world.claimed()).id), body: { kind: 'confirmed', act: 'refused', note: 'Not yet' } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 201, 404] },
    { of: 'acknowledged', request: async (world) => ({ ...byId(await world.confirmed()), body: { kind: 'acknowledged' } }),
      answers: [401, 403, 403, 403, 403, 403, 403, 404, 201, 201, 201, 403, 403, 404] },
    { of: 'an admin’s confirmation taken back', request: async (world) => ({ ...byId(await world.confirmed()), body: { kind: 'confirmed', act: 'taken_back', note: 'Too early' } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  // No map is named here: whoever may ask reads that there is none.
  mapTiles: [
    { of: 'the operator’s map', request: () => ({}),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  plannedVisits: [
    { of: 'the project', request: async (world) => { await world.plannedVisit(); return { query: { projectId: world.projectId } }; },
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 403, 403, 403, 403, 403, 403] },
  ],
  nextVisit: [
    { of: 'the project', request: async (world) => { await world.plannedVisit(); return byId(world.projectId); },
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  planVisit: [
    { of: 'the project', request: ({ projectId, siteId }) => ({ ...byId(projectId), body: { siteId, day: freeDay() } }),
      answers: [401, 201, 403, 403, 403, 403, 403, 404, 403, 403, 403, 403, 403, 404] },
  ],
  // Those who may submit there read it; everybody else only the day of the next one.
  editPlannedVisit: [
    { of: 'one that anybody may take', request: async (world) => ({ ...byId(await world.plannedVisit()), body: { note: 'Bring the long pole' } }),
      answers: [401, 200, 403, 403, 403, 403, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  skipPlannedVisit: [
    { of: 'one that anybody may take', request: async (world) => ({ ...byId(await world.plannedVisit()), body: { reason: 'The road is flooded' } }),
      answers: [401, 200, 403, 403, 403, 403, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  removePlannedVisit: [
    { of: 'one that anybody may take', request: async (world) => byId(await world.plannedVisit()),
      answers: [401, 200, 403, 403, 403, 403, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  disputes: [
    { of: 'the project', request: async ({ projectId, concern }) => { await concern(); return { query: { projectId } }; },
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
      rows: [0, 1, 1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0] },
  ],
  sessionDisputes: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  getDispute: [
    { of: 'the client’s', request: async ({ concern }) => byId(await concern()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  createDispute: [
    { of: 'on a released session', request: async ({ released }) => ({ body: { sessionId: await released(), reason: 'R' } }),
      answers: [401, 403, 403, 403, 403, 403, 403, 403, 201, 201, 201, 403, 403, 400] },
    { of: 'on a session that waits', request: async ({ pending }) => ({ body: { sessionId: await pending(), reason: 'R' } }),
      answers: [401, 403, 403, 403, 403, 403, 403, 403, 400, 400, 400, 400, 400, 400] },
  ],
  resolveDispute: [
    { of: 'the client’s', request: async ({ concern }) => byId(await concern()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
  ],
  setDisputeStatus: [
    { of: 'the client’s, to in progress', request: async ({ concern }) => ({ ...byId(await concern()), body: { status: 'in_progress' } }),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'the client’s, to closed', request: async ({ concern }) => ({ ...byId(await concern()), body: { status: 'closed' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 200, 403, 403, 403, 403, 404] },
    { of: 'the client’s resolved one, back to open', request: async ({ settled }) => ({ ...byId(await settled()), body: { status: 'open' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 200, 403, 403, 403, 403, 404] },
    { of: 'the client’s resolved one, to in progress', request: async ({ settled }) => ({ ...byId(await settled()), body: { status: 'in_progress' } }),
      answers: [401, 200, 409, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 404] },
    { of: 'a contributor’s, to closed', request: async ({ concern }) => ({ ...byId(await concern(people.contributor)), body: { status: 'closed' } }),
      answers: [401, 200, 403, 404, 404, 404, 404, 404, 403, 403, 200, 403, 403, 404] },
  ],
  disputeMessages: [
    { of: 'the client’s', request: async ({ concern }) => byId(await concern()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  commentDispute: [
    { of: 'the client’s', request: async ({ concern }) => ({ ...byId(await concern()), body: { message: 'M' } }),
      answers: [401, 201, 201, 404, 404, 404, 404, 404, 201, 201, 403, 403, 403, 404] },
    { of: 'a contributor’s', request: async ({ concern }) => ({ ...byId(await concern(people.contributor)), body: { message: 'M' } }),
      answers: [401, 201, 201, 404, 404, 404, 404, 404, 403, 201, 201, 403, 403, 404] },
  ],

  moveDispute: [
    { of: 'the client’s, to a photo', request: async ({ pinned }) => { const { id, photo } = await pinned(); return { ...byId(id), body: { anchor: photo } }; },
      answers: [401, 403, 403, 404, 404, 404, 404, 404, 200, 403, 403, 403, 403, 404] },
    { of: 'a contributor’s, to a photo', request: async ({ pinned }) => { const { id, photo } = await pinned(people.contributor); return { ...byId(id), body: { anchor: photo } }; },
      answers: [401, 403, 403, 404, 404, 404, 404, 404, 403, 403, 200, 403, 403, 404] },
  ],
  sessionPins: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  disputeCrop: [
    { of: 'the client’s', request: async ({ pinned }) => { const { id, anchorId } = await pinned(); return { params: { id, anchor: anchorId } }; },
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],

  notifications: [
    { of: 'one’s own', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  readNotification: [
    { of: 'one’s own', request: async ({ notification }, actor) => byId(await notification(actor.id)),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
    { of: 'somebody else’s', request: async ({ notification, stranger }) => byId(await notification((await stranger()).id)),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  readAllNotifications: [
    { of: 'one’s own', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  notificationPreferences: [
    { of: 'one’s own', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  editNotificationPreferences: [
    { of: 'one’s own', request: () => ({ body: { choices: [], digest: 'daily', quietFrom: null, quietUntil: null, timeZone: null } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  muteProject: [
    { of: 'a project', request: ({ projectId }) => ({ ...byId(projectId), body: { muted: true } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  projectSummary: [
    { of: 'a project', request: ({ projectId }) => byId(projectId),
      answers: [401, 200, 200, 200, 200, 200, 200, 404, 200, 200, 200, 200, 200, 404] },
  ],
  ownProjects: [
    { of: 'what one sees', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  needs: [
    { of: 'what needs one', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 403, 403, 403, 403, 403, 403] },
  ],
  dashboardStats: [
    { of: 'what one sees', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  news: [
    { of: 'what is new', request: () => ({}),
      answers: [401, 403, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200] },
  ],
  newestVisit: [
    { of: 'what is released', request: () => ({}),
      answers: [401, 403, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200] },
  ],
  markSeen: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 403, 403, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 403, 403, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  reviewFigures: [
    { of: 'the company', request: () => ({ query: { days: 30 } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  reviewFiguresTable: [
    { of: 'the company', request: () => ({ query: { days: 365 } }),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  responseTimes: [
    { of: 'the company', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  search: [
    { of: 'what one sees', request: () => ({ query: { q: 'project' } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  searchGroups: [
    { of: 'what one sees', request: () => ({ query: { q: 'project' } }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  savedFilters: [
    { of: 'one’s own', request: () => ({ query: {} }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  saveFilter: [
    { of: 'for oneself', request: () => ({ body: { name: `F${++count}`, query: 'status=pending' } }),
      answers: [401, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201] },
  ],
  editSavedFilter: [
    { of: 'one of the admin’s', request: async () => ({ ...byId(await savedFilter()), body: { name: `F${++count}` } }),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  removeSavedFilter: [
    { of: 'one of the admin’s', request: async () => byId(await savedFilter()),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  sessionHistory: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  disputeHistory: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  auditLog: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  createDemoRequest: [
    { of: 'a new one', request: () => ({ body: { name: 'N', email: 'n@x.example', company: 'C', projectBrief: 'B' }, headers: { 'x-forwarded-for': `203.0.113.${++count % 250}` } }),
      answers: [201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201, 201] },
  ],
  pushState: [
    { of: 'one’s own device', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  subscribePush: [
    { of: 'one’s own device', request: () => ({ body: subscription() }),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  unsubscribePush: [
    { of: 'one’s own device', request: () => ({}),
      answers: [401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  testPush: [
    { of: 'a device that receives none', request: async (_, actor) => {
        await testApp.call(actor, 'DELETE /api/push/subscription');
        return {};
      },
      answers: [401, 409, 409, 409, 409, 409, 409, 409, 409, 409, 409, 409, 409, 409] },
  ],
  companySettings: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  brand: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editBrand: [
    { of: 'another name', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { name: 'Skyline', colour: '#7e22ce', address: '1 Marina' } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  changeLogo: [
    { of: 'a first one', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { logo: pixel } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  removeLogo: [
    { of: 'the present one', request: async () => {
        await keepLogo();
        return {};
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  brandLogo: [
    { of: 'the present one', request: async () => ({ params: { version: await keepLogo() } }),
      answers: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  shareRules: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 200, 200, 200, 200, 200, 200] },
  ],
  editShareRules: [
    { of: 'a shorter life', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { longestDays: 90, pinAlways: false, downloads: true } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  retention: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editRetention: [
    { of: 'notifications for a year', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { auditLog: null, notifications: 365, demoRequests: null } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  companyDefaults: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editCompanyDefaults: [
    { of: 'another digest', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { digest: 'daily', remindsHalfway: true } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  rejectionReasons: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editRejectionReasons: [
    { of: 'all', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { reasons: { ...defaultReasons, blurred: { sentence: 'Out of focus.', enabled: true } } } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editCompanySettings: [
    { of: 'a holiday', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { ...defaultSettings, holidays: ['2199-12-25'] } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  checklist: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editChecklist: [
    { of: 'a line', request: async () => {
        await testApp.database.query.deleteFrom('settings').execute();
        return { body: { lines: [{ text: 'A line', kind: null }] } };
      },
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  webhooks: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  createWebhook: [
    { of: 'a new one', request: async () => { await noWebhooks(); return { body: webhookBody }; },
      answers: [401, 201, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
  editWebhook: [
    { of: 'its pause', request: async () => ({ ...byId(await madeWebhook()), body: { active: false } }),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  removeWebhook: [
    { of: 'any', request: async () => byId(await madeWebhook()),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  changeWebhookSecret: [
    { of: 'any', request: async () => byId(await madeWebhook()),
      answers: [401, 201, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  endFormerSecret: [
    { of: 'that of a changed one', request: async () => byId(await changedWebhook()),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  webhookDeliveries: [
    { of: 'any', request: async () => byId(await madeWebhook()),
      answers: [401, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  testWebhook: [
    { of: 'any', request: async () => byId(await madeWebhook()),
      answers: [401, 202, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  sendDeliveryAgain: [
    { of: 'what was delivered', request: deliveredMessage,
      answers: [401, 202, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  startUpload: [
    { of: 'to the project', request: ({ projectId }) => ({ body: announcedTo(projectId) }),
      answers: [401, 201, 201, 201, 201, 201, 403, 400, 403, 403, 403, 403, 403, 403] },
  ],
  getUpload: [
    { of: 'the owner’s', request: async ({ projectId }) => ({ params: { upload: (await begun(projectId)).id } }),
      answers: [401, 404, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 403] },
  ],
  uploadOffset: [
    { of: 'a file of the owner’s, by another method than HEAD', request: async ({ projectId }) => ({ params: { file: (await begun(projectId)).file } }),
      answers: [401, 404, 404, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 403] },
  ],
  sendChunk: [
    { of: 'a file of the owner’s', request: async ({ projectId }) => ({ params: { file: (await begun(projectId)).file }, headers: noChunk }),
      answers: [401, 404, 204, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 403] },
  ],
  announceCopy: [
    { of: 'a video of the owner’s', request: async ({ projectId }) => ({ params: { file: (await begun(projectId, 'a.mp4')).file }, body: { light: { id: randomBytes(16).toString('hex'), bytes: 5 } } }),
      answers: [401, 404, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 403] },
  ],
  removeUploadFile: [
    { of: 'a file of the owner’s', request: async ({ projectId }) => ({ params: { file: (await begun(projectId)).file } }),
      answers: [401, 404, 200, 404, 404, 404, 404, 404, 403, 403, 403, 403, 403, 403] },
  ],
  sessionEvidence: [
    { of: 'one that waits', request: async ({ pending }) => byId(await pending()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
    { of: 'a released one', request: async ({ released }) => byId(await released()),
      answers: [401, 200, 200, 404, 404, 404, 404, 404, 200, 200, 200, 200, 200, 404] },
  ],
  verifyCode: [
    { of: 'a code that no seal has', request: () => ({ params: { code: '0000-0000-0000-0000' } }),
      answers: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  sealFile: [
    { of: 'a code that no seal has', request: () => ({ params: { code: '0000-0000-0000-0000' } }),
      answers: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  sealStamp: [
    { of: 'a code that no seal has', request: () => ({ params: { code: '0000-0000-0000-0000' } }),
      answers: [404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404, 404] },
  ],
  verifyHashes: [
    { of: 'a file that nobody released', request: () => ({ body: { hashes: ['0'.repeat(64)] } }),
      answers: [200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200] },
  ],
  demoRequests: [
    { of: 'all', request: () => ({}),
      answers: [401, 200, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403, 403] },
  ],
};

const routes: Record<Call, Route> = Object.assign({}, ...Object.values(api));

export function routeOf(call: Call): Route {
  return routes[call];
}

export function addressOf(route: Route, { params = {}, query = {} }: RequestParts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => String((params as Record<string, unknown>)[name]));
  const words = new URLSearchParams(query as Record<string, string>);
  return `${route.method} ${path}${words.size > 0 ? `?${words}` : ''}`;
}

/** With the password that everybody here has, whatever it was changed to. */
async function loginAnew(person: TestPerson): Promise<void> {
  const password = await quickHash;
  await testApp.database.query.updateTable('users').set({ password }).where('id', '=', person.id).execute();
  person.cookie = await testApp.login(person.username);
}

export async function ask(route: Route, actor: Actor, parts: RequestParts) {
  const person = actor === 'nobody' ? null : people[actor];
  const { body, headers } = parts;
  const answer = await testApp.call(person, addressOf(route, parts), {
    ...(body ? { body } : {}),
    ...(headers ? { headers } : {}),
  });
  // A login that the call ended is made again for the next row.
  if (
    person &&
    answer.status === 200 &&
    ['/api/login', '/api/logout', '/api/user/password', '/api/account-links'].includes(route.path)
  )
    await loginAnew(person);
  return answer;
}
