// Bad input, made from each call's own schema: every answer is a 4xx whose sentence names the field, and nothing has changed.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api } from '#contract/api.ts';
import type { Route } from '#contract/core/route.ts';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import { defaultReasons, type SessionFlags } from '#contract/sessions/rejection.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import type { Upload } from '#contract/uploads/endpoints.ts';
import { vapidKeysOf } from './lib/secrets/vapid-keys.ts';
import { createFakeDrive, type FakeDrive } from './test-support/servers/fake-drive.ts';
import { type Receiver, startReceiver } from './test-support/servers/receiver.ts';
import { createTestApp, type TestAnswer, type TestApp, type TestPerson, testConfig } from './test-support/test-app.ts';

type Api = typeof api;
type Call = { [Noun in keyof Api]: keyof Api[Noun] }[keyof Api];

type JsonObject = Record<string, unknown>;
/** Input that is taken, and by whom. */
type Good = { by: TestPerson | null; params?: JsonObject; query?: JsonObject; body?: JsonObject };

let files: string;
let drive: FakeDrive;
let pushHost: Receiver;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let owner: TestPerson;
let count = 0;

beforeAll(async () => {
  const folder = {
    id: 'folderOfOurs',
    name: 'F',
    mimeType: 'application/vnd.google-apps.folder',
    shared: 'link' as const,
  };
  drive = await createFakeDrive({ files: [folder] });
  const { base, key } = drive;
  pushHost = await startReceiver();
  files = mkdtempSync(join(tmpdir(), 'topout-input-'));
  const mediaRoot = join(files, 'media');
  mkdirSync(join(mediaRoot, 'site'), { recursive: true });
  writeFileSync(join(mediaRoot, 'site/photo.gif'), Buffer.from(pixel.split(',')[1] ?? '', 'base64'));
  testApp = await createTestApp({
    smtp: { host: 'localhost', port: 2525, secure: false, requireTls: false, login: null },
    trustProxy: 1,
    mediaRoot,
    dataDir: join(files, 'data'),
    uploads: { root: join(files, 'uploads'), quotaBytes: 1_000_000 },
    drive: { ...testConfig.drive, base, key },
    outgoing: { ...testConfig.outgoing, testOrigins: [pushHost.url] },
    publicUrl: 'http://progress.example.org',
  });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  owner = await testApp.person('photographer');
});
afterAll(async () => {
  await testApp.close();
  await drive.close();
  await pushHost.close();
  rmSync(files, { recursive: true });
});

