// Pinning what was released: which files lay in a folder when it was approved, so that nothing reaches clients unreviewed.
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links.ts';
import { fieldOfKind, type MediaKind, mediaKinds } from '#contract/media.ts';
import type { Tables } from '#server/db/schema.ts';
import { MediaError, type MediaRoot, type MediaSource } from '#server/media/source.ts';
import { linkColumns, mediaRootsColumn } from './session-link.ts';

type House = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts; now(): number };
type Pinned = Partial<Record<MediaKind, string[]>>;
type Row = { recordId: number; roots: MediaRoot[]; links: Record<MediaKind, string | null>; before: Pinned | null };

const inOneRun = 100;
const runMilliseconds = 60_000;

const linksByKind = sql.join(
  mediaKinds.flatMap((kind) => [sql.lit(kind), sql.ref(`r.${linkColumns[fieldOfKind[kind]]}`)]),
);

const missing = sql`select r.id as "recordId", ${mediaRootsColumn('s')} as roots, json_build_object(${linksByKind}) as links, m.items as before
  from sessions s join session_records r on r.id = s.released_record_id left join released_media m on m.record_id = r.id
  where s.removed_at is null and (m.record_id is null or not m.complete)`;

/** The ids of a folder's files; null where no source of ours lists it, undefined while it cannot be listed. */
async function idsOf({ source, hosts }: House, text: string, roots: MediaRoot[]): Promise<string[] | null | undefined> {
  const link = classifyLink(text, hosts);
  if (link.kind !== 'folder') return null;
  try {
    return (await source.list(link, roots))?.map(({ id }) => id) ?? null;
  } catch (fault) {
    if (fault instanceof MediaError) return undefined;
    throw fault;
  }
}

/** What was pinned once stays; only what could not be listed yet is tried again. */
async function pin(house: House, { recordId, roots, links, before }: Row): Promise<void> {
  const items: Pinned = { ...before };
  let complete = true;
  for (const kind of mediaKinds) {
    const text = links[kind];
    if (!text || items[kind]) continue;
    const ids = await idsOf(house, text, roots);
    if (ids) items[kind] = ids;
    complete &&= ids !== undefined;
  }
  await sql`insert into released_media as m (record_id, items, complete)
    values (${recordId}, ${JSON.stringify(items)}::jsonb, ${complete})
    on conflict (record_id) do update set items = excluded.items || m.items, complete = excluded.complete, tried_at = now()`.execute(
    house.db,
  );
}

/** `pinSession` right after a release; `pinMissing` what could not be pinned then, and what was released before there were pins. */
export function createReleasedFiles(house: House) {
  return {
    async pinSession(sessionId: number): Promise<void> {
      const found = await sql<Row>`${missing} and s.id = ${sessionId}`.execute(house.db);
      for (const row of found.rows) await pin(house, row);
    },
    async pinMissing(): Promise<void> {
      const until = house.now() + runMilliseconds;
      const found = await sql<Row>`${missing} order by m.tried_at nulls first, s.released_at desc
        limit ${sql.lit(inOneRun)}`.execute(house.db);
      for (const row of found.rows) if (house.now() < until) await pin(house, row);
    },
  };
}
export type ReleasedFiles = ReturnType<typeof createReleasedFiles>;
