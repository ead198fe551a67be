// Locks the viewpoints of a place for a change, so that their number and order stay what a writer has read.
import { sql, type Transaction } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { forbidden, notFound } from '#server/lib/problem.ts';
import { isVisible } from '#server/visibility.ts';
import { worksAt } from './queries.ts';

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
