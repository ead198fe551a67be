// Where a site lies: both coordinates or none, within the earth, kept, answered and in the audit log.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/overview/audit-log.ts';
import type { Project, Site } from '#contract/projects/endpoints.ts';
import { createTestApp, type TestApp, type TestPerson } from '#server/test-support/test-app.ts';

let testApp: TestApp;
let admin: TestPerson;
let crew: TestPerson;
let client: TestPerson;
beforeAll(async () => {
  testApp = await createTestApp();
  admin = await testApp.person('admin');
  crew = await testApp.person('photographer');
  client = await testApp.person('client');
});
afterAll(() => testApp.close());

const site = (place: object) => ({ name: 'Block A', photographerId: crew.id, ...place });

function create(place: object) {
  const project = { name: 'Lekki', clientId: client.id };
  return testApp.call(admin, 'POST /api/projects', { body: { project, sites: [site(place)] } });
}

async function only(project: number): Promise<Site> {
  return ((await testApp.call(client, `GET /api/projects/${project}/sites`)).body as Site[])[0] as Site;
}

test('a site keeps its coordinates until they are taken away, and each change is in the audit log', async () => {
  const made = (await create({ latitude: 6.4281, longitude: -3.4219 })).body as Project;
  const kept = await only(made.id);
  expect(kept).toMatchObject({ latitude: 6.4281, longitude: -3.4219 });
  const edit = (place: object) =>
    testApp.call(admin, `PATCH /api/projects/${made.id}`, { body: { sites: [{ ...site(place), id: kept.id }] } });
  expect((await edit({ description: 'Left out, they stay' })).status).toBe(200);
  expect(await only(made.id)).toMatchObject({ latitude: 6.4281, longitude: -3.4219 });
  expect((await edit({ latitude: null, longitude: null })).status).toBe(200);
  expect(await only(made.id)).toMatchObject({ latitude: null, longitude: null });
  const answer = await testApp.call(admin, `GET /api/audit-log?act=projectEdited&projectId=${made.id}`);
  const [entry] = answer.body as AuditEntry[];
  expect(entry?.changes[0]?.before).toContain('6.4281, -3.4219');
  expect(entry?.changes[0]?.after).not.toContain('6.4281');
});

test.each([
  ['a latitude alone', { latitude: 6 }, 'Latitude and longitude belong together: fill in both or neither'],
  [
    'a longitude alone',
    { longitude: 3, latitude: null },
    'Latitude and longitude belong together: fill in both or neither',
  ],
  ['a latitude beyond the pole', { latitude: 90.1, longitude: 3 }, 'Latitude must be a number from -90 to 90'],
  [
    'a longitude beyond the date line',
    { latitude: 6, longitude: -180.5 },
    'Longitude must be a number from -180 to 180',
  ],
  ['words', { latitude: 'six', longitude: 3 }, 'Latitude must be a number from -90 to 90'],
])('%s is refused at its field', async (_, place, sentence) => {
  const { status, body } = await create(place);
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(sentence)]);
  expect(JSON.stringify(body)).toMatch(/sites\.0\.(latitude|longitude)/);
});
