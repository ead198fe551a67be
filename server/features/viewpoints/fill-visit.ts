// Fills the viewpoints of a visit from its pictures, unless somebody chose manually (behaviour §11.3).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { linkColumn } from '#server/features/media/session-link.ts';
import { addSessionJobs, settleJobs, waitingJob } from '#server/jobs.ts';
import { linkOfTab } from '#server/visibility.ts';
import { addNeighbourAlignments } from './alignments/queue.ts';
import { type Decision, decide } from './decide.ts';
import { compareLikeness, isWorthComparing, type LikenessOf } from './likeness.ts';
import { readOpen, readPlacedFiles } from './open-viewpoints.ts';
import { announcePlacements, insertPlacement, placing } from './placements.ts';
import type { ViewpointPlace } from './queries.ts';
import {
  type ListedVisit,
  listVisitPictures,
  type PictureSource,
  pictureKinds,
  readVisit,
  type Visit,
  type VisitPicture,
} from './visit-pictures.ts';

// Visits whose pictures were never analysed, or not for the present viewpoints of their place; a few of them are queued at a time.

/** No more than this many wait at a time: a visit that was just submitted is queued behind them. */
const maxWaiting = 10;
/** The same limit including those to be retried: while a host is down, the others do not run into it as well. */
const maxTriedAgain = 50;

/**
 * Notes that the pictures of a visit are analysed for all viewpoints of its place. Call it before these are read: a viewpoint made in
 * between is newer then, and the visit stays due.
 */
async function noteSearch(tx: Transaction<Tables>, visit: ViewpointPlace & { id: number }): Promise<void> {
  const { id, projectId, siteId } = visit;
  await sql`insert into picture_searches (session_id, viewpoint_id)
    select ${id}, coalesce(max(v.id), 0) from viewpoints v
    where v.project_id = ${projectId} and v.site_id is not distinct from ${siteId}::integer
    on conflict (session_id) do update set viewpoint_id = excluded.viewpoint_id`.execute(tx);
}

/** Makes all visits of a place due again. */
export async function forgetSearches(tx: Transaction<Tables>, { projectId, siteId }: ViewpointPlace): Promise<void> {
  await sql`delete from picture_searches p using sessions s
    where s.id = p.session_id and s.project_id = ${projectId} and s.site_id is not distinct from ${siteId}::integer`.execute(
    tx,
  );
}

/**
 * Places with viewpoints come first, then all others, so that older photos get their time and camera too. Within each, newest first: a
 * visit is then next in time to one that is filled. A visit whose job failed for good is left to whoever handles that job.
 */
export async function askDueVisits(db: Kysely<Tables>): Promise<void> {
  const links = sql.join(
    pictureKinds.map((kind) => sql.ref(`s.${linkColumn(kind)}`)),
    sql`, `,
  );
  const due = await sql<{ id: number }>`
    with asked as (select (payload ->> 'sessionId')::integer as id, run_at from jobs where kind = any(${Object.values(placing)}::text[])),
      room as (select least(${sql.lit(maxWaiting)} - count(*) filter (where run_at <= now()), ${sql.lit(maxTriedAgain)} - count(*)) as free
        from asked where run_at < 'infinity'),
      places as (select project_id, site_id, max(id) as newest from viewpoints where retired_at is null group by 1, 2)
    select s.id from sessions_present s
      left join places p on s.project_id = p.project_id and s.site_id is not distinct from p.site_id
      left join picture_searches d on d.session_id = s.id
    where coalesce(d.viewpoint_id, -1) < coalesce(p.newest, 0) and (p.newest is not null or coalesce(${links}) is not null)
      and not exists (select 1 from asked a where a.id = s.id)
    order by p.newest is null, s.capture_date desc, s.id desc
    limit (select greatest(0, free) from room)`.execute(db);
  const ids = due.rows.map(({ id }) => id);
  await addSessionJobs(db, placing.byHeader, ids);
}

/** Automatically placed pictures lose their place if their file is gone, and so do all of the site where the visit was before. */
async function takeBack(tx: Transaction<Tables>, { visit, listed, pictures }: ListedVisit): Promise<void> {
  const files = pictures.map(({ file }) => file);
  const isGone = sql`vp.placed_by <> 'hand' and vp.media_kind = any(${listed}::text[]) and vp.file <> all(${files}::text[])`;
  await sql`delete from viewpoint_pictures vp using sessions s, viewpoints v
    where s.id = vp.session_id and v.id = vp.viewpoint_id and s.id = ${visit.id} and vp.link = ${linkOfTab('vp')}
      and ((${isGone}) or (v.project_id, coalesce(v.site_id, 0)) <> (s.project_id, coalesce(s.site_id, 0)))`.execute(
    tx,
  );
}

