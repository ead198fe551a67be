// Per-person IndexedDB cache of recent responses, for offline use.
import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { DBSchema } from 'idb';
import { current } from '#contract/accounts/auth.ts';
import type { Topic } from '#contract/core/endpoint.ts';
import type { DehydratedQuery, PreloadedState } from '#contract/core/preloaded-state.ts';
import { disputeMessages, disputes, getDispute, sessionDisputes } from '#contract/disputes/endpoints.ts';
import { dashboardStats } from '#contract/overview/endpoints.ts';
import { getProject, projects, sites } from '#contract/projects/endpoints.ts';
import { visitCodes } from '#contract/sessions/checks.ts';
import { getSession, newestVisit, news, type Session, sessionRecords, sessions } from '#contract/sessions/endpoints.ts';
import { rejectionReasons, sessionChanges, sessionFlags } from '#contract/sessions/rejection.ts';
import { forgetPerson, lastPerson, notePerson } from '#web/lib/device/local-storage.ts';
import { personDatabase } from '#web/lib/device/person-database.ts';
import { markSilence } from './silent-queries.ts';

export type Seen = { hash: string; queryKey: readonly unknown[]; data: unknown; at: number; topics: readonly Topic[] };

/** The person whose responses are cached. */
type Keeping = { id: number; isClient: boolean };

interface Schema extends DBSchema {
  answers: { key: string; value: Seen; indexes: { at: number } };
}

const kept = new Set<string>(
  [
    current,
    dashboardStats,
    news,
    newestVisit,
    projects,
    getProject,
    sites,
    sessions,
    getSession,
    sessionRecords,
    sessionFlags,
    sessionChanges,
    rejectionReasons,
    disputes,
    getDispute,
    sessionDisputes,
    disputeMessages,
    visitCodes,
  ].map(({ path }) => path),
);
const lifetime = 14 * 24 * 60 * 60 * 1000;
const most = 300;
const gatherMs = 1000;

const { within, ...database } = personDatabase<Schema>(
  'seen',
  (made) => void made.createObjectStore('answers', { keyPath: 'hash' }).createIndex('at', 'at'),
);

function isKept({ queryKey, state }: Query): boolean {
  return kept.has(String(queryKey[0])) && state.status === 'success' && state.data != null;
}

/** Fields that name single pictures, or promise some. */
const pictureFields = new Set(['coverUrl', 'videoCover', 'hasThenAndNow', 'anchor', 'formerAnchor']);

/**
 * Pictures may be taken back from a client while this device is offline, so they are not cached; they could not be shown offline anyway
 * (behaviour §27.3).
 */
function withoutPictures(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data, (name, value: unknown) => (pictureFields.has(name) ? null : value)));
}

function seenOf({ queryHash, queryKey, state, meta }: Query, { isClient }: Keeping): Seen {
  const data = isClient ? withoutPictures(state.data) : state.data;
  return { hash: queryHash, queryKey, data, at: state.dataUpdatedAt, topics: meta?.topics ?? [] };
}

/** Adds the newest responses; deletes those that are too old or too many. */
async function write(keeping: Keeping, queries: Iterable<Query>): Promise<void> {
  await within(keeping.id, async (db) => {
    const tx = db.transaction('answers', 'readwrite');
    for (const query of queries) void tx.store.put(seenOf(query, keeping));
    const old = await tx.store.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - lifetime));
    const all = await tx.store.index('at').getAllKeys();
    for (const hash of new Set([...old, ...all.slice(0, Math.max(0, all.length - most))])) void tx.store.delete(hash);
    await tx.done;
  });
}

/** Deletes what earlier people left on this device. */
async function forgetOthers(person: number | null): Promise<void> {
  const before = lastPerson({ any: true });
  const owners = new Set(await database.owners());
  if (before !== null) owners.add(String(before));
  owners.delete(String(person));
  await Promise.all([...owners].map(database.remove));
}

/** Called at a logout, and when a login has ended. */
export async function clearOfflineCache(): Promise<void> {
  const forgotten = forgetOthers(null).catch(() => undefined);
  forgetPerson();
  await forgotten;
}

/**
 * Caches this person's responses; what cannot be fetched offline, or not for some seconds, is shown from the cache. Returns a function that
 * stops it.
 */
