// Applies changes, one's own and others', to the query cache: which queries they concern, and how those are updated.
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { Endpoint, RowKind, Topic } from '#contract/core/endpoint.ts';
import type { ChangeScope } from '#contract/notifications/websocket-messages.ts';
import { getSession, type Session } from '#contract/sessions/endpoints.ts';
import { keepSession } from './offline-cache.ts';
import { queryOptionsFor } from './queries.ts';
import { isSessionList, refreshRows, rowsOfPeople, showRow } from './session-lists.ts';

export type Change = ChangeScope & {
  topics: readonly Topic[];
  /** Key of a query that stays as it is. */
  except?: readonly unknown[] | undefined;
};

/** Messages about one write arrive together, and with its own response: one fetch serves them all. */
const gatherMs = 50;

type Input = { params?: { id?: unknown }; query?: { projectId?: unknown } } | undefined;

function excludes(list: readonly number[] | undefined, id: unknown): boolean {
  return list !== undefined && id !== undefined && !list.includes(Number(id));
}

/** The changed rows of a kind; undefined where it may be any. */
function changedRows({ projects, ids = {} }: ChangeScope, kind: RowKind | undefined): readonly number[] | undefined {
  if (kind === 'project') return projects;
  return ids[`${kind}s` as keyof typeof ids];
}

/** Whether the change may affect what this query holds. */
export function isConcerned(
  { queryKey, queryHash, meta }: Pick<Query, 'queryKey' | 'queryHash' | 'meta'>,
  change: Change,
): boolean {
  const { topics, projects, except } = change;
  if (!meta?.topics.some((topic) => topics.includes(topic))) return false;
  if (except && queryHash === hashKey(except)) return false;
  if (changedRows(change, meta.rows)?.length === 0) return false;
  const { query, params } = (queryKey[1] as Input) ?? {};
  return !excludes(projects, query?.projectId) && !(meta.row && excludes(changedRows(change, meta.row), params?.id));
}

/** The rows of a session list that have to be fetched again; null: all of them. */
function rowsConcerned(query: Query, changes: readonly Change[]): number[] | null {
  const found: number[] = [];
  for (const { ids, projects } of changes) {
    const { sessions, users } = ids ?? {};
    const isSearch = Boolean((query.queryKey[1] as { query?: { q?: unknown } }).query?.q);
    if (sessions) found.push(...sessions);
    else if (users && !projects && !isSearch) found.push(...rowsOfPeople(query, users));
    else return null;
  }
  return [...new Set(found)];
}

/** A first fetch in flight may be older than the change, and the library does not restart it: then it is fetched once more. */
export async function refetch(client: QueryClient, concerns: (query: Query) => boolean = () => true): Promise<void> {
  const isFirst = ({ state }: Query) => state.data === undefined && state.fetchStatus === 'fetching';
  const overtaken = new Set(
    client.getQueryCache().findAll({ predicate: (query) => isFirst(query) && concerns(query) }),
  );
  await client.invalidateQueries({ predicate: concerns });
  if (overtaken.size === 0) return;
  await client.invalidateQueries({ predicate: (query) => overtaken.has(query) && query.state.data !== undefined });
}

/** Refetches what is shown and marks the rest stale; of shown session lists only the changed rows are fetched. */
export async function applyChanges(client: QueryClient, changes: readonly Change[]): Promise<void> {
  const lists: { query: Query; ids: number[] }[] = [];
  const isWholly = (query: Query): boolean => {
    const concerning = changes.filter((change) => isConcerned(query, change));
    if (concerning.length === 0) return false;
    if (!isSessionList(query) || !query.isActive() || query.state.data === undefined) return true;
    const ids = rowsConcerned(query, concerning);
    if (ids && ids.length > 0) lists.push({ query, ids });
    return ids === null;
  };
  const whole = new Set(
    client
      .getQueryCache()
      .findAll({ predicate: isWholly })
      .map(({ queryHash }) => queryHash),
  );
  const refetched = refetch(client, ({ queryHash }) => whole.has(queryHash));
  await Promise.all([refetched, refreshRows(client, lists)]);
}

const waiting = new WeakMap<QueryClient, Change[]>();
const running = new WeakMap<QueryClient, Promise<void>>();

/** Applies a change with all that follow shortly; one batch after the other, so that no older response comes last. */
export function queueChange(client: QueryClient, change: Change): void {
  const lot = waiting.get(client);
  if (lot) {
    lot.push(change);
    return;
  }
  const changes = [change];
  waiting.set(client, changes);
  setTimeout(() => {
    waiting.delete(client);
    const before = running.get(client) ?? Promise.resolve();
    running.set(
      client,
      before.then(() => applyChanges(client, changes)).catch(() => undefined),
    );
  }, gatherMs);
}

export type Write = { route: Endpoint; input: { params?: { id?: number | string } }; reply: unknown };

function showSession(client: QueryClient, id: number, session: Session | null): ChangeScope {
  showRow(client, id, session);
  // A device that keeps nothing has nothing to correct.
  void keepSession(id, session).catch(() => undefined);
  const { queryKey } = queryOptionsFor(getSession, { params: { id } });
  if (session) client.setQueryData<Session>(queryKey, (known) => known && session);
  return { ids: { sessions: [id] } };
}

/** Shows what the reply of one's own write says already; returns what else it concerns. */
export function showOwnWrite(client: QueryClient, { route, input, reply }: Write): ChangeScope {
  const { id, sessionId, disputeId } = reply as { id: number; sessionId: number; disputeId: number };
  switch (route.writes) {
    case 'session':
      return showSession(client, id, reply as Session);
    case 'removedSession':
      return showSession(client, Number(input.params?.id), null);
    case 'dispute':
      return { ids: { disputes: [id], sessions: [sessionId] } };
    case 'disputeMessage':
      return { ids: { disputes: [disputeId], sessions: [] } };
    default:
      return {};
  }
}

/** What was written shows at once; whatever else it concerns is fetched again. */
export function applyOwnWrite(client: QueryClient, write: Write): void {
  queueChange(client, { topics: write.route.topics, ...showOwnWrite(client, write) });
}
