// The claims about seals: what is hashed, what guests may read of it, and what a code or a file says to everybody.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HashFinding, VerifiedChain } from '#contract/evidence/endpoints.ts';
import { codeOfHash, printedCode } from '#contract/evidence/seal-code.ts';
import { backup } from '#server/db/backup.ts';
import { restore } from '#server/db/restore.ts';
import { projectFolder } from '#server/lib/product-version.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { createSealWorld, photo, type SealWorld, sha256 } from '#server/test-support/seal-world.ts';
import { freshDatabase } from '#server/test-support/test-database.ts';
import { type CheckedSeal, firstBroken } from './chain.ts';
import { verifyCode } from './queries.ts';
import { sealMissing } from './seal-release.ts';

let world: SealWorld;
let red = 0;
beforeAll(async () => {
  world = await createSealWorld();
});
afterAll(() => world.close());

const nextPhoto = () => photo(++red % 256);
const seal = () => world.sealAll();

type SealRow = CheckedSeal & { content: string; code: string; projectId: number };
async function sealsOf(projectId: number): Promise<SealRow[]> {
  const found = await sql<SealRow>`select l.number, l.statement, l.signature, l.hash, m.content, l.key_id as "keyId",
      k.public_key as "publicKey", l.code, l.project_id as "projectId"
    from seals l join seal_manifests m on m.id = l.manifest_id join seal_keys k on k.id = l.key_id
    where l.project_id = ${projectId} order by l.number`.execute(world.testApp.database.query);
  return found.rows;
}

const verified = async (code: string) => {
  const answer = await world.testApp.call(null, `GET /api/verify/${code}`);
  return { status: answer.status, chain: answer.body as VerifiedChain };
};
async function find(hashes: string[]): Promise<HashFinding[]> {
  const answer = await world.testApp.call(null, 'POST /api/verify/hashes', { body: { hashes } });
  expect(answer.status).toBe(200);
  return (answer.body as { known: HashFinding[] }).known;
}

/** A project with one sealed visit of one picture. */
async function sealedVisit() {
  const project = await world.project();
  const bytes = await nextPhoto();
  const { link, path } = world.visit({ 'DJI_0001.JPG': bytes });
  const session = await world.released(project, { droneImagesUrl: link });
  await seal();
  const [row] = await sealsOf(project);
  if (!row) throw new Error('Nothing was sealed');
  return { project, bytes, session, path, link, row };
}

test('a release is sealed after its commit: the original, and the copies that clients find in their ZIPs', async () => {
  const { bytes, session, row } = await sealedVisit();
  const { files, unsealed, ...release } = JSON.parse(row.content);
  expect(release).toMatchObject({ session: session.id, captureDate: '2026-03-04', kind: 'release' });
  expect(unsealed).toEqual([]);
  expect(files).toMatchObject([
    { kind: 'drone', capturedOn: '2026-03-04', sha256: sha256(bytes), bytes: bytes.length },
  ]);
  for (const copy of files[0].copies) {
    const address = `/api/sessions/${session.id}/pictures.zip?size=${copy.of}`;
    const zip = await world.testApp.app.inject({ url: address, headers: { cookie: world.client.cookie } });
    const [taken] = [...readZip(zip.rawPayload)].filter(([name]) => name.endsWith('.jpg')).map(([, file]) => file);
    expect([copy.of, copy.sha256, copy.bytes]).toEqual([copy.of, sha256(taken as Buffer), (taken as Buffer).length]);
  }
  expect(files[0].copies.map(({ of }: { of: string }) => of)).toEqual(['full', 's1600']);
});

test('names, places and cameras are in the manifest as salted hashes only, which the crew can open', async () => {
  const { row } = await sealedVisit();
  for (const private_ of ['DJI', 'Mavic', '6.44', '3.47', '09:10'])
    expect([private_, row.content.includes(private_)]).toEqual([private_, false]);
  const kept = await sql<{
    details: string;
  }>`select f.details from sealed_files f join seals l on l.manifest_id = f.manifest_id
    where l.project_id = ${row.projectId}`.execute(world.testApp.database.query);
  const [details = ''] = kept.rows.map((one) => one.details);
  expect(JSON.parse(details)).toMatchObject({
    name: 'DJI_0001.JPG',
    camera: 'DJI Mavic 3',
    capturedAt: '2026-03-04T09:10:11',
    latitude: expect.closeTo(6.44, 3),
    longitude: expect.closeTo(3.47, 3),
  });
  expect(JSON.parse(row.content).files[0].details).toBe(sha256(details));
});

