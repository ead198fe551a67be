// The visits of a period: each in a row with who released it and when, its notes, and pictures of several visits.

import { type Kysely, sql } from 'kysely';
import { calendarDay, formatDate, formatDateTime, shortDay } from '#contract/core/day-words.ts';
import { type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import { sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import type { ReportEdition } from '#contract/sharing/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { readDetails } from '#server/features/media/picture-details.ts';
import type { SessionRow } from '#server/features/sessions/session-row.ts';
import { capitalised, count } from '#server/lib/words.ts';
import type { Report, ReportNote, ReportPicture, ReportTable } from '#server/media/reports/report-model.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { FileFinder, Gathering } from './gather.ts';
import type { PictureList } from './pairs.ts';
import { cameraTime, fullName, isolated, spread } from './words.ts';

// The pictures of a visit in a report, by tab, with the camera's time beneath each.
const groupNames: Partial<Record<MediaKind, string>> = {
  drone: 'Drone photos',
  indoor: 'Indoor photos',
  tour360: '360° pictures',
};

type VisitPicture = { kind: MediaKind; file: SourceFile };

export async function picturesOfVisit(files: FileFinder, id: number): Promise<VisitPicture[]> {
  const found: VisitPicture[] = [];
  for (const kind of mediaKinds) found.push(...(await files.list(id, kind)).map((file) => ({ kind, file })));
  return found;
}

type Caption = { capturedAt: string | null; latitude: number | null; longitude: number | null } | undefined;

/** The crew reads where it was taken; a guest reads no file name. */
function captionOf(file: SourceFile, details: Caption, edition: Gathering['edition']): string {
  const taken = cameraTime(details?.capturedAt);
  const hasPlace = edition === 'crew' && details && details.latitude !== null && details.longitude !== null;
  const place = hasPlace ? `${details.latitude?.toFixed(5)}, ${details.longitude?.toFixed(5)}` : null;
  return [edition === 'guest' ? null : isolated(file.name), taken, place].filter(Boolean).join(' · ');
}

/** `visit`: which one they belong to, if a report shows several. */
export async function toGroups(
  { db, edition }: Gathering,
  shown: readonly VisitPicture[],
  { pictures, visit }: { pictures: PictureList; visit?: string },
): Promise<Report['groups'][number][]> {
  const files = shown.map(({ file }) => file);
  const details = await readDetails(db, files);
  const headingOf = (kind: MediaKind) => [groupNames[kind] ?? 'Pictures', visit].filter(Boolean).join(', ');
  const toPicture = ({ kind, file }: VisitPicture): ReportPicture => {
    const caption = captionOf(file, details.get(file.id), edition);
    const alt = [headingOf(kind), caption].filter(Boolean).join(': ');
    return { picture: pictures.addFile(file), caption, alt };
  };
  return mediaKinds.flatMap((kind) => {
    const own = shown.filter((one) => one.kind === kind);
    return own.length > 0 ? [{ heading: headingOf(kind), pictures: own.map(toPicture) }] : [];
  });
}

// Who released what and when, as reports say it; a guest reads no names.
type Release = { action: 'approved' | 'completed'; byName: string; at: string; releasedRecordId: number | null };
type Reading = { edition: ReportEdition; timeZone: string };

const acts = { approved: 'Approved', completed: 'Marked as completed' } as const;

/** By session, oldest first; clients may know of every release of a session that they see (behaviour §2.7). */
export async function readReleases(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, Release[]>> {
  const { rows } = await sql<
    Release & { sessionId: number }
  >`select r.session_id as "sessionId", r.action, r.by_name as "byName", r.at,
      r.released_record_id as "releasedRecordId"
    from session_records r where r.session_id = any(${[...ids]}::integer[]) and r.action in ('approved', 'completed') order by r.id`.execute(
    db,
  );
  const bySession = new Map<number, Release[]>();
  for (const { sessionId, ...release } of rows)
    bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), release]);
  return bySession;
}

const byOf = ({ byName }: Release, edition: ReportEdition) => (edition === 'guest' ? '' : ` by ${byName}`);

/** 'Approved by Ada Obi on March 5, 2026 at 10:12 (Africa/Lagos), record 12.' */
export function releaseLine(release: Release, { edition, timeZone }: Reading): string {
  const { action, at, releasedRecordId } = release;
  const record = releasedRecordId === null ? '' : `, record ${releasedRecordId}`;
  return `${acts[action]}${byOf(release, edition)} on ${formatDateTime(at, timeZone)} (${timeZone})${record}.`;
}