/** Updates placed pictures: for a replaced file its new version is stored. Returns the files that are placed. */
async function refreshPlaced(tx: Transaction<Tables>, found: ListedVisit): Promise<Set<string>> {
  const files = found.pictures.map(({ file }) => file);
  const versions = found.pictures.map(({ version }) => version);
  const replaced = await sql<{ viewpointId: number }>`update viewpoint_pictures vp set file_version = f.version
    from unnest(${files}::text[], ${versions}::text[]) as f (file, version)
    where vp.session_id = ${found.visit.id} and vp.file = f.file and vp.file_version <> f.version
    returning vp.viewpoint_id as "viewpointId"`.execute(tx);
  await takeBack(tx, found);
  for (const { viewpointId } of replaced.rows) await addNeighbourAlignments(tx, viewpointId, found.visit.id);
  return readPlacedFiles(tx, found.visit.id);
}

async function saveDecision(
  tx: Transaction<Tables>,
  { placements, proposals }: Decision,
  { visit, pictures }: ListedVisit,
): Promise<void> {
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  for (const { viewpointId, file, by } of placements) {
    const { link, mediaKind, version, name } = byFile.get(file) as VisitPicture;
    const placement = { viewpointId, sessionId: visit.id, kind: mediaKind, link, file: { id: file, version, name } };
    await insertPlacement(tx, placement, { by, person: null });
  }
  await sql`delete from viewpoint_proposals where session_id = ${visit.id}`.execute(tx);
  const rows = proposals.map(({ file, candidates }) => {
    const { link, mediaKind, version, name } = byFile.get(file) as VisitPicture;
    const of = { session_id: visit.id, media_kind: mediaKind, link, file, file_version: version, file_name: name };
    return { ...of, candidates: JSON.stringify(candidates) };
  });
  if (rows.length > 0) await tx.insertInto('viewpoint_proposals').values(rows).execute();
}

type Dependencies = PictureSource & { write: RunTransaction; likeness: LikenessOf | null };

/** Whether the visit is still the one whose pictures were listed; locked until the transaction ends. */
async function isUnchanged(tx: Transaction<Tables>, visit: Visit): Promise<boolean> {
  await sql`select 1 from sessions where id = ${visit.id} for update`.execute(tx);
  const now = await readVisit(tx, visit.id);
  const facts = ({ projectId, siteId, links }: Visit) => JSON.stringify([projectId, siteId, links]);
  return now !== null && facts(now) === facts(visit);
}

/** Each may run again: it changes nothing unless pictures or viewpoints have changed. */
export function createFiller(deps: Dependencies) {
  const { db, write, likeness } = deps;

  /** Places what it can; another job checks whether likeness finds more, so that names and positions do not wait for it. */
  async function fill(sessionId: number, kind: (typeof placing)[keyof typeof placing]): Promise<void> {
    const upTo = await waitingJob(db, { kinds: [kind], sessionId });
    const visit = await readVisit(db, sessionId);
    if (!visit) return;
    const found = await listVisitPictures(deps, visit);
    const { pictures } = found;
    const isLast = kind === placing.byLikeness || !likeness;
    const alike = likeness && isLast ? await compareLikeness(deps, likeness, found) : [];
    await write({ topics: ['viewpoints'] }, async (context) => {
      const { tx } = context;
      // Whoever changed it has already queued it again.
      if (!(await isUnchanged(tx, visit))) return;
      const placed = await refreshPlaced(tx, found);
      await noteSearch(tx, visit);
      const viewpoints = await readOpen(tx, visit);
      const free = pictures.filter(({ file }) => !placed.has(file));
      const decision = decide({ viewpoints, pictures: free, likeness: alike });
      await saveDecision(tx, decision, found);
      if (!isLast && isWorthComparing(decision, { viewpoints, pictures: free }))
        await addSessionJobs(tx, placing.byLikeness, [sessionId]);
      await settleJobs(tx, { kind, sessionId, upTo });
      await announcePlacements(context, visit);
    });
  }

  return {
    placePictures: (sessionId: number) => fill(sessionId, placing.byHeader),
    comparePictures: (sessionId: number) => fill(sessionId, placing.byLikeness),
    askDueVisits: () => askDueVisits(db),
  };
}
export type Filler = ReturnType<typeof createFiller>;
