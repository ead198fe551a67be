// Lists of viewpoints: two statements for a page of any length, and one more for how many there are.
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { Viewpoint, ViewpointWithPictures } from '#contract/viewpoints/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { forbidden, notFound } from '#server/lib/problem.ts';
import { isVisible, presentViewpoints, visibleViewpoints } from '#server/visibility.ts';
import { type Ends, noEnds, readEnds, readPictures } from './pictures.ts';

type Facts = Pick<
  Viewpoint,
  'id' | 'projectId' | 'projectName' | 'site' | 'kind' | 'name' | 'position' | 'retired' | 'version'
>;
export type ViewpointRow = Facts & { works: boolean };

/** Whether somebody is the photographer of the place of a row under this alias, or has a session there. */
export function worksAt(userId: number, alias: string): RawBuilder<boolean> {
  const project = sql.ref(`${alias}.project_id`);
  const site = sql.ref(`${alias}.site_id`);
  return sql<boolean>`(exists (select 1 from sites ws where ws.id = ${site} and ws.photographer_id = ${userId} and ws.removed_at is null)
    or exists (select 1 from sessions wv where wv.project_id = ${project} and wv.site_id is not distinct from ${site}
      and wv.photographer_id = ${userId} and wv.removed_at is null))`;
}

/** Sort order of viewpoints in lists: site by site, in the order of the site. */
export const place = sql`(coalesce(v.site_id, 0), v.position, v.id)`;

/** `where`: a condition on viewpoints `v`; `ends`: their first and last pictures, if finding the rows returned these already. */
export type SeenPlace = { where: RawBuilder<unknown>; ends: Map<number, Ends> | null };
/** `after`: where the page begins. */
export type ViewpointPage = { seen: SeenPlace; after?: RawBuilder<unknown>; limit: number };

const inPlace = (ofPlace: RawBuilder<unknown>) =>
  sql`vp.viewpoint_id in (select v.id from viewpoints v where ${ofPlace})`;

/** Condition on viewpoints `v` for which `ofPlace` holds. */
export function visibleIn(actor: Person, ofPlace: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${ofPlace} and ${visibleViewpoints(actor, inPlace(ofPlace))})`;
}

/**
 * The viewpoints of a place for which `ofPlace` holds. Clients see one by its released pictures: the list of those, which may be long, is
 * unpacked once per page.
 */
export async function seenIn(db: Kysely<Tables>, actor: Person, ofPlace: RawBuilder<unknown>): Promise<SeenPlace> {
  if (can.seePresentContent(actor)) return { where: visibleIn(actor, ofPlace), ends: null };
  const ends = await readEnds(db, actor, inPlace(ofPlace));
  const ids = [...ends.keys()];
  return { where: sql`(${ofPlace} and ${presentViewpoints(actor)} and v.id = any(${ids}::integer[]))`, ends };
}

async function readRows(
  db: Kysely<Tables>,
  actor: Person,
  { seen, after, limit }: ViewpointPage,
): Promise<ViewpointRow[]> {
  const found = await sql<ViewpointRow>`
    select v.id, v.project_id as "projectId", p.name as "projectName",
      case when si.id is not null then json_build_object('id', si.id, 'name', si.name) end as site,
      v.kind, v.name, v.position, v.retired_at is not null as retired, v.version, ${worksAt(actor.id, 'v')} as works
    from viewpoints v join projects p on p.id = v.project_id left join sites si on si.id = v.site_id
    where ${seen.where} and ${after ?? sql`true`}
    order by ${place} limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

/** The viewpoints that the actor sees of a place. */
export async function listViewpoints(db: Kysely<Tables>, actor: Person, page: ViewpointPage): Promise<Viewpoint[]> {
  const rows = await readRows(db, actor, page);
  const ids = rows.map(({ id }) => id);
  const own = sql`vp.viewpoint_id = any(${ids}::integer[])`;
  const ends = page.seen.ends ?? (ids.length > 0 ? await readEnds(db, actor, own) : new Map<number, never>());
  return rows.map(({ works, ...row }) => ({
    ...row,
    ...(ends.get(row.id) ?? noEnds),
    mayManage: can.manageViewpoint(actor, { works }),
  }));
}

/** 404 for one that this person does not see. */
export async function loadViewpoint(db: Kysely<Tables>, actor: Person, id: number): Promise<Viewpoint> {
  const [viewpoint] = await listViewpoints(db, actor, {
    seen: await seenIn(db, actor, sql`v.id = ${id}`),
    limit: 1,
  });
  if (!viewpoint) throw notFound('Viewpoint');
  return viewpoint;
}

export async function loadWithPictures(db: Kysely<Tables>, actor: Person, id: number): Promise<ViewpointWithPictures> {
  const viewpoint = await loadViewpoint(db, actor, id);
  return { ...viewpoint, pictures: await readPictures(db, actor, sql`vp.viewpoint_id = ${id}`) };
}

// Locks the viewpoints of a place for a change, so that their number and order stay what a writer has read.
export type ViewpointPlace = { projectId: number; siteId: number | null };
type Sibling = { id: number; position: number };

/** A lock of its own: that of the project would hold up whoever submits there. In their order. */
export async function lockPlace(tx: Transaction<Tables>, { projectId, siteId }: ViewpointPlace): Promise<Sibling[]> {
  await sql`select pg_advisory_xact_lock(hashtext('viewpoints'), ${projectId})`.execute(tx);
  const found = await sql<Sibling>`select id, position from viewpoints
    where project_id = ${projectId} and site_id is not distinct from ${siteId}::integer order by position, id`.execute(
    tx,
  );
  return found.rows;
}

export type ManagedViewpoint = ViewpointPlace & { id: number; version: number; retired: boolean };

/** 404 for one that this person does not see, 403 for one that is not theirs to manage; locked with all of its place. */
export async function requireManaged(tx: Transaction<Tables>, actor: Person, id: number): Promise<ManagedViewpoint> {
  if (!(await isVisible(tx, actor, { kind: 'viewpoint', id }))) throw notFound('Viewpoint');
  const place = await sql<ViewpointPlace>`
    select project_id as "projectId", site_id as "siteId" from viewpoints where id = ${id}`.execute(tx);
  await lockPlace(tx, place.rows[0] as ViewpointPlace);
  const found = await sql<ManagedViewpoint & { works: boolean }>`
    select v.id, v.project_id as "projectId", v.site_id as "siteId", v.version, v.retired_at is not null as retired, ${worksAt(actor.id, 'v')} as works
    from viewpoints v where v.id = ${id}`.execute(tx);
  const viewpoint = found.rows[0] as ManagedViewpoint & { works: boolean };
  if (!can.manageViewpoint(actor, viewpoint)) throw forbidden('Only the photographers of this site may do this');
  return viewpoint;
}
