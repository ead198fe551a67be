// The global search: the specified matching rule over all that somebody may see (behaviour §7.4).
import { sql } from 'kysely';
import type { SearchResult } from '#contract/dashboard.ts';
import { type ProjectStatus, projectStatuses, projectStatusLabels } from '#contract/projects.ts';
import { type SearchTerms, toSearchTerms } from '#server/features/sessions/search-conditions.ts';
import type { SessionRow } from '#server/features/sessions/session-row.ts';
import { newestMatching } from '#server/features/sessions/text-search.ts';
import type { ReadContext } from '#server/http/register-routes.ts';
import { visibleProjects } from '#server/visibility.ts';

/** What one answer holds at most; the rest is only counted. */
const shown = 50;

type ProjectRow = { id: number; name: string; description: string | null; status: ProjectStatus; total: number };

/** Name, description or status, stored ('on_hold') or shown ('On Hold'); newest first. */
async function searchProjects({ db, actor }: ReadContext, { text, pattern }: SearchTerms): Promise<ProjectRow[]> {
  const statuses = projectStatuses.filter(
    (one) => one.includes(text) || projectStatusLabels[one].toLowerCase().includes(text),
  );
  const found = await sql<ProjectRow>`
    select p.id, p.name, p.description, p.status, count(*) over () as total from projects p
    where ${visibleProjects(actor)}
      and (p.name ilike ${pattern} or p.description ilike ${pattern} or p.status = any(${statuses}::text[]))
    order by p.created_at desc, p.id desc limit ${sql.lit(shown)}`.execute(db);
  return found.rows;
}

function projectResult({ id, name, description, status }: ProjectRow): SearchResult {
  return { type: 'project', id, title: name, subtitle: description ?? '', status, projectId: id };
}

function sessionResult({ id, projectId, projectName, siteName, captureDate, status }: SessionRow): SearchResult {
  const subtitle = [projectName, siteName, captureDate].filter((part) => part !== null).join(' · ');
  return { type: 'session', id, title: `Session #${id}`, subtitle, status, projectId };
}

/** At most 50 results, projects before sessions, newest first within each; `total` counts all. No words: nothing. */
export async function search(reading: ReadContext, q: string): Promise<{ total: number; results: SearchResult[] }> {
  const terms = q === '' ? null : await toSearchTerms(reading, q, 'search');
  if (!terms) return { total: 0, results: [] };
  const projects = await searchProjects(reading, terms);
  const sessions = await newestMatching(reading, { terms, limit: shown - projects.length });
  const results = [...projects.map(projectResult), ...sessions.rows.map(sessionResult)];
  return { total: (projects[0]?.total ?? 0) + sessions.total, results };
}
