// Which cached queries a change concerns, and how little is fetched for it.
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userStats } from '#contract/accounts/users.ts';
import { disputes } from '#contract/disputes/endpoints.ts';
import { getProject } from '#contract/projects/endpoints.ts';
import {
  approveSession,
  getSession,
  leaveOutMissingFiles,
  removeSession,
  type Session,
  sessions,
  showAgain,
} from '#contract/sessions/endpoints.ts';
import { applyChanges, type Change, isConcerned, queueChange, showOwnWrite } from './live-changes.ts';
import { infiniteOptionsFor, queryOptionsFor } from './queries.ts';

let requests: string[] = [];
/** Of the server: newest first, a page of three. */
let rows: Session[] = [];

function session(id: number, more: Partial<Session> = {}): Session {
  const createdAt = `2026-11-01T10:00:00.${String(id).padStart(6, '0')}Z`;
  return {
    id,
    projectId: 3,
    photographerId: 7,
    reviewedBy: null,
    status: 'pending',
    createdAt,
    captureDate: '2026-11-01',
    ...more,
  } as Session;
}

function answer(url: string): Response {
  requests.push(url);
  const query = new URL(url, 'http://here').searchParams;
  const ids = query.get('ids')?.split(',').map(Number);
  const status = query.get('status');
  const all = rows.filter((row) => !status || row.status === status);
  const from = Number(query.get('cursor') ?? 0);
  const page = ids ? all.filter(({ id }) => ids.includes(id)) : all.slice(from, from + 3);
  const next = !ids && from + 3 < all.length ? `</api/sessions?cursor=${from + 3}>; rel="next"` : '';
  return Response.json(page, { headers: { 'x-total-count': String(all.length), link: next } });
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const observers: (() => void)[] = [];

beforeEach(() => {
  rows = [9, 8, 7, 6, 5, 4, 3, 2].map((id) => session(id));
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  vi.stubGlobal('document', undefined);
});
afterEach(() => {
  for (const stop of observers.splice(0)) stop();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A list on screen with two pages loaded, or one. */
async function shown(query: object = {}, pages: 1 | 2 = 2) {
  const options = infiniteOptionsFor(sessions, { query });
  const observer = new InfiniteQueryObserver(client, options);
  observers.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  if (pages === 2) await observer.fetchNextPage();
  requests = [];
  return () => ({
    ids: observer.getCurrentResult().data?.rows.map(({ id }) => id),
    statuses: observer.getCurrentResult().data?.rows.map(({ status }) => status),
    total: observer.getCurrentResult().data?.total,
  });
}

const moved = { topics: ['sessions', 'projects', 'users'] } as const;

it('a row that changed elsewhere is updated in every page by one small request for all lists of those filters', async () => {
  const list = await shown();
  const same = await shown({ limit: 3 });
  rows = rows.map((row) => (row.id === 5 ? { ...row, status: 'approved' } : row));
  await applyChanges(client, [{ ...moved, projects: [3], ids: { sessions: [5] } }]);
  expect(requests).toEqual(['/api/sessions?ids=5&limit=50']);
  expect(list()).toMatchObject({ ids: [9, 8, 7, 6, 5, 4], total: 8 });
  expect(list().statuses?.[4]).toBe('approved');
  expect(same().statuses?.[4]).toBe('approved');
});

it('a row that no longer meets the filters of a list is taken out and counted out', async () => {
  const list = await shown({ status: 'pending' });
  rows = rows.map((row) => (row.id === 5 ? { ...row, status: 'approved' } : row));
  await applyChanges(client, [{ ...moved, ids: { sessions: [5] } }]);
  expect(requests).toEqual(['/api/sessions?status=pending&ids=5&limit=50']);
  expect(list()).toMatchObject({ ids: [9, 8, 7, 6, 4], total: 7 });
});

it('a list of the newest few is filled up where one of its rows went', async () => {
  const few = await shown({ status: 'pending', limit: 3 }, 1);
  rows = rows.map((row) => (row.id === 8 ? { ...row, status: 'approved' } : row));
  await applyChanges(client, [{ ...moved, ids: { sessions: [8] } }]);
  await vi.waitFor(() => expect(few()).toMatchObject({ ids: [9, 7, 6], total: 7 }));
});

it('a new row comes to the top', async () => {
  const list = await shown();
  rows = [session(10), ...rows];
  await applyChanges(client, [{ ...moved, ids: { sessions: [10] } }]);
  expect(list()).toMatchObject({ ids: [10, 9, 8, 7, 6, 5, 4], total: 9 });
});

it('without ids, or where the rows are unavailable, the whole list is fetched again', async () => {
  const list = await shown();
  rows = rows.slice(1);
  await applyChanges(client, [moved]);
  expect(requests).toHaveLength(2);
  expect(list()).toMatchObject({ ids: [8, 7, 6, 5, 4, 3], total: 7 });
  requests = [];
  const some = vi.fn(async (url: string) => (url.includes('ids=') ? new Response(null, { status: 503 }) : answer(url)));
  vi.stubGlobal('fetch', some);
  rows = rows.slice(1);
  await applyChanges(client, [{ ...moved, ids: { sessions: [8] } }]);
  expect(list()).toMatchObject({ ids: [7, 6, 5, 4, 3, 2], total: 6 });
});

it('a page that was on its way when a row changed does not bring the old row back', async () => {
  const list = await shown();
  const [query] = client.getQueryCache().findAll();
  const late = query?.fetch();
  rows = rows.filter(({ id }) => id !== 7);
  await Promise.all([late, applyChanges(client, [{ ...moved, ids: { sessions: [7] } }])]);
  expect(list().ids).toEqual(expect.not.arrayContaining([7]));
});

it('a list that was on its way for the first time when a row changed is fetched once more', async () => {
  const early = answer('/api/sessions?limit=3');
  let arrive: (response: Response) => void = () => undefined;
  const first = new Promise<Response>((resolve) => {
    arrive = resolve;
  });
  vi.stubGlobal('fetch', vi.fn(async (url: string) => answer(url)).mockReturnValueOnce(first));
  const observer = new InfiniteQueryObserver(client, infiniteOptionsFor(sessions, { query: { limit: 3 } }));
  observers.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  rows = rows.filter(({ id }) => id !== 8);
  const applied = applyChanges(client, [{ ...moved, ids: { sessions: [8] } }]);
  arrive(early);
  await applied;
  expect(observer.getCurrentResult().data?.rows.map(({ id }) => id)).toEqual([9, 7, 6]);
});

it('somebody’s new name is fetched for the rows that show them', async () => {
  const list = await shown();
  rows = rows.map((row) => (row.id === 6 ? { ...row, photographerId: 8 } : row));
  await applyChanges(client, [{ ...moved, ids: { sessions: [6] } }]);
  requests = [];
  await applyChanges(client, [{ topics: ['users', 'sessions'], ids: { users: [8] } }]);
  expect(requests).toEqual(['/api/sessions?ids=6&limit=50']);
  await applyChanges(client, [{ topics: ['users', 'sessions'], ids: { users: [99] } }]);
  expect(requests).toHaveLength(1);
  expect(list().ids).toHaveLength(6);
});

it('many messages are fetched for once, and a stream of them does not put it off', async () => {
  await shown();
  vi.useFakeTimers();
  for (const id of [9, 8, 9]) queueChange(client, { ...moved, ids: { sessions: [id] } });
  await vi.advanceTimersByTimeAsync(60);
  expect(requests).toEqual(['/api/sessions?ids=9%2C8&limit=50']);
});

it('one’s own write shows before anything is fetched', async () => {
  const list = await shown({ status: 'pending' });
  const all = await shown();
  const input = { params: { id: 5 } };
  const approved = showOwnWrite(client, { route: approveSession, input, reply: session(5, { status: 'approved' }) });
  expect(approved).toEqual({ ids: { sessions: [5] } });
  expect(list()).toMatchObject({ ids: [9, 8, 7, 6, 4], total: 7 });
  expect(all().statuses?.[4]).toBe('approved');
  showOwnWrite(client, { route: removeSession, input: { params: { id: 6 } }, reply: { ok: true } });
  expect(all()).toMatchObject({ ids: [9, 8, 7, 5, 4], total: 7 });
  expect(requests).toEqual([]);
});

it('what is taken out of a session leaves the session in its lists', async () => {
  const list = await shown();
  showOwnWrite(client, { route: leaveOutMissingFiles, input: { params: { id: 8 } }, reply: session(8) });
  expect(showOwnWrite(client, { route: showAgain, input: { params: { id: 8 } }, reply: { ok: true } })).toEqual({});
  expect(list()).toMatchObject({ ids: [9, 8, 7, 6, 5, 4], total: 8 });
});

it('everything that reads one of the topics, and nothing else', async () => {
  const staleAfter = async (change: Change) => {
    const keys = [
      queryOptionsFor(getProject, { params: { id: 1 } }),
      queryOptionsFor(getSession, { params: { id: 1 } }),
      queryOptionsFor(userStats, { params: { id: 1 } }),
    ].map(({ queryKey, meta }) => ({ queryKey, meta: meta! }));
    for (const key of keys) await client.fetchQuery({ ...key, queryFn: async () => ({}) as never });
    await applyChanges(client, [change]);
    return keys.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated);
  };
  expect(await staleAfter({ topics: ['disputes'] })).toEqual([false, true, false]);
  expect(await staleAfter({ topics: ['sessions', 'users'] })).toEqual([true, true, true]);
  expect(await staleAfter({ topics: ['notifications'] })).toEqual([false, false, false]);
  const except = queryOptionsFor(userStats, { params: { id: 1 } }).queryKey;
  expect(await staleAfter({ topics: ['users'], except })).toEqual([true, true, false]);
});

it('a change concerns what shares a topic with it, as far as its projects and rows reach', () => {
  const seen = { ...queryOptionsFor(getSession, { params: { id: 1 } }), queryHash: '' };
  const project = { ...queryOptionsFor(getProject, { params: { id: 3 } }), queryHash: '' };
  const stats = { ...queryOptionsFor(userStats, { params: { id: 1 } }), queryHash: '' };
  const concerns = { ...queryOptionsFor(disputes, { query: { projectId: 3 } }), queryHash: '' };
  const concerned = (change: Change) =>
    [seen, project, stats, concerns].map((query) => isConcerned(query as never, change));
  expect(concerned({ topics: ['notifications'] })).toEqual([false, false, false, false]);
  expect(concerned({ topics: ['sessions'] })).toEqual([true, true, true, true]);
  expect(concerned({ ...moved, projects: [4], ids: { sessions: [2] } })).toEqual([false, false, true, false]);
  expect(concerned({ ...moved, projects: [3], ids: { sessions: [1], disputes: [] } })).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(concerned({ topics: ['users'], ids: { users: [2] } })).toEqual([true, true, false, true]);
});
