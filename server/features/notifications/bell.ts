// The calls of the bell: one's own notices, and reading them (behaviour §5.2).
import { sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import { cursorByCreation, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { notFound } from '#server/lib/problem.ts';
import { notificationColumns } from './leaving.ts';

export const notifications: Handlers<typeof api.notifications> = {
  async notifications({ actor, db, query }) {
    const only = query.unread ? sql`and not n.is_read` : sql``;
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const after = cursor ? sql`and (n.created_at, n.id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql``;
    const [found, total] = await Promise.all([
      sql<Notification>`
        select ${notificationColumns} from notifications n where n.user_id = ${actor.id} ${only} ${after}
        order by n.created_at desc, n.id desc limit ${sql.lit(query.limit + 1)}`.execute(db),
      cursor ? undefined : countRows(db, sql`notifications n where n.user_id = ${actor.id} ${only}`),
    ]);
    const page = paginate(found.rows, query.limit, cursorByCreation);
    return total === undefined ? page : { ...page, total };
  },

  readNotification({ actor, params, write }) {
    return write(async ({ tx }) => {
      const changed = await sql<Notification>`
        update notifications n set is_read = true where n.id = ${params.id} and n.user_id = ${actor.id}
        returning ${notificationColumns}`.execute(tx);
      const [row] = changed.rows;
      if (!row) throw notFound('Notification');
      return row;
    });
  },

  readAllNotifications({ actor, write }) {
    return write(async ({ tx }) => {
      await sql`update notifications set is_read = true where user_id = ${actor.id} and not is_read`.execute(tx);
      return ok;
    });
  },
};
