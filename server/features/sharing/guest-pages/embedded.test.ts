// The claims about pages in frames on other sites, and about questions to whoever shared a page.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { scene } from '#server/test-support/files/scenes.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

const headers = { origin: 'http://progress.example.org' };
let folder: string;
let testApp: TestApp;
let admin: TestPerson;
let client: TestPerson;
let projectId: number;
let visits: [number, number];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'topout-embedded-'));
  mkdirSync(join(folder, 'media/site'), { recursive: true });
  writeFileSync(join(folder, 'media/site/a.jpg'), await scene(1, { left: 60, top: 60, width: 600, height: 450 }));
  testApp = await createTestApp({
    publicUrl: headers.origin,
    mediaRoot: join(folder, 'media'),
    sampleProject: 'first',
  });
  admin = await testApp.person('admin');
  client = await testApp.person('client');
  const crew = await testApp.person('photographer');
  projectId = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Marina Heights' });
  const siteId = await testApp.make.site({ projectId, photographerId: crew.id });
  const roots = [{ provider: 'local', root: 'site' }];
  await testApp.call(admin, `PUT /api/projects/${projectId}/media-roots`, { headers, body: { roots } });
  const visit = async (captureDate: string) => {
    const body = { projectId, siteId, captureDate, droneImagesUrl: '/media/folders/site' };
    const { id } = (await testApp.call(crew, 'POST /api/sessions', { headers, body })).body as { id: number };
    await testApp.call(admin, `PUT /api/sessions/${id}/approve`, { headers, body: {} });
    return id;
  };
  visits = [await visit('2026-01-10'), await visit('2026-02-10')];
}, 60_000);
afterAll(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

const make = (body: object) =>
  testApp.call(client, `POST /api/projects/${projectId}/share-links`, {
    headers,
    body: { scope: 'project', recipient: 'The bank', ...body },
  });

async function share(body: object = {}): Promise<{ path: string; link: ShareLink }> {
  const answer = await make(body);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as { path: string; link: ShareLink };
}
const guest = (url: string) => testApp.app.inject({ url });
const policyOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['content-security-policy']);

test('a page is embedded on the sites that its sharer named, and nothing else of the link may be framed', async () => {
  const embedSites = ['www.Example.com/homes', 'https://sales.example.org:8443', 'https://www.example.com'];
  const { path, link } = await share({ embedSites });
  expect(link.embedSites).toEqual(['https://www.example.com', 'https://sales.example.org:8443']);
  const framed = await guest(`${path}/embed`);
  expect(framed.statusCode).toBe(200);
  expect(policyOf(framed)).toMatch(/frame-ancestors https:\/\/www\.example\.com https:\/\/sales\.example\.org:8443$/);
  expect(framed.headers['x-frame-options']).toBeUndefined();
  const picture = /src="([^"]+\/pictures\/[^"]+)"/.exec(framed.body)?.[1] ?? '';
  expect((await guest(picture)).headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN' });
  for (const url of [path, `${path}/visits/${visits[0]}`]) {
    const answer = await guest(url);
    expect([url, answer.statusCode]).toEqual([url, 200]);
    expect(policyOf(answer)).toContain("frame-ancestors 'none'");
    expect(answer.headers['x-frame-options']).toBe('SAMEORIGIN');
  }
});

test('in a frame stands what can be viewed there: no page of the link but the whole one, no recipient and no address', async () => {
  const { path } = await share({ embedSites: ['example.com'], questions: true });
  const { body } = await guest(`${path}/embed`);
  expect(body).toContain('class="ruler"');
  expect(body).toContain(`<a href="${path}" target="_blank" rel="noopener">Open the whole page</a>`);
  for (const part of ['/visits/', 'The bank', 'mailto:', 'data-show', '<form']) expect(body).not.toContain(part);
  expect((await guest(path)).body).toContain('mailto:');
});

test('without a site, and once the link ended, nothing is embedded', async () => {
  const { path } = await share();
  const refused = await guest(`${path}/embed`);
  expect(refused.statusCode).toBe(403);
  expect(refused.body).toContain('The person who shared this page does not allow it to be embedded in other sites.');
  expect(policyOf(refused)).toContain("frame-ancestors 'none'");
  expect(refused.headers['x-frame-options']).toBe('SAMEORIGIN');
  expect((await guest('/sample/embed')).statusCode).toBe(403);
  const ended = await share({ embedSites: ['example.com'] });
  await testApp.call(client, `DELETE /api/share-links/${ended.link.id}`, { headers });
  expect((await guest(`${ended.path}/embed`)).statusCode).toBe(404);
});

const refusals: [string, object, string][] = [
  ['a PIN', { embedSites: ['example.com'], pin: '123456' }, 'A link with a PIN cannot be embedded'],
  [
    'a report',
    { scope: 'report', report: { of: 'period', from: '2026-01-01', to: '2026-03-01' }, embedSites: ['example.com'] },
    'A report cannot be embedded',
  ],
  [
    'a site without https',
    { embedSites: ['http://example.com'] },
    'A site is an address with https, such as https://www.example.com',
  ],
  ['a star', { embedSites: ['*.example.com'] }, 'A site is an address with https, such as https://www.example.com'],
  [
    'six sites',
    { embedSites: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example.com`) },
    'A link may be embedded on at most 5 sites',
  ],
];

test.each(refusals)('embedding with %s is refused, and no link is made', async (_, body, message) => {
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::integer as n from share_links`.execute(testApp.database.query)).rows[0]
      ?.n;
  const before = await count();
  const answer = await make(body);
  expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'embedSites', message }] } });
  expect(await count()).toBe(before);
});

test('a page offers a mail to whoever shared it only where the link says so', async () => {
  const { email } = (await testApp.call(client, 'GET /api/user')).body as { email: string };
  const asked = await share({ questions: true });
  expect(asked.link.questions).toBe(true);
  const { body } = await guest(asked.path);
  expect(body).toContain(`href="mailto:${email}?subject=Marina%20Heights"`);
  expect(body).toContain('Ask a question');
  const silent = await share();
  for (const path of [silent.path, '/sample']) {
    const page = (await guest(path)).body;
    expect(page).not.toContain('mailto:');
    expect(page).not.toContain(email);
  }
});
