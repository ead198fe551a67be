// The calls of planned visits (behaviour §33).
import { sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { countRows } from '#server/db/count-rows.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { isOpenVisit } from '#server/visibility.ts';
import { editVisit, planVisit, removeVisit, skipVisit } from './edit.ts';
import { listVisits, loadNextVisits, readableVisits, todayMs } from './queries.ts';

async function list({ actor, db, query, cacheFor }: RequestContext<typeof api.plannedVisits.plannedVisits>) {
  cacheFor(todayMs);
  const { projectId, show, limit } = query;
  const cursor = parseCursor(query.cursor, show, 'day');
  const ofProject = projectId === undefined ? sql`true` : sql`pv.project_id = ${projectId}`;
  const [which, direction, further] =
    show === 'open' ? [isOpenVisit, sql`asc`, sql`>`] : [sql`not ${isOpenVisit}`, sql`desc`, sql`<`];
  const wanted = sql`${ofProject} and ${which}`;
  const after = cursor ? sql`and (pv.day, pv.id) ${further} (${cursor.at}::date, ${cursor.id}::integer)` : sql``;
  const rows = await listVisits(db, actor, {
    where: sql`${wanted} ${after}`,
    order: sql`pv.day ${direction}, pv.id ${direction}`,
    limit: limit + 1,
  });
  const page = paginate(rows, limit, ({ day, id }) => ({ by: show, at: day, id }));
  return cursor ? page : { ...page, total: await countRows(db, readableVisits(actor, wanted)) };
}

export const plannedVisits: Handlers<typeof api.plannedVisits> = {
  plannedVisits: list,

  async nextVisit({ actor, db, params, cacheFor }) {
    cacheFor(todayMs);
    await requireProject(db, actor, params.id);
    return { next: (await loadNextVisits(db, [params.id])).get(params.id) ?? null };
  },

  planVisit: ({ actor, params, body, write }) =>
    write((context) => planVisit(context, actor, { projectId: params.id, body })),

  editPlannedVisit: ({ actor, params, body, write }) =>
    write((context) => editVisit(context, actor, { id: params.id, body })),

  skipPlannedVisit: ({ actor, params, body, write }) =>
    write((context) => skipVisit(context, actor, { id: params.id, body })),

  removePlannedVisit: ({ actor, params, write }) =>
    write(async (context) => {
      await removeVisit(context, actor, params.id);
      return ok;
    }),
};
