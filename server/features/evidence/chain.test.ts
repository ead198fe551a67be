// The claims about chains under load: no order of releases on two servers leaves a gap, and one changed byte among many is found.
import { rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HashFinding } from '#contract/evidence/endpoints.ts';
import { maxHashes } from '#contract/evidence/endpoints.ts';
import { createDatabase, type Database } from '#server/db/open.ts';
import { createSealWorld, photo, type SealWorld, sha256 } from '#server/test-support/seal-world.ts';
import { auditRootOf, sealAuditDays } from './audit-root.ts';
import { type CheckedSeal, firstBroken } from './chain.ts';
import { checkSources } from './source-checks.ts';

let world: SealWorld;
let other: Database;
beforeAll(async () => {
  world = await createSealWorld();
  other = createDatabase(world.testApp.connection);
});
afterAll(async () => {
  await other.close();
  await world.close();
});

type Row = CheckedSeal & { content: string };
async function chainOf(projectId: number | null): Promise<Row[]> {
  const found =
    await sql<Row>`select l.number, l.statement, l.signature, l.hash, m.content, l.key_id as "keyId", k.public_key as "publicKey"
    from seals l join seal_manifests m on m.id = l.manifest_id join seal_keys k on k.id = l.key_id
    where l.project_id is not distinct from ${projectId}::integer order by l.number`.execute(
      world.testApp.database.query,
    );
  return found.rows;
}

test('random releases on two servers at once are one chain per project, without a gap, in the order of their release', async () => {
  const bytes = await photo(1);
  const folders = [1, 2, 3].map((files) =>
    world.visit(
      Object.fromEntries(Array.from({ length: files }, (_, nth) => [`${nth}.mp4`, Buffer.from(`${files} ${nth}`)])),
    ),
  );
  const picture = world.visit({ '1.jpg': bytes });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ project: fc.nat(1), folder: fc.nat(3), sealNow: fc.boolean() }), {
        minLength: 4,
        maxLength: 8,
      }),
      async (releases) => {
        const projects = [await world.project(), await world.project()];
        const servers = [world.runner(), world.runner(world.dependencies(other))];
        const released: number[][] = [[], []];
        const running: Promise<unknown>[] = [];
        for (const { project, folder, sealNow } of releases) {
          const { link } = folders[folder] ?? picture;
          const { recordId } = await world.released(projects[project] as number, { droneImagesUrl: link });
          released[project]?.push(recordId);
          if (sealNow) running.push(...servers.map((server) => server.runDue()));
        }
        await Promise.all([...running, ...servers.map((server) => server.runDue())]);
        await Promise.all(servers.map((server) => server.runDue()));
        for (const [nth, id] of projects.entries()) {
          const rows = await chainOf(id);
          expect(rows.map(({ content }) => JSON.parse(content).record)).toEqual(released[nth]);
          expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
          expect(firstBroken(rows, { projectId: id })).toBeNull();
        }
      },
    ),
    { numRuns: 4 },
  );
  expect(world.problems).toEqual([]);
}, 300_000);

test('one changed byte in 10,000 files is found', async () => {
  const many = 10_000;
  const contents = Array.from({ length: many }, (_, nth) => Buffer.from(`the film number ${nth} of this visit`));
  const tabs = ['droneImagesUrl', 'indoorImagesUrl', 'videoUrl', 'tour360Url'];
  const links = tabs.map((tab, part) => {
    const own = contents.flatMap((bytes, nth) => (nth % tabs.length === part ? [[`${nth}.mp4`, bytes] as const] : []));
    return [tab, world.visit(Object.fromEntries(own)).link];
  });
  const project = await world.project();
  await world.released(project, Object.fromEntries(links));
  await world.sealAll();
  const [seal] = await chainOf(project);
  expect(JSON.parse(seal?.content ?? '').files).toHaveLength(many);
  const at = 7_123;
  (contents[at] as Buffer)[4] = ((contents[at] as Buffer)[4] as number) ^ 1;
  const hashes = contents.map(sha256);
  const known = new Set<string>();
  for (let from = 0; from < many; from += maxHashes) {
    const body = { hashes: hashes.slice(from, from + maxHashes) };
    const answer = await world.testApp.call(null, 'POST /api/verify/hashes', { body });
    for (const one of (answer.body as { known: HashFinding[] }).known)
      if (one.state === 'released') known.add(one.sha256);
  }
  expect(hashes.flatMap((hash, nth) => (known.has(hash) ? [] : [nth]))).toEqual([at]);
}, 300_000);

