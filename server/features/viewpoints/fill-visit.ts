// Fills the viewpoints of a visit from its pictures, where no hand spoke (behaviour §11.3).
import { sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { addSessionJobs, settleJobs, waitingJob } from '#server/jobs.ts';
import { linkOfTab } from '#server/visibility.ts';
import { addNeighbourAlignments } from './alignments/queue.ts';
import { type Decision, decide } from './decide.ts';
import { askDueVisits, noteSearch } from './due-visits.ts';
import { compareLikeness, isWorthComparing, type LikenessOf } from './likeness.ts';
import { readOpen, readPlacedFiles } from './open-viewpoints.ts';
import { announcePlacements, insertPlacement, placing } from './placements.ts';
import {
  type ListedVisit,
  listVisitPictures,
  type PictureSource,
  readVisit,
  type Visit,
  type VisitPicture,
} from './visit-pictures.ts';

/** A machine's pictures whose files are gone lose their place, and all that are of the site where the visit was before. */
async function takeBack(tx: Transaction<Tables>, { visit, listed, pictures }: ListedVisit): Promise<void> {
  const files = pictures.map(({ file }) => file);
  const isGone = sql`vp.placed_by <> 'hand' and vp.media_kind = any(${listed}::text[]) and vp.file <> all(${files}::text[])`;
  await sql`delete from viewpoint_pictures vp using sessions s, viewpoints v
    where s.id = vp.session_id and v.id = vp.viewpoint_id and s.id = ${visit.id} and vp.link = ${linkOfTab('vp')}
      and ((${isGone}) or (v.project_id, coalesce(v.site_id, 0)) <> (s.project_id, coalesce(s.site_id, 0)))`.execute(
    tx,
  );
}

/** Brings what is placed up to date: of a replaced file its new version is noted. Answers the files that are placed. */
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

/** Whether the visit is still what its pictures were listed for; locked until the transaction ends. */
async function isUnchanged(tx: Transaction<Tables>, visit: Visit): Promise<boolean> {
  await sql`select 1 from sessions where id = ${visit.id} for update`.execute(tx);
  const now = await readVisit(tx, visit.id);
  const facts = ({ projectId, siteId, links }: Visit) => JSON.stringify([projectId, siteId, links]);
  return now !== null && facts(now) === facts(visit);
}

/** Each may be called again: it changes nothing, unless pictures or viewpoints have changed. */
export function createFiller(deps: Dependencies) {
  const { db, write, likeness } = deps;

  /** Places what it can; whether likeness could tell more is asked by another job, so that names and positions do not wait for it. */
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
      // Whoever changed it has asked for it anew.
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
