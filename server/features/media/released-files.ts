// Pins released files: which files a folder held when its session was approved, so that clients see no file added since (ids, not bytes: decision 013).
import { sql } from 'kysely';
import pLimit from 'p-limit';
import { classifyLink } from '#contract/links/link.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { RunTransaction, WriteContext } from '#server/db/transaction.ts';
import { changedFacts, fileCounts, recordAct } from '#server/features/audit/handlers.ts';
import { addJob } from '#server/jobs.ts';
import type { MediaRoot } from '#server/media/sources/source.ts';
import {
  type ListingDependencies,
  linksByKind,
  listWithinDeadline,
  type MediaLinks,
  readMediaLinks,
} from './linked-files.ts';
import { mediaRootsColumn } from './session-link.ts';

type Dependencies = ListingDependencies & { write: RunTransaction; now(): number };
type PinnedIds = Partial<Record<MediaKind, string[]>>;
type ReleasedRecord = {
  recordId: number;
  sessionId: number;
  projectId: number;
  roots: MediaRoot[];
  links: MediaLinks;
  before: PinnedIds | null;
};

const maxPerRun = 100;
const runMilliseconds = 60_000;
const concurrency = 4;

const unpinned = sql`select r.id as "recordId", s.id as "sessionId", s.project_id as "projectId", ${mediaRootsColumn('s')} as roots, json_build_object(${linksByKind('r')}) as links, m.items as before
  from sessions s join session_records r on r.id = s.released_record_id left join released_media m on m.record_id = r.id
  where s.removed_at is null and (m.record_id is null or not m.complete)`;

/** The ids of a folder's files; null where none of our sources lists it, undefined while it cannot be listed. */
async function idsOf(deps: Dependencies, text: string, roots: MediaRoot[]): Promise<string[] | null | undefined> {
  if (classifyLink(text, deps.hosts).kind !== 'folder') return null;
  const files = await listWithinDeadline(deps, text, roots);
  return files ? files.map(({ id }) => id) : files;
}

/** What was pinned once stays; what could not be listed yet is tried again. */
async function pin(deps: Dependencies, record: ReleasedRecord): Promise<void> {
  const { roots, links, before } = record;
  const items: PinnedIds = { ...before };
  let complete = true;
  for (const kind of mediaKinds) {
    const text = links[kind];
    if (!text || items[kind]) continue;
    const ids = await idsOf(deps, text, roots);
    if (ids) items[kind] = ids;
    complete &&= ids !== undefined;
  }
  await deps.write({ topics: [] }, (context) => save(context, record, { items, complete }));
}

/** Of a release whose files are pinned only now: what lies at its source after a week need not be what was released, and is not sealed. */
const releasedAt = (recordId: number) =>
  sql`(select released_at from sessions where released_record_id = ${recordId} and released_at > now() - interval '7 days')`;

/** In one transaction with its entry in the audit log, where files came that nobody could list when they were released. */
async function save(
  context: WriteContext,
  { recordId, sessionId, projectId, before }: ReleasedRecord,
  { items, complete }: { items: PinnedIds; complete: boolean },
): Promise<void> {
  await sql`insert into released_media as m (record_id, items, complete, released_at)
    values (${recordId}, ${JSON.stringify(items)}::jsonb, ${complete}, ${releasedAt(recordId)})
    on conflict (record_id) do update set items = excluded.items || m.items, complete = excluded.complete, tried_at = now()`.execute(
    context.tx,
  );
  if (complete) await addJob(context.tx, { kind: 'sealRelease', payload: { recordId } });
  const changed = changedFacts({ files: fileCounts(before ?? {}) }, { files: fileCounts(items) });
  if (!changed) return;
  const subject = { kind: 'session', id: sessionId, name: `Session #${sessionId}` } as const;
  await recordAct(context, { by: null, act: 'releasedFilesChanged', subject, projectId, ...changed });
}

/** One that fails has its turn again after all others. */
async function pinOrPostpone(deps: Dependencies, row: ReleasedRecord): Promise<unknown> {
  try {
    await pin(deps, row);
    return null;
  } catch (error) {
    await sql`insert into released_media (record_id, items, complete, released_at)
      values (${row.recordId}, '{}', false, ${releasedAt(row.recordId)})
      on conflict (record_id) do update set tried_at = now()`.execute(deps.db);
    return error;
  }
}

/** `listFiles` for a review; `pinSession` and `pinMissing` for what could not be listed then, or was released before files were pinned. */
export function createReleasedFiles(deps: Dependencies) {
  const { db, now } = deps;
  return {
    /** What the media links of a session, and `links` besides, lead to; see `ListFiles` of the sessions. */
    async listFiles(sessionId: number, links: readonly string[] = []): Promise<Map<string, string[] | null>> {
      const row = await readMediaLinks(db, sessionId);
      const listed = new Map<string, string[] | null>();
      const all = new Set([...links, ...Object.values(row?.links ?? {})].filter((link) => link !== null));
      const list = async (link: string) => {
        const ids = await idsOf(deps, link, row?.roots ?? []);
        if (ids !== undefined) listed.set(link, ids);
      };
      if (row) await Promise.all(Array.from(all, list));
      return listed;
    },
    async pinSession(sessionId: number): Promise<void> {
      const found = await sql<ReleasedRecord>`${unpinned} and s.id = ${sessionId}`.execute(db);
      for (const row of found.rows) await pin(deps, row);
    },
    /** Throws what one failed by, when all others had their turn. */
    async pinMissing(): Promise<void> {
      const until = now() + runMilliseconds;
      const found = await sql<ReleasedRecord>`${unpinned} order by m.tried_at nulls first, s.released_at desc
        limit ${sql.lit(maxPerRun)}`.execute(db);
      const queue = pLimit(concurrency);
      const pinned = found.rows.map((row) => queue(async () => (now() < until ? pinOrPostpone(deps, row) : null)));
      const failure = (await Promise.all(pinned)).find((error) => error !== null);
      if (failure !== undefined) throw failure;
    },
  };
}
export type ReleasedFiles = ReturnType<typeof createReleasedFiles>;
