// What anybody may read of seals: by a code the releases up to it, by hashes whether and when a file was released (behaviour §32.4).
import { type Kysely, sql } from 'kysely';
import type { HashFinding, VerifiedChain, VerifiedRelease } from '#contract/evidence/endpoints.ts';
import { maxVerifiedReleases } from '#contract/evidence/endpoints.ts';
import { printedCode } from '#contract/evidence/seal-code.ts';
import type { Tables } from '#server/db/schema.ts';
import { isTakenBack } from '#server/db/taken-back.ts';
import { type CheckedSeal, firstBroken } from './chain.ts';

type Named = { id: number; number: number; projectId: number; project: string | null };
type Window = Named & { timeZone: string; max: number };
type ReleaseRow = VerifiedRelease & Omit<CheckedSeal, 'content' | 'hash'>;

const dayIn = (timeZone: string, instant: string) => sql`(${sql.ref(instant)} at time zone ${timeZone})::date`;

async function findSeal(db: Kysely<Tables>, code: string): Promise<Named | null> {
  const found = await sql<Named>`select l.id, l.number, l.project_id as "projectId",
      case when p.removed_at is null then p.name end as project
    from seals l join projects p on p.id = l.project_id where l.code = ${code}`.execute(db);
  return found.rows[0] ?? null;
}

/** Newest first, at most `max` and the one before them. */
async function readReleases(db: Kysely<Tables>, { projectId, number, timeZone, max }: Window): Promise<ReleaseRow[]> {
  const state = sql`case when s.removed_at is not null or p.removed_at is not null or s.released_record_id is null then 'takenBack'
    when s.released_record_id <> sm.record_id then 'corrected' else 'current' end`;
  const hidden = isTakenBack({ project: sql`s.project_id`, file: sql`f.file` });
  const found = await sql<ReleaseRow>`
    select l.number, l.code, ${dayIn(timeZone, 'sm.released_at')} as "releasedOn", ${dayIn(timeZone, 'l.sealed_at')} as "sealedOn",
      r.capture_date as "captureDate", sm.files, sm.unsealed, ${state} as state,
      (select count(*)::integer from sealed_files f where f.manifest_id = sm.id and ${hidden}) as "filesTakenBack",
      sm.hash as manifest, l.hash, l.signature, l.statement, l.key_id as "keyId", k.public_key as "publicKey",
      case when t.seal_id is not null then json_build_object('host', t.host, 'day', ${dayIn(timeZone, 't.stamped_at')}) end as stamp
    from seals l join seal_manifests sm on sm.id = l.manifest_id join seal_keys k on k.id = l.key_id left join seal_stamps t on t.seal_id = l.id
      join session_records r on r.id = sm.record_id join sessions s on s.id = sm.session_id join projects p on p.id = sm.project_id
    where l.project_id = ${projectId} and l.number <= ${number} order by l.number desc limit ${sql.lit(max + 1)}`.execute(
    db,
  );
  return found.rows;
}

/** Whether each fits the one before it, and the statement says of its manifest what is stored. A row beyond `max` is the seal before those that are shown. */
function isIntact(rows: readonly ReleaseRow[], { projectId, max }: Window): boolean {
  const seals = rows.toReversed().map((row) => ({ ...row, content: null }));
  const agree = seals.every(({ statement, manifest }) => JSON.parse(statement).manifest === manifest);
  const before = seals.length > max ? (seals.shift() ?? null) : null;
  return agree && firstBroken(seals, { projectId, before }) === null;
}

async function countSince(db: Kysely<Tables>, { projectId, number }: Named): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::integer as n from seals
    where project_id = ${projectId} and number > ${number}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** Null for a code that no seal here has: mistyped, or sealed after this database was saved. */
export async function verifyCode(
  db: Kysely<Tables>,
  { code, timeZone, max = maxVerifiedReleases }: { code: string; timeZone: string; max?: number },
): Promise<VerifiedChain | null> {
  const seal = await findSeal(db, code);
  if (!seal) return null;
  const window = { ...seal, timeZone, max };
  const rows = await readReleases(db, window);
  return {
    project: seal.project,
    number: seal.number,
    code: printedCode(code),
    intact: isIntact(rows, window),
    since: await countSince(db, seal),
    releases: rows.slice(0, max).map((row) => ({ ...row, code: printedCode(row.code) })),
  };
}

/** What verifies without the product: the statement, its signature and key, and the manifest. */
export async function sealFile(db: Kysely<Tables>, code: string): Promise<{ name: string; text: string } | null> {
  const found = await sql<CheckedSeal & { content: string }>`
    select l.number, l.statement, l.signature, l.hash, l.key_id as "keyId", k.public_key as "publicKey", sm.content
    from seals l join seal_manifests sm on sm.id = l.manifest_id join seal_keys k on k.id = l.key_id
    where l.code = ${code} and l.project_id is not null`.execute(db);
  const [row] = found.rows;
  if (!row) return null;
  const { statement, signature, publicKey, content } = row;
  const text = `{"statement":${statement},"signature":"${signature}","publicKey":"${publicKey}","manifest":${content}}\n`;
  return { name: `seal-${printedCode(code)}.json`, text };
}

/** Those of the hashes that are known here, each once. */
export async function findHashes(
  db: Kysely<Tables>,
  { hashes, timeZone }: { hashes: readonly string[]; timeZone: string },
): Promise<HashFinding[]> {
  const isPinned = sql`case when m.items ? f.media_kind then (m.items -> f.media_kind) ? f.file else s.released_record_id = sm.record_id end`;
  const hidden = isTakenBack({ project: sql`s.project_id`, file: sql`f.file` });
  const shown = sql`s.removed_at is null and p.removed_at is null and s.released_record_id is not null and ${isPinned} and not ${hidden}`;
  const found = await sql<HashFinding>`
    select encode(h.sha256, 'hex') as sha256, min(${dayIn(timeZone, 'sm.released_at')}) as "releasedOn",
      case when bool_or(coalesce(${shown}, false)) then 'released' else 'takenBack' end as state
    from (select distinct decode(t, 'hex') as sha256 from unnest(${[...hashes]}::text[]) t) as q
      join sealed_hashes h on h.sha256 = q.sha256
      join sealed_files f on f.manifest_id = h.manifest_id and f.nth = h.nth
      join seal_manifests sm on sm.id = h.manifest_id join seals l on l.manifest_id = sm.id
      join sessions s on s.id = sm.session_id join projects p on p.id = s.project_id
      left join released_media m on m.record_id = s.released_record_id
    group by h.sha256`.execute(db);
  return found.rows;
}

type SealHead = { number: number; code: string; sealedAt: string };

/** The present heads of these projects' chains, as they are printed; projects of which nothing is sealed yet are missing. */
export async function readSealHeads(
  db: Kysely<Tables>,
  projectIds: readonly number[],
): Promise<ReadonlyMap<number, SealHead>> {
  const found = await sql<SealHead & { projectId: number }>`
    select distinct on (project_id) project_id as "projectId", number, code, sealed_at as "sealedAt"
    from seals where project_id = any(${[...projectIds]}::integer[]) order by project_id, number desc`.execute(db);
  return new Map(
    found.rows.map(({ projectId, number, code, sealedAt }) => {
      return [projectId, { number, code: printedCode(code), sealedAt: new Date(sealedAt).toISOString() }];
    }),
  );
}
