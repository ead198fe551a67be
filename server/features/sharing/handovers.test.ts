// Archives of a whole project: what is in them, who takes them, how they go on where they broke off, and what ends them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dispute } from '#contract/disputes/endpoints.ts';
import type { HashFinding } from '#contract/evidence/endpoints.ts';
import type { HandoverState } from '#contract/sharing/endpoints.ts';
import type { GuestRender } from '#contract/sharing/guest-pages.ts';
import { createJobRunner } from '#server/jobs.ts';
import { projectFolder } from '#server/lib/product-version.ts';
import { sealKeyOf } from '#server/lib/secrets/seal-key.ts';
import { createFileCleaner } from '#server/media/blanks/file-cleaner.ts';
import { builtProgram } from '#server/test-support/built-programs.ts';
import { occursIn } from '#server/test-support/contract-walk.ts';
import { silentVideo } from '#server/test-support/files/made-files.ts';
import { readZip } from '#server/test-support/files/read-zip.ts';
import { createSealWorld, photo, type SealWorld, sha256 } from '#server/test-support/seal-world.ts';
import { type TestPerson, testConfig } from '#server/test-support/test-app.ts';
import { handoverJobs } from './handover/prepare.ts';
import { verifyScript } from './handover/verify-script.ts';

let world: SealWorld;
let project: number;
let first: { id: number };
let folder: ReturnType<SealWorld['visit']>;
let other: TestPerson;
const elsewhere = 'https://my.matterport.com/show/?m=SxQL3iGyoDo';

function runner() {
  const deps = {
    ...world.dependencies(),
    fileCleaner: createFileCleaner(),
    key: sealKeyOf(testConfig.secret),
    render: async () => (await import(/* @vite-ignore */ builtProgram('guest-render'))) as GuestRender,
    brand: async () => ({ ...testConfig.brand, colour: '#1a5fb4', address: '', logo: null }),
    settings: async () => ({ timeZone: 'Africa/Lagos' }) as never,
  };
  const log = { error: (facts: object) => void world.problems.push(facts) };
  return createJobRunner({ db: deps.db, handlers: handoverJobs(deps), log });
}

/** A list of a folder may be two seconds old. */
async function replace(path: string, bytes: Buffer): Promise<void> {
  writeFileSync(path, bytes);
  await wait(2_200);
}

const stateOf = async (person: TestPerson, id = project) =>
  (await world.testApp.call(person, `GET /api/projects/${id}/handover`)).body as HandoverState;

async function makeReady(person: TestPerson, id = project): Promise<HandoverState> {
  const answer = await world.testApp.call(person, `POST /api/projects/${id}/handover`);
  expect([answer.status, (answer.body as HandoverState).state]).toEqual([202, 'preparing']);
  while ((await runner().runDue()) > 0);
  return stateOf(person, id);
}

async function take(person: TestPerson, headers: Record<string, string> = {}, id = project) {
  const all = { cookie: person.cookie, ...headers };
  return world.testApp.app.inject({ url: `/api/projects/${id}/handover.zip`, headers: all });
}

/** Without the folder that everything lies in. */
function readArchive(zip: Buffer): Map<string, Buffer> {
  return new Map([...readZip(zip)].map(([name, bytes]) => [name.slice(name.indexOf('/') + 1), bytes]));
}

async function archiveOf(person: TestPerson): Promise<Map<string, Buffer>> {
  const { state } = await makeReady(person);
  expect(state).toBe('ready');
  return readArchive((await take(person)).rawPayload);
}

