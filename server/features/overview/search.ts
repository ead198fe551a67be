// The global search: the specified matching rule over all that somebody may see (behaviour §7.4), and groups beside it (behaviour §7.7).
import { type RawBuilder, sql } from 'kysely';
import { disputeStatuses } from '#contract/disputes/endpoints.ts';
import type {
  FoundPerson,
  FoundStage,
  SearchFilters,
  SearchGroups,
  SearchResult,
} from '#contract/overview/endpoints.ts';
import { can } from '#contract/policy.ts';
import { type ProjectStatus, projectStatuses, projectStatusLabels } from '#contract/projects/endpoints.ts';
import { type Session, sessionStatuses } from '#contract/sessions/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import { belongings, everybody } from '#server/db/project-relations.ts';
import { accountColumns, containEachWord, idsByName, nameColumns } from '#server/db/user-names.ts';
import { type ConcernFilters, concernNumber, matchesText, meetsFilters } from '#server/features/disputes/filters.ts';
import { countDisputes, listDisputes, toDispute } from '#server/features/disputes/queries.ts';
import {
  daysNamed,
  filtersOf,
  listSessions,
  type SessionFilters,
  withinDays,
} from '#server/features/sessions/list/list.ts';
import { toSearchTerms } from '#server/features/sessions/list/search-conditions.ts';
import { newestMatching } from '#server/features/sessions/list/text-search.ts';
import { loadSession, toSession } from '#server/features/sessions/session-row.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { findDays, toLikePattern, toSearchWords } from '#server/lib/search-dates.ts';
import { visibleDisputes, visibleProjectIds, visibleProjects } from '#server/visibility.ts';

export type Wanted = SearchFilters & { q: string; limit: number };
type ProjectRow = { id: number; name: string; description: string | null; status: ProjectStatus; total: number };

/** A word in the name, the description or the status, stored ('on_hold') or shown ('On Hold'), or in its client's name. */
function isIn(word: string): RawBuilder<unknown> {
  const pattern = toLikePattern(word);
  const text = word.toLowerCase();
  const statuses = projectStatuses.filter(
    (one) => one.includes(text) || projectStatusLabels[one].toLowerCase().includes(text),
  );
  return sql`(search_fold(p.name) like ${pattern} or search_fold(p.description) like ${pattern} or p.status = any(${statuses}::text[])
    or p.client_id = any(${idsByName(pattern)}))`;
}

/** Those in which every word is found, newest first. */
async function searchProjects({ db, actor }: ReadContext, { q, limit }: Wanted): Promise<ProjectRow[]> {
  const found = await sql<ProjectRow>`
    select p.id, p.name, p.description, p.status, count(*) over () as total from projects p
    where ${sql.join([visibleProjects(actor), ...toSearchWords(q).map(isIn)], sql` and `)}
    order by p.created_at desc, p.id desc limit ${sql.lit(limit)}`.execute(db);
  return found.rows;
}

function projectResult({ id, name, description, status }: ProjectRow): SearchResult {
  return { type: 'project', id, title: name, subtitle: description ?? '', status, projectId: id };
}

export function sessionResult({ id, projectId, project, site, captureDate, status }: Session): SearchResult {
  const subtitle = [project.name, site?.name, captureDate].filter((part) => part !== undefined).join(' · ');
  return { type: 'session', id, title: `Session #${id}`, subtitle, status, projectId };
}

/** The session with this number, if it meets the filters. */
async function findAsked(
  reading: ReadContext,
  id: number,
  filters: SessionFilters | undefined,
): Promise<Session | null> {
  if (!filters) return loadSession(reading.db, reading.actor, id);
  const { rows } = await listSessions(reading, { ...filters, ids: [id], sort: 'createdAt', limit: 1 });
  return rows[0] ?? null;
}

/**
 * Up to `limit` results: the session that was asked for by its number, then projects, then sessions, newest first within each; `total`
 * counts all. No words: nothing. With a filter: sessions alone.
 */
export async function search(
  reading: ReadContext,
  wanted: Wanted,
): Promise<{ total: number; results: SearchResult[] }> {
  const { q, limit } = wanted;
  const filters = isNarrowed(wanted) ? sessionFilters(wanted) : undefined;
  if (q === '' || filters === null) return { total: 0, results: [] };
  const terms = await toSearchTerms(reading, q, 'search');
  const asked = terms.exact === null ? null : await findAsked(reading, terms.exact, filters);
  const projects = filters ? [] : await searchProjects(reading, wanted);
  const rest = { terms, filters: filtersOf(reading.actor, filters ?? {}), limit: limit - projects.length };
  const { rows, total } = await newestMatching(reading, rest);
  const others = rows.map(toSession).filter(({ id }) => id !== asked?.id);
  const first = asked ? [sessionResult(asked)] : [];
  const results = [...first, ...projects.map(projectResult), ...others.map(sessionResult)].slice(0, limit);
  return { total: (projects[0]?.total ?? 0) + total, results };
}

