// Seals what was released: hashes its files after the commit, writes its manifest and chains it to the release before (behaviour §32.1).
import { type Kysely, sql } from 'kysely';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { linksByKind } from '#server/features/media/linked-files.ts';
import { mediaRootsColumn } from '#server/features/media/session-link.ts';
import type { SealKey } from '#server/lib/secrets/seal-key.ts';
import type { MediaRoot } from '#server/media/sources/source.ts';
import { sealWaiting } from './chain.ts';
import { type HashingDependencies, hashTab } from './hash-files.ts';
import { type ManifestOf, makeManifest } from './manifest.ts';

export type SealingDependencies = HashingDependencies & { write: RunTransaction; key: SealKey; now(): number };

type Release = Omit<ManifestOf, 'files' | 'tabs'> & {
  roots: MediaRoot[];
  links: Record<MediaKind, string | null>;
  items: Partial<Record<MediaKind, string[]>>;
};

/** A source that does not answer is waited for; after that its files are named as unreadable. */
const patienceMs = 15 * 60_000;
const maxPerRun = 20;

const unhashed = sql`m.complete and m.released_at is not null
  and not exists (select 1 from seal_manifests sm where sm.record_id = m.record_id)`;

async function loadRelease(db: Kysely<Tables>, recordId: number): Promise<Release | null> {
  const found = await sql<Release & { releasedAt: string | Date }>`
    select r.id as "recordId", r.session_id as "sessionId", r.project_id as "projectId", r.capture_date as "captureDate",
      m.released_at as "releasedAt", ${mediaRootsColumn('s')} as roots, json_build_object(${linksByKind('r')}) as links, m.items
    from released_media m join session_records r on r.id = m.record_id join sessions s on s.id = r.session_id
    where m.record_id = ${recordId} and ${unhashed}`.execute(db);
  const [row] = found.rows;
  return row ? { ...row, releasedAt: new Date(row.releasedAt).toISOString() } : null;
}

async function hashRelease(deps: SealingDependencies, release: Release): Promise<ManifestOf> {
  const isPatient = Date.parse(release.releasedAt) > deps.now() - patienceMs;
  const { roots, links, items, ...of } = release;
  const files: ManifestOf['files'][] = [];
  const tabs: ManifestOf['tabs'][] = [];
  for (const kind of mediaKinds) {
    const link = links[kind];
    if (!link) continue;
    const hashed = await hashTab(deps, { kind, link, roots, ids: items[kind] ?? null, isPatient });
    files.push(hashed.files);
    tabs.push(hashed.tabs);
  }
  return { ...of, files: files.flat(), tabs: tabs.flat() };
}

/** Once for each record, however many processes hashed it. */
async function saveManifest({ write }: SealingDependencies, of: ManifestOf): Promise<void> {
  const { content, hash, details } = makeManifest(of);
  const { files, projectId, sessionId, recordId, releasedAt } = of;
  const sealed = files.filter((file) => file.hashes.length > 0).length;
  const hashes = files.flatMap((file, nth) => file.hashes.map((one) => ({ nth, ...one })));
  await write({ topics: [] }, async ({ tx }) => {
    const saved = await sql<{ id: number }>`
      insert into seal_manifests (kind, project_id, session_id, record_id, released_at, content, hash, files, unsealed)
      values ('release', ${projectId}, ${sessionId}, ${recordId}, ${releasedAt}::timestamptz, ${content}, ${hash}, ${sealed},
        ${files.length - sealed + of.tabs.length})
      on conflict (record_id) do nothing returning id`.execute(tx);
    const id = saved.rows[0]?.id;
    if (id === undefined) return;
    await sql`insert into sealed_files (manifest_id, nth, media_kind, file, version, details)
      select ${id}::bigint, t.nth - 1, t.kind, t.file, t.version, t.details
      from unnest(${files.map(({ kind }) => kind)}::text[], ${files.map(({ file }) => file)}::text[],
        ${files.map(({ version }) => version)}::text[], ${details}::text[])
        with ordinality as t (kind, file, version, details, nth)`.execute(tx);
    await sql`insert into sealed_hashes (manifest_id, nth, of, sha256, bytes)
      select ${id}::bigint, t.nth, t.of, decode(t.sha256, 'hex'), t.bytes
      from unnest(${hashes.map(({ nth }) => nth)}::integer[], ${hashes.map(({ of: part }) => part)}::text[],
        ${hashes.map(({ sha256 }) => sha256)}::text[], ${hashes.map(({ bytes }) => bytes)}::bigint[]) as t (nth, of, sha256, bytes)`.execute(
      tx,
    );
  });
}

/** The job of a release; it may run twice. */
export async function sealRelease(deps: SealingDependencies, recordId: number): Promise<void> {
  const release = await loadRelease(deps.db, recordId);
  if (release) await saveManifest(deps, await hashRelease(deps, release));
  const found = await sql<{ projectId: number }>`select project_id as "projectId" from seal_manifests
    where record_id = ${recordId}`.execute(deps.db);
  const [manifest] = found.rows;
  if (manifest) await sealWaiting(deps, manifest.projectId);
}

/** What a job left behind: releases that nobody hashed, and manifests that waited for one before them. */
export async function sealMissing(deps: SealingDependencies): Promise<void> {
  const missing = await sql<{ id: number }>`select m.record_id as id from released_media m
    where ${unhashed} and m.released_at < now() - make_interval(secs => ${patienceMs / 1000})
    order by m.released_at limit ${sql.lit(maxPerRun)}`.execute(deps.db);
  const failures: unknown[] = [];
  for (const { id } of missing.rows) await sealRelease(deps, id).catch((error: unknown) => failures.push(error));
  const waiting = await sql<{
    projectId: number | null;
  }>`select distinct sm.project_id as "projectId" from seal_manifests sm
    where not exists (select 1 from seals l where l.manifest_id = sm.id)`.execute(deps.db);
  for (const { projectId } of waiting.rows) await sealWaiting(deps, projectId);
  if (failures.length > 0) throw failures[0];
}
