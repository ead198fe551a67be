// Claims about every byte that clients, viewers and guests can get, at every address: none reveals by whom, with what or where.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverableFields } from '#contract/core/session-fields.ts';
import { type Deliverable, type MediaItem, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { makeTower, type Onlookers } from '#server/test-support/onlookers.ts';
import { createTestApp, type TestApp, type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { createFileNames } from './features/sharing/guest-pages.ts';
import { readZip } from './test-support/files/read-zip.ts';
import { filesWithMetadata, metadataIn } from './test-support/files/telling-files.ts';

let folder: string;
let testApp: TestApp;
let people: Onlookers;
let files: Record<string, Buffer>;
let project: number;
let session: number;

const origin = { origin: 'http://progress.example.org' };
const lead = '/media/folders/site/all';
const links = {
  ...{ droneImagesUrl: lead, indoorImagesUrl: lead, videoUrl: lead, tour360Url: lead, orthomosaicUrl: lead },
  ...{ deliverablePackageUrl: lead, rawFilesUrl: lead, reportUrl: lead },
};

const call = (by: TestPerson, what: string, body?: object) =>
  testApp.call(by, what, { headers: origin, ...(body ? { body } : {}) });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-leaks-'));
  mkdirSync(join(folder, 'media/site/all'), { recursive: true });
  files = await filesWithMetadata();
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, 'media/site/all', name), bytes);
  testApp = await createTestApp({
    publicUrl: origin.origin,
    mediaRoot: join(folder, 'media'),
    dataDir: join(folder, 'data'),
  });
  const tower = await makeTower(testApp, { root: 'site', headers: origin });
  ({ people, project } = tower);
  const { siteId } = tower;
  const { admin, crew } = people;
  const visit = { projectId: project, siteId, captureDate: '2026-03-04', ...links };
  session = ((await call(crew, 'POST /api/sessions', visit)).body as { id: number }).id;
  expect((await call(admin, `PUT /api/sessions/${session}/approve`, {})).status).toBe(200);
}, 120_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

type Leak = { address: string; found: string[] };

async function ask(url: string, headers: Record<string, string> = {}) {
  const { statusCode, rawPayload } = await testApp.app.inject({ url, headers });
  return { statusCode, rawPayload };
}

/** What the responses of these addresses reveal, and how many there were. */
async function askAll(addresses: string[], headers: Record<string, string> = {}) {
  const leaks: Leak[] = [];
  const got: string[] = [];
  for (const address of addresses) {
    const { statusCode, rawPayload } = await ask(address, headers);
    if (statusCode >= 300) continue;
    got.push(address);
    const found = await metadataIn(rawPayload);
    if (found.length > 0) leaks.push({ address, found });
  }
  return { leaks, got };
}

const idOf = (name: string) => encodeURIComponent(`local:site/all/${name}`);
const kinds: MediaKind[] = ['drone', 'videos', 'orthomosaic'];
const sizes = ['s220', 's1600', 'full'];

/** Every address that the product has for a file, whether it is offered or not. */
function addressesOf(name: string): string[] {
  const ofTabs = kinds.flatMap((kind) => {
    const item = `/api/sessions/${session}/media/${kind}/${idOf(name)}`;
    return [...sizes, 'file', 'file?download', 'file?pyramid'].map((part) => `${item}/${part}`);
  });
  const item = (field: string) => `/api/sessions/${session}/deliverables/${field}/${idOf(name)}/file`;
  return [...ofTabs, ...deliverableFields.map(item)];
}

const nameIn = (address: string) => decodeURIComponent(/site%2Fall%2F([^/?]+)/.exec(address)?.[1] ?? '');
const bytesOf = ({ got }: { got: string[] }, part: RegExp) => new Set(got.filter((one) => part.test(one)).map(nameIn));

test('a client and a viewer get nothing of any kind of file that tells more than what is seen', async () => {
  for (const person of [people.client, people.viewer]) {
    const as = { cookie: person.cookie };
    const answers = await askAll(Object.keys(files).flatMap(addressesOf), as);
    expect(answers.leaks).toEqual([]);
    expect([...bytesOf(answers, /\/media\/.*\/file/)]).toEqual([
      'l-map.tif',
      'l-map-gap.tif',
      'm-placed.tif',
      'n-front.mp4',
      'n-late.mov',
      'n-map.mov',
      'o.webm',
    ]);
    expect([...bytesOf(answers, /\/full$/)]).toEqual([
      'a.jpg',
      'a-text.jpg',
      'b.png',
      'b-text.png',
      'c.webp',
      'd.avif',
      'e.heic',
      'f-photo.tif',
      'g.dng',
      'g-old.dng.tif',
      'g-named.jpg',
      'h.cr2',
      'i.nef',
      'j.arw',
      'n-plain.mp4',
      't-moving.gif',
    ]);
    const others = [
      ...mediaKinds.map((kind) => `media/${kind}`),
      ...deliverableFields.map((one) => `deliverables/${one}`),
    ];
    const lists = others.map((part) => `/api/sessions/${session}/${part}`);
    const whole = [
      `/api/sessions/${session}`,
      `/api/sessions/${session}/cover/full`,
      `/api/sessions/${session}/download`,
    ];
    const more = await askAll([...lists, ...whole], as);
    expect(more.leaks).toEqual([]);
    expect(more.got).toHaveLength(lists.length + whole.length);
  }
}, 300_000);

