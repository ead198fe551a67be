// The chain of a project, and of the company: each seal signs the hash of its manifest and of the seal before it (behaviour §32.2).
import { sql, type Transaction } from 'kysely';
import { canonicalJson } from '#contract/evidence/canonical-json.ts';
import { codeOfHash } from '#contract/evidence/seal-code.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { refetchFor } from '#server/features/sessions/transitions.ts';
import { isSignedBy, type SealKey } from '#server/lib/secrets/seal-key.ts';
import { sha256Of } from './manifest.ts';

/** How long a release waits for one before it that is still being hashed. */
const waitsSeconds = 3_600;

type Waiting = { id: number; hash: string; at: string | Date; session: Parameters<typeof refetchFor>[1] | null };

/** In the order in which they were released, up to the first that a release before it keeps waiting. */
async function readWaiting(tx: Transaction<Tables>, projectId: number | null): Promise<Waiting[]> {
  const earlier = sql`select 1 from released_media e join session_records er on er.id = e.record_id
    where er.project_id = sm.project_id and e.complete and e.released_at < sm.released_at
      and e.released_at > now() - make_interval(secs => ${waitsSeconds})
      and not exists (select 1 from seal_manifests em where em.record_id = e.record_id)`;
  const found = await sql<Waiting>`select sm.id, sm.hash, now() as at,
      case when s.id is not null then json_build_object('id', s.id, 'project_id', s.project_id, 'photographer_id', s.photographer_id) end as session
    from seal_manifests sm left join sessions s on s.id = sm.session_id
    where sm.project_id is not distinct from ${projectId}::integer
      and not exists (select 1 from seals l where l.manifest_id = sm.id) and not exists (${earlier})
    order by sm.released_at, sm.day, sm.id`.execute(tx);
  return found.rows;
}

type Head = { number: number; hash: string };

async function readHead(tx: Transaction<Tables>, projectId: number | null): Promise<Head | null> {
  const found =
    await sql<Head>`select number, hash from seals where project_id is not distinct from ${projectId}::integer
    order by number desc limit 1`.execute(tx);
  return found.rows[0] ?? null;
}

const chainName = (projectId: number | null): string => (projectId === null ? 'company' : `project ${projectId}`);

async function add(
  tx: Transaction<Tables>,
  seal: Waiting,
  to: { head: Head | null; projectId: number | null; key: SealKey },
) {
  const { head, projectId, key } = to;
  const number = (head?.number ?? 0) + 1;
  const previous = head?.hash ?? null;
  const sealedAt = new Date(seal.at).toISOString();
  const statement = canonicalJson({
    format: 'topout-seal-1',
    chain: chainName(projectId),
    number,
    previous,
    manifest: seal.hash,
    key: key.id,
    sealedAt,
  });
  const hash = sha256Of(statement);
  await sql`insert into seals (manifest_id, project_id, number, previous, key_id, statement, signature, hash, code, sealed_at)
    values (${seal.id}, ${projectId}, ${number}, ${previous}, ${key.id}, ${statement}, ${key.sign(statement)}, ${hash},
      ${codeOfHash(hash)}, ${sealedAt}::timestamptz)`.execute(tx);
  return { number, hash };
}

/** Whatever waits for its place in this chain gets it. One server at a time does it; the others wait for its commit. */
export async function sealWaiting(
  { write, key }: { write: RunTransaction; key: SealKey },
  projectId: number | null,
): Promise<void> {
  await write({ topics: ['checks'] }, async (context) => {
    const { tx } = context;
    await sql`select pg_advisory_xact_lock(hashtext('seals'), ${projectId ?? 0}::integer)`.execute(tx);
    const waiting = await readWaiting(tx, projectId);
    if (waiting.length === 0) return;
    await sql`insert into seal_keys (id, public_key) values (${key.id}, ${key.publicKey}) on conflict do nothing`.execute(
      tx,
    );
    let head = await readHead(tx, projectId);
    for (const one of waiting) head = await add(tx, one, { head, projectId, key });
    // Pages that show these releases say their seals.
    for (const { session } of waiting) if (session) await refetchFor(context, session, { clients: true });
  });
}

/** A seal with what it takes to check it; `content`: its manifest, null where only the chain is checked. */
export type CheckedSeal = {
  number: number;
  statement: string;
  signature: string;
  hash: string;
  content: string | null;
  keyId: string;
  publicKey: string;
};

function isWhole(seal: CheckedSeal, before: CheckedSeal | null, chain: string): boolean {
  const { number, statement, signature, hash, content, keyId, publicKey } = seal;
  const said = JSON.parse(statement) as Record<string, unknown>;
  return (
    said.chain === chain &&
    number === (before?.number ?? 0) + 1 &&
    said.number === number &&
    said.previous === (before?.hash ?? null) &&
    said.key === keyId &&
    sha256Of(statement) === hash &&
    (content === null || said.manifest === sha256Of(content)) &&
    isSignedBy(publicKey, statement, signature)
  );
}

/** Seals of one chain in their order, after `before` (null: from its first on): the number of the first that does not fit; null where all do. */
export function firstBroken(
  seals: readonly CheckedSeal[],
  { projectId, before = null }: { projectId: number | null; before?: CheckedSeal | null },
): number | null {
  const chain = chainName(projectId);
  const broken = seals.find((seal, nth) => !isWhole(seal, seals[nth - 1] ?? before, chain));
  return broken?.number ?? null;
}
