// How the browser queries the server, and that it does not request what came with the page.
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dehydrateQuery, type PreloadedState } from '#contract/core/preloaded-state.ts';
import { getSession, sessions } from '#contract/sessions/endpoints.ts';
import { applyChanges } from './live-changes.ts';
import { infiniteOptionsFor, queryOptionsFor } from './queries.ts';
import { createQueryClient, endPreload } from './query-client.ts';

const input = { params: { id: 12 } };
const session = queryOptionsFor(getSession, input);
const list = infiniteOptionsFor(sessions, { query: { q: '', sort: 'createdAt' } });
const page = { rows: [{ id: 12 }], next: 'abc', total: 41 };
const preloaded: PreloadedState = {
  versions: null,
  queries: [
    dehydrateQuery({ endpoint: getSession, input, growing: false }, { id: 12 }),
    dehydrateQuery({ endpoint: sessions, input: { query: { sort: 'createdAt' } }, growing: true }, page),
  ],
};
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ id: 13 }));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** What a component sees that reads this now. */
function read(client: ReturnType<typeof createQueryClient>) {
  const observer = new QueryObserver(client, client.defaultQueryOptions(session));
  observer.subscribe(() => undefined);
  return observer.getCurrentResult();
}

it('a query is fetched once, never on a timer or on focus, and stale at once', async () => {
  const client = createQueryClient(null);
  expect(client.getDefaultOptions().queries).toEqual({
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: expect.any(Function),
    networkMode: 'always',
  });
  await client.fetchQuery(session);
  expect(read(client).isStale).toBe(true);
});

it('a question that the page brought the answer to is not sent, however many ask it', () => {
  const client = createQueryClient(preloaded);
  expect(read(client).data).toEqual({ id: 12 });
  expect(read(client).data).toEqual({ id: 12 });
  expect(client.getQueryData(list.queryKey)).toEqual({ pages: [page], pageParams: [null] });
  expect(fetched).not.toHaveBeenCalled();
});

it('nor is it while the page is hydrated, however long that takes', () => {
  const client = createQueryClient(preloaded);
  vi.advanceTimersByTime(60_000);
  expect(read(client)).toMatchObject({ data: { id: 12 }, isFetching: false });
  endPreload(client);
  vi.advanceTimersByTime(4999);
  expect(read(client)).toMatchObject({ data: { id: 12 }, isFetching: false });
});

it('five seconds after the page is hydrated whoever first reads it asks again', () => {
  const client = createQueryClient(preloaded);
  endPreload(client);
  vi.advanceTimersByTime(5000);
  expect(read(client)).toMatchObject({ data: { id: 12 }, isFetching: true });
});

it('after a change to one of its topics it is fetched again, even if nobody has read it yet', () => {
  const client = createQueryClient(preloaded);
  void applyChanges(client, [{ topics: ['disputes'] }]);
  expect(read(client)).toMatchObject({ data: { id: 12 }, isFetching: true });
});

it('a page that brought nothing asks', () => {
  expect(read(createQueryClient(null))).toMatchObject({ data: undefined, isFetching: true });
});

it('what is no longer there is not shown on from before, and comes back when it is there again', async () => {
  const client = createQueryClient(null);
  const observer = new QueryObserver(client, client.defaultQueryOptions(session));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ id: 13 }));
  fetched.mockImplementation(async () => Response.json({ message: 'Session not found' }, { status: 404 }));
  await client.invalidateQueries();
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isPending: false, error: { status: 404 } });
  fetched.mockImplementation(async () => Response.json({ id: 13 }));
  await client.invalidateQueries();
  expect(observer.getCurrentResult()).toMatchObject({ data: { id: 13 }, error: null });
});

it('what could not be fetched again stays as it was', async () => {
  const client = createQueryClient(null);
  const observer = new QueryObserver(client, client.defaultQueryOptions(session));
  observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toEqual({ id: 13 }));
  fetched.mockImplementation(async () => Response.json({}, { status: 503 }));
  await client.invalidateQueries();
  expect(observer.getCurrentResult()).toMatchObject({ data: { id: 13 }, error: { status: 503 } });
});