test('what is offered to them is what they get', async () => {
  const as = { cookie: people.client.cookie };
  const { items } = (await call(people.client, `GET /api/sessions/${session}/media/orthomosaic`)).body as {
    items: MediaItem[];
  };
  const field = (await call(people.client, `GET /api/sessions/${session}/deliverables/deliverablePackageUrl`))
    .body as Deliverable;
  const offered = [
    ...items.map(({ name, fileUrl, mapUrl, imageUrl }) => ({ name, urls: [fileUrl, mapUrl, imageUrl] })),
    ...field.files.map(({ name, fileUrl }) => ({ name, urls: [fileUrl] })),
  ].flatMap(({ name, urls }) => urls.flatMap((url) => (url == null ? [] : [{ name, url }])));
  const answers = await askAll(
    offered.map(({ url }) => url),
    as,
  );
  expect(answers.leaks).toEqual([]);
  const unplayable = ['o-other.ogv', 'o-other.webm'];
  const refused = offered.filter(({ url }) => !answers.got.includes(url));
  expect(refused.map(({ name }) => name)).toEqual([...unplayable, ...unplayable]);
  const papers = ['q-report.pdf', 'r-all.zip', 'r-letter.docx', 'r-papers.pdf'];
  const models = [
    't-comments.docx',
    't-model.glb',
    't-model.gltf',
    't-moving.jpg',
    't-place.kml',
    't-plan.dxf',
    't-plan.ifc',
  ];
  const given = field.files.map(({ name }) => name).filter((name) => /^[q-t]-/.test(name));
  expect(given).toEqual([...papers, ...models]);
  expect(field.files.map(({ id }) => id).filter((id) => /\/[ps][.-]|q-(picture|raw|film)|k-none/.test(id))).toEqual([]);
}, 60_000);

test('archives of pictures tell nothing either', async () => {
  const as = { cookie: people.client.cookie };
  for (const size of ['full', 's1600']) {
    const { statusCode, rawPayload } = await ask(`/api/sessions/${session}/pictures.zip?size=${size}`, as);
    expect(statusCode).toBe(200);
    const entries = [...readZip(rawPayload).values()];
    expect(entries.length).toBeGreaterThan(10);
    expect((await Promise.all(entries.map(metadataIn))).flat()).toEqual([]);
  }
}, 120_000);

test('a guest gets nothing of any kind of file that tells more than what is seen', async () => {
  const wanted = { scope: 'session', sessionId: session, recipient: 'The bank', downloads: true };
  const { path, link } = (await call(people.client, `POST /api/projects/${project}/share-links`, wanted)).body as {
    path: string;
    link: ShareLink;
  };
  const names = createFileNames(testConfig.secret)(link.id);
  const nameOf = new Map(Object.keys(files).map((name) => [names.hide(`local:site/all/${name}`), name]));
  const ofFile = (hidden: string) =>
    kinds.flatMap((kind) => {
      const item = `${path}/pictures/${session}/${kind}/${hidden}`;
      const made = ['s1600', 'full', 'full?download', 'sphere', 'levels', 'tiles/0/0/0'].map(
        (part) => `${item}/${part}`,
      );
      return [...made, `${path}/films/${session}/${kind}/${hidden}`];
    });
  const answers = await askAll([path, `${path}/preview.jpg`, ...[...nameOf.keys()].flatMap(ofFile)]);
  expect(answers.leaks).toEqual([]);
  const got = (part: string) => [
    ...new Set(answers.got.filter((one) => one.includes(part)).map((one) => nameOf.get(one.split('/')[6] ?? ''))),
  ];
  expect(got('/films/')).toEqual(['n-front.mp4', 'n-late.mov', 'o.webm']);
  expect(got('/pictures/')).toEqual(expect.arrayContaining(['a.jpg', 'f-photo.tif', 'g.dng', 'l-map.tif']));
  const { rawPayload } = await ask(`${path}/visits/${session}/pictures.zip`);
  expect((await Promise.all([...readZip(rawPayload).values()].map(metadataIn))).flat()).toEqual([]);
}, 300_000);

test('those who may have originals get every file as it was stored', async () => {
  const as = { cookie: people.crew.cookie };
  for (const [name, bytes] of Object.entries(files)) {
    const { rawPayload } = await ask(`/api/sessions/${session}/media/drone/${idOf(name)}/file`, as);
    expect(rawPayload.equals(bytes), name).toBe(true);
  }
}, 60_000);