// The filters of a search, as those of the sessions and of the concerns that it finds (behaviour §7.4).

/** Projects and people have none of what is filtered by: with any filter they are not found. */
export function isNarrowed(wanted: SearchFilters): boolean {
  const { status, priority } = wanted;
  return [status, priority, ...Object.values(placeAndTime(wanted))].some((one) => one !== undefined);
}

/** Without the words and the size of the page. */
function placeAndTime(wanted: SearchFilters) {
  const { projectId, siteId, photographerId, from, to, decidedFrom, decidedTo } = wanted;
  return { projectId, siteId, photographerId, from, to, decidedFrom, decidedTo };
}

/** Null where a priority is wanted, or a status, that no session has. */
export function sessionFilters(wanted: SearchFilters): SessionFilters | null {
  const status = sessionStatuses.find((one) => one === wanted.status);
  if (wanted.priority !== undefined) return null;
  return wanted.status === undefined || status ? { ...placeAndTime(wanted), status } : null;
}

/** Null where a status is wanted that no concern has. */
export function concernFilters(wanted: SearchFilters): ConcernFilters | null {
  const { priority } = wanted;
  const status = disputeStatuses.find((one) => one === wanted.status);
  return wanted.status === undefined || status ? { ...placeAndTime(wanted), status, priority } : null;
}

// What a search finds beside its hits, in groups of its own: people, concerns, and sessions by their date.
const none = { total: 0, rows: [] };

type PersonRow = FoundPerson & { total: number };

const personColumns = sql`u.id, u.first_name as "firstName", u.last_name as "lastName", u.role, u.profile_photo_url as "profilePhotoUrl"`;

function everyPerson(q: string): RawBuilder<PersonRow> {
  const held = containEachWord(q, { alias: 'u', columns: accountColumns });
  return sql<PersonRow>`select ${personColumns}, u.username, null::integer as "projectId", count(*) over () as total
    from users u where ${sql.join([sql`u.closed_at is null`, ...held], sql` and `)}`;
}

/** By their names alone: whatever else an account holds is not theirs to find. */
function peopleOfSharedProjects({ actor }: ReadContext, q: string): RawBuilder<PersonRow> {
  const held = containEachWord(q, { alias: 'u', columns: nameColumns });
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
  const isWanted = matchesText(q);
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

type StageRow = FoundStage & { total: number };

/** By their names, in the order of their lists; dropped ones are not found. */
async function findStages(
  { actor, db }: ReadContext,
  { q, limit, ...filters }: Wanted,
): Promise<SearchGroups['stages']> {
  if (isNarrowed(filters)) return none;
  const held = containEachWord(q, { alias: 'st', columns: ['name'] });
  const found = await sql<StageRow>`select st.id, st.name, p.name as "projectName", si.name as site,
      case when st.acknowledged_ids <> '{}' then 'acknowledged' when st.confirmed_id is not null then 'confirmed'
        when st.seen_id is not null then 'seen' when st.claimed_id is not null then 'claimed' end as mark, count(*) over () as total
    from stages st join stage_lists sl on sl.id = st.list_id join projects p on p.id = sl.project_id left join sites si on si.id = sl.site_id
    where ${sql.join([sql`st.dropped_at is null and si.removed_at is null`, visibleProjects(actor), ...held], sql` and `)}
    order by p.id desc, coalesce(sl.site_id, 0), st.position, st.id limit ${sql.lit(limit)}`.execute(db);
  return { total: found.rows[0]?.total ?? 0, rows: found.rows };
}

/** No words: nothing. */
export async function searchGroups(reading: ReadContext, wanted: Wanted): Promise<SearchGroups> {
  if (toSearchWords(wanted.q).length === 0) return { people: none, concerns: none, stages: none, visits: null };
  const [people, concerns, stages, visits] = await Promise.all([
    findPeople(reading, wanted),
    findConcerns(reading, wanted),
    findStages(reading, wanted),
    findVisits(reading, wanted),
  ]);
  return { people, concerns, stages, visits };
}