/** 'released by Ada Obi on Mar 5, 2026', for the last one; null if there is none. */
function lastRelease(releases: readonly Release[], { edition, timeZone }: Reading): string | null {
  const last = releases.findLast(({ action }) => action === 'approved');
  return last ? `released${byOf(last, edition)} on ${shortDay(calendarDay(last.at, timeZone))}` : null;
}

/** Limits: for the latest visit with pictures, and for each of some earlier ones. */
const maxNewest = 12;
const maxEach = 4;
/** Each is listed at its source, which may be slow. */
const maxEarlier = 8;
const maxSearchedSessions = 5;
const maxNotes = 100;

const visitWords = ({ siteName, captureDate }: SessionRow): string =>
  [formatDate(captureDate), siteName && isolated(siteName)].filter(Boolean).join(', ');

export async function visitTable(
  { db, edition }: Gathering,
  sessions: readonly SessionRow[],
  timeZone: string,
): Promise<ReportTable> {
  const isGuest = edition === 'guest';
  const releases = await readReleases(
    db,
    sessions.map(({ id }) => id),
  );
  const released = ({ id }: SessionRow) => lastRelease(releases.get(id) ?? [], { edition, timeZone });
  const rows = sessions.map((row) => [
    shortDay(row.captureDate),
    row.siteName ?? '',
    capitalised(row.phase ?? ''),
    ...(isGuest ? [] : [fullName(row)]),
    [sessionStatusLabels[row.status], released(row)].filter(Boolean).join(', '),
    `${row.recordId}`,
  ]);
  const columns = [
    { title: 'Date', width: isGuest ? 0.19 : 0.16 },
    { title: 'Site', width: isGuest ? 0.24 : 0.18 },
    { title: 'Phase', width: isGuest ? 0.14 : 0.12 },
    ...(isGuest ? [] : [{ title: 'Photographer', width: 0.16 }]),
    { title: 'Status', width: isGuest ? 0.33 : 0.28 },
    { title: 'Record', width: 0.1 },
  ];
  return { columns, rows };
}

/** Oldest first, as the table has them; if there are too many, the latest. */
export function notesOf(sessions: readonly SessionRow[]): ReportNote[] {
  const noted = sessions.flatMap((row) => (row.notes ? [{ heading: visitWords(row), text: row.notes }] : []));
  const left = noted.length - maxNotes;
  if (left <= 0) return noted;
  return [{ heading: 'Before', text: `${count(left, 'earlier note')} left out.` }, ...noted.slice(left)];
}

type Shown = { session: SessionRow; own: VisitPicture[] };
type Room = { files: FileFinder; pictures: PictureList; without: ReadonlySet<string>; room: number };

/** The last of the latest few visits that has pictures, and those before it. */
async function findNewest(sessions: readonly SessionRow[], read: (row: SessionRow) => Promise<VisitPicture[]>) {
  for (const session of sessions.slice(-maxSearchedSessions).reverse()) {
    const own = await read(session);
    if (own.length > 0) return { session, own, earlier: sessions.slice(0, sessions.indexOf(session)) };
  }
  return null;
}

/** Most from the latest visit, some from earlier ones, evenly over the period; `without`: those shown in pairs. */
export async function visitPictures(
  gathering: Gathering,
  sessions: readonly SessionRow[],
  { files, pictures, without, room }: Room,
): Promise<Pick<Report, 'cover' | 'groups'>> {
  const newest = await findNewest(sessions, ({ id }) => picturesOfVisit(files, id));
  if (!newest) return { cover: null, groups: [] };
  const isFree = ({ file }: VisitPicture) => !without.has(file.id);
  const shown: Shown[] = [
    { session: newest.session, own: spread(newest.own.filter(isFree), Math.min(room, maxNewest)) },
  ];
  let left = room - maxNewest;
  for (const session of spread(newest.earlier, maxEarlier).reverse()) {
    if (left <= 0) break;
    const own = spread((await picturesOfVisit(files, session.id)).filter(isFree), Math.min(left, maxEach));
    left -= own.length;
    shown.push({ session, own });
  }
  const groups: Report['groups'][number][] = [];
  for (const { session, own } of shown)
    groups.push(...(await toGroups(gathering, own, { pictures, visit: visitWords(session) })));
  const [first] = newest.own;
  const cover = first && {
    picture: pictures.addFile(first.file, 's1600'),
    caption: '',
    alt: visitWords(newest.session),
  };
  return { cover: cover ?? null, groups };
}
