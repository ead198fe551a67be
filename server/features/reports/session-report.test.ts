// The guest's edition of a session report: what a share may hold.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultSettings } from '#contract/company-settings.ts';
import type { Session } from '#contract/sessions.ts';
import { createTestApp, type TestApp } from '#server/test-support/test-app.ts';
import { projectClient } from './gather.ts';
import { gatherSessionReport } from './session-report.ts';

let testApp: TestApp;
let session: Session;
let project: number;

beforeAll(async () => {
  testApp = await createTestApp();
  const admin = await testApp.person('admin', { firstName: 'Ada', lastName: 'Obi' });
  const crew = await testApp.person('photographer', { firstName: 'Ngozi', lastName: 'Okonkwo' });
  const client = await testApp.person('client', { firstName: 'Sade', lastName: 'Bello' });
  project = await testApp.make.project({ clientId: client.id, createdBy: admin.id, name: 'Tower' });
  const siteId = await testApp.make.site({ projectId: project, photographerId: crew.id, name: 'Block A' });
  await testApp.database.query
    .updateTable('sites')
    .set({ location: 'Lekki, Lagos' })
    .where('id', '=', siteId)
    .execute();
  const body = { projectId: project, siteId, captureDate: '2026-03-04', notes: 'Slab poured' };
  session = (await testApp.call(crew, 'POST /api/sessions', { body })).body as Session;
  await testApp.call(admin, `PUT /api/sessions/${session.id}/approve`, { body: {} });
  await testApp.call(client, 'POST /api/disputes', { body: { sessionId: session.id, reason: 'A crack' } });
});
afterAll(() => testApp.close());

async function gather(edition: 'client' | 'guest', link?: { url: string; words: string }) {
  const db = testApp.database.query;
  const { reader } = await projectClient(db, project);
  const source = { list: async () => null };
  const thumbnails = { get: () => Promise.reject(new Error('no picture')) };
  const settings = async () => defaultSettings;
  const deps = { db, reader, edition, source, thumbnails, settings, hosts: { tours: [], webodm: [], mapsKey: null } };
  const shared = link === undefined ? {} : { link };
  const brand = async () => ({ name: 'Skyline', colour: null, address: '', logo: null });
  const more = { brand, publicUrl: 'https://topout.example', ...shared };
  return (await gatherSessionReport({ ...deps, ...more } as never, { id: session.id, pictures: 24 })).report;
}

test('for a guest names no person, no concern and no position, and leads where its maker says', async () => {
  const guest = await gather('guest');
  const text = JSON.stringify(guest);
  for (const word of ['Ada', 'Obi', 'Ngozi', 'Okonkwo', 'Sade', 'Bello', 'Lekki', 'A crack', 'topout.example'])
    expect(text).not.toContain(word);
  expect(text).toContain('Slab poured');
  expect(guest.releases[0]).toMatch(/^Approved on .* record \d+\.$/);
  const link = { url: 'https://topout.example/s/token', words: 'Open what was shared' };
  expect((await gather('guest', link)).link).toEqual(link);
});

test('for the client it names them all', async () => {
  const text = JSON.stringify(await gather('client'));
  for (const word of [
    'Ada Obi',
    'Ngozi Okonkwo',
    'Sade Bello',
    'Lekki, Lagos',
    'A crack',
    'https://topout.example/sessions/',
  ])
    expect(text).toContain(word);
});