beforeAll(async () => {
  world = await createSealWorld();
  const { testApp, admin, client, crew } = world;
  other = await testApp.person('client');
  project = await world.project();
  folder = world.visit({
    'a.jpg': await photo(10),
    'b.jpg': await photo(20),
    'hidden.jpg': await photo(30),
    'flight.mp4': silentVideo(20_000),
    'notes.txt': Buffer.from('Tunde was here'),
  });
  mkdirSync(join(world.mediaRoot, 'lekki/Tunde reports'));
  writeFileSync(join(world.mediaRoot, 'lekki/Tunde reports/Progress.pdf'), Buffer.from('%PDF-1.7\n%%EOF\n'));
  const links = {
    droneImagesUrl: folder.link,
    tour360Url: elsewhere,
    reportUrl: '/media/folders/lekki/Tunde reports',
    notes: 'The slab is cast',
  };
  first = await world.released(project, links);
  const item = encodeURIComponent(`local:${folder.link.slice('/media/folders/'.length)}/hidden.jpg`);
  const taken = `PUT /api/sessions/${first.id}/media/drone/${item}/taken-back`;
  expect((await testApp.call(admin, taken, { body: { reason: 'A face' } })).status).toBe(200);
  const unreleased = world.visit({ 'secret.jpg': await photo(40) });
  const body = {
    projectId: project,
    captureDate: '2026-04-05',
    photographerId: crew.id,
    droneImagesUrl: unreleased.link,
  };
  await testApp.call(admin, 'POST /api/sessions', { body: { ...body, notes: 'Not yet for anybody' } });
  const raised = await testApp.call(client, 'POST /api/disputes', {
    body: { sessionId: first.id, reason: 'A crack in the slab' },
  });
  const { id } = raised.body as Dispute;
  await testApp.call(crew, `POST /api/disputes/${id}/messages`, { body: { message: 'It is being repaired' } });
  const stages = [{ name: 'Lintel', criteria: [{ text: 'Lintels are cast' }], wanted: [] }];
  await testApp.call(admin, `PUT /api/projects/${project}/stages`, { body: { stages } });
  await world.sealAll();
}, 240_000);
afterAll(() => world.close());

describe('an archive', () => {
  test('holds for a client the copies that they get, records, concerns, stages and the seal', async () => {
    const archive = await archiveOf(world.client);
    const names = [...archive.keys()];
    const visit = `2026-03-04 (${first.id})`;
    for (const name of [
      'index.html',
      'viewpoints.html',
      'compare.html',
      'concerns.html',
      'stages.html',
      'site/site.css',
      'site/site.js',
      'site/data.js',
      `visits/${visit}.html`,
      `records/${visit}.json`,
      `files/${visit}/Drone photos/a.jpg`,
      `files/${visit}/Drone photos/flight.mp4`,
      `files/${visit}/Report/Progress.pdf`,
      'evidence/keys.json',
      'evidence/verify-seal.mjs',
    ])
      expect(names).toContain(name);
    const copy = archive.get(`files/${visit}/Drone photos/a.jpg`) as Buffer;
    expect(copy.equals(readFileSync(folder.path('a.jpg')))).toBe(false);
    const text = (name: string) => archive.get(name)?.toString() ?? '';
    expect(text(`visits/${visit}.html`)).toContain('The slab is cast');
    expect(text('concerns.html')).toMatch(/A crack in the slab.*The photographer.*It is being repaired/s);
    expect(text('stages.html')).toContain('Lintels are cast');
    expect(JSON.parse(text(`records/${visit}.json`))).toMatchObject({
      notes: 'The slab is cast',
      files: expect.arrayContaining([expect.objectContaining({ name: 'b.jpg', sha256: expect.any(String) })]),
    });
    expect(text('index.html')).toContain('Kept on another site');
    expect(text(`visits/${visit}.html`)).toContain(`href="${elsewhere}"`);
  });

  test('holds for an admin the originals', async () => {
    const archive = await archiveOf(world.admin);
    const original = archive.get(`files/2026-03-04 (${first.id})/Drone photos/a.jpg`);
    expect(original?.equals(readFileSync(folder.path('a.jpg')))).toBe(true);
    expect([...archive.keys()].some((name) => name.endsWith('notes.txt'))).toBe(true);
  });

  test('holds nothing that was taken back or is not released, for admins neither', async () => {
    for (const person of [world.client, world.admin]) {
      const archive = await archiveOf(person);
      const all = [...archive].map(([name, bytes]) => `${name}\n${bytes.toString('latin1')}`).join('\n');
      for (const word of ['hidden.jpg', 'secret.jpg', 'Not yet for anybody'])
        expect([word, all.includes(word)]).toEqual([word, false]);
    }
  });

  test('names for a client nobody of the crew, and none of its folders', async () => {
    const archive = await archiveOf(world.client);
    for (const [name, bytes] of archive)
      for (const word of ['Tunde', 'lekki', world.crew.username])
        expect([name, word, occursIn(Buffer.from(name), word) || occursIn(bytes, word)]).toEqual([name, word, false]);
  });

  test('has names that every system can store', async () => {
    for (const name of (await archiveOf(world.client)).keys())
      for (const part of name.split('/')) {
        expect(part).toMatch(/^[^\\:*?"<>|\p{C}]+$/u);
        expect(part.length).toBeLessThanOrEqual(120);
      }
  });

  test('verifies: each file is one of the seal, by the call and by the script in the documentation', async () => {
    for (const person of [world.client, world.admin]) {
      const archive = await archiveOf(person);
      const files = [...archive].filter(([name]) => /^(files\/.*Drone photos.*(jpg|mp4)|small)/.test(name));
      const given = person === world.client ? files.filter(([name]) => !name.endsWith('.mp4')) : files;
      const hashes = given.map(([, bytes]) => sha256(bytes));
      expect(hashes.length).toBeGreaterThanOrEqual(4);
      const answer = await world.testApp.call(null, 'POST /api/verify/hashes', { body: { hashes } });
      const { known } = answer.body as { known: HashFinding[] };
      expect(known.map(({ sha256: hash }) => hash).sort()).toEqual([...new Set(hashes)].sort());
      const unpacked = mkdtempSync(join(tmpdir(), 'topout-handover-'));
      for (const [name, bytes] of archive) {
        mkdirSync(dirname(join(unpacked, name)), { recursive: true });
        writeFileSync(join(unpacked, name), bytes);
      }
      const seal = [...archive.keys()].find((name) => name.startsWith('evidence/seal-')) ?? '';
      const args = ['evidence/verify-seal.mjs', seal, 'evidence/keys.json', ...given.map(([name]) => name)];
      const said = execFileSync(process.execPath, args, { cwd: unpacked, encoding: 'utf8' });
      expect(said).not.toContain('NOT SEALED');
      expect(said.match(/^sealed/gm)).toHaveLength(given.length);
      rmSync(unpacked, { recursive: true });
    }
    expect(readFileSync(join(projectFolder(), 'docs/OPERATING.md'), 'utf8')).toContain(verifyScript);
  });

  test('is read by other programs', async () => {
    await makeReady(world.client);
    const file = join(mkdtempSync(join(tmpdir(), 'topout-handover-')), 'a.zip');
    writeFileSync(file, (await take(world.client)).rawPayload);
    for (const [command, args, expected] of [
      ['unzip', ['-tq', file], /No errors/],
      ['python3', ['-c', 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())', file], /^None/],
    ] as const)
      try {
        expect(execFileSync(command, [...args], { encoding: 'utf8' })).toMatch(expected);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    rmSync(dirname(file), { recursive: true });
  });

  test('says how many files and bytes it has, and what is not in it and why', async () => {
    const state = await makeReady(world.client);
    const { rawPayload } = await take(world.client);
    expect(state).toMatchObject({ state: 'ready', bytes: rawPayload.length, files: 4, visits: 1, originals: false });
    expect(state.leftOut).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: '360° tour', reason: 'Kept on another site' }),
        expect.objectContaining({ name: 'notes.txt', captureDate: '2026-03-04' }),
      ]),
    );
    expect(state.leftOutCount).toBe(state.leftOut.length);
  });
});

