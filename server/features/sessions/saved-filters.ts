// Filters of the list of sessions that people keep for themselves (behaviour §7.8).
import { sql, type Transaction } from 'kysely';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { maxSavedFilters, type SavedFilter } from '#contract/sessions/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { raisedVersion } from '#server/db/versions.ts';
import { paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { conflict, notFound, stale } from '#server/lib/problem.ts';

const columns = ['id', 'name', 'query', 'version'] as const;
type Own = { id: number; userId: number };

/** Somebody else's is none. @throws 404 */
async function lockFilter(tx: Transaction<Tables>, { id, userId }: Own): Promise<SavedFilter> {
  const found = await tx
    .selectFrom('saved_filters')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound('Saved filter');
  return found;
}

/** Of one person two at once are counted one after the other. */
async function requireRoom(tx: Transaction<Tables>, userId: number): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(tx);
  if ((await countRows(tx, sql`saved_filters where user_id = ${userId}`)) < maxSavedFilters) return;
  throw conflict(`You already have ${maxSavedFilters} filters: remove one first`, 'too_many_filters');
}

/** On this person's other devices too. */
function invalidate({ events }: WriteContext, userId: number): void {
  events.invalidateFor({ users: [userId] });
}

export const savedFilters: Handlers<typeof api.savedFilters> = {
  /** As they were saved, the first one first. */
  async savedFilters({ actor, db, query }) {
    const cursor = parseCursor(query.cursor, 'id', 'text');
    const found = await db
      .selectFrom('saved_filters')
      .select(columns)
      .where('user_id', '=', actor.id)
      .where('id', '>', cursor?.id ?? 0)
      .orderBy('id')
      .limit(sql.lit(query.limit + 1))
      .execute();
    const page = paginate(found, query.limit, ({ id }) => ({ by: 'id', at: '', id }));
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`saved_filters where user_id = ${actor.id}`) };
  },

  saveFilter({ actor, body, write }) {
    return write(async (context) => {
      await requireRoom(context.tx, actor.id);
      invalidate(context, actor.id);
      return context.tx
        .insertInto('saved_filters')
        .values({ user_id: actor.id, name: body.name, query: body.query })
        .returning(columns)
        .executeTakeFirstOrThrow();
    });
  },

  editSavedFilter({ actor, body, params, write }) {
    return write(async (context) => {
      const present = await lockFilter(context.tx, { id: params.id, userId: actor.id });
      if ((body.version ?? present.version) !== present.version) throw stale('saved filter', present);
      invalidate(context, actor.id);
      return context.tx
        .updateTable('saved_filters')
        .set({ name: body.name ?? present.name, query: body.query ?? present.query, ...raisedVersion })
        .where('id', '=', params.id)
        .returning(columns)
        .executeTakeFirstOrThrow();
    });
  },

  removeSavedFilter({ actor, params, write }) {
    return write(async (context) => {
      const { id } = await lockFilter(context.tx, { id: params.id, userId: actor.id });
      invalidate(context, actor.id);
      await context.tx.deleteFrom('saved_filters').where('id', '=', id).execute();
      return ok;
    });
  },
};
