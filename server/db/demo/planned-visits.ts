// The demo's planned visits: the next one of every project under way, one that is late, one that was kept and one that was skipped.
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { projects } from './projects.ts';
import type { SeededVisit } from './viewpoints.ts';

type Tx = Transaction<Tables>;
type Place = { id: number; sites: readonly { id: number }[] };
type Seeding = {
  seeded: readonly SeededVisit[];
  now: number;
  placeOf(project: string): Place;
  idOf(username: string): number;
};
type Plan = { projectId: number; siteId: number | null; days: number; photographerId: number | null; note?: string };

const dayMs = 86_400_000;
const dayFrom = (now: number, days: number) => new Date(now + days * dayMs).toISOString().slice(0, 10);

/** Further ahead than a session of today would fulfil, each some days later than the one before. */
const daysAhead = (nth: number) => 9 + 3 * nth;
/** Nobody has been there since. */
const lateProject = 'Marina Offices Refurbishment';
const lateDays = -9;
/** Its crew is the one of every demonstration. */
const keptProject = 'Lekki Palm Residences';

async function insert(tx: Tx, { now, idOf }: Seeding, plan: Plan): Promise<number> {
  const { projectId, siteId, days, photographerId, note = null } = plan;
  const made = await sql<{ id: number }>`
    insert into planned_visits (project_id, site_id, day, photographer_id, note, created_by)
    values (${projectId}, ${siteId}::integer, ${dayFrom(now, days)}::date, ${photographerId}::integer, ${note}, ${idOf('admin')})
    returning id`.execute(tx);
  return made.rows[0]?.id ?? 0;
}

async function planNext(tx: Tx, seeding: Seeding): Promise<void> {
  const underWay = projects.filter(({ status }) => status === 'active');
  for (const [nth, { name, sites }] of underWay.entries()) {
    const place = seeding.placeOf(name);
    const photographer = sites[0]?.photographer ?? null;
    const at = {
      projectId: place.id,
      siteId: place.sites[0]?.id ?? null,
      photographerId: photographer === null ? null : seeding.idOf(photographer),
    };
    const isLate = name === lateProject;
    const note = isLate
      ? 'The lifts are out: take the stairs on the north side.'
      : 'Before the works of the next week begin.';
    await insert(tx, seeding, { ...at, days: isLate ? lateDays : daysAhead(nth), note });
    const second = place.sites[1];
    // No photographer is named for the other site: one who is near goes.
    if (second)
      await insert(tx, seeding, { ...at, siteId: second.id, days: daysAhead(nth) + 14, photographerId: null });
  }
}

async function addPast(tx: Tx, seeding: Seeding): Promise<void> {
  const kept = seeding.seeded
    .filter(({ visit }) => visit.project.name === keptProject && visit.site === 0 && visit.path === 'approved')
    .at(-1);
  if (!kept) return;
  const { projectId, siteId, sessionId, photographerId, visit } = kept;
  const done = await insert(tx, seeding, { projectId, siteId, photographerId, days: 1 - visit.daysAgo });
  await sql`update planned_visits set session_id = ${sessionId} where id = ${done}`.execute(tx);
  const skipped = await insert(tx, seeding, { projectId, siteId, photographerId, days: -visit.daysAgo - 15 });
  await sql`update planned_visits set skipped_at = ${new Date(seeding.now - (visit.daysAgo + 15) * dayMs)}, skipped_by = ${seeding.idOf('admin')},
    skip_reason = 'Admiralty Way was flooded.' where id = ${skipped}`.execute(tx);
}

export async function addPlannedVisits(tx: Tx, seeding: Seeding): Promise<void> {
  await planNext(tx, seeding);
  await addPast(tx, seeding);
}
