// What is fetched again when the live channel is there, and when it stays away.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CacheVersions } from '#contract/core/preloaded-state.ts';
import { createRevalidation } from './live-updates.tsx';

const before = { sessions: 'a.1', projects: 'a.1' } as NonNullable<CacheVersions>;
const topics = ['sessions', 'projects', 'users'] as const;

function start(known: CacheVersions | undefined) {
  const client = new QueryClient();
  for (const topic of topics) client.getQueryCache().build(client, { queryKey: [topic], meta: { topics: [topic] } });
  const revalidation = createRevalidation(client, { versions: known, since: Date.now() });
  const stale = async () => {
    // Changes are gathered for a moment.
    await vi.advanceTimersByTimeAsync(50);
    return topics.filter((topic) => client.getQueryState([topic])?.isInvalidated);
  };
  return { revalidation, stale };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('nothing, where the versions are those of the page', async () => {
  const { revalidation, stale } = start(before);
  revalidation.onReady({ ...before });
  expect(await stale()).toEqual([]);
});

it('only what has changed since', async () => {
  const { revalidation, stale } = start(before);
  revalidation.onReady({ ...before, projects: 'a.2' });
  expect(await stale()).toEqual(['projects']);
});

it('after a reconnect only what has changed since the last one', async () => {
  const { revalidation, stale } = start(undefined);
  revalidation.onReady(before);
  expect(await stale()).toEqual([]);
  revalidation.onReady({ ...before, sessions: 'a.2' });
  expect(await stale()).toEqual(['sessions']);
});

it('everything, where the server’s listener was away then or is now', async () => {
  for (const [known, present] of [
    [null, before],
    [before, null],
    [null, null],
  ] as const) {
    const { revalidation, stale } = start(known);
    revalidation.onReady(present);
    expect(await stale()).toEqual([...topics]);
  }
});

it('everything, where nothing is known of what was fetched and that was a while ago', async () => {
  const { revalidation, stale } = start(undefined);
  vi.advanceTimersByTime(2000);
  revalidation.onReady(before);
  expect(await stale()).toEqual([...topics]);
});

it('a page that is shown again fetches everything once the channel stays away for ten seconds', async () => {
  const { revalidation, stale } = start(before);
  revalidation.onRestored();
  vi.advanceTimersByTime(9900);
  expect(await stale()).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(await stale()).toEqual([...topics]);
});

it('a page that is shown again fetches nothing if the channel comes back and nothing has changed', async () => {
  const { revalidation, stale } = start(before);
  revalidation.onRestored();
  vi.advanceTimersByTime(5000);
  revalidation.onReady({ ...before });
  vi.advanceTimersByTime(20_000);
  expect(await stale()).toEqual([]);
});
