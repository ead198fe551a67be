// What is refetched after a deed, and what is not.
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { getProject } from '#contract/projects.ts';
import { getSession } from '#contract/sessions.ts';
import { userStats } from '#contract/users.ts';
import { invalidateTopics, queryOptionsFor } from './queries.ts';

const project = queryOptionsFor(getProject, { params: { id: 1 } });
const session = queryOptionsFor(getSession, { params: { id: 1 } });
const stats = queryOptionsFor(userStats, { params: { id: 1 } });

async function staleAfter(refresh: (client: QueryClient) => void) {
  const client = new QueryClient();
  const kept = [project, session, stats].map(({ queryKey, meta }) => ({ queryKey, meta: meta! }));
  for (const { queryKey, meta } of kept) {
    await client.prefetchQuery({ queryKey, meta, queryFn: async () => 'fetched' });
  }
  refresh(client);
  return kept.map(({ queryKey }) => client.getQueryState(queryKey)?.isInvalidated);
}

it('everything that reads one of the topics, and nothing else', async () => {
  expect(await staleAfter((client) => invalidateTopics(client, ['disputes']))).toEqual([false, true, false]);
  expect(await staleAfter((client) => invalidateTopics(client, ['sessions', 'users']))).toEqual([true, true, true]);
  expect(await staleAfter((client) => invalidateTopics(client, ['notifications']))).toEqual([false, false, false]);
});

it('what is excepted stays as it is', async () => {
  expect(await staleAfter((client) => invalidateTopics(client, ['users'], stats.queryKey))).toEqual([
    true,
    true,
    false,
  ]);
});
