// Where a site is, for whoever is about to submit a visit of it: the same place that the check of positions goes by (behaviour §21.2).
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { SitePlace } from '#contract/sessions/checks.ts';
import type { Tables } from '#server/db/schema.ts';
import { notFound } from '#server/lib/problem.ts';
import { visibleProjects } from '#server/visibility.ts';
import { placeOf } from './judge-facts.ts';
import { readPlacesOf } from './visit-rows.ts';

type Asked = { projectId: number; siteId: number | null };
type Found = { isSite: boolean; site: { latitude: number; longitude: number } | null };

/** 404 for a project that this person does not see, and for a site that is not of it. */
export async function loadSitePlace(db: Kysely<Tables>, actor: Person, asked: Asked): Promise<SitePlace> {
  const { projectId, siteId } = asked;
  const found = await sql<Found>`select si.id is not null as "isSite",
      case when si.latitude is not null then json_build_object('latitude', si.latitude, 'longitude', si.longitude) end as site
    from projects p left join sites si on si.project_id = p.id and si.id = ${siteId}::integer and si.removed_at is null
    where p.id = ${projectId} and p.removed_at is null and ${visibleProjects(actor)}`.execute(db);
  const [row] = found.rows;
  if (!row) throw notFound('Project');
  if (siteId !== null && !row.isSite) throw notFound('Site');
  const place = placeOf({ site: row.site, before: row.site ? [] : await readPlacesOf(db, asked) });
  return { place };
}
