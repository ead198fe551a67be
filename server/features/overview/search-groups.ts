// What a search finds beside its hits, in groups of its own: people, concerns, and sessions by their date (behaviour §7.7).
import { type RawBuilder, sql } from 'kysely';
import type { FoundPerson, SearchGroups } from '#contract/overview/endpoints.ts';
import { can } from '#contract/policy.ts';
import { countRows } from '#server/db/count-rows.ts';
import { belongings, everybody } from '#server/db/project-relations.ts';
import { accountColumns, holdEachWord, nameColumns } from '#server/db/user-names.ts';
import { meetsFilters } from '#server/features/disputes/filters.ts';
import { countDisputes, listDisputes, toDispute } from '#server/features/disputes/queries.ts';
import { concernNumber, isFoundBy } from '#server/features/disputes/written.ts';
import { daysNamed, listSessions, withinDays } from '#server/features/sessions/list/list.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { findDays, toSearchWords } from '#server/lib/search-dates.ts';
import { visibleDisputes, visibleProjectIds } from '#server/visibility.ts';
import { concernFilters, isNarrowed, sessionFilters, sessionResult, type Wanted } from './search.ts';

const none = { total: 0, rows: [] };

type PersonRow = FoundPerson & { total: number };

const personColumns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.role, u.profile_photo_url as "profilePhotoUrl"`;

function everyPerson(q: string): RawBuilder<PersonRow> {
  const held = holdEachWord(q, { alias: 'u', columns: accountColumns });
  return sql<PersonRow>`select ${personColumns}, u.username, null::integer as "projectId", count(*) over () as total
    from users u where ${sql.join([sql`u.closed_at is null`, ...held], sql` and `)}`;
}

/** By their names alone: whatever else an account holds is not theirs to find. */
function peopleOfSharedProjects({ actor }: ReadContext, q: string): RawBuilder<PersonRow> {
  const held = holdEachWord(q, { alias: 'u', columns: nameColumns });
  const shared = belongings(sql`in ${visibleProjectIds(actor)}`, everybody);
  return sql<PersonRow>`select ${personColumns}, max(b.project_id) as "projectId", count(*) over () as total
    from ${shared} b join users u on u.id = b.id
    where ${sql.join([sql`u.closed_at is null`, ...held], sql` and `)} group by u.id`;
}

async function findPeople(reading: ReadContext, { q, limit, ...filters }: Wanted): Promise<SearchGroups['people']> {
  if (isNarrowed(filters)) return none;
  const people = can.manageUsers(reading.actor) ? everyPerson(q) : peopleOfSharedProjects(reading, q);
  const { rows } = await sql<PersonRow>`${people}
    order by u.last_name, u.first_name, u.id limit ${sql.lit(limit)}`.execute(reading.db);
  return { total: rows[0]?.total ?? 0, rows };
}

/** The concern with the number first, then those in which every word was written, newest first. */
async function findConcerns({ actor, db }: ReadContext, wanted: Wanted): Promise<SearchGroups['concerns']> {
  const { q, limit } = wanted;
  const filters = concernFilters(wanted);
  if (!filters) return none;
  const number = concernNumber(q);
  const isWanted = isFoundBy(q);
  const where = isNarrowed(wanted) ? sql`${isWanted} and ${meetsFilters(actor, filters)}` : isWanted;
  const order = sql`d.id = ${number}::integer desc, d.created_at desc, d.id desc`;
  const found = await listDisputes(db, actor, { where, order, limit: limit + 1 });
  const rows = found.slice(0, limit).map((row) => toDispute(row, actor));
  if (found.length <= limit) return { total: found.length, rows };
  // Without filters a concern says by itself whether it counts.
  const alone = sql`disputes d where ${visibleDisputes(actor)} and ${isWanted}`;
  return { total: isNarrowed(wanted) ? await countDisputes(db, actor, where) : await countRows(db, alone), rows };
}

/** On the days that the search names and, where the filter holds days too, on those as well. */
async function findVisits(reading: ReadContext, wanted: Wanted): Promise<SearchGroups['visits']> {
  const { q, limit } = wanted;
  const days = findDays(q) ?? (await daysNamed(reading.db, q));
  const filters = sessionFilters(wanted);
  if (!days || !filters) return null;
  const found = await listSessions(reading, withinDays({ ...filters, sort: 'captureDate' as const, limit }, days));
  const { decided = false } = days;
  return { ...days, decided, total: found.total ?? found.rows.length, rows: found.rows.map(sessionResult) };
}

/** No words: nothing. */
export async function searchGroups(reading: ReadContext, wanted: Wanted): Promise<SearchGroups> {
  if (toSearchWords(wanted.q).length === 0) return { people: none, concerns: none, visits: null };
  const [people, concerns, visits] = await Promise.all([
    findPeople(reading, wanted),
    findConcerns(reading, wanted),
    findVisits(reading, wanted),
  ]);
  return { people, concerns, visits };
}