test('players of other hosts are named as not sealed, and files that are gone with the reason', async () => {
  const project = await world.project();
  const { link, path } = world.visit({ '1.jpg': await nextPhoto(), '2.jpg': await nextPhoto() });
  const links = { droneImagesUrl: link, videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
  await world.released(project, links);
  rmSync(path('2.jpg'));
  await seal();
  const [row] = await sealsOf(project);
  const { files, unsealed } = JSON.parse(row?.content ?? '');
  expect(files).toHaveLength(1);
  expect(unsealed).toMatchObject([
    { kind: 'drone', reason: 'not_found' },
    { kind: 'videos', reason: 'other_host' },
  ]);
});

test('a release that is pinned for the first time after a week is not sealed, one of yesterday under its own day', async () => {
  const db = world.testApp.database.query;
  const project = await world.project();
  const { link } = world.visit({ '1.jpg': await nextPhoto() });
  for (const days of [8, 1]) {
    const { id, recordId } = await world.released(project, { droneImagesUrl: link });
    await sql`delete from released_media where record_id = ${recordId}`.execute(db);
    await sql`delete from jobs where kind = 'sealRelease'`.execute(db);
    await sql`update sessions set released_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(db);
  }
  await world.pinMissing();
  await seal();
  const rows = await sealsOf(project);
  expect(rows).toHaveLength(1);
  const age = Date.now() - Date.parse(JSON.parse(rows[0]?.content ?? '').releasedAt);
  expect(Math.round(age / 86_400_000)).toBe(1);
});

test('releases of a project are one chain: each signs the hash of the one before', async () => {
  const { project, link, path, session, row } = await sealedVisit();
  writeFileSync(path('DJI_0002.JPG'), await nextPhoto());
  await world.testApp.call(world.admin, `PUT /api/sessions/${session.id}/release-added`);
  await world.released(project, { droneImagesUrl: link });
  await seal();
  const rows = await sealsOf(project);
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(rows.map(({ statement }) => JSON.parse(statement).previous)).toEqual([null, row.hash, rows[1]?.hash]);
  expect(rows.map(({ content }) => JSON.parse(content).files.length)).toEqual([1, 2, 2]);
  expect(firstBroken(rows, { projectId: project })).toBeNull();
  expect(rows.map(({ code, hash }) => code === codeOfHash(hash))).toEqual([true, true, true]);
  const changed = (nth: number, change: Partial<SealRow>) =>
    firstBroken(
      rows.map((one, at) => (at === nth ? { ...one, ...change } : one)),
      { projectId: project },
    );
  expect(changed(1, { content: rows[1]?.content.replace('2026-03-04', '2026-03-05') ?? '' })).toBe(2);
  expect(changed(2, { signature: row.signature })).toBe(3);
  expect(changed(0, { hash: rows[2]?.hash ?? '' })).toBe(1);
  expect(firstBroken([rows[0], rows[2]] as SealRow[], { projectId: project })).toBe(3);
  expect(firstBroken(rows, { projectId: project + 1 })).toBe(1);
  const newest = { code: rows[2]?.code ?? '', timeZone: 'Africa/Lagos' };
  for (const max of [1, 2, 3]) {
    const chain = await verifyCode(world.testApp.database.query, { ...newest, max });
    expect([max, chain?.releases.length, chain?.intact]).toEqual([max, max, true]);
  }
});

test('what was sealed cannot be changed or deleted, in the database either', async () => {
  await sealedVisit();
  const db = world.testApp.database.query;
  for (const table of ['seal_keys', 'seal_manifests', 'sealed_files', 'sealed_hashes', 'seals']) {
    await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only');
    await expect(sql`truncate ${sql.table(table)} cascade`.execute(db)).rejects.toThrow('append-only');
  }
  await expect(sql`update seals set signature = ''`.execute(db)).rejects.toThrow('append-only');
});

test('a job that runs twice seals once, and what a dead process left is sealed later', async () => {
  const project = await world.project();
  const { link } = world.visit({ '1.jpg': await nextPhoto() });
  await world.released(project, { droneImagesUrl: link });
  const db = world.testApp.database.query;
  await sql`insert into jobs (kind, payload) select kind, payload from jobs where kind = 'sealRelease'`.execute(db);
  await Promise.all([world.runner().runDue(), world.runner().runDue()]);
  expect(await sealsOf(project)).toHaveLength(1);
  await world.released(project, { droneImagesUrl: link });
  await sql`delete from jobs where kind = 'sealRelease'`.execute(db);
  await sealMissing(world.dependencies());
  expect(await sealsOf(project)).toHaveLength(1);
  await sql`update released_media set released_at = released_at - interval '20 minutes'`.execute(db);
  await sealMissing(world.dependencies());
  expect(await sealsOf(project)).toHaveLength(2);
  expect(world.problems).toEqual([]);
});

test('a code says what was released, and whether it was corrected or taken back since', async () => {
  const { project, session, path, link, row } = await sealedVisit();
  const code = printedCode(row.code).toLowerCase();
  const first = await verified(code);
  expect(first.chain).toMatchObject({ project: 'Lekki Heights', number: 1, intact: true, since: 0 });
  expect(first.chain.releases).toMatchObject([
    {
      number: 1,
      captureDate: '2026-03-04',
      files: 1,
      unsealed: 0,
      state: 'current',
      filesTakenBack: 0,
      hash: row.hash,
    },
  ]);
  const item = encodeURIComponent(`local:${link.slice('/media/folders/'.length)}/DJI_0001.JPG`);
  const taken = `PUT /api/sessions/${session.id}/media/drone/${item}/taken-back`;
  await world.testApp.call(world.admin, taken, { body: { reason: 'A face' } });
  expect((await verified(code)).chain.releases).toMatchObject([{ state: 'current', filesTakenBack: 1 }]);
  writeFileSync(path('DJI_0002.JPG'), await nextPhoto());
  await world.testApp.call(world.admin, `PUT /api/sessions/${session.id}/release-added`);
  await seal();
  const second = await verified(code);
  expect(second.chain).toMatchObject({ number: 1, since: 1, releases: [{ number: 1, state: 'corrected' }] });
  const [, head] = await sealsOf(project);
  await world.testApp.call(world.admin, `DELETE /api/sessions/${session.id}`);
  const states = (await verified(head?.code ?? '')).chain.releases.map(({ number, state }) => [number, state]);
  expect(states).toEqual([
    [2, 'takenBack'],
    [1, 'takenBack'],
  ]);
});

test.each(['0000-0000-0000-0000', 'nonsense', '%20', 'é'.repeat(16)])(
  'a code that no seal has, %j, is not found',
  async (code) => {
    expect((await verified(encodeURIComponent(code))).status).toBe(404);
  },
);

test('a file alone says whether and when it was released, or taken back since, and nothing else', async () => {
  const { project, bytes, session, row } = await sealedVisit();
  const copies = JSON.parse(row.content).files[0].copies.map((copy: { sha256: string }) => copy.sha256);
  const today = new Date().toISOString().slice(0, 10);
  const unknown = sha256('not released');
  const known = await find([sha256(bytes), ...copies, unknown, sha256(bytes)]);
  expect(known).toHaveLength(3);
  for (const one of known) expect(Object.keys(one).sort()).toEqual(['releasedOn', 'sha256', 'state']);
  expect(known.map(({ state }) => state)).toEqual(['released', 'released', 'released']);
  expect(Math.abs(Date.parse(known[0]?.releasedOn ?? '') - Date.parse(today))).toBeLessThanOrEqual(86_400_000);
  await world.testApp.call(world.admin, `DELETE /api/sessions/${session.id}`);
  expect(await find([sha256(bytes), unknown])).toMatchObject([{ sha256: sha256(bytes), state: 'takenBack' }]);
  expect(project).toBeGreaterThan(0);
});

test.each([
  ['none', []],
  ['too many', Array.from({ length: 2_001 }, () => '0'.repeat(64))],
  ['what is no hash', ['abc']],
  ['capital letters', ['A'.repeat(64)]],
])('hashes that are %s are refused in a sentence', async (_, hashes) => {
  const answer = await world.testApp.call(null, 'POST /api/verify/hashes', { body: { hashes } });
  expect(answer.status).toBe(400);
});

test('the seal of a release verifies by the script in the documentation, without the product', async () => {
  const { path, row } = await sealedVisit();
  const [file, keys, script] = ['seal.json', 'keys.json', 'verify-seal.mjs'].map((name) =>
    join(world.mediaRoot, name),
  ) as [string, string, string];
  const page = readFileSync(join(projectFolder(), 'docs/OPERATING.md'), 'utf8');
  const examples = [...page.matchAll(/```js\n([\s\S]*?)```/g)].map(([, text = '']) => text);
  writeFileSync(script, examples.find((text) => text.includes('verify-seal.mjs')) ?? '');
  const answer = await world.testApp.app.inject(`/api/verify/${row.code}/seal`);
  expect(answer.headers['content-disposition']).toContain(`seal-${printedCode(row.code)}.json`);
  writeFileSync(file, answer.rawPayload);
  writeFileSync(keys, (await world.testApp.app.inject('/.well-known/topout-seal')).rawPayload);
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', stdio: 'pipe' });
  writeFileSync(path('other.jpg'), 'other');
  const said = run(file, keys, path('DJI_0001.JPG'), path('other.jpg'));
  expect(said).toContain(`Release 1 of project ${row.projectId}`);
  expect(said).toMatch(/sealed {3}.*DJI_0001/);
  expect(said).toMatch(/NOT SEALED .*other/);
  for (const [part, other] of [
    ['2026-03-04', '2026-03-05'],
    ['"number":1', '"number":2'],
  ] as const) {
    writeFileSync(file, answer.payload.replaceAll(part, other));
    expect(() => run(file, keys)).toThrow(/changed|signature/);
  }
});

test('with another secret releases go on under a new key, and the old one stays readable', async () => {
  const { project, link, row } = await sealedVisit();
  await world.released(project, { droneImagesUrl: link });
  await world.runner(world.dependencies(world.testApp.database, 'another secret, after the first was lost')).runDue();
  const rows = await sealsOf(project);
  expect(rows.map(({ keyId }) => keyId === row.keyId)).toEqual([true, false]);
  expect(firstBroken(rows, { projectId: project })).toBeNull();
  expect((await verified(rows[1]?.code ?? '')).chain).toMatchObject({ number: 2, intact: true });
  const { keys, present } = (await world.testApp.call(null, 'GET /.well-known/topout-seal')).body as {
    keys: { id: string; publicKey: string; firstSeal: string; lastSeal: string }[];
    present: string;
  };
  expect(present).toBe(row.keyId);
  expect(keys.map(({ id }) => id)).toEqual([row.keyId, rows[1]?.keyId]);
  expect(keys.map(({ publicKey }) => publicKey)).toEqual([row.publicKey, rows[1]?.publicKey]);
});

test('an old database that was restored does not know the head that was printed since', async () => {
  const { project, link, row } = await sealedVisit();
  const file = join(world.mediaRoot, 'old.backup');
  await backup(world.testApp.database, file);
  await world.released(project, { droneImagesUrl: link });
  await seal();
  const [, printed] = await sealsOf(project);
  const old = await freshDatabase({ empty: true });
  try {
    await restore(old.database, file);
    const ask = (code = '') => verifyCode(old.database.query, { code, timeZone: 'Africa/Lagos' });
    expect(await ask(printed?.code)).toBeNull();
    expect(await ask(row.code)).toMatchObject({ number: 1, since: 0, intact: true });
    const there = { ...world.dependencies(old.database) };
    const missing = await sql<{ n: number }>`select count(*)::integer as n from seals`.execute(there.db);
    expect(missing.rows[0]?.n).toBeGreaterThan(0);
  } finally {
    await old.drop();
  }
});

test('one address checks so often, on all servers together', async () => {
  const statuses = new Set<number>();
  for (let call = 0; call < 125; call++) {
    const answer = await world.testApp.app.inject({
      url: '/api/verify/0000-0000-0000-0000',
      remoteAddress: '203.0.113.9',
    });
    statuses.add(answer.statusCode);
  }
  expect([...statuses]).toEqual([404, 429]);
});