describe('a download', () => {
  test('goes on from any byte with the same bytes', async () => {
    await makeReady(world.client);
    const whole = await take(world.client);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(whole.rawPayload.length),
    });
    const { length } = whole.rawPayload;
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), async (at) => {
        const rest = await take(world.client, { range: `bytes=${at}-`, 'if-range': String(whole.headers.etag) });
        expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, `bytes ${at}-${length - 1}/${length}`]);
        expect(rest.rawPayload.equals(whole.rawPayload.subarray(at))).toBe(true);
      }),
      { numRuns: 25 },
    );
    const outside = await take(world.client, { range: `bytes=${length}-` });
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, `bytes */${length}`]);
  });

  test('says its length and how it goes on without being sent', async () => {
    const { bytes } = await makeReady(world.client);
    const url = `/api/projects/${project}/handover.zip`;
    const head = await world.testApp.app.inject({ method: 'HEAD', url, headers: { cookie: world.client.cookie } });
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([200, String(bytes), 0]);
    expect(head.headers['accept-ranges']).toBe('bytes');
  });

  test('begins again where another archive was made meanwhile', async () => {
    await makeReady(world.client);
    const before = await take(world.client);
    await makeReady(world.client);
    const again = await take(world.client, { range: 'bytes=100-', 'if-range': String(before.headers.etag) });
    expect(again.statusCode).toBe(200);
    expect(again.headers.etag).not.toBe(before.headers.etag);
  });

  test('is kept in the audit log when it begins, and not when it goes on', async () => {
    await makeReady(world.client);
    const count = async () =>
      (
        await sql<{ n: number }>`select count(*)::integer as n from audit_log where act = 'handoverTaken'`.execute(
          world.testApp.database.query,
        )
      ).rows[0]?.n ?? 0;
    const before = await count();
    await take(world.client);
    await take(world.client, { range: 'bytes=100-' });
    expect(await count()).toBe(before + 1);
  });

  test('ends before its end where a file is no longer what was planned, and the next archive has the file that is there', async () => {
    await makeReady(world.admin);
    const path = folder.path('b.jpg');
    const bytes = readFileSync(path);
    await replace(path, Buffer.concat([bytes, Buffer.from('more')]));
    await expect(take(world.admin)).rejects.toThrow();
    expect((await stateOf(world.admin)).state).toBe('outdated');
    expect((await take(world.admin)).statusCode).toBe(409);
    const archive = await archiveOf(world.admin);
    expect(archive.get(`files/2026-03-04 (${first.id})/Drone photos/b.jpg`)?.length).toBe(bytes.length + 4);
    await replace(path, bytes);
  });

  test('names a file that is gone, with the reason, in the next archive', async () => {
    const path = folder.path('a.jpg');
    const bytes = readFileSync(path);
    await replace(path, Buffer.from('no picture'));
    const state = await makeReady(world.client);
    expect(state.state).toBe('ready');
    const archive = readArchive((await take(world.client)).rawPayload);
    expect([...archive.keys()].some((name) => name.endsWith('Drone photos/a.jpg'))).toBe(false);
    expect(state.leftOut.map(({ name }) => name)).toContain('a.jpg');
    await replace(path, bytes);
  });

  test('is over once something in it is taken back: the archive is made ready again', async () => {
    const { testApp, admin, client } = world;
    await makeReady(client);
    const item = encodeURIComponent(`local:${folder.link.slice('/media/folders/'.length)}/b.jpg`);
    await testApp.call(admin, `PUT /api/sessions/${first.id}/media/drone/${item}/taken-back`, {
      body: { reason: 'A face' },
    });
    expect((await take(client)).statusCode).toBe(409);
    expect((await stateOf(client)).state).toBe('outdated');
    await testApp.call(admin, `DELETE /api/sessions/${first.id}/taken-back/${item}`);
    const archive = await archiveOf(client);
    expect([...archive.keys()].some((name) => name.endsWith('Drone photos/b.jpg'))).toBe(true);
  });
});

