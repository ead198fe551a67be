// Where a job finds its pictures: nothing is aligned that was removed, or that its session no longer links to.
import { type Kysely, sql } from 'kysely';
import { classifyLink, type LinkHosts } from '#contract/links/link.ts';
import { mediaKinds } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { linkColumn, mediaRootsColumn } from '#server/features/media/session-link.ts';
import { listUnlessBroken, type MediaRoot, type MediaSource, type SourceFile } from '#server/media/sources/source.ts';
import { linkOfTab } from '#server/visibility.ts';
import type { PicturePlace } from './picture-pair.ts';
import type { FilePair } from './stored.ts';

export type PictureSource = { db: Kysely<Tables>; source: MediaSource; hosts: LinkHosts };

const links = sql.join(mediaKinds.map((kind) => sql.ref(`r.${linkColumn(kind)}`)));

/** What lies behind a link of a visit, of the present content or the released one; null where it is gone. Throws a MediaError that may pass. */
export async function listLink(
  { db, source, hosts }: PictureSource,
  { sessionId, link }: Pick<PicturePlace, 'sessionId' | 'link'>,
): Promise<SourceFile[] | null> {
  const found = await sql<{ roots: MediaRoot[] }>`select ${mediaRootsColumn('s')} as roots from sessions s
    where s.id = ${sessionId} and s.removed_at is null and exists (select 1 from session_records r
      where r.id in (s.record_id, s.released_record_id) and ${link} in (${links}))`.execute(db);
  const row = found.rows[0];
  return row ? listUnlessBroken(source, classifyLink(link, hosts), row.roots) : null;
}

/** Null where the picture is gone. */
export async function findPicture(deps: PictureSource, place: PicturePlace): Promise<SourceFile | null> {
  const files = await listLink(deps, place);
  return files?.find(({ id, kind }) => id === place.file && kind === 'image') ?? null;
}

/** `version`: the one that was placed; the file may be another by now. */
export type PlacedPicture = PicturePlace & { version: string };

/** Those of a viewpoint's pictures that were taken between the two of a pair, oldest first; a pair may be of several viewpoints. */
export async function picturesBetween(
  db: Kysely<Tables>,
  older: PicturePlace,
  newer: PicturePlace,
): Promise<PlacedPicture[]> {
  const found = await sql<PlacedPicture>`
    select distinct on (s.capture_date, s.id) p.session_id as "sessionId", p.link, p.file, p.file_version as version
    from viewpoint_pictures o join viewpoint_pictures n on n.viewpoint_id = o.viewpoint_id
      join viewpoint_pictures p on p.viewpoint_id = o.viewpoint_id
      join sessions_present s on s.id = p.session_id join sessions os on os.id = o.session_id join sessions ns on ns.id = n.session_id
    where o.session_id = ${older.sessionId} and o.file = ${older.file} and n.session_id = ${newer.sessionId} and n.file = ${newer.file}
      and p.file is not null and p.link = ${linkOfTab('p')}
      and (s.capture_date, s.id) > (os.capture_date, os.id) and (s.capture_date, s.id) < (ns.capture_date, ns.id)
    order by s.capture_date, s.id, p.viewpoint_id`.execute(db);
  return found.rows;
}

export function versionsOf(older: SourceFile, newer: SourceFile): FilePair {
  const of = ({ id, version }: SourceFile) => ({ file: id, version });
  return { older: of(older), newer: of(newer) };
}
