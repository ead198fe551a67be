// The viewpoint that shows best what was built: the one whose first and newest picture lie furthest apart in time.
import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Actor } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { presentViewpoints, visiblePictures } from '#server/visibility.ts';

/** A visit's picture of a viewpoint. `shownKey`: as `needs` of a watched page names its visit. */
export type SpanPicture = {
  sessionId: number;
  shownKey: string;
  captureDate: string;
  kind: MediaKind;
  item: string;
  version: string;
  /** The link of the visit behind which it lies. */
  link: string;
  /** Width by height; null if not known. */
  ratio: number | null;
};
export type Span = { name: string; pictures: SpanPicture[]; first: SpanPicture; newest: SpanPicture };

/** The columns of a picture `vp` of a released session `s`. */
export const shownPictureColumns = sql`vp.session_id as "sessionId", ${shownKey('s')} as "shownKey", vp.capture_date as "captureDate",
  vp.media_kind as kind, vp.file as item, vp.file_version as version, vp.link,
  (select d.width::double precision / nullif(d.height, 0) from picture_details d
    where d.file = vp.file and d.version = vp.file_version) as ratio`;

/**
 * Of flat pictures that this person reads as released, among viewpoints in use; of several with the same span the one with the most
 * visits, then the first of the site. Null where no viewpoint was photographed on two days.
 */
export async function widestSpan(db: Kysely<Tables>, actor: Actor, projectId: number): Promise<Span | null> {
  const own = sql`vp.viewpoint_id in (select v.id from viewpoints v
    where v.project_id = ${projectId} and v.kind = 'photo' and v.retired_at is null and ${presentViewpoints(actor)})`;
  const found = await sql<SpanPicture & { name: string }>`
    with seen as materialized (select vp.* from ${visiblePictures(actor, own)} vp where vp.file is not null),
      best as (select v.id, v.name from seen join viewpoints v on v.id = seen.viewpoint_id group by v.id
        having max(seen.capture_date) > min(seen.capture_date)
        order by max(seen.capture_date) - min(seen.capture_date) desc, count(*) desc, coalesce(v.site_id, 0), v.position, v.id limit 1)
    select best.name, ${shownPictureColumns} from best join seen vp on vp.viewpoint_id = best.id
      join sessions_released s on s.id = vp.session_id
    order by vp.capture_date, vp.session_id`.execute(db);
  const pictures = found.rows.map(({ name: _, ...picture }) => picture);
  const [first, newest] = [pictures[0], pictures.at(-1)];
  return first && newest ? { name: found.rows[0]?.name ?? '', pictures, first, newest } : null;
}