describe('who takes it', () => {
  test('a client of another project finds none, and neither does one who left', async () => {
    const { testApp, admin } = world;
    expect((await take(other)).statusCode).toBe(404);
    expect((await testApp.call(other, `POST /api/projects/${project}/handover`)).status).toBe(404);
    const member = await testApp.person('client');
    await testApp.make.member({ projectId: project, userId: member.id, role: 'contributor' });
    expect((await makeReady(member)).state).toBe('ready');
    expect((await take(member)).statusCode).toBe(200);
    await testApp.call(admin, `DELETE /api/projects/${project}/members/${member.id}`);
    expect((await take(member, { range: 'bytes=100-' })).statusCode).toBe(404);
  });

  test('two people have archives of their own, and one person has one', async () => {
    const { testApp, admin, client } = world;
    const [ofAdmin, ofClient] = [await makeReady(admin), await makeReady(client)];
    expect([ofAdmin.originals, ofClient.originals]).toEqual([true, false]);
    const [one, two] = await Promise.all([take(admin), take(client)]);
    expect([one.rawPayload.length, two.rawPayload.length]).toEqual([ofAdmin.bytes, ofClient.bytes]);
    const second = await world.project();
    const asked = await Promise.all([1, 2, 3].map(() => testApp.call(client, `POST /api/projects/${second}/handover`)));
    expect(asked.map(({ status }) => status)).toEqual([202, 202, 202]);
    while ((await runner().runDue()) > 0);
    expect((await stateOf(client, second)).state).toBe('ready');
    expect((await stateOf(client)).state).toBe('none');
    expect((await take(client)).statusCode).toBe(409);
  });

  test('one that nobody took for a week is forgotten', async () => {
    const db = world.testApp.database.query;
    await makeReady(world.client);
    await sql`update handovers set touched_at = now() - interval '8 days' where asked_by = ${world.client.id}`.execute(
      db,
    );
    const { createCleanupJob } = await import('#server/features/settings/retention.ts');
    await createCleanupJob(db).run({});
    expect((await stateOf(world.client)).state).toBe('none');
    const rest =
      await sql`select 1 from handover_entries e where not exists (select 1 from handovers h where h.id = e.handover_id)`.execute(
        db,
      );
    expect(rest.rows).toEqual([]);
  });
});
