// The pictures that visits have of viewpoints, as one person sees them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Actor, can, noRelation, type Person } from '#contract/policy.ts';
import type { Placement, ViewpointKind, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { takenBackReason } from '#server/db/taken-back.ts';
import { detailColumns, type StoredPicture, toStoredItem } from '#server/features/media/items.ts';
import { visiblePictures } from '#server/visibility.ts';

type PictureRow = StoredPicture & {
  viewpointId: number;
  kind: ViewpointKind;
  captureDate: string;
  placedBy: Placement;
  photographerId: number;
  released: boolean;
};

/** Columns of a row `vp` of visible pictures, its viewpoint `pk` and its details `d`. */
const columns = sql`vp.viewpoint_id as "viewpointId", pk.kind, vp.session_id as "sessionId", vp.capture_date as "captureDate",
  vp.media_kind as "mediaKind", vp.placed_by as "placedBy", vp.photographer_id as "photographerId", vp.released,
  vp.file, vp.file_version as version, vp.file_name as name,
  ${takenBackReason({ project: sql`pk.project_id`, file: sql`vp.file` })} as "takenBack", ${detailColumns('d')}`;

const beside = sql`join viewpoints pk on pk.id = vp.viewpoint_id
  left join picture_details d on d.file = vp.file and d.version = vp.file_version`;

function toPicture(actor: Actor, row: PictureRow): ViewpointPicture {
  const { photographerId, released, sessionId, captureDate, capturedAt, mediaKind, placedBy } = row;
  const originals = can.takeOriginals(actor, { photographerId, released, relation: noRelation });
  const item = toStoredItem({ ...row, panorama: row.kind === 'panorama' ? true : row.panorama }, { originals });
  return {
    sessionId,
    captureDate,
    capturedAt,
    mediaKind,
    placedBy: can.seePresentContent(actor) ? placedBy : null,
    item,
  };
}

/** Oldest visit first; `where` is about rows `vp` of `viewpoint_pictures`. */
export async function readPictures(
  db: Kysely<Tables>,
  actor: Actor,
  where: RawBuilder<unknown>,
): Promise<(ViewpointPicture & { viewpointId: number })[]> {
  const found = await sql<PictureRow>`select ${columns} from ${visiblePictures(actor, where)} vp ${beside}
    where vp.file is not null order by vp.capture_date, vp.session_id`.execute(db);
  return found.rows.map((row) => ({ ...toPicture(actor, row), viewpointId: row.viewpointId }));
}

/** For a viewpoint: its first and last picture, and how many visits it has. */
export type Ends = { visitCount: number; first: ViewpointPicture | null; newest: ViewpointPicture | null };
export const noEnds: Ends = { visitCount: 0, first: null, newest: null };

type EndRow = PictureRow & { visits: number; nth: number; nthNewest: number };

type Period = { ids: number[]; from: string; to: string };

/** By viewpoint, its first and its last picture from one day to another; the same one twice if there is only one. */
export async function readEndsBetween(db: Kysely<Tables>, actor: Person, period: Period): Promise<Map<number, Ends>> {
  const { ids, from, to } = period;
  const where = sql`vp.viewpoint_id = any(${ids}::integer[])`;
  return readEndsOf(db, actor, { where, within: sql`t.capture_date between ${from} and ${to}` });
}

/** By viewpoint; released pictures come first as its ends, as those were reviewed. `where` is about `vp`. */
export function readEnds(db: Kysely<Tables>, actor: Person, where: RawBuilder<unknown>): Promise<Map<number, Ends>> {
  return readEndsOf(db, actor, { where, within: sql`true` });
}

/** `within`: a condition on a visible picture `t`. */
async function readEndsOf(
  db: Kysely<Tables>,
  actor: Person,
  { where, within }: { where: RawBuilder<unknown>; within: RawBuilder<unknown> },
): Promise<Map<number, Ends>> {
  const seen = visiblePictures(actor, where);
  const found = await sql<EndRow>`select ${columns}, vp.visits, vp.nth, vp.nth_newest as "nthNewest"
    from (select t.*, count(*) over (partition by viewpoint_id) as visits,
        row_number() over (partition by viewpoint_id order by released desc, capture_date, session_id) as nth,
        row_number() over (partition by viewpoint_id order by released desc, capture_date desc, session_id desc) as nth_newest
      from ${seen} t where t.file is not null and ${within}) vp ${beside}
    where vp.nth = 1 or vp.nth_newest = 1`.execute(db);
  const ends = new Map<number, Ends>();
  for (const row of found.rows) {
    const before = ends.get(row.viewpointId) ?? { ...noEnds, visitCount: row.visits };
    const picture = toPicture(actor, row);
    ends.set(row.viewpointId, {
      ...before,
      ...(row.nth === 1 ? { first: picture } : {}),
      ...(row.nthNewest === 1 ? { newest: picture } : {}),
    });
  }
  return ends;
}
