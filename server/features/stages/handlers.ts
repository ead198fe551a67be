// The calls of stages: their lists, and the marks that people give them by name (behaviour §31).
import { sql } from 'kysely';
import type { api } from '#contract/api.ts';
import type { LinkHosts } from '#contract/links/link.ts';
import { countRows } from '#server/db/count-rows.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers, RequestContext } from '#server/http/calls/register-routes.ts';
import type { MediaSource } from '#server/media/sources/source.ts';
import { requireProject } from '#server/visibility/lock-session.ts';
import { editStages } from './edit.ts';
import { findPictures, markStage, requireGiver } from './mark.ts';
import { listStages, loadStage, place } from './queries.ts';

type Dependencies = { source: MediaSource; hosts: LinkHosts };

/** Variances come with time alone. */
const keptMs = 3_600_000;

async function list({ actor, db, params, query, cacheFor }: RequestContext<typeof api.stages.stages>) {
  cacheFor(keptMs);
  await requireProject(db, actor, params.id);
  const ofProject = sql`sl.project_id = ${params.id}`;
  const cursor = parseCursor(query.cursor, 'place', 'text');
  const [site = 0, dropped = 0, position = 0] = (cursor?.at ?? '')
    .split(' ')
    .map((part) => Number.parseInt(part, 10) || 0);
  const after = cursor
    ? sql`and ${place} > (${site}::integer, ${dropped === 1}, ${position}::integer, ${cursor.id}::integer)`
    : sql``;
  const rows = await listStages(db, actor, { where: sql`${ofProject} ${after}`, limit: query.limit + 1 });
  const page = paginate(rows, query.limit, (row) => {
    return { by: 'place', at: `${row.site?.id ?? 0} ${row.dropped ? 1 : 0} ${row.position}`, id: row.id };
  });
  if (cursor) return page;
  const total = await countRows(
    db,
    sql`stages st join stage_lists sl on sl.id = st.list_id left join sites si on si.id = sl.site_id
      where ${ofProject} and si.removed_at is null`,
  );
  return { ...page, total };
}

/** What lies behind links is listed before a transaction begins: it would hold up others. */
export function stages(deps: Dependencies): Handlers<typeof api.stages> {
  return {
    stages: list,

    getStage({ actor, db, params, cacheFor }) {
      cacheFor(keptMs);
      return loadStage(db, actor, params.id);
    },

    editStages: ({ actor, params, body, write }) =>
      write((context) => editStages(context, actor, { id: params.id, body })),

    async markStage({ actor, db, params, body, write }) {
      await requireGiver(db, actor, { id: params.id, kind: body.kind, act: body.act });
      const pictures = await findPictures({ ...deps, db }, actor, body.criteria);
      return write((context) => markStage(context, actor, { id: params.id, body, pictures }));
    },
  };
}
