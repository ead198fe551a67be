// Link health: every session's links are checked after it was saved and at intervals, and what clients cannot open is written down.
import { type Kysely, sql } from 'kysely';
import pLimit from 'p-limit';
import { type LinkField, linkFields, sessionFields } from '#contract/core/session-fields.ts';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import type { BrokenLink } from '#contract/sessions/endpoints.ts';
import type { LinkFinding, LinkFindings, Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { type Probe, type ProbeFinding, withoutUnshowable } from '#server/media/sources/probe.ts';
import type { MediaRoot } from '#server/media/sources/source.ts';
import { mediaRootsColumn } from './session-link.ts';

type Dependencies = { db: Kysely<Tables>; write: RunTransaction; probe: Probe; hosts: LinkHosts; now(): number };
type SessionLinks = {
  id: number;
  recordId: number;
  photographerId: number;
  /** For review: whoever approves it is asked about links that were not checked for a day. */
  waits: boolean;
  /** The links of this content were checked within the last half day. */
  fresh: boolean;
  roots: MediaRoot[];
  links: Partial<Record<LinkField, string | null>>;
  /** Findings for the same content. */
  before: LinkFindings | null;
};

const maxPerRun = 100;
/** Other jobs wait for the end of a run. */
const runMilliseconds = 60_000;
const concurrency = 4;
/** A host may be unreachable for a while; after this time its links count as broken. */
const graceMilliseconds = 60 * 60_000;

const linkList = sql.join(linkFields.map((field) => sql.ref(`s.${sessionFields[field].column}`)));
const linksByField = sql.join(
  linkFields.flatMap((field) => [sql.lit(field), sql.ref(`s.${sessionFields[field].column}`)]),
);

const sessionLinks = sql`select s.id, s.record_id as "recordId", s.photographer_id as "photographerId", s.status = 'pending' as waits,
    coalesce(h.record_id = s.record_id and h.checked_at > now() - interval '12 hours', false) as fresh, ${mediaRootsColumn('s')} as roots,
    json_build_object(${linksByField}) as links, case when h.record_id = s.record_id then h.findings end as before
  from sessions s left join link_health h on h.session_id = s.id
  where s.removed_at is null and num_nonnulls(${linkList}) > 0`;

/**
 * Sessions of the last month, and broken ones, are checked daily, all others monthly; what was never checked comes first. Those that
 * wait for review are checked before a day has passed: approving asks about older findings.
 */
async function readDue(db: Kysely<Tables>): Promise<SessionLinks[]> {
  const found = await sql<SessionLinks>`${sessionLinks} and (h.session_id is null or h.record_id <> s.record_id
      or h.checked_at < now() - case when s.status = 'pending' then interval '20 hours' when h.broken is not null or s.updated_at > now() - interval '30 days'
        then interval '1 day' else interval '30 days' end)
    order by h.checked_at nulls first, s.id desc limit ${sql.lit(maxPerRun)}`.execute(db);
  return found.rows;
}

/** What is kept of a check: a link that was broken stays so while its host cannot be reached. */
function toFinding(found: ProbeFinding, before: LinkFinding | undefined, now: number): LinkFinding {
  if (found.state === 'unknown' && before?.state === 'broken') return before;
  const waited = before !== undefined && now - Date.parse(before.since) > graceMilliseconds;
  const isGone = found.away && before?.reason === found.reason && waited;
  const { state, reason } = isGone ? { state: 'broken' as const, reason: found.reason } : found;
  const isSame = before?.state === state && before.reason === reason;
  return { state, reason, since: isSame ? before.since : new Date(now).toISOString() };
}

function brokenOf(findings: LinkFindings | null): BrokenLink[] {
  return linkFields.flatMap((field) => {
    const { state, reason } = findings?.[field] ?? {};
    return state === 'broken' ? [{ field, reason: reason ?? 'This link cannot be opened' }] : [];
  });
}

function unknownIn(findings: LinkFindings | null): string {
  return linkFields.filter((field) => findings?.[field]?.state === 'unknown').join();
}

async function checkLinks(deps: Dependencies, row: SessionLinks): Promise<LinkFindings> {
  const findings: LinkFindings = {};
  for (const field of linkFields) {
    const link = row.links[field];
    if (!link) continue;
    const probed = await deps.probe(classifyLink(link, deps.hosts), row.roots);
    const found = sessionFields[field].group === 'media' ? withoutUnshowable(probed) : probed;
    findings[field] = toFinding(found, row.before?.[field], deps.now());
  }
  return findings;
}

/** Pages of those who can repair it refetch when something broke or was repaired. */
async function save({ write }: Dependencies, row: SessionLinks, findings: LinkFindings): Promise<void> {
  const broken = brokenOf(findings);
  const isNews = JSON.stringify(broken) !== JSON.stringify(brokenOf(row.before));
  const changed = isNews || (row.waits && (!row.fresh || unknownIn(findings) !== unknownIn(row.before)));
  await write({ topics: changed ? ['sessions'] : [] }, async ({ tx, events }) => {
    await sql`insert into link_health (session_id, record_id, findings, broken)
      select id, ${row.recordId}::bigint, ${JSON.stringify(findings)}::jsonb, ${broken.length > 0 ? JSON.stringify(broken) : null}::jsonb
      from sessions where id = ${row.id}
      on conflict (session_id) do update set record_id = excluded.record_id, findings = excluded.findings,
        broken = excluded.broken, checked_at = now()`.execute(tx);
    if (changed) events.invalidateFor({ admins: true, users: [row.photographerId], ids: { sessions: [row.id] } });
  });
}

/** `checkSession` after it was saved, `checkDue` at intervals. */
export function createLinkHealth(deps: Dependencies) {
  async function check(row: SessionLinks): Promise<void> {
    await save(deps, row, await checkLinks(deps, row));
  }

  return {
    async checkSession(sessionId: number): Promise<void> {
      const found = await sql<SessionLinks>`${sessionLinks} and s.id = ${sessionId}`.execute(deps.db);
      for (const row of found.rows) await check(row);
    },
    async checkDue(): Promise<void> {
      const until = deps.now() + runMilliseconds;
      const queue = pLimit(concurrency);
      const due = await readDue(deps.db);
      await Promise.all(due.map((row) => queue(async () => (deps.now() < until ? check(row) : undefined))));
    },
  };
}
export type LinkHealth = ReturnType<typeof createLinkHealth>;
