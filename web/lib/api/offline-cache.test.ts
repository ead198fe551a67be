// What a device caches of somebody's responses: theirs alone, for a limited time, and gone when they log out.
import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { current } from '#contract/accounts/auth.ts';
import { users } from '#contract/accounts/users.ts';
import { getDispute } from '#contract/disputes/endpoints.ts';
import { projects } from '#contract/projects/endpoints.ts';
import { editSession, getSession, newestVisit, news, sessions } from '#contract/sessions/endpoints.ts';
import { rejectionReasons, sessionChanges, sessionFlags } from '#contract/sessions/rejection.ts';
import { keepChoices } from '#web/features/sessions/filters/keep-choices.ts';
import { lastPerson, notePerson } from '#web/lib/device/local-storage.ts';
import { applyOwnWrite } from './live-changes.ts';
import { cacheResponses, clearOfflineCache, readCachedPage } from './offline-cache.ts';
import { infiniteOptionsFor, queryOptionsFor } from './queries.ts';
import { createQueryClient } from './query-client.ts';
import { askAgain, isSilent } from './silent-queries.ts';

const day = 24 * 60 * 60 * 1000;
/** What is seen within this time is written together, in milliseconds; here hardly anybody waits for it. */
const gatherMs = 1000;
const session = queryOptionsFor(getSession, { params: { id: 12 } });
const people = queryOptionsFor(users, {});
const me = queryOptionsFor(current, {});
let stops: (() => void)[] = [];

/** A page of this person, with its responses. */
async function seen(person: number): Promise<void> {
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: person, isClient: false }));
  client.setQueryData(me.queryKey, { id: person, username: `person ${person}` } as never);
  client.setQueryData(session.queryKey, { id: 12, notes: `Of person ${person}` } as never);
  client.setQueryData(people.queryKey, { rows: [], next: null, total: 0 } as never);
  const isKept = async () => {
    expect(await everything()).toContain(`"person ${person}"`);
    expect(await everything()).toContain(`Of person ${person}`);
  };
  await vi.waitFor(isKept, { timeout: 5000 });
}

