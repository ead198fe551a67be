// Demo requests from the landing page: stored, and shown to admins (behaviour §10.7).
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { DemoRequest } from '#contract/accounts/auth-routes.ts';
import type { api } from '#contract/api.ts';
import { ok } from '#contract/core/fields.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { notifyDemoRequest } from '#server/features/notifications/handlers.ts';
import { cursorByCreation, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { tooMany } from '#server/lib/problem.ts';
import { toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';

const maxPerHour = 5;

/** 429 for the sixth within an hour from one address; requests from one address are checked one after the other. */
async function requireWithinLimit(tx: Transaction<Tables>, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`demo ${address}`}))`.execute(tx);
  const found = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at + interval '1 hour' - clock_timestamp())) as wait
    from demo_requests where address = ${address} and created_at > now() - interval '1 hour'
    order by created_at desc limit ${sql.lit(maxPerHour)}`.execute(tx);
  if (found.rows.length < maxPerHour) return;
  const wait = Math.max(1, found.rows.at(-1)?.wait ?? 1);
  throw tooMany('There have already been several requests from your address. Please try again in an hour.', wait);
}

/** Every word somewhere in what was written. */
function holds(text: string): RawBuilder<unknown> {
  const words = toSearchWords(text).map(
    (word) =>
      sql`search_fold(concat_ws(' ', name, email, company, phone, project_type, project_brief)) like ${toLikePattern(word)}`,
  );
  return sql.join([sql`true`, ...words], sql` and `);
}

export const demoRequests: Handlers<typeof api.demoRequests> = {
  createDemoRequest({ body, request, write }) {
    const address = clientIp(request);
    const { name, email, company, phone = null, projectType = null, projectBrief } = body;
    return write(async (context) => {
      await requireWithinLimit(context.tx, address);
      await context.tx
        .insertInto('demo_requests')
        .values({ name, email, company, phone, project_type: projectType, project_brief: projectBrief, address })
        .execute();
      await notifyDemoRequest(context, { name, company });
      context.events.invalidateFor({ admins: true });
      return ok;
    });
  },

  async demoRequests({ db, query }) {
    const cursor = parseCursor(query.cursor, 'createdAt', 'instant');
    const wanted = holds(query.q ?? '');
    const after = cursor ? sql`(created_at, id) < (${cursor.at}::timestamptz, ${cursor.id}::integer)` : sql`true`;
    const found = await sql<z.infer<typeof DemoRequest>>`
      select id, name, email, company, phone, project_type as "projectType", project_brief as "projectBrief",
        created_at as "createdAt"
      from demo_requests where ${wanted} and ${after} order by created_at desc, id desc limit ${sql.lit(query.limit + 1)}`.execute(
      db,
    );
    const page = paginate(found.rows, query.limit, cursorByCreation);
    if (cursor) return page;
    return { ...page, total: await countRows(db, sql`demo_requests where ${wanted}`) };
  },
};
