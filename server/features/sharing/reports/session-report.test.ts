// The guest's edition of reports: what a share may hold.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '#contract/sessions/endpoints.ts';
import { defaultSettings } from '#contract/settings/endpoints.ts';
import { createTestApp, type TestApp } from '#server/test-support/test-app.ts';
import { projectClient } from './gather.ts';
import { gatherPeriodReport } from './period-report.ts';
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

async function gatheringOf(edition: 'client' | 'guest', link?: { url: string; words: string }) {
  const db = testApp.database.query;
  const { reader } = await projectClient(db, project);
  const source = { list: async () => null };
  const thumbnails = { get: () => Promise.reject(new Error('no picture')) };
  const settings = async () => defaultSettings;
  const deps = { db, reader, edition, source, thumbnails, settings, hosts: { tours: [], webodm: [], mapsKey: null } };
  const shared = link === undefined ? {} : { link };
  const brand = async () => ({ name: 'Skyline', colour: null, address: '', logo: null });
  const more = { brand, publicUrl: 'https://topout.example', ...shared };
  return { ...deps, ...more } as never;
}

async function gather(edition: 'client' | 'guest', link?: { url: string; words: string }) {
  return (await gatherSessionReport(await gatheringOf(edition, link), { id: session.id, pictures: 24 })).report;
}

async function gatherPeriod(edition: 'client' | 'guest') {
  const asked = { projectId: project, from: '2026-01-01', to: '2026-12-31' };
  return (await gatherPeriodReport(await gatheringOf(edition), asked)).report;
}

test('for a guest names no person, no concern and no position, and leads where its maker says', async () => {
  const guest = await gather('guest');
  const text = JSON.stringify(guest);
  for (const word of ['Ada', 'Obi', 'Ngozi', 'Okonkwo', 'Sade', 'Bello', 'Lekki', 'A crack', 'topout.example'])
    expect(text).not.toContain(word);
  expect(text).toContain('Slab poured');
  expect(guest.releases[0]).toMatch(/^Approved on .* record \d+\.$/);
  const link = { url: 'https://topout.example/s/token', words: 'Open the shared page' };
  expect((await gather('guest', link)).link).toEqual(link);
});

test('of a period names for a guest nobody who released its visits, and for the client says who', async () => {
  const guest = await gatherPeriod('guest');
  const text = JSON.stringify(guest);
  for (const word of ['Ada', 'Obi', 'Ngozi', 'Okonkwo', 'Sade', 'Bello', 'A crack', 'topout.example'])
    expect(text).not.toContain(word);
  expect(guest.visits?.rows[0]?.[3]).toMatch(/^Approved, released on \w{3} \d+, \d{4}$/);
  expect(guest.visitNotes).toEqual([{ heading: 'March 4, 2026, Block A', text: 'Slab poured' }]);
  expect((await gatherPeriod('client')).visits?.rows[0]?.[4]).toMatch(/^Approved, released by Ada Obi on /);
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
