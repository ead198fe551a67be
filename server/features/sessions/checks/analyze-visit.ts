// The job of checks: analyses the pictures of a visit, and counts those of the visits before it (behaviour §21.3).
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import {
  listVisitPictures,
  type PictureSource,
  readVisit,
  type Visit,
  type VisitPicture,
} from '#server/features/viewpoints/visit-pictures.ts';
import { addJob, type JobHandler } from '#server/jobs.ts';
import { wellFormed } from '#server/lib/well-formed.ts';
import type { AnalyzedPicture } from '#server/media/analysis/analyze-picture.ts';
import type { ImageAnalyzer } from '#server/media/analysis/supervised-analyzer.ts';
import { askForSearch, saveHashes, saveVisitHashes, searchAgainBeside } from './picture-hashes.ts';
import { readUncountedBefore, saveVisit } from './visit-rows.ts';

// Picture figures, stored once for each version of their bytes.
type Named = { id: string; version: string; name: string };
/** Longer file names do not belong in an index. */
const maxIdBytes = 1_000;

/** Those of these files whose present version was never analysed. */
async function withoutAnalysis<T extends Named>(db: Kysely<Tables>, files: readonly T[]): Promise<T[]> {
  const short = files.filter(({ id }) => Buffer.byteLength(id) <= maxIdBytes);
  const found = await sql<{ file: string }>`select l.file from picture_looks l
      join picture_hashes h on h.file = l.file and h.version = l.version
      join unnest(${short.map(({ id }) => id)}::text[], ${short.map(({ version }) => version)}::text[]) as f (file, version)
        on f.file = l.file and f.version = l.version`.execute(db);
  const known = new Set(found.rows.map(({ file }) => file));
  return short.filter(({ id }) => !known.has(id));
}

/** Null for one that cannot be read as a picture. */
async function saveAnalysis(
  db: Kysely<Tables>,
  { id, version, name }: Named,
  analysis: AnalyzedPicture | null,
): Promise<void> {
  const { sharpness = null, brightness = null, dark = null, print = null } = analysis ?? {};
  const of = { file: id, version, sharpness, brightness, dark, print: print && Buffer.from(print) };
  await db
    .insertInto('picture_looks')
    .values(of)
    .onConflict((conflict) => conflict.columns(['file', 'version']).doNothing())
    .execute();
  await saveHashes(db, { id, version, name: wellFormed(name) }, analysis?.hashes ?? null);
}

/** Added by every write of a session's content and every approval, and by requests for outdated checks. */
export const checkingJob = 'checkVisit';

/** The next run continues after this, so that no run takes longer than a job may. */
const maxPicturesPerRun = 200;

type Dependencies = PictureSource & { write: RunTransaction; analyzer: Pick<ImageAnalyzer, 'analyze'> };

function keptOf({ id, links }: Visit, pictures: readonly VisitPicture[]) {
  const kept = pictures.map(({ mediaKind, file, version, name }) => ({
    kind: mediaKind,
    file,
    version,
    name: wellFormed(name),
  }));
  return { sessionId: id, links, pictures: kept };
}

/** Their pictures are counted and their headers read; their analyses are not needed. */
async function countBefore(deps: Dependencies, sessionId: number): Promise<void> {
  for (const id of await readUncountedBefore(deps.db, sessionId)) {
    const visit = await readVisit(deps.db, id);
    if (!visit) continue;
    const { pictures } = await listVisitPictures(deps, visit);
    await saveVisit(deps.db, { ...keptOf(visit, pictures), analyzed: false });
  }
}

/** Stored one by one: an interrupted run resumes where it was. Returns whether some are left for another run. */
async function analyzeAll({ db, analyzer }: Dependencies, pictures: readonly VisitPicture[]): Promise<boolean> {
  const files = await withoutAnalysis(
    db,
    pictures.map(({ origin }) => origin),
  );
  for (const file of files.slice(0, maxPicturesPerRun)) await saveAnalysis(db, file, await analyzer.analyze(file));
  return files.length > maxPicturesPerRun;
}

export function askForCheck(db: Kysely<Tables>, sessionId: number): Promise<void> {
  return addJob(db, {
    kind: checkingJob,
    payload: { sessionId },
    dedupeKey: `${checkingJob} ${sessionId}`,
  });
}

/** May run twice and in several processes: what is known is not analysed again. */
async function lookAtVisit(deps: Dependencies, sessionId: number): Promise<void> {
  const { db, write } = deps;
  const visit = await readVisit(db, sessionId);
  if (!visit) return;
  await countBefore(deps, sessionId);
  const { pictures, listed } = await listVisitPictures(deps, visit);
  if (await analyzeAll(deps, pictures)) return addJob(db, { kind: checkingJob, payload: { sessionId } });
  await write({ topics: ['checks'] }, async ({ tx, events }) => {
    const kept = keptOf(visit, pictures);
    const isRenamed = await saveVisitHashes(tx, { sessionId, listed, pictures: kept.pictures });
    const { isNews, isFirst, isPending } = await saveVisit(tx, { ...kept, analyzed: true });
    if (isNews) events.invalidateFor({ admins: true, users: [visit.photographerId], ids: { sessions: [sessionId] } });
    if (isPending) await askForSearch(tx, sessionId);
    if (isFirst || isRenamed) await searchAgainBeside(tx, sessionId);
  });
}

export function checkJobs(deps: Dependencies): Record<typeof checkingJob, JobHandler> {
  return { checkVisit: { run: (payload) => lookAtVisit(deps, (payload as { sessionId: number }).sessionId) } };
}
