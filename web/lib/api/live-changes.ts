// Applies changes, one's own and others', to the query cache: which queries they concern, and how those are updated.
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { Topic } from '#contract/core/endpoint.ts';
import type { ChangeScope } from '#contract/notifications/websocket-messages.ts';
import { isSessionList, refreshRows, rowsOfPeople } from './session-lists.ts';

export type Change = ChangeScope & {
  topics: readonly Topic[];
  /** Key of a query that stays as it is. */
  except?: readonly unknown[] | undefined;
};

/** Messages about one write arrive together, and with its own response: one fetch serves them all. */
const gatherMs = 50;

type Input = { params?: { id?: unknown }; query?: { projectId?: unknown } } | undefined;
type Noun = keyof NonNullable<ChangeScope['ids']>;

function excludes(list: readonly number[] | undefined, id: unknown): boolean {
  return list !== undefined && id !== undefined && !list.includes(Number(id));
}

/** Whether the change may affect what this query holds. */
export function isConcerned(
  { queryKey, queryHash, meta }: Pick<Query, 'queryKey' | 'queryHash' | 'meta'>,
  change: Change,
): boolean {
  const { topics, projects, ids = {}, except } = change;
  if (!meta?.topics.some((topic) => topics.includes(topic))) return false;
  if (except && queryHash === hashKey(except)) return false;
  const [path, input] = queryKey as [string, Input];
  const [, , noun, param, part] = path.split('/');
  const isList = (of: Noun) => (param ? part : noun) === of;
  if (isList('sessions') && ids.sessions?.length === 0) return false;
  if (isList('disputes') && ids.disputes?.length === 0) return false;
  if (excludes(projects, input?.query?.projectId)) return false;
  if (param !== ':id') return true;
  const id = input?.params?.id;
  return !excludes(noun === 'projects' ? projects : ids[noun as Noun], id);
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