async function made(by: TestPerson, what: string, body: object = {}): Promise<number> {
  const answer = await testApp.call(by, what, { body });
  if (answer.status >= 300) throw new Error(`${what}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: number }).id;
}

async function project() {
  const id = await testApp.make.project({ clientId: client.id, createdBy: admin.id });
  await testApp.make.site({ projectId: id, photographerId: owner.id });
  return id;
}

const hexId = () => randomBytes(16).toString('hex');

async function begun(name = 'a.jpg'): Promise<Upload> {
  const body = { projectId: await project(), files: [{ name, bytes: 9 }] };
  return (await testApp.call(owner, 'POST /api/uploads', { body })).body as Upload;
}

async function session(how: 'pending' | 'approve' | 'reject' = 'pending'): Promise<number> {
  const id = await made(owner, 'POST /api/sessions', { projectId: await project(), captureDate: '2026-01-02' });
  return how === 'pending' ? id : made(admin, `PUT /api/sessions/${id}/${how}`, { rejectionReason: 'Blurred' });
}

/** A project whose folder holds one photo, and a session that links to it. */
async function photographed() {
  const folder = '/media/folders/site';
  const projectId = await project();
  const roots = [{ provider: 'local', root: 'site' }];
  await testApp.call(admin, `PUT /api/projects/${projectId}/media-roots`, { body: { roots } });
  const links = { droneImagesUrl: folder, deliverablePackageUrl: folder, rawFilesUrl: folder };
  const body = { projectId, captureDate: '2026-01-02', ...links };
  return { projectId, id: await made(owner, 'POST /api/sessions', body) };
}

/** A session that was sent back, with that photo flagged. */
async function flagged() {
  const { id } = await photographed();
  await made(admin, `PUT /api/sessions/${id}/reject`, { reasons: ['blurred'], flags: [placed] });
  const { flags } = (await testApp.call(owner, `GET /api/sessions/${id}/flags`)).body as SessionFlags;
  return { id, flagId: flags[0]?.id };
}

/** A viewpoint made from that photo. */
async function viewpoint() {
  const { projectId, id: sessionId } = await photographed();
  const body = { viewpoints: [{ ...placed, name: 'N', kind: 'photo' }] };
  const answer = await testApp.call(admin, `POST /api/sessions/${sessionId}/viewpoints`, { body });
  const [one] = (answer.body as { viewpoints: { id: number }[] }).viewpoints;
  return { projectId, sessionId, id: one?.id };
}

/** The part of an address from its end on. */
const partOf = (address: unknown, at: number) => String(address).split('/').at(at);

async function checkedLink() {
  const { projectId } = await photographed();
  const body = { projectId, kind: 'drone', url: '/media/folders/site' };
  const answer = await testApp.call(owner, 'POST /api/links/check', { body });
  return { token: partOf((answer.body as { thumbnails: string[] }).thumbnails[0], -2), size: 's220' };
}

async function photo() {
  const answer = await testApp.call(client, `POST /api/users/${client.id}/photo`, { body: { profilePhotoUrl: pixel } });
  return { id: client.id, version: partOf((answer.body as { profilePhotoUrl: string }).profilePhotoUrl, -1) };
}

async function concern(): Promise<number> {
  return made(client, 'POST /api/disputes', { sessionId: await session('approve'), reason: 'A crack' });
}

async function releasedPhotos() {
  const { id } = await photographed();
  return { id: await made(admin, `PUT /api/sessions/${id}/approve`) };
}

const photoAnchor = () => ({
  kind: 'photo',
  mediaKind: 'drone',
  file: 'local:site/photo.gif',
  x: 0.5,
  y: 0.25,
  box: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 },
});

async function pinnedCrop() {
  const body = { sessionId: (await releasedPhotos()).id, reason: 'A crack', anchor: photoAnchor() };
  const { id, anchor, sessionId } = (await testApp.call(client, 'POST /api/disputes', { body })).body as Dispute;
  return { id, anchor: anchor?.id, sessionId };
}

/** The key of one that is made. */
async function report(): Promise<string> {
  const answer = await testApp.call(owner, `POST /api/sessions/${await session()}/report`, { body: {} });
  const { key } = answer.body as { key: string };
  const state = async () => (await testApp.call(owner, `GET /api/reports/${key}`)).body;
  await expect.poll(state).toMatchObject({ state: 'ready' });
  return key;
}

async function pinned(): Promise<number> {
  return (await pinnedCrop()).id;
}

async function shareLink(): Promise<number> {
  const body = { scope: 'project', recipient: 'The bank' };
  const answer = await testApp.call(client, `POST /api/projects/${await project()}/share-links`, { body });
  return (answer.body as { link: { id: number } }).link.id;
}

async function member() {
  const id = await project();
  const person = await testApp.make.user('client');
  await testApp.make.member({ projectId: id, userId: person.id, role: 'viewer' });
  return { id, userId: person.id };
}

async function stageOf(projectId: number): Promise<number> {
  const stages = [{ name: 'Lintel', criteria: [{ text: 'Cast' }], wanted: [] }];
  const answer = await testApp.call(admin, `PUT /api/projects/${projectId}/stages`, { body: { stages } });
  return (answer.body as { stages: { id: number }[] }).stages[0]?.id ?? 0;
}

const stage = async () => stageOf(await project());

const plannedVisit = async () =>
  made(admin, `POST /api/projects/${await project()}/planned-visits`, { day: '2100-01-01' });

const packDays = { from: '2026-01-01', to: '2026-01-31' };

async function projectWithStage(): Promise<number> {
  const id = await project();
  await stageOf(id);
  return id;
}

async function pack(): Promise<number> {
  const answer = await testApp.call(client, `POST /api/projects/${await projectWithStage()}/packs`, { body: packDays });
  return (answer.body as { pack: { id: number } }).pack.id;
}

/** A stage that was claimed with a released session, and that session. */
async function claimedStage() {
  const { id: sessionId } = await releasedPhotos();
  const { body } = await testApp.call(admin, `GET /api/sessions/${sessionId}`);
  const id = await stageOf((body as { projectId: number }).projectId);
  await made(admin, `POST /api/stages/${id}/marks`, { kind: 'claimed', sessionId });
  return { id, sessionId };
}

async function invited() {
  const body = { ...person(), username: `invited${++count}`, role: 'client' };
  const answer = await testApp.call(admin, 'POST /api/invitations', { body });
  const { user, path } = answer.body as { user: { id: number }; path: string };
  return { id: user.id, token: path.split('/').at(-1) };
}

async function savedFilter(): Promise<number> {
  await testApp.database.query.deleteFrom('saved_filters').execute();
  return made(admin, 'POST /api/saved-filters', { name: `F${++count}`, query: 'status=pending' });
}

const newWebhook = { name: 'W', url: 'https://example.org/hook', kinds: ['session.released'] };

async function webhook(): Promise<number> {
  await testApp.database.query.deleteFrom('webhooks').execute();
  return made(admin, 'POST /api/webhooks', newWebhook);
}

/** As a browser describes it; the keys are those of nobody's device. */
function subscription() {
  const { publicKey } = vapidKeysOf('a device');
  return { endpoint: `${pushHost.url}/${++count}`, keys: { p256dh: publicKey, auth: 'A'.repeat(22) } };
}

async function withDevice(): Promise<TestPerson> {
  const person = await testApp.person('client');
  await testApp.call(person, 'PUT /api/push/subscription', { body: subscription() });
  return person;
}

async function account() {
  return (await testApp.make.user('client')).id;
}

const person = () => ({ firstName: 'F', lastName: 'L', email: `p${++count}@x.example` });
const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const placed = { mediaKind: 'drone', item: 'local:site/photo.gif' };
const paging = { limit: '7', cursor: undefined };

const good: Record<Call, () => Promise<Good> | Good> = {
  login: () => ({ by: null, body: { username: client.username, password: testApp.password } }),
  logout: () => ({ by: null }),
  current: () => ({ by: client }),
  changePassword: async () => ({
    by: await testApp.person('client'),
    body: { currentPassword: testApp.password, newPassword: 'another good one' },
  }),
  users: () => ({ by: admin, query: { ...paging, q: 'a', role: 'client' } }),
  createUser: () => ({
    by: admin,
    body: { ...person(), username: `made${++count}`, password: 'long enough', role: 'client', company: 'C' },
  }),
  getUser: async () => ({ by: admin, params: { id: await account() } }),
  editUser: async () => ({
    by: admin,
    params: { id: await account() },
    body: { ...person(), username: `made${++count}`, password: '', role: 'client', company: null },
  }),
  removeUser: async () => ({ by: admin, params: { id: await account() } }),
  changeRole: async () => ({ by: admin, params: { id: await account() }, body: { role: 'photographer' } }),
  userStats: async () => ({ by: admin, params: { id: await account() } }),
  editProfile: async () => ({
    by: admin,
    params: { id: await account() },
    body: { ...person(), phone: '1', bio: 'B', company: 'C', profilePhotoUrl: null },
  }),
  changePhoto: async () => ({
    by: admin,
    params: { id: await account() },
    body: { profilePhotoUrl: pixel },
  }),
  userPhoto: async () => ({ by: admin, params: await photo() }),
  projects: () => ({ by: admin, query: { ...paging, q: 'p', status: 'active' } }),
  createProject: () => ({
    by: admin,
    body: {
      project: { name: 'P', description: 'D', status: 'active', clientId: null },
      client: { ...person(), company: 'C' },
      password: 'crane-and-mortar',
      crew: [owner.id],
      sites: [{ name: 'S', description: 'D', location: 'L', latitude: 6, longitude: 3, photographerId: owner.id }],
    },
  }),
  getProject: async () => ({ by: admin, params: { id: await project() } }),
  editProject: async () => ({
    by: admin,
    params: { id: await project() },
    body: {
      project: { name: 'P', description: null, status: 'on_hold', clientId: client.id },
      sites: [
        { id: null, name: 'S', description: 'D', location: 'L', latitude: 6, longitude: 3, photographerId: owner.id },
      ],
    },
  }),
  removeProject: async () => ({ by: admin, params: { id: await project() } }),
  sites: async () => ({ by: admin, params: { id: await project() }, query: paging }),
  mediaRoots: async () => ({ by: admin, params: { id: await project() } }),
  bindMediaRoots: async () => ({
    by: admin,
    params: { id: await project() },
    body: { roots: [{ provider: 'local', root: 'a/b' }] },
  }),
  members: async () => ({ by: admin, params: { id: await project() }, query: paging }),
  addMember: async () => ({
    by: admin,
    params: { id: await project() },
    body: { userId: await account(), role: 'viewer' },
  }),
  changeMember: async () => ({ by: admin, params: await member(), body: { role: 'contributor' } }),
  stages: async () => ({ by: admin, params: { id: await project() }, query: paging }),
  getStage: async () => ({ by: admin, params: { id: await stage() } }),
  editStages: async () => ({
    by: admin,
    params: { id: await project() },
    body: {
      siteId: null,
      stages: [
        {
          id: null,
          name: 'Lintel',
          plannedOn: '2026-12-01',
          weight: 10_000,
          criteria: [{ id: null, text: 'Cast' }],
          wanted: [{ text: 'Each side', viewpointId: null }],
        },
      ],
      version: null,
    },
  }),
  markStage: async () => {
    const { id, sessionId } = await claimedStage();
    const { lastMark } = (await testApp.call(admin, `GET /api/stages/${id}`)).body as { lastMark: number };
    const pictures = [{ sessionId, mediaKind: 'drone', item: 'local:site/photo.gif' }];
    const criteria = [{ id: 1, ticked: true, pictures }];
    return { by: admin, params: { id }, body: { kind: 'seen', sessionId, criteria, note: 'Done', lastMark } };
  },
  plannedVisits: async () => ({
    by: admin,
    query: { ...paging, projectId: String(await project()), show: 'done' },
  }),
  nextVisit: async () => ({ by: admin, params: { id: await project() } }),
  planVisit: async () => {
    const id = await project();
    const sites = (await testApp.call(admin, `GET /api/projects/${id}/sites`)).body as { id: number }[];
    const body = { siteId: sites[0]?.id, day: '2100-01-01', photographerId: owner.id, note: 'Bring the long pole' };
    return { by: admin, params: { id }, body };
  },
  editPlannedVisit: async () => ({
    by: admin,
    params: { id: await plannedVisit() },
    body: { day: '2100-01-02', photographerId: owner.id, note: 'At noon', version: 1 },
  }),
  skipPlannedVisit: async () => ({
    by: admin,
    params: { id: await plannedVisit() },
    body: { reason: 'The road is flooded', version: 1 },
  }),
  removePlannedVisit: async () => ({ by: admin, params: { id: await plannedVisit() } }),
  removeMember: async () => ({ by: admin, params: await member() }),
  sessions: () => ({
    by: admin,
    query: {
      ...paging,
      status: 'pending',
      projectId: '1',
      siteId: '1',
      photographerId: '1',
      phase: 'roofing',
      from: '2026-01-01',
      to: '2026-02-01T00:00:00Z',
      q: 'a',
      sort: 'captureDate',
    },
  }),
  createSession: async () => ({
    by: owner,
    body: {
      projectId: await project(),
      siteId: null,
      captureDate: '2026-01-02',
      scheduledDate: '2026-01-03',
      phase: 'roofing',
      notes: 'N',
      droneImagesUrl: 'https://example.org/a',
      indoorImagesUrl: null,
      tour360Url: null,
      videoUrl: null,
      orthomosaicUrl: null,
      deliverablePackageUrl: null,
      rawFilesUrl: null,
      reportUrl: '/media/folders/a',
      photographerId: null,
    },
  }),
  getSession: async () => ({ by: admin, params: { id: await session() } }),
  editSession: async () => ({
    by: owner,
    params: { id: await session() },
    body: { captureDate: '2026-01-05', notes: 'N', phase: null, videoUrl: 'https://example.org/a.mp4' },
  }),
  removeSession: async () => ({ by: owner, params: { id: await session() } }),
  approveSession: async () => ({ by: admin, params: { id: await session() }, body: { reviewNotes: 'N' } }),
  rejectSession: async () => ({
    by: admin,
    params: { id: (await photographed()).id },
    body: { rejectionReason: 'R', reasons: ['blurred'], flags: [{ ...placed, note: 'N' }], reviewNotes: 'N' },
  }),
  resubmitSession: async () => {
    const { id, flagId } = await flagged();
    return { by: owner, params: { id }, body: { answers: [{ flagId, answer: 'A' }], note: 'N' } };
  },
  sessionFlags: async () => ({ by: admin, params: { id: (await flagged()).id } }),
  sessionChanges: async () => ({ by: admin, params: { id: await session('reject') } }),
  formerPicture: async () => {
    const { id } = await photographed();
    const params = { id, kind: 'drone', item: 'local:site/photo.gif', size: 's220' };
    await testApp.call(admin, `GET /api/sessions/${id}/media/drone/${encodeURIComponent(params.item)}/s220`);
    await made(admin, `PUT /api/sessions/${id}/reject`, { rejectionReason: 'Dark' });
    return { by: admin, params };
  },
  leaveOutMissingFiles: async () => ({ by: admin, params: { id: await session() } }),
  releaseAddedMedia: async () => ({ by: admin, params: { id: await session('approve') } }),
  liveVersions: () => ({ by: client }),
  presence: async () => ({ by: admin, params: { id: await session() } }),
  enterPresence: async () => ({ by: admin, params: { id: await session() } }),
  leavePresence: async () => ({ by: admin, params: { id: await session() } }),
  sessionRecords: async () => ({ by: admin, params: { id: await session() }, query: paging }),
  sessionMedia: async () => ({ by: admin, params: { id: await session(), kind: 'drone' } }),
  sealedId: () => ({ by: client, query: { item: 'local:site/photo.gif' } }),
  driveFolderImages: async () => {
    const droneImagesUrl = 'https://drive.google.com/drive/folders/folderOfOurs';
    await made(owner, 'POST /api/sessions', { projectId: await project(), captureDate: '2026-01-02', droneImagesUrl });
    return { by: admin, params: { folderId: 'folderOfOurs' } };
  },
  checkLink: async () => ({
    by: owner,
    body: { projectId: await project(), kind: 'drone', url: '/media/folders/a' },
  }),
  takeBack: async () => ({
    by: admin,
    params: { id: (await releasedPhotos()).id, kind: 'drone', item: 'local:site/photo.gif' },
    body: { reason: 'A face' },
  }),
  showAgain: async () => {
    const { id } = await releasedPhotos();
    const item = 'local:site/photo.gif';
    const path = `/api/sessions/${id}/media/drone/${encodeURIComponent(item)}/taken-back`;
    await testApp.call(admin, `PUT ${path}`, { body: { reason: 'A face' } });
    return { by: admin, params: { id, item } };
  },
  getAlignment: async () => {
    const { id } = await photographed();
    const item = 'local:site/photo.gif';
    const query = {
      olderSession: id,
      olderKind: 'drone',
      olderItem: item,
      newerSession: id,
      newerKind: 'drone',
      newerItem: item,
    };
    return { by: admin, query };
  },
  alignByHand: async () => {
    const picture = { sessionId: (await photographed()).id, mediaKind: 'drone', item: 'local:site/photo.gif' };
    const places = [
      [0, 0],
      [1, 0],
      [0, 1],
    ];
    const marks = places.map((place) => ({ older: place, newer: place }));
    return { by: admin, body: { older: picture, newer: picture, marks } };
  },
  sessionCover: async () => ({ by: admin, params: { id: (await photographed()).id, size: 's220' } }),
  sessionImage: async () => {
    const { id } = await photographed();
    return { by: admin, params: { id, kind: 'drone', item: 'local:site/photo.gif', size: 's220' } };
  },
  sessionFile: async () => {
    const { id } = await photographed();
    return { by: admin, params: { id, kind: 'drone', item: 'local:site/photo.gif' } };
  },
  sessionDeliverable: async () => ({ by: admin, params: { id: (await photographed()).id, field: 'rawFilesUrl' } }),
  deliverableFile: async () => {
    const { id } = await photographed();
    return { by: admin, params: { id, field: 'rawFilesUrl', item: 'local:site/photo.gif' } };
  },
  pictureDownload: async () => ({ by: admin, params: { id: (await photographed()).id } }),
  picturesZip: async () => ({ by: admin, params: { id: (await photographed()).id }, query: { size: 's1600' } }),
  makeSessionReport: async () => ({
    by: owner,
    params: { id: (await photographed()).id },
    body: { edition: 'crew', pictures: 12 },
  }),
  handover: async () => ({ by: client, params: { id: await project() } }),
  makeHandover: async () => ({ by: client, params: { id: await project() } }),
  handoverFile: async () => ({ by: client, params: { id: await project() } }),
  packs: async () => ({ by: client, params: { id: await project() }, query: paging }),
  makePack: async () => ({ by: client, params: { id: await projectWithStage() }, body: { ...packDays } }),
  packFile: async () => ({ by: client, params: { id: await pack() } }),
  makePeriodReport: async () => ({
    by: owner,
    params: { id: await project() },
    body: { from: '2026-01-01', to: '2026-01-01', edition: 'crew', viewpoints: [1] },
  }),
  periodPreview: async () => ({
    by: admin,
    params: { id: await project() },
    query: { from: '2026-01-01', to: '2026-01-01', edition: 'crew' },
  }),
  reportState: async () => ({ by: owner, params: { key: await report() } }),
  cancelReport: async () => ({ by: owner, params: { key: await report() } }),
  reportFile: async () => ({ by: owner, params: { key: await report() } }),
  linkImage: async () => ({ by: owner, params: await checkedLink() }),
  viewpoints: async () => ({ by: admin, params: { id: await project() }, query: { ...paging, siteId: '1' } }),
  thenAndNow: async () => ({ by: client, params: { id: await project() } }),
  getViewpoint: async () => ({ by: admin, params: { id: (await viewpoint()).id } }),
  editViewpoint: async () => ({
    by: admin,
    params: { id: (await viewpoint()).id },
    body: { name: 'N', position: 1, retired: true, version: 1 },
  }),
  placePicture: async () => {
    const { id, sessionId } = await viewpoint();
    return { by: admin, params: { id, sessionId }, body: placed };
  },
  sessionViewpoints: async () => ({ by: admin, params: { id: await session() } }),
  sessionChecks: async () => ({ by: admin, params: { id: await session() } }),
  sitePlace: async () => {
    const id = await project();
    const sites = (await testApp.call(admin, `GET /api/projects/${id}/sites`)).body as { id: number }[];
    return { by: admin, params: { id }, query: { siteId: String(sites[0]?.id) } };
  },
  visitCodes: async () => ({ by: admin, params: { id: await project() } }),
  sessionPairs: async () => ({
    by: admin,
    params: { id: await session() },
    query: { with: String(await session()), kind: 'drone', otherKind: 'indoor' },
  }),
  createViewpoints: async () => ({
    by: owner,
    params: { id: (await photographed()).id },
    body: { viewpoints: [{ ...placed, name: 'N', kind: 'photo' }] },
  }),
  shareLinks: async () => ({ by: client, params: { id: await project() }, query: paging }),
  createShareLink: async () => ({
    by: client,
    params: { id: await project() },
    body: {
      scope: 'project',
      sessionId: null,
      otherSessionId: null,
      viewpointId: null,
      pictures: [placed, placed],
      view: { mode: 'swipe', at: 50, part: { x: 0.5, y: 0.5, zoom: 1 }, shift: { x: 0, y: 0, zoom: 1 } },
      report: { of: 'session', pictures: 12 },
      recipient: 'The bank',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      pin: '123456',
      downloads: false,
      players: false,
    },
  }),
  renewShareLink: async () => ({ by: client, params: { id: await shareLink() } }),
  endShareLink: async () => ({ by: client, params: { id: await shareLink() } }),
  endAllShareLinks: async () => ({ by: admin, params: { id: await project() } }),
  disputes: () => ({ by: admin, query: { ...paging, status: 'open', sessionId: '1', projectId: '1' } }),
  sessionDisputes: async () => ({ by: admin, params: { id: await session() }, query: paging }),
  getDispute: async () => ({ by: admin, params: { id: await concern() } }),
  createDispute: async () => ({
    by: client,
    body: { sessionId: (await releasedPhotos()).id, reason: 'R', priority: 'low', anchor: photoAnchor() },
  }),
  moveDispute: async () => ({ by: client, params: { id: await pinned() }, body: { anchor: photoAnchor() } }),
  sessionPins: async () => ({ by: admin, params: { id: await session() } }),
  disputeCrop: async () => {
    const { id, anchor } = await pinnedCrop();
    return { by: client, params: { id, anchor } };
  },
  resolveDispute: async () => ({ by: admin, params: { id: await concern() } }),
  setDisputeStatus: async () => ({
    by: admin,
    params: { id: await concern() },
    body: { status: 'in_progress' },
  }),
  disputeMessages: async () => ({ by: admin, params: { id: await concern() }, query: paging }),
  commentDispute: async () => {
    const { id, sessionId } = await pinnedCrop();
    return { by: admin, params: { id }, body: { message: 'M', anchor: photoAnchor(), sessionId } };
  },
  notifications: () => ({ by: admin, query: { ...paging, unread: 'true' } }),
  pushState: () => ({ by: client }),
  subscribePush: () => ({ by: client, body: subscription() }),
  unsubscribePush: () => ({ by: client }),
  testPush: async () => ({ by: await withDevice() }),
  companySettings: () => ({ by: admin }),
  checklist: () => ({ by: admin }),
  editChecklist: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { lines: [{ text: 'A line', kind: 'drone' }], version: 1 } };
  },
  editCompanySettings: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { ...defaultSettings, version: 1 } };
  },
  brand: () => ({ by: admin }),
  editBrand: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { name: 'Skyline', colour: '#7e22ce', address: '1 Marina', version: 1 } };
  },
  changeLogo: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: await testApp.person('admin'), body: { logo: pixel } };
  },
  removeLogo: () => ({ by: admin }),
  brandLogo: async () => {
    const by = await testApp.person('admin');
    const { body } = await testApp.call(by, 'POST /api/settings/brand/logo', { body: { logo: pixel } });
    return { by: client, params: { version: (body as { logo: string }).logo.split('/').at(-1) ?? '' } };
  },
  shareRules: () => ({ by: admin }),
  editShareRules: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { longestDays: 90, pinAlways: false, downloads: true, version: 1 } };
  },
  retention: () => ({ by: admin }),
  editRetention: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { auditLog: 3650, notifications: 365, demoRequests: null, version: 1 } };
  },
  companyDefaults: () => ({ by: admin }),
  editCompanyDefaults: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { digest: 'daily', remindsHalfway: false, uploadQuotaGb: 20, version: 1 } };
  },
  rejectionReasons: () => ({ by: admin }),
  editRejectionReasons: async () => {
    await testApp.database.query.deleteFrom('settings').execute();
    return { by: admin, body: { reasons: defaultReasons, version: 1 } };
  },
  savedFilters: () => ({ by: admin, query: paging }),
  saveFilter: async () => {
    await testApp.database.query.deleteFrom('saved_filters').execute();
    return { by: admin, body: { name: `F${++count}`, query: 'status=pending' } };
  },
  editSavedFilter: async () => ({
    by: admin,
    params: { id: await savedFilter() },
    body: { name: `F${++count}`, query: 'status=rejected', version: 1 },
  }),
  removeSavedFilter: async () => ({ by: admin, params: { id: await savedFilter() } }),
  webhooks: () => ({ by: admin, query: paging }),
  createWebhook: async () => {
    // There is room for few.
    await testApp.database.query.deleteFrom('webhooks').execute();
    return { by: admin, body: newWebhook };
  },
  editWebhook: async () => ({
    by: admin,
    params: { id: await webhook() },
    body: { ...newWebhook, active: false, version: 1 },
  }),
  removeWebhook: async () => ({ by: admin, params: { id: await webhook() } }),
  changeWebhookSecret: async () => ({ by: admin, params: { id: await webhook() } }),
  endFormerSecret: async () => ({ by: admin, params: { id: await webhook() } }),
  webhookDeliveries: async () => ({ by: admin, params: { id: await webhook() }, query: paging }),
  testWebhook: async () => ({ by: admin, params: { id: await webhook() } }),
  sendDeliveryAgain: async () => {
    const id = await webhook();
    const row = { webhook_id: id, kind: 'test', delivered_at: new Date() } as const;
    const made = testApp.database.query.insertInto('webhook_deliveries').values(row).returning('id');
    return { by: admin, params: { id, deliveryId: (await made.executeTakeFirstOrThrow()).id } };
  },
  readNotification: async () => {
    await session();
    const [note] = (await testApp.call(admin, 'GET /api/notifications')).body as { id: number }[];
    return { by: admin, params: { id: note?.id } };
  },
  readAllNotifications: () => ({ by: admin }),
  notificationPreferences: () => ({ by: client }),
  editNotificationPreferences: () => ({
    by: client,
    body: {
      choices: [{ kind: 'session_approved', mail: false, push: true }],
      digest: 'daily',
      quietFrom: '22:00',
      quietUntil: '06:00',
      timeZone: 'Africa/Lagos',
    },
  }),
  muteProject: async () => ({ by: admin, params: { id: await project() }, body: { muted: true } }),
  projectSummary: async () => ({ by: admin, params: { id: await project() } }),
  ownProjects: () => ({ by: client }),
  mapTiles: () => ({ by: client }),
  needs: () => ({ by: admin }),
  dashboardStats: () => ({ by: admin }),
  news: () => ({ by: client }),
  newestVisit: () => ({ by: client }),
  markSeen: async () => ({ by: client, params: { id: await session('approve') } }),
  reviewFigures: () => ({ by: admin, query: { days: 90 } }),
  reviewFiguresTable: () => ({ by: admin, query: { days: 90 } }),
  responseTimes: () => ({ by: admin }),
  search: () => ({ by: admin, query: { q: 'a' } }),
  searchGroups: () => ({ by: admin, query: { q: 'a' } }),
  sessionHistory: () => ({ by: admin, query: paging }),
  disputeHistory: () => ({ by: admin, query: paging }),
  inviteUser: () => ({
    by: admin,
    body: { ...person(), username: `invited${++count}`, role: 'client', company: 'C' },
  }),
  renewInvitation: async () => ({ by: admin, params: { id: (await invited()).id } }),
  createResetLink: async () => ({ by: admin, params: { id: await account() } }),
  requestReset: () => ({ by: null, body: { account: client.username } }),
  setPassword: async () => ({ by: null, body: { token: (await invited()).token, password: 'crane-and-mortar' } }),
  auditLog: () => ({
    by: admin,
    query: {
      ...paging,
      act: 'roleChanged',
      personId: '1',
      projectId: '1',
      from: '2026-01-01',
      to: '2026-02-01T00:00:00Z',
    },
  }),
  createDemoRequest: () => ({
    by: null,
    body: {
      name: 'N',
      email: 'n@x.example',
      company: 'C',
      phone: '1',
      projectType: 'T',
      projectBrief: 'B',
    },
  }),
  sessionEvidence: async () => ({ by: admin, params: { id: await session() } }),
  verifyCode: () => ({ by: null, params: { code: '0000-0000-0000-0000' } }),
  sealFile: () => ({ by: null, params: { code: '0000-0000-0000-0000' } }),
  sealStamp: () => ({ by: null, params: { code: '0000-0000-0000-0000' } }),
  verifyHashes: () => ({ by: null, body: { hashes: ['0'.repeat(64)] } }),
  demoRequests: () => ({ by: admin, query: paging }),
  startUpload: async () => ({
    by: owner,
    body: { projectId: await project(), upload: null, files: [{ name: 'a.jpg', bytes: 9 }] },
  }),
  getUpload: async () => ({ by: owner, params: { upload: (await begun()).id } }),
  uploadOffset: async () => ({ by: owner, params: { file: (await begun()).files[0]?.id } }),
  sendChunk: async () => ({ by: owner, params: { file: (await begun()).files[0]?.id } }),
  announceCopy: async () => ({
    by: owner,
    params: { file: (await begun('a.mp4')).files[0]?.id },
    body: { light: { id: hexId(), bytes: 5 }, poster: { id: hexId(), bytes: 2 } },
  }),
  removeUploadFile: async () => ({ by: owner, params: { file: (await begun()).files[0]?.id } }),
};

const routes: Record<Call, Route> = Object.assign({}, ...Object.values(api));
const calls = Object.keys(good) as Call[];

/** A part that is undefined is not sent; an array in the query is sent as often as it has entries. */
function send(route: Route, valid: Good): Promise<TestAnswer> {
  const params = valid.params ?? {};
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const words = Object.entries(valid.query ?? {})
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]));
  const query = words.length > 0 ? `?${new URLSearchParams(words as [string, string][])}` : '';
  const headers = { 'x-forwarded-for': `203.0.${++count % 250}.${Math.floor(count / 250) % 250}` };
  const body = valid.body === undefined ? {} : { body: valid.body };
  return testApp.call(valid.by, `${route.method} ${path}${query}`, { ...body, headers });
}

/** Rows and a checksum of every table; logins aside, whose owners are seen. */
async function everything(): Promise<Record<string, string>> {
  const db = testApp.database.query;
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'logins'`.execute(db);
  const each = tables.rows.map(
    ({ name }) => sql`
      select ${name}::text as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum
      from ${sql.table(name)} t`,
  );
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(each, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

type Json = {
  type?: string | string[];
  properties?: Record<string, Json>;
  required?: string[];
  items?: Json;
  anyOf?: Json[];
  oneOf?: Json[];
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
};

function shapeOf(schema: z.core.$ZodType): Json {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
}

/** The alternatives of a field that may be several things; a field of which nothing is known has none. */
function kindsOf(shape: Json): Json[] {
  const kinds = shape.anyOf ?? shape.oneOf;
  return kinds ? kinds.flatMap(kindsOf) : [shape];
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Values that this field can never be, whatever its rules: of another type, too long, too big, not in the list. */
function impossible(shape: Json): unknown[] {
  const kinds = kindsOf(shape);
  const types = new Set(
    kinds.flatMap(
      ({ type = [], enum: list, const: only }) => list?.map(jsonType) ?? (only === undefined ? type : jsonType(only)),
    ),
  );
  if (types.size === 0) return [];
  if (types.has('integer')) types.add('number');
  const others: unknown[] = [null, true, 7, 'text', ['text'], { text: 'text' }].filter(
    (value) => !types.has(jsonType(value)),
  );
  const strings = kinds.filter(({ type }) => type === 'string');
  const long = Math.max(...strings.map(({ maxLength = Number.NaN }) => maxLength));
  if (strings.length > 0 && Number.isFinite(long)) others.push('x'.repeat(long + 1));
  if (kinds.some(({ enum: list }) => list) && !strings.some(({ enum: list }) => !list)) others.push('no such word');
  const most = kinds.find(({ maximum }) => maximum)?.maximum;
  const mayBeZero = kinds.some(({ minimum }) => minimum === 0);
  if (types.has('integer'))
    others.push(1.5, (most ?? Number.MAX_SAFE_INTEGER) + 1, -1, 1e300, ...(mayBeZero ? [] : [0]));
  const many = kinds.find(({ maxItems }) => maxItems);
  if (many) others.push(Array.from({ length: (many.maxItems ?? 0) + 1 }, () => ({})));
  return others;
}

type Wrong = { path: string; set(body: JsonObject): void };

/** Every way to spoil one field of a body: take a required one away, or put what it can never be. */
function wrongs(shape: Json, path: (string | number)[] = []): Wrong[] {
  const object = kindsOf(shape).find(({ properties }) => properties);
  const list = kindsOf(shape).find(({ items }) => items);
  if (list?.items) return wrongs(list.items, [...path, 0]);
  return Object.entries(object?.properties ?? {}).flatMap(([name, field]) => {
    const at = [...path, name];
    const put = (value: unknown): Wrong => ({ path: at.join('.'), set: (body) => place(body, at, value) });
    const missing = object?.required?.includes(name) ? [put(undefined)] : [];
    return [...missing, ...impossible(field).map(put), ...wrongs(field, at)];
  });
}

function place(body: JsonObject, at: (string | number)[], value: unknown): void {
  let here = body as Record<string | number, unknown>;
  for (const step of at.slice(0, -1)) here = here[step] as Record<string | number, unknown>;
  here[at.at(-1) as string] = value;
}

function leaves(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, name]));
}

const hostile: unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e<script>alert(1)</script>',
  "'; drop table users; --",
  '../../../../etc/passwd',
  'javascript:alert(1)',
  'https://example.org/\u0000',
  '/media/folders/../../secret',
  '2026-02-30',
  '9999-12-31T23:59:59Z',
  'x'.repeat(100_000),
  2_147_483_647,
  Number.MAX_SAFE_INTEGER,
  '__proto__',
  ...fc.sample(fc.jsonValue({ maxDepth: 2 }), { numRuns: 10, seed: 20261120 }),
];