async function asOwner(statement: ReturnType<typeof sql>): Promise<void> {
  await world.testApp.database.tx(async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx);
    await statement.execute(tx);
    await sql`alter table audit_log enable trigger user`.execute(tx);
  });
}

test('each day of the audit log has a root in the chain of the company, which shows a changed or missing entry', async () => {
  const deps = world.dependencies();
  // At noon of the last day that is over for an hour.
  await asOwner(
    sql`update audit_log set at = (((now() - interval '1 hour') at time zone 'UTC')::date - interval '12 hours') at time zone 'UTC'`,
  );
  await sealAuditDays(deps);
  await Promise.all([sealAuditDays(deps), sealAuditDays(world.dependencies(other))]);
  const rows = await chainOf(null);
  expect(rows).toHaveLength(1);
  expect(firstBroken(rows, { projectId: null })).toBeNull();
  const { day, entries, root } = JSON.parse(rows[0]?.content ?? '');
  expect(entries).toBeGreaterThan(5);
  expect(await auditRootOf(deps.db, day)).toEqual({ day, entries, root });
  const second = sql`(select id from audit_log order by id offset 1 limit 1)`;
  const fresh = async () => (await auditRootOf(deps.db, day)).root;
  await asOwner(sql`update audit_log set subject_name = subject_name || '!' where id = ${second}`);
  const changed = await fresh();
  await asOwner(sql`update audit_log set subject_name = left(subject_name, -1) where id = ${second}`);
  expect([changed === root, (await fresh()) === root]).toEqual([false, true]);
  await asOwner(sql`delete from audit_log where id = ${second}`);
  expect(await fresh()).not.toBe(root);
});

test('the root of a day stays when its entries are removed because they are old', async () => {
  const before = await chainOf(null);
  await asOwner(sql`delete from audit_log`);
  expect(await chainOf(null)).toEqual(before);
  expect(before).toHaveLength(1);
});

test('released files that changed or are gone at their source are said to admins once', async () => {
  const project = await world.project();
  const names = ['1.mp4', '2.mp4', '3.mp4'];
  const visit = world.visit(Object.fromEntries(names.map((name) => [name, Buffer.from(`film ${name}`)])));
  const { id } = await world.released(project, { videoUrl: visit.link });
  await world.sealAll();
  const db = world.testApp.database.query;
  const deps = { ...world.dependencies(), pause: 0, maxFiles: 20_000 };
  const notices = async () => {
    const found = await sql<{ message: string; user_id: number }>`select message, user_id from notifications
      where type = 'released_file_changed' and related_session_id = ${id} order by id`.execute(db);
    return found.rows;
  };
  const states = async () => {
    const found = await sql<{
      state: string;
    }>`select c.state from sealed_file_checks c join seal_manifests m on m.id = c.manifest_id
      where m.session_id = ${id} order by c.nth`.execute(db);
    return found.rows.map(({ state }) => state);
  };
  /** As if all had been compared two days ago. */
  const later = async () => {
    await sql`update sealed_file_checks set checked_at = checked_at - interval '2 days'`.execute(db);
    await checkSources(deps);
  };
  await checkSources(deps);
  expect(await states()).toEqual([]);
  await sql`alter table seal_manifests disable trigger user`.execute(db);
  await sql`update seal_manifests set made_at = made_at - interval '2 days' where session_id = ${id}`.execute(db);
  await sql`alter table seal_manifests enable trigger user`.execute(db);
  await checkSources(deps);
  expect(await states()).toEqual(['same', 'same', 'same']);
  writeFileSync(visit.path('1.mp4'), 'another film');
  rmSync(visit.path('3.mp4'));
  await later();
  expect(await states()).toEqual(['changed', 'same', 'missing']);
  await later();
  expect(await notices()).toEqual([
    {
      user_id: world.admin.id,
      message: `2 released files of session #${id} of Lekki Heights no longer match their seals: 1.mp4 (changed), 3.mp4 (missing)`,
    },
  ]);
});
