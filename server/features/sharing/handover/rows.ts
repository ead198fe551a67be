// The rows of handovers: one plan per person, and what is in its archive.
import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { DeliverableField } from '#contract/core/session-fields.ts';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Person } from '#contract/policy.ts';
import type { LeftOut } from '#contract/sharing/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { projectClient } from '#server/features/sharing/reports/gather.ts';
import { addJob } from '#server/jobs.ts';
import type { Sums } from '#server/media/sources/read-whole.ts';
import { visibleSessions } from '#server/visibility.ts';

/** Which bytes of a file: its own, those without what it says of its makers, or a JPEG that is made of it. */
export type FilePart = 'original' | 'clean' | 'full' | 's1600';
export type VisitField = MediaKind | DeliverableField;
/** A file as it was found when the archive was planned. */
export type PlannedFile = { sessionId: number; field: VisitField; file: string; version: string; part: FilePart };

export type Handover = {
  id: number;
  askedBy: number;
  projectId: number;
  key: string;
  state: 'preparing' | 'ready';
  title: string;
  originals: boolean;
  shown: string[] | null;
  bytes: number | null;
  readyAt: string | null;
};

const columns = sql`h.id, h.asked_by as "askedBy", h.project_id as "projectId", h.key, h.state, h.title, h.originals, h.shown, h.bytes,
  h.ready_at as "readyAt"`;

export async function findHandover(db: Kysely<Tables>, where: RawBuilder<unknown>): Promise<Handover | null> {
  const found = await sql<Handover>`select ${columns} from handovers h where ${where}`.execute(db);
  return found.rows[0] ?? null;
}

export const ofPerson = (actor: Person, projectId: number) =>
  sql`h.asked_by = ${actor.id} and h.project_id = ${projectId}`;

/** A making that nobody went on with for this time is begun again. */
const deadMinutes = 15;

/** The making of this person's archive, if it goes on; else a new one in place of what they had. */
export async function beginHandover(
  tx: Transaction<Tables>,
  { by, projectId, originals }: { by: number; projectId: number; originals: boolean },
): Promise<{ isNew: boolean }> {
  const made = await sql<{ id: number }>`
    insert into handovers as h (asked_by, project_id, key, state, originals)
    values (${by}, ${projectId}, ${randomUUID()}, 'preparing', ${originals})
    on conflict (asked_by) do update set project_id = excluded.project_id, key = excluded.key, state = 'preparing',
      originals = excluded.originals, shown = null, bytes = null, asked_at = now(), touched_at = now(), ready_at = null
    where not (h.state = 'preparing' and h.project_id = excluded.project_id and h.originals = excluded.originals
      and h.touched_at > now() - make_interval(mins => ${deadMinutes}))
    returning id`.execute(tx);
  const id = made.rows[0]?.id;
  if (id === undefined) return { isNew: false };
  await addPreparing(tx, id);
  return { isNew: true };
}

/** Until the transaction ends; false where another plan has taken its place. */
export async function lockPlan(tx: Transaction<Tables>, { id, key }: Pick<Handover, 'id' | 'key'>): Promise<boolean> {
  const found =
    await sql`select 1 from handovers where id = ${id} and key = ${key} and state = 'preparing' for update`.execute(tx);
  return found.rows.length > 0;
}

/** No key for one at a time: the job that runs adds the one that goes on with its work. */
export const addPreparing = (db: Kysely<Tables>, id: number) =>
  addJob(db, { kind: 'prepareHandover', payload: { handoverId: id } });

/** As whom its content is gathered: a client as themselves, for admins as the project's client sees it. */
export async function handoverReader(
  db: Kysely<Tables>,
  { askedBy, originals, projectId }: Pick<Handover, 'askedBy' | 'originals' | 'projectId'>,
): Promise<Person> {
  if (!originals) return { kind: 'person', id: askedBy, role: 'client' };
  return (await projectClient(db, projectId)).reader;
}

/** The keys of what clients are shown of the project now. */
export async function shownKeys(db: Kysely<Tables>, reader: Person, projectId: number): Promise<string[]> {
  const found = await sql<{ key: string }>`select ${shownKey('s')} as key from sessions_released s
    where s.project_id = ${projectId} and ${visibleSessions(reader)} order by s.id`.execute(db);
  return found.rows.map(({ key }) => key);
}

/** Whether everything in it is still shown as it was; what was released since only lacks. */
export async function isStillShown(db: Kysely<Tables>, one: Handover): Promise<boolean> {
  const now = new Set(await shownKeys(db, await handoverReader(db, one), one.projectId));
  return one.shown?.every((key) => now.has(key)) ?? false;
}

/** The sums that are known already, by what they are of. */
export async function readSums(db: Kysely<Tables>, id: number): Promise<Map<string, Sums>> {
  const found = await sql<PlannedFile & Sums>`select file, version, part, bytes, crc, sha256 from handover_entries
    where handover_id = ${id} and file is not null and sha256 is not null`.execute(db);
  return new Map(
    found.rows.map(({ file, version, part, bytes, crc, sha256 }) => [
      sumKey({ file, version, part }),
      { bytes: Number(bytes), crc: Number(crc), sha256 },
    ]),
  );
}

export const sumKey = ({ file, version, part }: Pick<PlannedFile, 'file' | 'version' | 'part'>) =>
  `${part}\0${version}\0${file}`;

type Progress = { done: number; total: number; files: number; leftOutCount: number };

/** Files that were read; `files`: those of visits, without the small copies that pages show. */
export async function readProgress(db: Kysely<Tables>, id: number): Promise<Progress> {
  const found = await sql<Progress>`
    select count(*) filter (where bytes is not null or problem is not null)::integer as done, count(*)::integer as total,
      count(*) filter (where bytes is not null and part <> 's1600')::integer as files,
      count(*) filter (where problem is not null and part is distinct from 's1600')::integer as "leftOutCount"
    from handover_entries where handover_id = ${id} and session_id is not null`.execute(db);
  return found.rows[0] ?? { done: 0, total: 0, files: 0, leftOutCount: 0 };
}

/** What is not in it; of a picture whose small copy alone is missing, the picture is. */
export async function readLeftOut(db: Kysely<Tables>, id: number, limit: number | null): Promise<LeftOut[]> {
  const found = await sql<LeftOut>`
    select s.capture_date as "captureDate", si.name as site, e.label as name, e.problem as reason
    from handover_entries e join sessions_released s on s.id = e.session_id left join sites si on si.id = s.site_id
    where e.handover_id = ${id} and e.problem is not null and e.part is distinct from 's1600'
    order by s.capture_date desc, s.id desc, e.nth ${limit === null ? sql`` : sql`limit ${sql.lit(limit)}`}`.execute(
    db,
  );
  return found.rows;
}
