// Where a result of the search leads.
import type { SearchResult } from '#contract/overview/endpoints.ts';

export function resultPath({ type, id }: Pick<SearchResult, 'type' | 'id'>): string {
  return `/${type}s/${id}`;
}
