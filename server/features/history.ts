// System History for admins: every session and every dispute, removed ones included.
import { sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { countRows } from '#server/db/count-rows.ts';
import { cursorByCreation, paginate, parseCursor } from '#server/http/pagination.ts';
import type { Handlers } from '#server/http/register-routes.ts';
import { listDisputes, toDispute } from './disputes/queries.ts';
import { responseTimes } from './history/response-times.ts';
import { joinNames, presentColumns, type SessionRow, toSession } from './sessions/session-row.ts';

export const history: Handlers<typeof api.history> = {
  async sessionHistory({ db, query }) {
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = cursor ? sql`where (s.created_at, s.id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql``;
    const all = sql`
      select ${presentColumns} from sessions s ${after}
      order by s.created_at desc, s.id desc limit ${sql.lit(query.limit + 1)}`;
    const found = await sql<SessionRow & { removedAt: string | null }>`
      select h.*, x.removed_at as "removedAt" from (${joinNames(all)}) h join sessions x on x.id = h.id
      order by x.created_at desc, x.id desc`.execute(db);
    const shown = found.rows.map((row) => ({ ...toSession(row), removedAt: row.removedAt }));
    const page = paginate(shown, query.limit, cursorByCreation);
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`sessions`) };
  },

  responseTimes,

  async disputeHistory({ actor, db, query }) {
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = cursor ? sql`(d.created_at, d.id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql`true`;
    const rows = await listDisputes(db, actor, { where: after, limit: query.limit + 1, removed: true });
    const shown = rows.map((row) => toDispute(row, actor));
    const page = paginate(shown, query.limit, cursorByCreation);
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`disputes`) };
  },
};
