// The health of links: every session's links are looked at after it was saved and from time to time, and what clients cannot open is noted.
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links.ts';
import { type BrokenLink, type LinkField, linkFields } from '#contract/sessions.ts';
import type { LinkFinding, Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { createConcurrencyLimit } from '#server/lib/concurrency-limit.ts';
import type { Probe, ProbeFinding } from '#server/media/probe.ts';
import type { MediaRoot } from '#server/media/source.ts';
import { linkColumns, mediaRootsColumn } from './session-link.ts';

type House = { db: Kysely<Tables>; write: RunTransaction; probe: Probe; hosts: LinkHosts; now(): number };
type Findings = Partial<Record<LinkField, LinkFinding>>;
type Row = {
  id: number;
  recordId: number;
  photographerId: number;
  roots: MediaRoot[];
  links: Partial<Record<LinkField, string | null>>;
  /** Of the same content only. */
  before: Findings | null;
};

const inOneRun = 100;
/** Other jobs wait meanwhile. */
const runMilliseconds = 60_000;
const atOnce = 4;
/** A host may be away for a while; one that is away for longer is gone. */
const patienceMilliseconds = 60 * 60_000;

const columns: Record<LinkField, string> = {
  ...linkColumns,
  deliverablePackageUrl: 'deliverable_package_url',
  rawFilesUrl: 'raw_files_url',
  reportUrl: 'report_url',
};
const linkList = sql.join(linkFields.map((field) => sql.ref(`s.${columns[field]}`)));
const linksByField = sql.join(linkFields.flatMap((field) => [sql.lit(field), sql.ref(`s.${columns[field]}`)]));

const rows = sql`select s.id, s.record_id as "recordId", s.photographer_id as "photographerId", ${mediaRootsColumn('s')} as roots,
    json_build_object(${linksByField}) as links, case when h.record_id = s.record_id then h.findings end as before
  from sessions s left join link_health h on h.session_id = s.id
  where s.removed_at is null and num_nonnulls(${linkList}) > 0`;

/** Sessions of the last month, and broken ones, are looked at daily, all others monthly; what was never looked at comes first. */
async function due(db: Kysely<Tables>): Promise<Row[]> {
  const found = await sql<Row>`${rows} and (h.session_id is null or h.record_id <> s.record_id
      or h.checked_at < now() - case when h.broken is not null or s.updated_at > now() - interval '30 days'
        then interval '1 day' else interval '30 days' end)
    order by h.checked_at nulls first, s.id desc limit ${sql.lit(inOneRun)}`.execute(db);
  return found.rows;
}

/** What is noted of a look: nobody unlearns that a link is broken by not getting through to it. */
function settle(found: ProbeFinding, before: LinkFinding | undefined, now: number): LinkFinding {
  if (found.state === 'unknown' && before?.state === 'broken') return before;
  const waited = before !== undefined && now - Date.parse(before.since) > patienceMilliseconds;
  const isGone = found.away && before?.reason === found.reason && waited;
  const { state, reason } = isGone ? { state: 'broken' as const, reason: found.reason } : found;
  const isSame = before?.state === state && before.reason === reason;
  return { state, reason, since: isSame ? before.since : new Date(now).toISOString() };
}

function brokenOf(findings: Findings | null): BrokenLink[] {
  return linkFields.flatMap((field) => {
    const { state, reason } = findings?.[field] ?? {};
    return state === 'broken' ? [{ field, reason: reason ?? 'This link cannot be opened' }] : [];
  });
}

async function lookAt(house: House, row: Row): Promise<Findings> {
  const findings: Findings = {};
  for (const field of linkFields) {
    const link = row.links[field];
    if (!link) continue;
    const found = await house.probe(classifyLink(link, house.hosts), row.roots);
    findings[field] = settle(found, row.before?.[field], house.now());
  }
  return findings;
}

/** Pages of those who can mend it refetch when something broke or was mended. */
async function note({ write }: House, row: Row, findings: Findings): Promise<void> {
  const broken = brokenOf(findings);
  const changed = JSON.stringify(broken) !== JSON.stringify(brokenOf(row.before));
  await write({ topics: changed ? ['sessions'] : [] }, async ({ tx, events }) => {
    await sql`insert into link_health (session_id, record_id, findings, broken)
      select id, ${row.recordId}::bigint, ${JSON.stringify(findings)}::jsonb, ${broken.length > 0 ? JSON.stringify(broken) : null}::jsonb
      from sessions where id = ${row.id}
      on conflict (session_id) do update set record_id = excluded.record_id, findings = excluded.findings,
        broken = excluded.broken, checked_at = now()`.execute(tx);
    if (changed) events.invalidateFor({ admins: true, users: [row.photographerId] });
  });
}

/** `lookAtSession` after it was saved, `lookAtDue` all day long. */
export function createLinkHealth(house: House) {
  async function look(row: Row): Promise<void> {
    await note(house, row, await lookAt(house, row));
  }

  return {
    async lookAtSession(sessionId: number): Promise<void> {
      const found = await sql<Row>`${rows} and s.id = ${sessionId}`.execute(house.db);
      for (const row of found.rows) await look(row);
    },
    async lookAtDue(): Promise<void> {
      const until = house.now() + runMilliseconds;
      const queue = createConcurrencyLimit(atOnce);
      const found = await due(house.db);
      await Promise.all(found.map((row) => queue(async () => (house.now() < until ? look(row) : undefined))));
    },
  };
}
export type LinkHealth = ReturnType<typeof createLinkHealth>;
