// Where TSA_URL is set, an authority stamps the heads of chains: a witness of the time outside the house (behaviour §32.2).
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { readTimeStamp, timeStampQuery } from '#server/lib/time-stamp.ts';
import type { SafeFetch } from '#server/media/net/safe-fetch.ts';

/** Of one run: authorities are free for few, and those that are left have their turn ten minutes later. */
const maxPerRun = 20;
const maxBytes = 64 * 1024;

export type StampingDependencies = { db: Kysely<Tables>; outside: Pick<SafeFetch, 'read'>; tsaUrl: string | null };
type Head = { id: number; hash: string };

/** Those without a stamp, the ones that wait the longest first; what is before them in the chain is stamped with them. */
async function readHeads(db: Kysely<Tables>): Promise<Head[]> {
  const found = await sql<Head>`select l.id, l.hash from seals l
    where not exists (select 1 from seals n where n.project_id is not distinct from l.project_id and n.number > l.number)
      and not exists (select 1 from seal_stamps t where t.seal_id = l.id)
    order by l.id limit ${sql.lit(maxPerRun)}`.execute(db);
  return found.rows;
}

async function stamp({ db, outside }: StampingDependencies, { id, hash }: Head, tsa: URL): Promise<void> {
  const bytes = Buffer.from(hash, 'hex');
  const { query, nonce } = timeStampQuery(bytes);
  const answer = await outside.read(tsa.href, {
    method: 'POST',
    body: query,
    headers: { 'content-type': 'application/timestamp-query' },
    exempt: [tsa.origin],
    maxBytes,
  });
  if (answer.status !== 200) throw new Error(`${tsa.hostname} answered with status ${answer.status}.`);
  const at = readTimeStamp(answer.bytes, { hash: bytes, nonce });
  await sql`insert into seal_stamps (seal_id, answer, host, stamped_at) values (${id}, ${answer.bytes}, ${tsa.hostname}, ${at.toISOString()}::timestamptz)
    on conflict (seal_id) do nothing`.execute(db);
}

/** Nothing waits for it: a release is sealed without. Throws what the authority failed by; it is asked again. */
export async function stampHeads(deps: StampingDependencies): Promise<void> {
  if (deps.tsaUrl === null) return;
  const tsa = new URL(deps.tsaUrl);
  for (const head of await readHeads(deps.db)) await stamp(deps, head, tsa);
}

/** Null where none was made of this seal. */
export async function readStamp(db: Kysely<Tables>, code: string): Promise<Buffer | null> {
  const found = await sql<{ answer: Buffer }>`select t.answer from seal_stamps t join seals l on l.id = t.seal_id
    where l.code = ${code} and l.project_id is not null`.execute(db);
  return found.rows[0]?.answer ?? null;
}
