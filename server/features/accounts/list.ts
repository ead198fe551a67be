// The list of accounts: searched and filtered, by name, page by page.
import { type RawBuilder, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { countRows } from '#server/db/count-rows.ts';
import { accountColumns, containEachWord, userColumns } from '#server/db/user-names.ts';
import { badCursor, paginate, parseCursor } from '#server/http/calls/pagination.ts';
import type { RequestContext } from '#server/http/calls/register-routes.ts';

/** The cursor's text holds both names, as JSON. */
function parseNames(at: string): [last: string, first: string] {
  try {
    const [last, first] = JSON.parse(at) as unknown[];
    if (typeof last === 'string' && typeof first === 'string' && !`${last}${first}`.includes('\u0000'))
      return [last, first];
  } catch {
    throw badCursor();
  }
  throw badCursor();
}

function after(text: string | undefined): RawBuilder<unknown> {
  const cursor = parseCursor(text, 'name', 'text');
  if (!cursor) return sql``;
  const [last, first] = parseNames(cursor.at);
  return sql`and (last_name, first_name, id) > (${last}, ${first}, ${cursor.id}::integer)`;
}

type Filter = { q?: string | undefined; role?: string | undefined; addableTo?: number | undefined };

/** Every word in a name, the e-mail, the username or the company. */
function matching({ q = '', role, addableTo }: Filter): RawBuilder<unknown> {
  const wanted = containEachWord(q, { alias: 'users', columns: accountColumns });
  const ofRole = role ? [sql`role = ${role}`] : [];
  const addable = sql`role <> 'admin' and not exists (
    select 1 from project_users pu where pu.user_id = users.id and pu.project_id = ${addableTo})`;
  return sql.join([sql`closed_at is null`, ...ofRole, ...(addableTo ? [addable] : []), ...wanted], sql` and `);
}

export async function listUsers({ db, query }: RequestContext<typeof api.users.users>) {
  const condition = matching(query);
  const found = await db
    .selectFrom('users')
    .select(userColumns)
    .select(
      sql<string | null>`(select b.reason from bounced_addresses b where b.address = lower(users.email))`.as(
        'mailRefused',
      ),
    )
    .where(sql<boolean>`${condition} ${after(query.cursor)}`)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(sql.lit(query.limit + 1))
    .execute();
  const page = paginate(found, query.limit, (user) => ({
    by: 'name',
    at: JSON.stringify([user.lastName, user.firstName]),
    id: user.id,
  }));
  return query.cursor ? page : { ...page, total: await countRows(db, sql`users where ${condition}`) };
}
