// Pins released files: which files a folder held when its session was approved, so that clients see nothing unreviewed.
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links.ts';
import { type MediaKind, mediaKinds } from '#contract/media.ts';
import type { Tables } from '#server/db/schema.ts';
import { MediaError, type MediaRoot, type MediaSource } from '#server/media/source.ts';
import { linkColumn, mediaRootsColumn } from './session-link.ts';

type Dependencies = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts; now(): number };
type PinnedIds = Partial<Record<MediaKind, string[]>>;
type ReleasedRecord = {
  recordId: number;
  roots: MediaRoot[];
  links: Record<MediaKind, string | null>;
  before: PinnedIds | null;
};

const maxPerRun = 100;
const runMilliseconds = 60_000;

const linksByKind = sql.join(mediaKinds.flatMap((kind) => [sql.lit(kind), sql.ref(`r.${linkColumn(kind)}`)]));

const unpinned = sql`select r.id as "recordId", ${mediaRootsColumn('s')} as roots, json_build_object(${linksByKind}) as links, m.items as before
  from sessions s join session_records r on r.id = s.released_record_id left join released_media m on m.record_id = r.id
  where s.removed_at is null and (m.record_id is null or not m.complete)`;

/** The ids of a folder's files; null where none of our sources lists it, undefined while it cannot be listed. */
async function idsOf(
  { source, hosts }: Dependencies,
  text: string,
  roots: MediaRoot[],
): Promise<string[] | null | undefined> {
  const link = classifyLink(text, hosts);
  if (link.kind !== 'folder') return null;
  try {
    return (await source.list(link, roots))?.map(({ id }) => id) ?? null;
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
}

/** What was pinned once stays; what could not be listed yet is tried again. */
async function pin(deps: Dependencies, { recordId, roots, links, before }: ReleasedRecord): Promise<void> {
  const items: PinnedIds = { ...before };
  let complete = true;
  for (const kind of mediaKinds) {
    const text = links[kind];
    if (!text || items[kind]) continue;
    const ids = await idsOf(deps, text, roots);
    if (ids) items[kind] = ids;
    complete &&= ids !== undefined;
  }
  await sql`insert into released_media as m (record_id, items, complete)
    values (${recordId}, ${JSON.stringify(items)}::jsonb, ${complete})
    on conflict (record_id) do update set items = excluded.items || m.items, complete = excluded.complete, tried_at = now()`.execute(
    deps.db,
  );
}

/** `pinSession` right after a release; `pinMissing` for what could not be pinned then, and what was released before files were pinned. */
export function createReleasedFiles(deps: Dependencies) {
  return {
    async pinSession(sessionId: number): Promise<void> {
      const found = await sql<ReleasedRecord>`${unpinned} and s.id = ${sessionId}`.execute(deps.db);
      for (const row of found.rows) await pin(deps, row);
    },
    async pinMissing(): Promise<void> {
      const until = deps.now() + runMilliseconds;
      const found = await sql<ReleasedRecord>`${unpinned} order by m.tried_at nulls first, s.released_at desc
        limit ${sql.lit(maxPerRun)}`.execute(deps.db);
      for (const row of found.rows) if (deps.now() < until) await pin(deps, row);
    },
  };
}
export type ReleasedFiles = ReturnType<typeof createReleasedFiles>;
