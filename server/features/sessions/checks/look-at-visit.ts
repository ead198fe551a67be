// The job of checks: looks at the pictures of a visit, and counts those of the visits before it (behaviour §21.3).
import type { Kysely } from 'kysely';
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
import type { Looker } from '#server/media/analysis/looker-process.ts';
import { saveLook, withoutLook } from './picture-looks.ts';
import { readUncountedBefore, saveVisit } from './visit-rows.ts';

/** Added by every write of a session's content and every approval, and by whoever asks for checks that are old. */
export const checkingJob = 'checkVisit';

/** Then the next run goes on, so that no run takes longer than a job may. */
const maxPicturesPerRun = 200;

type Dependencies = PictureSource & { write: RunTransaction; looker: Pick<Looker, 'look'> };

function keptOf({ id, links }: Visit, pictures: readonly VisitPicture[]) {
  const kept = pictures.map(({ mediaKind, file, version, name }) => ({
    kind: mediaKind,
    file,
    version,
    name: wellFormed(name),
  }));
  return { sessionId: id, links, pictures: kept };
}

/** Their pictures are counted and their headers read; how they look matters to nobody. */
async function countBefore(deps: Dependencies, sessionId: number): Promise<void> {
  for (const id of await readUncountedBefore(deps.db, sessionId)) {
    const visit = await readVisit(deps.db, id);
    if (!visit) continue;
    const { pictures } = await listVisitPictures(deps, visit);
    await saveVisit(deps.db, { ...keptOf(visit, pictures), looked: false });
  }
}

/** Kept one by one: what ends meanwhile goes on where it was. Answers whether some are left for another run. */
async function lookAtAll({ db, looker }: Dependencies, pictures: readonly VisitPicture[]): Promise<boolean> {
  const files = await withoutLook(
    db,
    pictures.map(({ origin }) => origin),
  );
  for (const file of files.slice(0, maxPicturesPerRun)) await saveLook(db, file, await looker.look(file));
  return files.length > maxPicturesPerRun;
}

export function askForCheck(db: Kysely<Tables>, sessionId: number): Promise<void> {
  return addJob(db, {
    kind: checkingJob,
    payload: { sessionId },
    dedupeKey: `${checkingJob} ${sessionId}`,
  });
}

/** May run twice and in several processes: what is known is not looked at again. */
async function lookAtVisit(deps: Dependencies, sessionId: number): Promise<void> {
  const { db, write } = deps;
  const visit = await readVisit(db, sessionId);
  if (!visit) return;
  await countBefore(deps, sessionId);
  const { pictures } = await listVisitPictures(deps, visit);
  if (await lookAtAll(deps, pictures)) return addJob(db, { kind: checkingJob, payload: { sessionId } });
  await write({ topics: ['checks'] }, async ({ tx, events }) => {
    const isNews = await saveVisit(tx, { ...keptOf(visit, pictures), looked: true });
    if (isNews) events.invalidateFor({ admins: true, users: [visit.photographerId], ids: { sessions: [sessionId] } });
  });
}

export function checkJobs(deps: Dependencies): Record<typeof checkingJob, JobHandler> {
  return { checkVisit: { run: (payload) => lookAtVisit(deps, (payload as { sessionId: number }).sessionId) } };
}
