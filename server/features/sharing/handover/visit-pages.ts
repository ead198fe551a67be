// The page and the record of each visit in an archive, from the files that are in it.
import { type Kysely, sql } from 'kysely';
import type { HandedPicture, HandedTab, HandedVisitCard, HandoverContent } from '#contract/sharing/handover-pages.ts';
import type { Tables } from '#server/db/schema.ts';
import { labelOf } from './plan-files.ts';
import { groupBy } from './records.ts';
import type { FilePart, VisitField } from './rows.ts';
import { type HandedVisit, visitName } from './visits.ts';

export type HandedRow = {
  name: string;
  sessionId: number;
  field: VisitField;
  file: string | null;
  part: FilePart | null;
  label: string;
  bytes: number | null;
  sha256: string | null;
  problem: string | null;
};

/** In the order of the archive, by visit. */
export async function readHandedRows(db: Kysely<Tables>, id: number): Promise<Map<number, HandedRow[]>> {
  const found = await sql<HandedRow>`
    select name, session_id as "sessionId", field, file, part, label, bytes, sha256, problem
    from handover_entries where handover_id = ${id} and session_id is not null order by nth`.execute(db);
  return groupBy(found.rows, ({ sessionId }) => sessionId);
}

const isShown = ({ part, problem }: HandedRow) => part !== 's1600' && problem === null && part !== null;
const isPicture = ({ name }: HandedRow, small: string | null) => small !== null || /\.jpe?g$/i.test(name);
const isVideo = ({ name }: HandedRow) => /\.(mp4|m4v|mov|webm)$/i.test(name);

/** What pages show of a picture: the small copy of the same file. */
function smallCopies(rows: readonly HandedRow[]): Map<string, string> {
  const made = rows.filter(({ part, problem }) => part === 's1600' && problem === null);
  return new Map(made.map(({ field, file, name }) => [`${field} ${file}`, name]));
}

function toTab(field: VisitField, rows: readonly HandedRow[]): HandedTab {
  const small = smallCopies(rows);
  const shown = rows.filter(isShown).map((row) => ({ row, small: small.get(`${field} ${row.file}`) ?? null }));
  const pictures = shown.filter((one) => isPicture(one.row, one.small));
  return {
    label: labelOf(field),
    pictures: pictures.map(({ row: { label, name }, small: copy }) => ({ name: label, path: name, small: copy })),
    files: shown
      .filter((one) => !isPicture(one.row, one.small))
      .map(({ row }) => ({ name: row.label, path: row.name, isVideo: isVideo(row) })),
    missing: rows
      .filter(({ problem, part }) => problem !== null && part !== 's1600')
      .map(({ label, problem, name, file }) => ({
        name: label,
        reason: problem ?? '',
        elsewhere: file === null && name !== '' ? name : null,
      })),
  };
}

/** Its tabs, in the order of the product's. */
export function tabsOf(rows: readonly HandedRow[]): HandedTab[] {
  return [...groupBy(rows, ({ field }) => field)].map(([field, own]) => toTab(field, own));
}

/** The pictures of a visit by the ids of their files. */
export function picturesOf(rows: readonly HandedRow[]): Map<string, HandedPicture> {
  const small = smallCopies(rows);
  return new Map(
    rows
      .filter((row) => isShown(row) && row.file !== null)
      .map((row) => {
        const copy = small.get(`${row.field} ${row.file}`) ?? null;
        return [row.file ?? '', { name: row.label, path: row.name, small: copy }];
      }),
  );
}

export const pagePath = (visit: HandedVisit) => `visits/${visitName(visit)}.html`;
export const recordPath = (visit: HandedVisit) => `records/${visitName(visit)}.json`;

export function toCard(visit: HandedVisit, tabs: readonly HandedTab[]): HandedVisitCard {
  const { captureDate, site, phase } = visit;
  const pictures = tabs.flatMap((tab) => tab.pictures);
  const cover = pictures.find(({ small }) => small !== null)?.small ?? null;
  return { path: pagePath(visit), captureDate, site, phase, cover, pictures: pictures.length };
}

export function visitContent(visit: HandedVisit, tabs: HandedTab[]): HandoverContent {
  const { captureDate, site, phase, notes } = visit;
  return { kind: 'visit', captureDate, site, phase, notes, record: recordPath(visit), tabs };
}

/** For other programs. */
export function visitRecord(visit: HandedVisit, rows: readonly HandedRow[]): object {
  const { id, recordId, captureDate, scheduledDate, site, phase, notes } = visit;
  return {
    ...{ session: id, record: recordId, captureDate, scheduledDate, site, phase, notes },
    files: rows
      .filter(({ sha256 }) => sha256 !== null)
      .map(({ field, label, name, bytes, sha256 }) => ({ tab: field, name: label, path: name, bytes, sha256 })),
    notIncluded: rows
      .filter(({ problem, part }) => problem !== null && part !== 's1600')
      .map(({ field, label, problem }) => ({ tab: field, name: label, reason: problem })),
  };
}
