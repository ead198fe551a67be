// What recording a visit needs offline: the person's projects, their sites and visit codes, prefetched and cached on the device.
import type { QueryClient } from '@tanstack/react-query';
import { projects, sites } from '#contract/projects/endpoints.ts';
import { visitCodes } from '#contract/sessions/checks.ts';
import { sessions } from '#contract/sessions/endpoints.ts';
import { cachedAt } from '#web/lib/api/offline-cache.ts';
import { infiniteOptionsFor, queryOptionsFor } from '#web/lib/api/queries.ts';

const enoughMs = 12 * 60 * 60 * 1000;
/** A photographer works at few sites at a time. */
const most = 20;

/**
 * Uses the keys of the form's own queries (choices.tsx, project-site-fields.tsx, create-session-dialog.tsx, visit-code.tsx), and of the project list.
 */
export async function keepChoices(client: QueryClient, person: number): Promise<void> {
  const list = queryOptionsFor(projects, { query: { limit: 50 } });
  if (Date.now() - (await cachedAt(person, list.queryKey)) < enoughMs) return;
  const page = await client.fetchQuery(list);
  const { rows } = page;
  const { queryKey } = infiniteOptionsFor(projects, {});
  client.setQueryData(queryKey, (known) => known ?? { pages: [page], pageParams: [null] });
  await client.prefetchQuery(queryOptionsFor(sessions, { query: { photographerId: person, limit: 1 } }));
  for (const { id, visitCodes: asked } of rows.slice(0, most)) {
    if (asked) await client.prefetchQuery(queryOptionsFor(visitCodes, { params: { id } }));
    await client.prefetchQuery(queryOptionsFor(sites, { params: { id: String(id) }, query: { limit: 500 } }));
  }
}
