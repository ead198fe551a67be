// The job that makes an archive ready: it plans the files, reads each once, and writes the pages; in slices, and again where what is shown changed.
import { sql } from 'kysely';
import type { RunTransaction } from '#server/db/transaction.ts';
import type { JobHandler } from '#server/jobs.ts';
import { datedName } from '#server/lib/file-names.ts';
import { measureFiles } from './measure-files.ts';
import { planFiles } from './plan-files.ts';
import { addPreparing, findHandover, type Handover, handoverReader } from './rows.ts';
import type { VisitReader } from './visit-files.ts';
import { readHandedVisits } from './visits.ts';
import { type WritingDependencies, writePages } from './write-pages.ts';

export type PreparingDependencies = WritingDependencies &
  Omit<VisitReader, 'reader' | 'originals'> & { write: RunTransaction };

type Preparing = { deps: PreparingDependencies; reader: VisitReader; handover: Handover };

async function plan({ deps, reader, handover }: Preparing): Promise<void> {
  const { timeZone } = await deps.settings();
  const found = await sql<{
    name: string;
    today: string;
  }>`select name, (now() at time zone ${timeZone})::date::text as today
    from projects where id = ${handover.projectId}`.execute(deps.db);
  const [project] = found.rows;
  if (!project) return;
  const title = datedName([[...project.name].slice(0, 60).join('')], project.today);
  await sql`update handovers set title = ${title} where id = ${handover.id} and key = ${handover.key}`.execute(deps.db);
  const visits = await readHandedVisits(deps.db, reader.reader, handover.projectId);
  await planFiles({ reader, write: deps.write }, handover, visits);
}

/** Ends it, or begins it again where clients are shown something else than when it was planned. */
async function finish({ deps, reader, handover }: Preparing): Promise<void> {
  await deps.write({ topics: [] }, async ({ tx }) => {
    if (await writePages({ ...deps, reader, handover }, tx)) return;
    await sql`update handovers set shown = null where id = ${handover.id} and key = ${handover.key}`.execute(tx);
    await addPreparing(tx, handover.id);
  });
}

async function prepare(deps: PreparingDependencies, id: number): Promise<void> {
  const handover = await findHandover(deps.db, sql`h.id = ${id} and h.state = 'preparing'`);
  if (!handover) return;
  const reader = { ...deps, reader: await handoverReader(deps.db, handover), originals: handover.originals };
  const preparing = { deps, reader, handover };
  if (handover.shown === null) {
    await plan(preparing);
    return addPreparing(deps.db, id);
  }
  if (await measureFiles(reader, handover)) return finish(preparing);
  return addPreparing(deps.db, id);
}

export function handoverJobs(deps: PreparingDependencies): Record<'prepareHandover', JobHandler> {
  return { prepareHandover: { run: (payload) => prepare(deps, (payload as { handoverId: number }).handoverId) } };
}