/** A refusal that a person can act on: the field is named and nothing of the inside is said. */
function expectRefusal(answer: TestAnswer, field: string): void {
  const { message, issues = [] } = answer.body as { message: string; issues?: { path: string; message: string }[] };
  const named = issues.some(({ path }) => path === field || path.startsWith(`${field}.`)) || message.includes(field);
  expect({ field, status: answer.status, named }).toEqual({ field, status: 400, named: true });
  for (const said of [message, ...issues.map((issue) => issue.message)]) {
    expect(said).toMatch(/^[\p{L}\p{N}].{5,}/u);
    expect(said).not.toMatch(/invalid input|expected|received|undefined|\bNaN\b|syntax error|\/server\//i);
  }
}

/** More bytes than the call takes are not read, so no field is named. */
function expectTooLarge(answer: TestAnswer): void {
  expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
}

/** What fits the call's form is done or refused for a reason, but breaks nothing. */
function expectSurvival(answer: TestAnswer, sent: JsonObject): void {
  const said = JSON.stringify(sent).slice(0, 300);
  expect({ said, broken: answer.status >= 500 }).toEqual({ said, broken: false });
}

function accepts(schema: z.core.$ZodType, input: unknown): boolean {
  return z.safeParse(schema, input).success;
}

const copyOf = (body: JsonObject): JsonObject => JSON.parse(JSON.stringify(body)) as JsonObject;

describe('a body', () => {
  const withBody = calls.filter((call) => Object.keys(shapeOf(routes[call].body).properties ?? {}).length > 0);

  test.each(withBody)('%s refuses every field that is missing or can never be right', async (call) => {
    const route = routes[call];
    const valid = await good[call]();
    const list = wrongs(shapeOf(route.body));
    expect(list.length).toBeGreaterThan(4);
    const before = await everything();
    for (const wrong of list) {
      const body = copyOf(valid.body ?? {});
      wrong.set(body);
      expectRefusal(await send(route, { ...valid, body }), wrong.path);
    }
    expect(await everything()).toEqual(before);
    expect((await send(route, valid)).status).toBe(route.status);
  });

  test.each(withBody)('%s survives hostile values: refused by name, or taken as the text they are', async (call) => {
    const route = routes[call];
    const valid = await good[call]();
    const taken: JsonObject[] = [];
    const before = await everything();
    for (const at of leaves(valid.body)) {
      for (const value of hostile) {
        const body = copyOf(valid.body ?? {});
        place(body, at, value);
        const isTooLarge = Buffer.byteLength(JSON.stringify(body)) > route.bodyLimit;
        if (isTooLarge) expectTooLarge(await send(route, { ...valid, body }));
        else if (accepts(route.body, body)) taken.push(body);
        else expectRefusal(await send(route, { ...valid, body }), at.join('.'));
      }
    }
    expect(await everything()).toEqual(before);
    for (const body of taken) expectSurvival(await send(route, { ...valid, body }), body);
  });

  test.each(withBody)('%s must be a JSON object', async (call) => {
    const route = routes[call];
    const valid = await good[call]();
    const before = await everything();
    const headers = { cookie: valid.by?.cookie ?? '', 'content-type': 'application/json' };
    const url = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(valid.params?.[name])));
    const ask = (payload: string, type = headers['content-type']) =>
      testApp.app.inject({ method: route.method, url, headers: { ...headers, 'content-type': type }, payload });
    for (const payload of ['{', '[]', '"text"', '7', 'true', '{"a":1}}', '['.repeat(10_000)]) {
      const answer = await ask(payload);
      expect([payload.slice(0, 10), answer.statusCode]).toEqual([payload.slice(0, 10), 400]);
      expect(answer.json()).toMatchObject({ message: expect.stringMatching(/^The /), code: 'invalid' });
    }
    expect((await ask('<a/>', 'application/xml')).statusCode).toBe(415);
    expect((await ask('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    expect((await ask(`"${'x'.repeat(route.bodyLimit)}"`)).statusCode).toBe(413);
    expect(await everything()).toEqual(before);
  });

  const poison = 987_654_321;
  const date = '1987-06-05T04:03:02Z';
  const surplus: JsonObject = {
    ...Object.fromEntries(
      [
        'id',
        'userId',
        'createdBy',
        'clientId',
        'client_id',
        'photographerId',
        'reviewedBy',
        'recordId',
        'releasedRecordId',
      ].map((name) => [name, poison]),
    ),
    ...Object.fromEntries(
      ['createdAt', 'updatedAt', 'closedAt', 'removedAt', 'reviewedAt', 'removed_at'].map((name) => [name, date]),
    ),
    role: 'admin',
    status: 'completed',
    isRead: true,
    messageType: 'status_change',
    password: `secret ${poison}`,
    username: `user${poison}`,
    constructor: { prototype: { admin: true } },
  };

  test.each(withBody)('%s ignores fields that it does not know, and never obeys them', async (call) => {
    const route = routes[call];
    const valid = await good[call]();
    const known = shapeOf(route.body).properties ?? {};
    const extra = Object.fromEntries(Object.entries(surplus).filter(([name]) => !(name in known)));
    // Of an admin the photographer's name is known; of everybody else it is ignored (behaviour §1.2).
    if (call === 'createSession') extra.photographerId = poison;
    const roles = () =>
      sql`select id, role from users where role = 'admin' order by id`.execute(testApp.database.query);
    const before = await roles();
    const body = copyOf({ ...valid.body, ...extra });
    expect((await send(route, { ...valid, body })).status).toBe(route.status);
    expect((await roles()).rows).toEqual(before.rows);
    const each = Object.keys(await everything()).map(
      (name) => sql`select ${name}::text as name from ${sql.table(name)} t
        where t::text like ${`%${poison}%`} or t::text like '%1987-06-05%'`,
    );
    const poisoned = await sql`${sql.join(each, sql` union `)}`.execute(testApp.database.query);
    expect(poisoned.rows).toEqual([]);
    const done = await sql`select 1 from sessions where status = 'completed'`.execute(testApp.database.query);
    expect(done.rows).toEqual([]);
  });
});

const oddWords = [
  '',
  ' ',
  'abc',
  '0',
  '-1',
  '1.5',
  '2147483648',
  '9'.repeat(60),
  '0x1F',
  'NaN',
  '\u0000',
  '💩',
  "1' or '1'='1",
  '../1',
  '%00',
];

/** Values that fit the form: of a list another of it, which is served, else one that names nothing. */
const another: Record<string, unknown> = {
  kind: 'drone',
  size: 's400',
  field: 'deliverablePackageUrl',
  version: 'f'.repeat(16),
  key: 'k'.repeat(43),
  upload: 'f'.repeat(32),
  file: 'f'.repeat(32),
};
const listed = new Set(['kind', 'size', 'field']);

describe('an address', () => {
  const withParams = calls.filter((call) => routes[call].path.includes(':'));
  const withQuery = calls.filter((call) => Object.keys(shapeOf(routes[call].query).properties ?? {}).length > 0);

  test.each(withParams)('%s refuses ids that are none', async (call) => {
    const route = routes[call];
    const valid = await good[call]();
    const before = await everything();
    for (const name of Object.keys(valid.params ?? {})) {
      for (const word of oddWords.filter((odd) => odd !== '')) {
        const params = { ...valid.params, [name]: word };
        if (!accepts(route.params, params)) expectRefusal(await send(route, { ...valid, params }), name);
      }
      // What changes something finds nothing in a tab without a link.
      const isRead = route.method === 'GET';
      const other = name === 'kind' && !isRead ? 'orthomosaic' : another[name];
      const answer = await send(route, { ...valid, params: { ...valid.params, [name]: other ?? 2_147_483_647 } });
      expect([name, answer.status]).toEqual([name, isRead && listed.has(name) ? 200 : 404]);
    }
    expect(await everything()).toEqual(before);
  });

  test.each(withQuery)(
    '%s refuses filters that make no sense, and survives those that merely look odd',
    async (call) => {
      const route = routes[call];
      const valid = await good[call]();
      const sound = { ...(valid.query ?? {}) };
      const forged = ['createdAt', 'captureDate', 'name', 'id'].flatMap((by) =>
        ['2026-01-01T00:00:00Z', '2026-02-31', '["a","b"]', '\u0000', "'"].map((at) =>
          Buffer.from(JSON.stringify([by, at, 1])).toString('base64url'),
        ),
      );
      for (const name of Object.keys(shapeOf(route.query).properties ?? {})) {
        const odd = [...oddWords, ['1', '2'], 'x'.repeat(600), 'e30', ...(name === 'cursor' ? forged : [])];
        const queries = odd.map((word): JsonObject => ({ ...sound, [name]: word }));
        for (const query of queries.filter((one) => !accepts(route.query, one)))
          expectRefusal(await send(route, { ...valid, query }), name);
        for (const query of queries.filter((one) => accepts(route.query, one)))
          expectSurvival(await send(route, { ...valid, query }), query);
      }
      const cursor = await send(route, { ...valid, query: { ...sound, cursor: 'made-up' } });
      expect(cursor.status).toBe('cursor' in sound ? 400 : 200);
      expect((await send(route, valid)).status).toBe(200);
    },
  );
});

test('an address that cannot be read is refused in our own words', async () => {
  for (const url of ['/api/users/%zz', '/api/users/%c0%af', '/api/nothing', `/api/users/${'9'.repeat(7000)}`]) {
    const answer = await testApp.app.inject({ method: 'GET', url, headers: { cookie: admin.cookie } });
    expect([400, 404, 414]).toContain(answer.statusCode);
    expect(answer.json()).toEqual({ message: expect.any(String), code: expect.any(String) });
  }
});
