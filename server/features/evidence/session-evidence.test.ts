// The claims about what the page of a session says of its release.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionEvidence } from '#contract/evidence/endpoints.ts';
import { createSealWorld, photo, type SealWorld } from '#server/test-support/seal-world.ts';
import { sealed, type TestPerson } from '#server/test-support/test-app.ts';

let world: SealWorld;
beforeAll(async () => {
  world = await createSealWorld();
});
afterAll(() => world.close());

const read = async (by: TestPerson, id: number) => {
  const answer = await world.testApp.call(by, `GET /api/sessions/${id}/evidence`);
  expect(answer.status).toBe(200);
  return answer.body as SessionEvidence;
};
const wordsOf = ({ said }: SessionEvidence) => said.map(({ verdict, words }) => `${verdict}: ${words}`);

/** Of a site with coordinates, some metres from where the pictures were taken. */
async function releasedAt(
  place: { latitude: number; longitude: number },
  files: Record<string, Buffer>,
  day = '2026-03-04',
) {
  const project = await world.project();
  const siteId = await world.testApp.make.site({ projectId: project });
  await sql`update sites set latitude = ${place.latitude}, longitude = ${place.longitude} where id = ${siteId}`.execute(
    world.testApp.database.query,
  );
  const { link } = world.visit(files);
  const session = await world.released(project, { droneImagesUrl: link, siteId, captureDate: day });
  return { project, session };
}
const beside = { latitude: 6.441, longitude: 3.47 };

test('a release that is sealed says its seal, and what its pictures say of their day and place', async () => {
  const { session } = await releasedAt(beside, { '1.jpg': await photo(1), '2.jpg': await photo(2) });
  await world.sealAll();
  const evidence = await read(world.client, session.id);
  expect(evidence.seal).toMatchObject({
    number: 1,
    files: 2,
    unsealed: 0,
    code: expect.stringMatching(/^(\w{4}-){3}\w{4}$/),
  });
  expect(wordsOf(evidence)).toEqual([
    'fits: 2 pictures taken within a day of March 4, 2026.',
    'fits: 2 pictures taken within 500 m of the site, the farthest 111 m away.',
  ]);
  expect(await read(world.crew, session.id)).toEqual(evidence);
  expect(JSON.stringify(evidence)).not.toMatch(/6\.44|3\.47|\.jpg/);
});

test('another day, another place and an editor are said plainly', async () => {
  const files = {
    '1.jpg': await photo(3, { Software: 'Adobe Photoshop 25.1' }),
    '2.jpg': await photo(4, { Software: 'v01.00.0900' }),
  };
  const { session } = await releasedAt({ latitude: 6.47, longitude: 3.47 }, files, '2026-05-04');
  await world.sealAll();
  expect(wordsOf(await read(world.client, session.id))).toEqual([
    'differs: 2 of 2 pictures taken on other days than May 4, 2026: March 4, 2026.',
    'differs: 2 of 2 pictures taken more than 500 m from the site, the farthest 3.3 km away.',
    'differs: 1 of 2 pictures was saved by Adobe Photoshop 25.1, as the file says.',
  ]);
});

test('before it is sealed nothing is said, nor of what was taken back', async () => {
  const { session } = await releasedAt(beside, { '1.jpg': await photo(5), '2.jpg': await photo(6) });
  const pending = (await world.testApp.call(world.admin, `GET /api/sessions/${session.id}/evidence`)).body;
  expect([{ seal: null, said: [] }, expect.objectContaining({ seal: expect.anything() })]).toContainEqual(pending);
  await world.sealAll();
  const db = world.testApp.database.query;
  const file = (
    await sql<{ file: string }>`select f.file from sealed_files f join seal_manifests m on m.id = f.manifest_id
    where m.session_id = ${session.id} order by f.nth limit 1`.execute(db)
  ).rows[0]?.file;
  const path = `/api/sessions/${session.id}/media/drone/${encodeURIComponent(sealed(file ?? ''))}/taken-back`;
  const taken = await world.testApp.call(world.admin, `PUT ${path}`, { body: { reason: 'A face can be recognised' } });
  expect([taken.status, taken.body]).toEqual([200, taken.body]);
  expect(wordsOf(await read(world.client, session.id))[0]).toBe('fits: 1 picture taken within a day of March 4, 2026.');
});
