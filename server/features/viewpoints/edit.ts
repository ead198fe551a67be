// Names, orders, retires and restores viewpoints.
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Person } from '#contract/policy.ts';
import type { Viewpoint } from '#contract/viewpoints/endpoints.ts';
import type { ViewpointEdit } from '#contract/viewpoints/routes.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { raisedVersion } from '#server/db/versions.ts';
import { stale } from '#server/lib/problem.ts';
import { forgetSearches } from './fill-visit.ts';
import { lockPlace, type ManagedViewpoint, requireManaged } from './lock-viewpoint.ts';
import { announceViewpoints } from './placements.ts';
import { loadViewpoint } from './queries.ts';

type Edit = z.infer<typeof ViewpointEdit>;

/** Positions of a site stay contiguous: 1, 2, 3 … */
async function move(tx: Transaction<Tables>, viewpoint: ManagedViewpoint, position: number): Promise<void> {
  const others = (await lockPlace(tx, viewpoint)).filter(({ id }) => id !== viewpoint.id).map(({ id }) => id);
  const order = others.toSpliced(position - 1, 0, viewpoint.id);
  await sql`update viewpoints v set position = o.position
    from unnest(${order}::integer[]) with ordinality as o (id, position)
    where v.id = o.id and v.position <> o.position`.execute(tx);
}

export async function editViewpoint(
  context: WriteContext,
  actor: Person,
  { id, body }: { id: number; body: Edit },
): Promise<Viewpoint> {
  const { tx } = context;
  const { name, position, retired, version } = body;
  const viewpoint = await requireManaged(tx, actor, id);
  if ((version ?? viewpoint.version) !== viewpoint.version)
    throw stale('viewpoint', await loadViewpoint(tx, actor, id));
  const retiredAt = retired ? sql<string>`coalesce(retired_at, now())` : null;
  await tx
    .updateTable('viewpoints')
    // Undefined fields stay as they are.
    .set({
      name,
      ...(retired === undefined ? {} : { retired_at: retiredAt }),
      ...raisedVersion,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (position !== undefined) await move(tx, viewpoint, position);
  // Visits since its retirement were not analysed for it.
  if (retired === false && viewpoint.retired) await forgetSearches(tx, viewpoint);
  await announceViewpoints(context, viewpoint.projectId);
  return loadViewpoint(tx, actor, id);
}
