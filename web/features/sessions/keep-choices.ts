// What it takes to record a visit where there is no line: one's projects and their sites, fetched ahead and kept on the device.
import type { QueryClient } from '@tanstack/react-query';
import { projects, sites } from '#contract/projects.ts';
import { queryOptionsFor } from '#web/lib/queries.ts';
import { seenAt } from '#web/lib/seen-store.ts';

const enoughMs = 12 * 60 * 60 * 1000;
/** A photographer works at few places at a time. */
const most = 20;

/** Under the keys of the form's own questions (project-choice.tsx, project-site-fields.tsx). */
export async function keepChoices(client: QueryClient, person: number): Promise<void> {
  const list = queryOptionsFor(projects, { query: { limit: 50 } });
  if (Date.now() - (await seenAt(person, list.queryKey)) < enoughMs) return;
  const { rows } = await client.fetchQuery(list);
  for (const { id } of rows.slice(0, most)) {
    await client.prefetchQuery(queryOptionsFor(sites, { params: { id: String(id) }, query: { limit: 500 } }));
  }
}
