// The viewpoint that shows best what was built: the one whose first and newest picture lie furthest apart in time.
import { type Kysely, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Actor, Person } from '#contract/policy.ts';
import type { ThenAndNow } from '#contract/viewpoints/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { presentViewpoints, visiblePictures } from '#server/visibility.ts';
import type { PairRequests } from './alignments/pair-requests.ts';

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
export type Span = { id: number; name: string; pictures: SpanPicture[]; first: SpanPicture; newest: SpanPicture };

/** The columns of a picture `vp` of a released session `s`. */
export const shownPictureColumns = sql`vp.session_id as "sessionId", ${shownKey('s')} as "shownKey", vp.capture_date as "captureDate",
  vp.media_kind as kind, vp.file as item, vp.file_version as version, vp.link,
  (select d.width::double precision / nullif(d.height, 0) from picture_details d
    where d.file = vp.file and d.version = vp.file_version) as ratio`;

/** Viewpoints `v` of a project that may stand for it: flat ones in use. */
const usable = (actor: Actor, projectId: number) =>
  sql`v.project_id = ${projectId} and v.kind = 'photo' and v.retired_at is null and ${presentViewpoints(actor)}`;

/**
 * Of flat pictures that this person reads as released, among viewpoints in use; of several with the same span the one with the most
 * visits, then the first of the site. Null where no viewpoint was photographed on two days.
 */
export async function widestSpan(db: Kysely<Tables>, actor: Actor, projectId: number): Promise<Span | null> {
  const own = sql`vp.viewpoint_id in (select v.id from viewpoints v where ${usable(actor, projectId)})`;
  const found = await sql<SpanPicture & { viewpointId: number; name: string }>`
    with seen as materialized (select vp.* from ${visiblePictures(actor, own)} vp where vp.file is not null),
      best as (select v.id, v.name from seen join viewpoints v on v.id = seen.viewpoint_id group by v.id
        having max(seen.capture_date) > min(seen.capture_date)
        order by max(seen.capture_date) - min(seen.capture_date) desc, count(*) desc, coalesce(v.site_id, 0), v.position, v.id limit 1)
    select best.id as "viewpointId", best.name, ${shownPictureColumns} from best join seen vp on vp.viewpoint_id = best.id
      join sessions_released s on s.id = vp.session_id
    order by vp.capture_date, vp.session_id`.execute(db);
  const pictures = found.rows.map(({ viewpointId: _, name: __, ...picture }) => picture);
  const [row, first, newest] = [found.rows[0], pictures[0], pictures.at(-1)];
  return row && first && newest ? { id: row.viewpointId, name: row.name, pictures, first, newest } : null;
}

/** Whether there is one at all: the first that is found answers. */
export async function hasSpan(db: Kysely<Tables>, actor: Actor, projectId: number): Promise<boolean> {
  const own = visiblePictures(actor, sql`vp.viewpoint_id = v.id`);
  const found = await sql`select 1 from viewpoints v cross join lateral (
      select min(seen.capture_date) as first, max(seen.capture_date) as newest from ${own} seen where seen.file is not null) span
    where ${usable(actor, projectId)} and span.newest > span.first limit 1`.execute(db);
  return found.rows.length > 0;
}

function shown({ sessionId, captureDate, kind, item, version, ratio }: SpanPicture) {
  const thumbnailUrl = imageUrlOf({ id: item, version }, { id: sessionId, kind }, 's400');
  return { sessionId, captureDate, thumbnailUrl, ratio };
}

/** 404 for a project that this person does not see. An alignment that is not known is asked for, and not waited for. */
export async function thenAndNow(
  { db, pairs, actor }: { db: Kysely<Tables>; pairs: PairRequests; actor: Person },
  projectId: number,
): Promise<ThenAndNow> {
  await requireProject(db, actor, projectId);
  const span = await widestSpan(db, actor, projectId);
  if (!span) return { pair: null };
  const { id, name, first: older, newest: newer } = span;
  const matrix = await pairs.alignment({ older, newer, asks: true });
  const pair = { viewpoint: { id, name }, older: shown(older), newer: shown(newer), matrix: matrix && [...matrix] };
  return { pair };
}