const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
const everything = async () => JSON.stringify(await readCachedPage());

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const later = setTimeout as (work: () => void, ms?: number, ...args: unknown[]) => NodeJS.Timeout;
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number, ...args: unknown[]) =>
    later(work, ms === gatherMs ? 10 : ms, ...args),
  );
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
});
afterEach(() => {
  for (const stop of stops) stop();
  stops = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('why a session came back, and what changed since, is kept for resubmitting it offline', async () => {
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  client.setQueryData(me.queryKey, { id: 7, username: 'person 7' } as never);
  client.setQueryData(queryOptionsFor(sessionFlags, { params: { id: 12 } }).queryKey, { flags: [{ id: 3 }] } as never);
  client.setQueryData(queryOptionsFor(sessionChanges, { params: { id: 12 } }).queryKey, { unchanged: true } as never);
  const isKept = async () => {
    const kept = await everything();
    expect(kept).toContain('"flags":[{"id":3}]');
    expect(kept).toContain('"unchanged":true');
  };
  await vi.waitFor(isKept, { timeout: 5000 });
});

it('an own edit that was sent is in every answer that is kept, also where no page shows it', async () => {
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  const list = infiniteOptionsFor(sessions, {});
  const rows = [
    { id: 12, notes: 'Before', recordId: 1 },
    { id: 13, notes: 'Another' },
  ];
  client.setQueryData(me.queryKey, { id: 7, username: 'person 7' } as never);
  client.setQueryData(session.queryKey, rows[0] as never);
  client.setQueryData(list.queryKey, { pages: [{ rows, next: null, total: 2 }], pageParams: [null] } as never);
  await vi.waitFor(async () => expect(await everything()).toContain('Another'), { timeout: 5000 });
  for (const stop of stops.splice(0)) stop();

  const elsewhere = createQueryClient(null);
  const reply = { id: 12, notes: 'After', recordId: 2 };
  applyOwnWrite(elsewhere, { route: editSession, input: { params: { id: 12 } }, reply });
  await vi.waitFor(async () => expect(await everything()).not.toContain('Before'), { timeout: 5000 });
  const later = createQueryClient(await readCachedPage());
  expect(later.getQueryData(session.queryKey)).toMatchObject({ recordId: 2 });
  expect(later.getQueryData(list.queryKey)?.pages[0]?.rows).toMatchObject([{ recordId: 2 }, { notes: 'Another' }]);
});

it('the reasons of a rejection are kept for offline use', async () => {
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  client.setQueryData(me.queryKey, { id: 7, username: 'person 7' } as never);
  client.setQueryData(queryOptionsFor(rejectionReasons, {}).queryKey, { reasons: { blurred: {} } } as never);
  await vi.waitFor(async () => expect(await everything()).toContain('blurred'), { timeout: 5000 });
});

it('what a client’s overview begins with is there offline too', async () => {
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  client.setQueryData(me.queryKey, { id: 7, username: 'person 7' } as never);
  client.setQueryData(queryOptionsFor(newestVisit, {}).queryKey, { session: { id: 12 }, before: null } as never);
  client.setQueryData(queryOptionsFor(news, {}).queryKey, { projects: [{ projectId: 3, visits: 2 }] } as never);
  await vi.waitFor(async () => expect(await everything()).toContain('"visits":2'), { timeout: 5000 });
  const later = createQueryClient(await readCachedPage());
  expect(later.getQueryData(queryOptionsFor(newestVisit, {}).queryKey)).toMatchObject({ session: { id: 12 } });
});

it('an offline page begins with who is here and what they saw, and says how old that is', async () => {
  const before = Date.now();
  await seen(7);
  const start = await readCachedPage();
  const client = createQueryClient(start);
  expect(client.getQueryData(session.queryKey)).toMatchObject({ notes: 'Of person 7' });
  expect(client.getQueryState(session.queryKey)?.dataUpdatedAt).toBeGreaterThanOrEqual(before);
  expect(start?.versions).toBeNull();
});

it('what is not needed on site, such as the list of people, is not kept', async () => {
  await seen(7);
  expect(await everything()).not.toContain(JSON.stringify(people.queryKey[0]));
});

it('whoever comes next finds nothing of the one before', async () => {
  await seen(7);
  await seen(8);
  expect(await everything()).not.toContain('person 7');
  expect(await databases()).toEqual(['topout-seen-8']);
});

it('a logout, or a login that has ended, leaves nothing', async () => {
  await seen(7);
  await clearOfflineCache();
  expect(await databases()).toEqual([]);
  expect(await readCachedPage()).toBeNull();
});

it('is gone once the login must have ended, also where nobody said so', async () => {
  await seen(7);
  vi.useFakeTimers({ now: Date.now() + 7 * day + 1, toFake: ['Date'] });
  expect(await readCachedPage()).toBeNull();
  expect(await databases()).toEqual([]);
});

it('nothing is shown that was seen more than fourteen days ago', async () => {
  await seen(7);
  const start = Date.now();
  // Here every six days, so that the login does not expire.
  for (const days of [6, 12]) {
    vi.useFakeTimers({ now: start + days * day, toFake: ['Date'] });
    notePerson(7);
    expect(await everything(), `after ${days} days`).toContain('Of person 7');
  }
  vi.setSystemTime(start + 14 * day + 1);
  expect(lastPerson()).toBe(7);
  expect(await everything()).not.toContain('Of person 7');
});

it('of a client no picture is kept by name or address, as it may be taken back meanwhile; of the crew it is', async () => {
  const concern = queryOptionsFor(getDispute, { params: { id: 3 } });
  for (const [id, isClient] of [
    [8, true],
    [7, false],
  ] as const) {
    const client = createQueryClient(null);
    stops.push(cacheResponses(client, { id, isClient }));
    client.setQueryData(me.queryKey, { id, username: `person ${id}` } as never);
    const anchor = { name: 'DJI_0002.JPG', cropUrl: '/api/disputes/3/crops/1' };
    client.setQueryData(concern.queryKey, { id: 3, reason: `A crack, says ${id}`, anchor } as never);
    client.setQueryData(session.queryKey, { id: 12, coverUrl: '/DJI_0002.JPG/s400' } as never);
    const pictures = { videoCover: '/DJI_0002.JPG/s400', hasThenAndNow: true };
    client.setQueryData(queryOptionsFor(newestVisit, {}).queryKey, { session: { id: 12 }, ...pictures } as never);
    await vi.waitFor(async () => expect(await everything()).toContain(`A crack, says ${id}`), { timeout: 5000 });
    const kept = await everything();
    expect([kept.includes('DJI_0002'), kept.includes('"hasThenAndNow":true')], `person ${id}`).toEqual([
      !isClient,
      !isClient,
    ]);
  }
});

it('a clock that is wrong by a day hides nothing', async () => {
  await seen(7);
  for (const days of [-1, 1]) {
    vi.useFakeTimers({ now: Date.now() + days * day, toFake: ['Date'] });
    expect(await readCachedPage()).not.toBeNull();
    vi.useRealTimers();
  }
});

it('what cannot be fetched offline is shown as it was cached, beside the failure', async () => {
  await seen(7);
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no line')));
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  const observer = new QueryObserver(client, session);
  stops.push(observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toMatchObject({ notes: 'Of person 7' }), 5000);
  expect(observer.getCurrentResult().status).toBe('error');
});

describe('where the connection takes what is asked and answers nothing', () => {
  /** Responds once `answer` is called. */
  function hangingLine() {
    let answer: (body: unknown) => void = () => undefined;
    const first = new Promise<Response>((resolve) => {
      answer = (body) => resolve(Response.json(body));
    });
    const asked = vi.fn((_address: string, { signal }: RequestInit) =>
      Promise.race([
        first,
        new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      ]),
    );
    vi.stubGlobal('fetch', asked);
    return { answer, asked };
  }
  function watch(query: ReturnType<typeof queryOptionsFor>) {
    const client = createQueryClient(null);
    stops.push(cacheResponses(client, { id: 7, isClient: false }));
    const observer = new QueryObserver(client, query as typeof session);
    stops.push(observer.subscribe(() => undefined));
    const waits = () => client.getQueryCache().getAll().some(isSilent);
    return { client, observer, waits };
  }

  it('what was seen is shown after three seconds, and the answer takes its place when it comes', async () => {
    await seen(7);
    const { answer } = hangingLine();
    const began = Date.now();
    const { observer, waits } = watch(session);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toMatchObject({ notes: 'Of person 7' }), 8000);
    expect(Date.now() - began).toBeGreaterThan(2900);
    expect(observer.getCurrentResult()).toMatchObject({ status: 'success', fetchStatus: 'fetching' });
    expect(observer.getCurrentResult().dataUpdatedAt).toBeLessThan(began);
    expect(waits()).toBe(true);
    answer({ id: 12, notes: 'Of the server' });
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toMatchObject({ notes: 'Of the server' }), 5000);
    expect(waits()).toBe(false);
  });

  it('the next page does not wait three seconds more: the connection is known to hang', async () => {
    await seen(7);
    hangingLine();
    const { client, waits } = watch(people);
    await vi.waitFor(() => expect(waits()).toBe(true), 8000);
    const next = new QueryObserver(client, session);
    stops.push(next.subscribe(() => undefined));
    await vi.waitFor(() => expect(next.getCurrentResult().data).toMatchObject({ notes: 'Of person 7' }), 1000);
  });

  it('once online again, what hangs and what was shown from the cache is asked for again', async () => {
    await seen(7);
    const { asked } = hangingLine();
    const { client, observer, waits } = watch(people);
    const kept = new QueryObserver(client, session);
    stops.push(kept.subscribe(() => undefined));
    await vi.waitFor(() => expect(waits()).toBe(true), 8000);
    await vi.waitFor(() => expect(kept.getCurrentResult().data).toMatchObject({ notes: 'Of person 7' }), 1000);
    expect(asked).toHaveBeenCalledTimes(2);
    vi.stubGlobal('fetch', async (address: string) =>
      Response.json(address.includes('users') ? [] : { id: 12, notes: 'Of the server' }),
    );
    await askAgain(client);
    expect(observer.getCurrentResult().data).toMatchObject({ rows: [] });
    expect(kept.getCurrentResult().data).toMatchObject({ notes: 'Of the server' });
  });
});

