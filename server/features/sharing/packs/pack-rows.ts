// The rows of packs: numbered in their project one after the other, each with the former pack of its period.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Pack } from '#contract/sharing/endpoints.ts';
import { isPackWithdrawn } from '#server/db/packs.ts';
import type { Tables } from '#server/db/schema.ts';
import { datedName } from '#server/lib/file-names.ts';
import { visibleProjects } from '#server/visibility.ts';
import { hashOf, type PackContent, type PackEdition, type PackEditions } from './content.ts';
import type { PackPeriod } from './gather-pack.ts';

export type PackRow = Pack & { projectName: string; storageKey: string };

/** Under which it is saved. */
export const packFileName = ({ projectName, from, to, number }: PackRow) =>
  `${datedName([projectName], `${from} to ${to}`)} - pack ${number}.pdf`;

const columns = sql`k.id, k.project_id as "projectId",
  (select p.name from projects p where p.id = k.project_id) as "projectName", k.number, k.period_from as "from", k.period_to as "to",
  to_char(k.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "madeAt", k.storage_key as "storageKey",
  (select f.number from packs f where f.id = k.corrects_id) as corrects, ${isPackWithdrawn('k')} as withdrawn`;

/** Newest first. `where` is about packs `k`. */
export async function readPacks(
  db: Kysely<Tables>,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<PackRow[]> {
  const found = await sql<PackRow>`select ${columns} from packs k where ${where}
    order by k.number desc, k.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** Null for one of a project that this person does not see. */
export async function findPack(db: Kysely<Tables>, actor: Person, id: number): Promise<PackRow | null> {
  const seen = sql`k.id = ${id} and exists (select 1 from projects p where p.id = k.project_id and ${visibleProjects(actor)})`;
  return (await readPacks(db, { where: seen, limit: 1 }))[0] ?? null;
}

/** For whoever holds a link to it; null where there is none. */
export async function findNumbered(
  db: Kysely<Tables>,
  { projectId, number }: { projectId: number; number: number },
): Promise<PackRow | null> {
  const where = sql`k.project_id = ${projectId} and k.number = ${number}`;
  return (await readPacks(db, { where, limit: 1 }))[0] ?? null;
}

export async function readContent(db: Kysely<Tables>, id: number, edition: PackEdition): Promise<PackContent> {
  const found = await sql<{ content: PackContent }>`select editions -> ${edition}::text as content
    from packs where id = ${id}`.execute(db);
  return (found.rows[0] as { content: PackContent }).content;
}

type Former = { id: number; contentHash: string };

/** One after the other: of two who make the same pack at once, one makes it and the other finds it. */
export async function keepPack(
  tx: Transaction<Tables>,
  { projectId, from, to }: PackPeriod,
  { by, editions }: { by: number; editions: PackEditions },
): Promise<{ pack: PackRow; isNew: boolean }> {
  await sql`select pg_advisory_xact_lock(hashtext('packs'), ${projectId})`.execute(tx);
  const load = async (id: number) => (await readPacks(tx, { where: sql`k.id = ${id}`, limit: 1 }))[0] as PackRow;
  const hash = hashOf(editions);
  const last = await sql<Former>`select id, content_hash as "contentHash" from packs
    where project_id = ${projectId} and period_from = ${from} and period_to = ${to} order by number desc limit 1`.execute(
    tx,
  );
  const [former] = last.rows;
  if (former?.contentHash === hash) return { pack: await load(former.id), isNew: false };
  const made = await sql<{ id: number }>`
    insert into packs (project_id, number, period_from, period_to, corrects_id, made_by, content_hash, editions, storage_key)
    select ${projectId}, n, ${from}, ${to}, ${former?.id ?? null}::integer, ${by}, ${hash}, ${JSON.stringify(editions)}::jsonb,
      ${`${projectId}/`} || n || ${`-${hash.slice(0, 16)}.pdf`}
    from (select coalesce(max(number), 0) + 1 as n from packs where project_id = ${projectId}) next returning id`.execute(
    tx,
  );
  return { pack: await load((made.rows[0] as { id: number }).id), isNew: true };
}
