// The viewpoints that a visit has no picture of yet, with what is known of them from other visits.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { CoverageOf } from '#server/features/media/link-preview.ts';
import { keepDetails } from '#server/features/media/picture-details.ts';
import { linkOfTab } from '#server/visibility.ts';
import { decide, type KnownPicture, type OpenViewpoint } from './decide.ts';
import { toPictures, type Visit } from './visit-pictures.ts';

// Which viewpoints the files behind a link would cover, before a visit with that link is submitted: by name and position.

/** Headers of files elsewhere cost a request each: of those only names count here, and what is known already. */
const maxRead = 300;
/** Of no visit that there is. */
const unsubmitted = 0;

/** A viewpoint of another tab is not missed here. What a person would have to choose between counts as covered. */
export const coverageOfLink: CoverageOf = async (db, { projectId, siteId, kind, files }) => {
  const today = await sql<{ day: string }>`select current_date as day`.execute(db);
  const visit = { id: unsubmitted, projectId, siteId, captureDate: today.rows[0]?.day ?? '' };
  const open = await readOpen(db, visit);
  const viewpoints = open.filter(({ known }) => known.length === 0 || known[0]?.mediaKind === kind);
  if (viewpoints.length === 0) return null;
  const images = files.filter((file) => file.kind === 'image');
  const here = images.filter(({ path }) => path !== undefined).slice(0, maxRead);
  await keepDetails(db, here);
  const pictures = await toPictures(db, images, { kind, link: '' });
  const { placements, proposals } = decide({ viewpoints, pictures });
  const candidates = proposals.flatMap((proposal) => proposal.candidates);
  const covered = new Set([...placements, ...candidates].map(({ viewpointId }) => viewpointId));
  return viewpoints.map(({ id, position, name }) => ({ position, name, isCovered: covered.has(id) }));
};

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