it('what the form of a visit asks for is fetched ahead for the crew, and not again within half a day', async () => {
  await seen(7);
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    if (address.includes('/sessions')) return Response.json([{ id: 12, projectId: 3, siteId: 5 }]);
    return Response.json(address.includes('/sites') ? [] : [{ id: 3, name: 'Tower' }]);
  });
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  await keepChoices(client, 7);
  const first = ['/api/projects?limit=50', '/api/sessions?photographerId=7&limit=1', '/api/projects/3/sites?limit=500'];
  expect(asked).toEqual(first);
  await vi.waitFor(async () => expect(await everything()).toContain('"siteId":5'), { timeout: 5000 });
  await keepChoices(client, 7);
  expect(asked).toEqual(first);
  // The page of projects, and the last site opened from there.
  const later = createQueryClient(await readCachedPage());
  const { queryKey } = infiniteOptionsFor(projects, {});
  expect(later.getQueryData(queryKey)).toMatchObject({ pages: [{ rows: [{ name: 'Tower' }] }] });
  const last = queryOptionsFor(sessions, { query: { photographerId: 7, limit: 1 } });
  expect(later.getQueryData(last.queryKey)).toMatchObject({ rows: [{ projectId: 3 }] });
});

it('a device that keeps nothing shows pages as before', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const client = createQueryClient(null);
  stops.push(cacheResponses(client, { id: 7, isClient: false }));
  client.setQueryData(me.queryKey, { id: 7 } as never);
  await expect(clearOfflineCache()).resolves.toBeUndefined();
});
