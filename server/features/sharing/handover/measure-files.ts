// Reads every planned file once: what it weighs and its sums are then known before the first byte of the archive is sent.
import { sql } from 'kysely';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import { Problem } from '#server/lib/problem.ts';
import { productItself } from '#server/media/images/thumbnails.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { patiently, type Sums, sumBody } from '#server/media/sources/read-whole.ts';
import { createFileOpener, type OpenFile } from './open-file.ts';
import type { Handover, PlannedFile } from './rows.ts';
import type { VisitReader } from './visit-files.ts';

/** Then its job is added again: a process that stops waits for no more. */
const sliceMilliseconds = 20_000;
/** Sums are written down after so many, or so many milliseconds. */
const batch = { rows: 200, milliseconds: 1_000 };

type Unread = PlannedFile & { nth: number };
type Read = { nth: number; sums: Sums | null; problem: string | null };

/** Where it cannot be read, the reason is what its reader is told of it on pages. */
async function measure(open: OpenFile, planned: Unread, canRepair: boolean): Promise<Read> {
  const { nth } = planned;
  try {
    const sums = await patiently(async () => sumBody(await open(planned, 0)));
    return { nth, sums, problem: null };
  } catch (error) {
    if (error instanceof MediaError)
      return { nth, sums: null, problem: mediaErrorMessage(error, { canRepair, seesSettings: false }) };
    // Its visit is not shown any more: the archive is planned again before it is finished.
    if (error instanceof Problem) return { nth, sums: null, problem: error.message };
    throw error;
  }
}

async function save(db: VisitReader['db'], { id, key }: Handover, read: readonly Read[]): Promise<void> {
  const column = <T>(of: (one: Read) => T) => read.map(of);
  await sql`with saved as (
      update handover_entries e set bytes = t.bytes, crc = t.crc, sha256 = t.sha256, problem = t.problem
      from unnest(${column(({ nth }) => nth)}::integer[], ${column(({ sums }) => sums?.bytes ?? null)}::bigint[],
        ${column(({ sums }) => sums?.crc ?? null)}::bigint[], ${column(({ sums }) => sums?.sha256 ?? null)}::text[],
        ${column(({ problem }) => problem)}::text[]) as t (nth, bytes, crc, sha256, problem)
      where e.handover_id = ${id} and e.nth = t.nth and exists (select 1 from handovers h where h.id = ${id} and h.key = ${key}))
    update handovers set touched_at = now() where id = ${id} and key = ${key}`.execute(db);
}

const unread = ({ id, key }: Handover) => sql<Unread>`
  select e.nth, e.session_id as "sessionId", e.field, e.file, e.version, e.part from handover_entries e join handovers h on h.id = e.handover_id
  where h.id = ${id} and h.key = ${key} and e.file is not null and e.bytes is null and e.problem is null
  order by e.nth limit ${sql.lit(batch.rows)}`;

/** Goes on for a while; true once all were read. */
export async function measureFiles(reader: VisitReader, handover: Handover): Promise<boolean> {
  const open = createFileOpener(reader, productItself);
  const until = Date.now() + sliceMilliseconds;
  for (;;) {
    const found = await unread(handover).execute(reader.db);
    if (found.rows.length === 0) return true;
    let read: Read[] = [];
    let saved = Date.now();
    for (const planned of found.rows) {
      read.push(await measure(open, planned, handover.originals));
      if (Date.now() - saved < batch.milliseconds) continue;
      await save(reader.db, handover, read);
      [read, saved] = [[], Date.now()];
      if (saved > until) return false;
    }
    await save(reader.db, handover, read);
    if (Date.now() > until) return false;
  }
}
