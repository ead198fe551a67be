// Which planned visit a session fulfils, and when it gives that back (behaviour §33.2).
import { sql } from 'kysely';
import { fulfilDays } from '#contract/planned-visits/endpoints.ts';
import { projectPeople } from '#server/db/project-relations.ts';
import type { WriteContext } from '#server/db/transaction.ts';

type Place = { projectId: number; siteId: number | null };
type Found = { id: number; day: string };

const dayMs = 86_400_000;

/** The nearest of these days, of two equally near ones the earlier. */
export function nearest<V extends Found>(visits: readonly V[], captureDate: string): V | null {
  const away = ({ day }: Found) => Math.abs(Date.parse(day) - Date.parse(captureDate)) / dayMs;
  const [first = null] = visits
    .filter((visit) => away(visit) <= fulfilDays)
    .toSorted((a, b) => away(a) - away(b) || a.day.localeCompare(b.day) || a.id - b.id);
  return first;
}

/**
 * The open visit that a session of this place and day fulfils, locked until the transaction ends; null where none is near. One of the
 * whole project, planned before it had sites, is fulfilled at any of them. All near ones are locked, in the order of their ids: of two
 * sessions at once the second finds what the first one left.
 */
export async function findPlannedVisit(
  { tx }: WriteContext,
  { projectId, siteId, captureDate }: Place & { captureDate: string },
): Promise<Found | null> {
  const found = await sql<Found>`
    select pv.id, pv.day from planned_visits pv
    where pv.project_id = ${projectId} and pv.skipped_at is null and pv.session_id is null
      and (pv.site_id is null or pv.site_id = ${siteId}::integer)
      and pv.day between ${captureDate}::date - ${sql.lit(fulfilDays)}::integer and ${captureDate}::date + ${sql.lit(fulfilDays)}::integer
    order by pv.id for update`.execute(tx);
  return nearest(found.rows, captureDate);
}

/** Of a visit that `findPlannedVisit` locked. */
export async function fulfilVisit(
  { tx }: WriteContext,
  { id, sessionId }: { id: number; sessionId: number },
): Promise<void> {
  await sql`update planned_visits set session_id = ${sessionId}, version = version + 1, updated_at = now() where id = ${id}`.execute(
    tx,
  );
}

/** The visit that a session fulfilled is open again. */
async function giveBack({ tx }: WriteContext, sessionId: number): Promise<boolean> {
  const given = await sql`update planned_visits set session_id = null, version = version + 1, updated_at = now()
    where session_id = ${sessionId} returning id`.execute(tx);
  return given.rows.length > 0;
}

/**
 * Those whose pages show what is planned of these projects, but for whom the write was announced to already. They are sent no id of the
 * session: most may not know of it yet.
 */
export async function announceVisits(
  { tx, events }: WriteContext,
  projects: number[],
  { except = [] }: { except?: readonly number[] } = {},
): Promise<void> {
  const people = await Promise.all(projects.map((id) => projectPeople(tx, id)));
  const users = [...new Set(people.flat())].filter((id) => !except.includes(id));
  if (users.length > 0) events.invalidateFor({ users, projects, ids: { sessions: [], disputes: [] } });
}

type Gone = { id: number; projectId: number; announced: readonly number[] };

/** A session was removed. `announced`: whose pages refetch for that already. */
export async function giveVisitBack(w: WriteContext, { id, projectId, announced }: Gone): Promise<void> {
  if (await giveBack(w, id)) await announceVisits(w, [projectId], { except: announced });
}

type Moved = { id: number; from: Place; to: Place & { captureDate: string }; announced: readonly number[] };

/** A session that goes to another place gives back what it fulfilled, and fulfils what is near there. */
export async function moveVisit(w: WriteContext, { id, from, to, announced }: Moved): Promise<void> {
  if (from.projectId === to.projectId && from.siteId === to.siteId) return;
  const given = await giveBack(w, id);
  const planned = await findPlannedVisit(w, to);
  if (planned) await fulfilVisit(w, { id: planned.id, sessionId: id });
  const projects = [...(given ? [from.projectId] : []), ...(planned ? [to.projectId] : [])];
  if (projects.length > 0) await announceVisits(w, [...new Set(projects)], { except: announced });
}
