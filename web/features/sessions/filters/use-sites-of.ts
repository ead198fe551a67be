// The sites of the project that is filtered by.
import { sites } from '#contract/projects/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';

export function useSitesOf(projectId: number | undefined) {
  const input = { params: { id: projectId ?? 0 }, query: { limit: 500 } };
  return useApiQuery(sites, input, { enabled: projectId !== undefined, keep: true });
}
