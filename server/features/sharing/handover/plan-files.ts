// Plans which files an archive holds, under which names; what cannot be in it is a row with the reason.
import { sql } from 'kysely';
import { type DeliverableField, deliverableFields, sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { mediaErrorMessage } from '#server/features/media/media-errors.ts';
import { type DetailsByFile, readDetails } from '#server/features/media/picture-details.ts';
import { asJpeg, tabFolders, timeOf } from '#server/features/sharing/downloads/entries.ts';
import { freeName, safeFileName } from '#server/lib/file-names.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { patiently, type Sums } from '#server/media/sources/read-whole.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type FilePart, type Handover, lockPlan, readSums, sumKey, type VisitField } from './rows.ts';
import { type ListedField, listField, type VisitReader } from './visit-files.ts';
import { type HandedVisit, visitName } from './visits.ts';

type PlannedRow = {
  name: string;
  at: Date;
  sessionId: number;
  field: VisitField;
  file: string | null;
  version: string | null;
  part: FilePart | null;
  label: string;
  problem: string | null;
};
type Planning = { visit: HandedVisit; field: VisitField; names: Set<string>; rows: PlannedRow[]; originals: boolean };

const visitFields: readonly VisitField[] = [...mediaKinds, ...deliverableFields];
/** Behind the pages, which stand first. */
export const firstFile = 1_000_000;
const rowsPerInsert = 5_000;

export function labelOf(field: VisitField): string {
  const isKind = (mediaKinds as readonly string[]).includes(field);
  return sessionFields[isKind ? fieldOfKind[field as MediaKind] : (field as DeliverableField)].label;
}

const folderOf = (field: VisitField) => tabFolders[field as MediaKind] ?? labelOf(field);

function pathOf({ visit, field }: Planning, { folder }: SourceFile, name: string): string {
  const within = folder === '' ? [] : folder.split('/').map((part) => safeFileName(part, 'folder'));
  return ['files', visitName(visit), folderOf(field), ...within, safeFileName(name, 'file')].join('/');
}

const notGiven = 'Not included: files of this kind may reveal who took them and where';

function addFile(
  planning: Planning,
  { file, part }: { file: SourceFile; part: FilePart | null },
  taken: string | null,
) {
  const { visit, field, names, rows } = planning;
  const common = { sessionId: visit.id, field, label: file.name, at: timeOf(taken, visit.captureDate) };
  if (part === null) {
    rows.push({ ...common, name: '', file: null, version: null, part: null, problem: notGiven });
    return;
  }
  const of = { file: file.id, version: file.version, problem: null };
  const name = freeName(pathOf(planning, file, part === 'full' ? asJpeg(file.name) : file.name), names);
  rows.push({ ...common, ...of, name, part });
  // What pages show: originals may be of kinds that no browser shows, and hundreds of large pictures make a page slow.
  if (file.kind === 'image' && (mediaKinds as readonly string[]).includes(field))
    rows.push({ ...common, ...of, name: `small/${visit.id}/${rows.length}.jpg`, part: 's1600' });
}

function addProblem({ visit, field, rows }: Planning, problem: string, name = ''): void {
  const at = timeOf(null, visit.captureDate);
  const nothing = { file: null, version: null, part: null };
  rows.push({ ...nothing, name, at, sessionId: visit.id, field, label: labelOf(field), problem });
}

async function planField(reader: VisitReader, planning: Planning): Promise<void> {
  const { visit, field, originals } = planning;
  let listed: ListedField;
  try {
    listed = await patiently(() => listField(reader, { sessionId: visit.id, field }));
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    addProblem(planning, mediaErrorMessage(error, { canRepair: originals, seesSettings: false }));
    return;
  }
  if (listed === null) return;
  if ('elsewhere' in listed) {
    addProblem(planning, 'Kept on another site', listed.elsewhere);
    return;
  }
  const details: DetailsByFile = await readDetails(
    reader.db,
    listed.files.map(({ file }) => file),
  );
  for (const given of listed.files) addFile(planning, given, details.get(given.file.id)?.capturedAt ?? null);
}

function insertRows(id: number, rows: readonly (PlannedRow & { nth: number; sums: Sums | undefined })[]) {
  const column = <T>(read: (row: (typeof rows)[number]) => T) => rows.map(read);
  return sql`insert into handover_entries (handover_id, nth, name, at, session_id, field, file, version, part, label, problem, bytes, crc, sha256)
    select ${id}::integer, t.* from unnest(${column(({ nth }) => nth)}::integer[], ${column(({ name }) => name)}::text[],
      ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ sessionId }) => sessionId)}::integer[], ${column(({ field }) => field)}::text[],
      ${column(({ file }) => file)}::text[], ${column(({ version }) => version)}::text[], ${column(({ part }) => part)}::text[],
      ${column(({ label }) => label)}::text[], ${column(({ problem }) => problem)}::text[], ${column(({ sums }) => sums?.bytes ?? null)}::bigint[],
      ${column(({ sums }) => sums?.crc ?? null)}::bigint[], ${column(({ sums }) => sums?.sha256 ?? null)}::text[]) t`;
}

type Dependencies = { reader: VisitReader; write: RunTransaction };

/** In place of what was planned before; of files that are as they were, what is known of them stays known. */
export async function planFiles(
  { reader, write }: Dependencies,
  handover: Handover,
  visits: readonly HandedVisit[],
): Promise<void> {
  const rows: PlannedRow[] = [];
  const names = new Set<string>();
  for (const visit of visits)
    for (const field of visitFields)
      await planField(reader, { visit, field, names, rows, originals: handover.originals });
  await write({ topics: [] }, async ({ tx }) => {
    if (!(await lockPlan(tx, handover))) return;
    const sums = await readSums(tx, handover.id);
    await sql`delete from handover_entries where handover_id = ${handover.id}`.execute(tx);
    const known = rows.map((row, nth) => {
      const { file, version, part } = row;
      const of = file !== null && version !== null && part !== null ? sumKey({ file, version, part }) : '';
      return { ...row, nth: firstFile + nth, sums: sums.get(of) };
    });
    for (let at = 0; at < known.length; at += rowsPerInsert)
      await insertRows(handover.id, known.slice(at, at + rowsPerInsert)).execute(tx);
    await sql`update handovers set shown = ${JSON.stringify(visits.map(({ shownKey }) => shownKey))}::jsonb, touched_at = now()
      where id = ${handover.id}`.execute(tx);
  });
}
