// Finding sessions by words: fast if many match, if few do, and in between.
import { type RawBuilder, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { cacheKeyOf, countCached } from '#server/features/sessions/counts.ts';
import type { SessionRow } from '#server/features/sessions/session-row.ts';
import type { ReadContext } from '#server/http/calls/register-routes.ts';
import { sessionView, visibleSessions } from '#server/visibility.ts';
import {
  allOf,
  type Condition,
  newestFirst,
  orderAndLimit,
  type PageWindow,
  sortColumns,
  withNames,
} from './keyset-query.ts';
import { isRareMatch, isShort, matchCount, matches, matchingIds, type SearchTerms } from './search-conditions.ts';

/** This many of the newest rows are checked before the indexes are used: very common words are found here. */
const firstWindow = 250;
/** Up to this many hits overall are few: their ids are fetched, then filtered by what this person sees. */
const maxRareMatches = 2000;
/** Words with more hits than this are most likely found among this many of the newest. */
const secondWindow = 5000;

/** `filters` without the cursor, for the count; `conditions` with it, for the rows. */
type Search = PageWindow & { terms: SearchTerms; filters: Condition[] };
type Found = { rows: SessionRow[]; count(): Promise<number> };

async function searchNewest({ db, actor }: ReadContext, search: Search & { window: number }): Promise<SessionRow[]> {
  const recent = newestFirst(actor, { ...search, limit: search.window });
  const rows = sql`select s.* from (${recent}) s where ${matches(search.terms)} ${orderAndLimit(search)}`;
  return (await withNames(rows, search).execute(db)).rows;
}

/** Null if there are too many. For clients it also says which revised sessions are theirs. */
function findRareMatches({ db, actor, cached }: ReadContext, terms: SearchTerms): Promise<number[] | null> {
  const query = sql<{ ids: number[] }>`select array(${isRareMatch(terms, actor, maxRareMatches + 1)}) as ids`;
  return cached(cacheKeyOf(db, query), async () => {
    const ids = (await query.execute(db)).rows[0]?.ids ?? [];
    return ids.length > maxRareMatches ? null : ids;
  });
}

/**
 * A superset of the matches; null if there are too many. Several words are looked up separately: one rare word is enough, and while
 * somebody types, the former words are cached. Words that are each common may still be rare together.
 */
async function findCandidates(ctx: ReadContext, terms: SearchTerms): Promise<number[] | null> {
  const { words, exact } = terms;
  const long = words.filter((word) => !isShort(word));
  const telling = long.length > 0 ? long : words;
  const found = await Promise.all(telling.map((word) => findRareMatches(ctx, { words: [word], exact: null })));
  const [first, ...others] = found.filter((ids) => ids !== null).map((ids) => new Set(ids));
  if (!first) return words.length > 1 ? findRareMatches(ctx, terms) : null;
  const common = [...first].filter((id) => others.every((more) => more.has(id)));
  return exact === null ? common : [...common, exact];
}

/** What this person sees among the ids of a query. Materialized: else the planner may walk all rows by date to find a rare word. */
function visibleAmong(actor: Person, ids: Condition, conditions: Condition[]): Condition {
  const seen = allOf([sql`s.id in (select id from matched)`, visibleSessions(actor), ...conditions]);
  return sql`with matched as materialized (${ids}) select s.* from ${sql.table(sessionView(actor))} s where ${seen}`;
}

/** The rows that match the words, and how many there are in all if requested. */
export async function searchSessions(ctx: ReadContext, search: Search): Promise<Found> {
  const { actor, db } = ctx;
  const { terms, filters, conditions, limit } = search;
  const byIds = async (ids: Condition, also: Condition[] = []) => {
    const seen = visibleAmong(actor, ids, [...conditions, ...also]);
    return (await withNames(sql`${seen} ${orderAndLimit(search)}`, search).execute(db)).rows;
  };
  const countIn = (ids: Condition, also: Condition[] = []) =>
    sql`(select count(*) from (${visibleAmong(actor, ids, [...filters, ...also])}) f)`;
  const found = (rows: SessionRow[], count?: RawBuilder<unknown>): Found => {
    const whole = () => (filters.length === 0 ? matchCount(terms, actor) : countIn(matchingIds(terms, actor)));
    return { rows, count: () => countCached(ctx, count ?? whole()) };
  };

  const first = await searchNewest(ctx, { ...search, window: firstWindow });
  if (first.length === limit) return found(first);
  const rare = await findCandidates(ctx, terms);
  if (rare?.length === 0) return { rows: [], count: async () => 0 };
  const rareIds = sql`select unnest(${rare}::integer[]) as id`;
  const also = terms.words.length > 1 ? [matches(terms)] : [];
  if (rare) return found(await byIds(rareIds, also), countIn(rareIds, also));
  const second = await searchNewest(ctx, { ...search, window: secondWindow });
  if (second.length === limit) return found(second);
  return found(await byIds(matchingIds(terms, actor)));
}

/** The newest that match the words and the filters, and how many do, for the global search. */
export async function newestMatching(
  ctx: ReadContext,
  { terms, filters, limit }: Pick<Search, 'terms' | 'filters' | 'limit'>,
): Promise<{ rows: SessionRow[]; total: number }> {
  // One row too many shows that there is something left to count.
  const search = { terms, limit: limit + 1, conditions: filters, filters, sort: sortColumns.createdAt };
  const { rows, count } = await searchSessions(ctx, search);
  const total = rows.length <= limit ? rows.length : await count();
  return { rows: rows.slice(0, limit), total };
}