export function cacheResponses(client: QueryClient, keeping: Keeping): () => void {
  const { id: person } = keeping;
  const cache = client.getQueryCache();
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const queries = [...changed.values()];
    changed.clear();
    // Nothing is cached for a person who has left.
    if (lastPerson() === person) void write(keeping, queries).catch(() => undefined);
  };
  const keep = (query: Query) => {
    if (!isKept(query)) return;
    changed.set(query.queryHash, query);
    timer ??= setTimeout(flush, gatherMs);
  };
  const start = forgetOthers(person)
    .catch(() => undefined)
    .then(() => {
      notePerson(person);
      for (const query of cache.getAll()) keep(query);
    });
  const stop = cache.subscribe((event) => {
    if (event.type !== 'updated') return;
    const { query, action } = event;
    if (action.type === 'success') {
      // Another tab may have logged out.
      if (!action.manual && query.state.data !== null && lastPerson({ any: true }) === person) notePerson(person);
      keep(query);
    } else if (action.type === 'error' && action.error.status === 0) void start.then(() => restore(person, query));
  });
  const stopMarking = markSilence(client, (query) => void start.then(() => restore(person, query)));
  return () => {
    stop();
    stopMarking();
    clearTimeout(timer);
  };
}

/**
 * Puts one's own write into every cached response, even if no page shows it: the next offline edit starts from this record. Null: removed.
 */
export async function keepSession(id: number, row: Session | null): Promise<void> {
  const person = lastPerson();
  if (person === null) return;
  await within(person, async (db) => {
    const tx = db.transaction('answers', 'readwrite');
    for (const seen of await tx.store.getAll()) {
      const isOwn = seen.queryKey[0] === getSession.path && (seen.data as Partial<Session> | null)?.id === id;
      if (isOwn && !row) void tx.store.delete(seen.hash);
      else if (isOwn || seen.queryKey[0] === sessions.path)
        void tx.store.put({ ...seen, data: isOwn ? withRow(seen.data, row) : withRowIn(seen.data, { id, row }) });
    }
    await tx.done;
  });
}

/** Fields that are left out of a client's responses stay out. */
const withRow = (known: unknown, row: Session | null) => {
  const blank = Object.entries(Object(known)).filter(([name, value]) => pictureFields.has(name) && value === null);
  return { ...row, ...Object.fromEntries(blank) };
};

/** For one page or several. */
function withRowIn(data: unknown, change: { id: number; row: Session | null }): unknown {
  const { rows, pages } = Object(data) as { rows?: Session[]; pages?: unknown[] };
  if (pages) return { ...Object(data), pages: pages.map((page) => withRowIn(page, change)) };
  if (!rows?.some(({ id }) => id === change.id)) return data;
  const changed = (one: Session) => (change.row ? [withRow(one, change.row)] : []);
  const next = rows.flatMap((one) => (one.id === change.id ? changed(one) : [one]));
  return { ...Object(data), rows: next };
}

/** When a cached response was received; 0 if there is none. */
export async function cachedAt(person: number, queryKey: readonly unknown[]): Promise<number> {
  const seen = await within(person, (db) => db.get('answers', hashKey(queryKey))).catch(() => undefined);
  return seen?.at ?? 0;
}

/** All cached responses of this person, except those that are too old. */
export async function cachedResponses(person: number): Promise<Seen[]> {
  const all = await within(person, (db) => db.getAll('answers')).catch(() => []);
  return all.filter(({ at }) => at > Date.now() - lifetime);
}

/** Shows the cached response beside the error, or until the response comes: the banner at the foot of the page says so. */
async function restore(person: number, query: Query): Promise<void> {
  if (query.state.data !== undefined || !kept.has(String(query.queryKey[0])) || lastPerson() !== person) return;
  const seen = await within(person, (db) => db.get('answers', query.queryHash)).catch(() => undefined);
  if (!seen || seen.at <= Date.now() - lifetime || query.state.data !== undefined) return;
  const { status, fetchStatus } = query.state;
  // Its page was left meanwhile: nobody shows it, and it is fetched when somebody comes back.
  if (status === 'pending' && fetchStatus === 'idle') return;
  const isFailed = status === 'error';
  query.setState({
    data: seen.data,
    dataUpdatedAt: seen.at,
    isInvalidated: true,
    ...(isFailed ? {} : { status: 'success' as const }),
  });
}

/** What the neutral page starts from: all cached responses of the person logged in here; null for nobody. */
export async function readCachedPage(): Promise<PreloadedState | null> {
  const person = lastPerson();
  if (person === null) {
    await clearOfflineCache();
    return null;
  }
  const all = await within(person, (db) => db.getAll('answers'));
  const queries = all.filter(({ at }) => at > Date.now() - lifetime).map(toDehydrated);
  return queries.some(({ queryKey }) => queryKey[0] === current.path) ? { versions: null, queries } : null;
}

function toDehydrated({ hash, queryKey, data, at, topics }: Seen): DehydratedQuery {
  return {
    queryKey,
    queryHash: hash,
    dehydratedAt: 0,
    meta: { topics },
    ...(queryKey.at(-1) === 'pages' ? { queryType: 'infinite' as const } : {}),
    state: {
      data,
      dataUpdateCount: 0,
      dataUpdatedAt: at,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle',
      isInvalidated: false,
      status: 'success',
    },
  } as DehydratedQuery;
}
