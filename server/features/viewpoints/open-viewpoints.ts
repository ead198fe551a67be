// The viewpoints that a visit has no picture of yet, with what is known of them from other visits.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { linkOfTab } from '#server/visibility.ts';
import type { KnownPicture, OpenViewpoint } from './decide.ts';
import type { Visit } from './visit-pictures.ts';

/** How many pictures of other visits show what a viewpoint looks like. */
const maxKnown = 5;

/** Where a picture lies: behind a link of its visit. */
export type FoundAt = { sessionId: number; link: string; file: string };
export type NamedViewpoint = OpenViewpoint & { name: string; known: readonly (KnownPicture & FoundAt)[] };
type ViewpointRow = Omit<NamedViewpoint, 'known'> & { known: NamedViewpoint['known'] | null };

/**
 * The viewpoints of the place that have neither a picture nor a manual choice for this visit, with their pictures of the visits nearest in
 * time.
 */
export async function readOpen(
  db: Kysely<Tables>,
  visit: Pick<Visit, 'id' | 'projectId' | 'siteId' | 'captureDate'>,
): Promise<NamedViewpoint[]> {
  const { id, projectId, siteId, captureDate } = visit;
  const found = await sql<ViewpointRow>`
    select v.id, v.kind, v.position, v.name, (
      select json_agg(k order by k.nth) from (
        select vp.session_id as "sessionId", vp.link, vp.file, vp.file_name as name, vp.media_kind as "mediaKind", d.latitude, d.longitude, d.heading, d.pitch,
          row_number() over (order by abs(s.capture_date - ${captureDate}::date), s.capture_date desc, s.id desc) as nth
        from viewpoint_pictures vp join sessions s on s.id = vp.session_id and s.removed_at is null
          left join picture_details d on d.file = vp.file and d.version = vp.file_version
        where vp.viewpoint_id = v.id and vp.session_id <> ${id} and vp.file is not null
        order by nth limit ${sql.lit(maxKnown)}) k) as known
    from viewpoints v
    where v.project_id = ${projectId} and v.site_id is not distinct from ${siteId}::integer and v.retired_at is null
      and not exists (select 1 from viewpoint_pictures vp join sessions s on s.id = vp.session_id
        where vp.viewpoint_id = v.id and vp.session_id = ${id} and vp.link = ${linkOfTab('vp')})
    order by v.position, v.id`.execute(db);
  return found.rows.map((row) => ({ ...row, known: row.known ?? [] }));
}

/** The files of a visit that stand for a viewpoint, behind the links that it has now. */
export async function readPlacedFiles(db: Kysely<Tables>, sessionId: number): Promise<Set<string>> {
  const found = await sql<{
    file: string;
  }>`select vp.file from viewpoint_pictures vp join sessions s on s.id = vp.session_id
    where s.id = ${sessionId} and vp.link = ${linkOfTab('vp')} and vp.file is not null`.execute(db);
  return new Set(found.rows.map(({ file }) => file));
}
