// What a deliverable's folder hides from clients, because it contains folders that are released separately (behaviour §6.14).
import { type Kysely, sql } from 'kysely';
import { classifyLink } from '#contract/links/link.ts';
import { mediaKinds } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type LinkDependencies, linkColumn, loadSessionLink, type SessionLink } from './session-link.ts';

type Reader = LinkDependencies & { actor: Person };
type Asked = { id: number; linked: SessionLink };

const columns = sql.join(mediaKinds.map((kind) => sql`(r.${sql.ref(linkColumn(kind))})`));

/** Projects that the same folders are bound to, besides this one. */
const boundTo = (over: string) => sql`select m.project_id from media_roots m where m.provider = 'local'
  and (starts_with(${over} || '/', m.root || '/') or starts_with(m.root || '/', ${over} || '/'))`;

/**
 * Where the tabs of sessions lead, or ever led, in the product's own folders: those of removed sessions too, of rejected content, of
 * sessions that moved to another project since, and of other projects with the same folders.
 */
async function sessionPlaces(
  db: Kysely<Tables>,
  { hosts, over }: { hosts: Reader['hosts']; over: string },
  projectId: number,
) {
  const found = await sql<{
    link: string;
  }>`with bound as (select ${projectId}::integer as project_id union ${boundTo(over)})
    select distinct l.link from session_records r, lateral (values ${columns}) l(link)
    where r.session_id in (select o.id from sessions o where o.project_id in (select project_id from bound)
      union select w.session_id from session_records w where w.project_id in (select project_id from bound))
      and l.link like '/media/%'`.execute(db);
  return found.rows.flatMap(({ link }) => classifyLink(link, hosts).id ?? []);
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

/**
 * For the session's own tabs, files added after their release; and what the tabs of other sessions show or showed, which clients see there
 * once it is released. The folder that the deliverable itself links to, or is in, was approved by the reviewer; so were the session's own
 * tabs.
 */
export async function readHeldBack(reader: Reader, asked: Asked): Promise<(file: SourceFile) => boolean> {
  const { actor, db, hosts } = reader;
  const own = await Promise.all(mediaKinds.map((kind) => loadSessionLink(reader, actor, { id: asked.id, kind })));
  const tabs = own.flatMap(({ link, pinned }) =>
    link?.provider === 'local' && link.id ? [{ at: link.id, pinned: pinned && new Set(pinned) }] : [],
  );
  const over = asked.linked.link?.id ?? '';
  const places = (await sessionPlaces(db, { hosts, over }, asked.linked.projectId)).filter((place) =>
    place.startsWith(`${over}/`),
  );
  return ({ id }) => {
    const path = id.slice('local:'.length);
    const own = tabs.filter(({ at }) => isWithin(path, at));
    if (own.length > 0) return own.some(({ pinned }) => pinned && !pinned.has(id));
    return places.some((place) => isWithin(path, place));
  };
}
