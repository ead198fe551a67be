// Stored data about a visit's pictures: those behind its links when they were analysed.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { linkColumn } from '#server/features/media/session-link.ts';
import { pictureKinds } from '#server/features/viewpoints/visit-pictures.ts';

export type KeptPicture = { kind: MediaKind; file: string; version: string; name: string };
export type KeptVisit = { sessionId: number; links: Record<string, string | null>; pictures: KeptPicture[] };

/** How many former visits a visit is compared with. */
export const comparedVisits = 5;

/** The links of a row of `sessions_present` under this alias, as `visit_checks` stores them. */
export function linksOf(alias: string): RawBuilder<unknown> {
  const parts = pictureKinds.flatMap((kind) => [sql.lit(kind), sql.ref(`${alias}.${linkColumn(kind)}`)]);
  return sql`jsonb_build_object(${sql.join(parts)})`;
}

/** Condition on visits `f`: among the last released ones of the place of `s` before it. */
const isFormer = sql`f.id in (select e.id from sessions_present e
  where e.project_id = s.project_id and e.site_id is not distinct from s.site_id and e.released
    and (e.capture_date, e.id) < (s.capture_date, s.id)
  order by e.capture_date desc, e.id desc limit ${sql.lit(comparedVisits)})`;

/** Earlier visits without stored data, by their present links. */
export async function readUncountedBefore(db: Kysely<Tables>, sessionId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`select f.id from sessions_present s join sessions_present f on ${isFormer}
      left join visit_checks c on c.session_id = f.id and c.links = ${linksOf('f')}
    where s.id = ${sessionId} and c.session_id is null order by f.id`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** Where pictures of former visits were taken, and how many each visit had; without those not counted yet. */
export async function readBefore(db: Kysely<Tables>, sessionId: number) {
  const found = await sql<{ count: number; places: { latitude: number; longitude: number }[] }>`
    select jsonb_array_length(c.pictures) as count, coalesce((
      select jsonb_agg(jsonb_build_object('latitude', d.latitude, 'longitude', d.longitude))
      from jsonb_to_recordset(c.pictures) as p (file text, version text)
        join picture_details d on d.file = p.file and d.version = p.version
      where d.latitude is not null and d.longitude is not null), '[]') as places
    from sessions_present s join sessions_present f on ${isFormer} join visit_checks c on c.session_id = f.id and c.links = ${linksOf('f')}
    where s.id = ${sessionId} order by f.capture_date desc, f.id desc`.execute(db);
  return { counts: found.rows.map(({ count }) => count), places: found.rows.flatMap(({ places }) => places) };
}

/** Where pictures of the last released visits of a place were taken; `siteId` null: of the project as a whole. */
export async function readPlacesOf(
  db: Kysely<Tables>,
  { projectId, siteId }: { projectId: number; siteId: number | null },
): Promise<{ latitude: number; longitude: number }[]> {
  const found = await sql<{ latitude: number; longitude: number }>`
    select d.latitude, d.longitude from (select * from sessions_present e
        where e.project_id = ${projectId} and e.site_id is not distinct from ${siteId}::integer and e.released
        order by e.capture_date desc, e.id desc limit ${sql.lit(comparedVisits)}) f
      join visit_checks c on c.session_id = f.id and c.links = ${linksOf('f')}
      cross join jsonb_to_recordset(c.pictures) as p (file text, version text)
      join picture_details d on d.file = p.file and d.version = p.version
    where d.latitude is not null and d.longitude is not null`.execute(db);
  return found.rows;
}

/** `isNews`: pictures were added, removed or replaced since; `isFirst`: they have hashes for the first time. */
type Saved = { isNews: boolean; isFirst: boolean; isPending: boolean };

/** An analysis of other links than the present ones counts for nothing. */
export async function saveVisit(
  db: Kysely<Tables>,
  { sessionId, links, pictures, analyzed }: KeptVisit & { analyzed: boolean },
): Promise<Saved> {
  const [asked, kept] = [JSON.stringify(links), JSON.stringify(pictures)];
  const found = await sql<Saved>`
    with before as (select * from visit_checks where session_id = ${sessionId}),
      saved as (insert into visit_checks as c (session_id, links, pictures, looked, hashed)
        values (${sessionId}, ${asked}::jsonb, ${kept}::jsonb, ${analyzed}, ${analyzed})
        on conflict (session_id) do update set links = excluded.links, pictures = excluded.pictures, checked_at = now(),
          looked = excluded.looked or (c.looked and (c.links, c.pictures) = (excluded.links, excluded.pictures)),
          hashed = c.hashed or excluded.hashed)
    select not exists (select 1 from before
        where (links, pictures) = (${asked}::jsonb, ${kept}::jsonb) and looked = ${analyzed}) as "isNews",
      ${analyzed} and not exists (select 1 from before where hashed) as "isFirst", s.status = 'pending' as "isPending"
    from sessions s where s.id = ${sessionId}`.execute(db);
  return found.rows[0] ?? { isNews: true, isFirst: false, isPending: false };
}
