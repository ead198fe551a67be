// The visits of a period: each in a row with who released it and when, what was noted of them, and pictures of several.
import { sessionStatusLabels } from '#contract/sessions/endpoints.ts';
import type { SessionRow } from '#server/features/sessions/session-row.ts';
import type { Report, ReportNote, ReportTable } from '#server/media/reports/report-model.ts';
import type { FileFinder, Gathering } from './gather.ts';
import { picturesOfVisit, toGroups, type VisitPicture } from './picture-groups.ts';
import type { PictureList } from './picture-list.ts';
import { lastRelease, readReleases } from './releases.ts';
import { capitalised, count, dayWords, fullName, isolated, spread } from './words.ts';

/** Of the latest visit with pictures, and of each of some earlier ones. */
const maxNewest = 12;
const maxEach = 4;
/** Each is listed at its source, which may be slow. */
const maxEarlier = 8;
const maxLooked = 5;
const maxNotes = 100;

const visitWords = ({ siteName, captureDate }: SessionRow): string =>
  [dayWords(captureDate), siteName && isolated(siteName)].filter(Boolean).join(', ');

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
    dayWords(row.captureDate),
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

/** Oldest first, as the table has them; of very many the latest. */
export function notesOf(sessions: readonly SessionRow[]): ReportNote[] {
  const noted = sessions.flatMap((row) => (row.notes ? [{ heading: visitWords(row), text: row.notes }] : []));
  const left = noted.length - maxNotes;
  if (left <= 0) return noted;
  return [{ heading: 'Before', text: `${count(left, 'earlier note')} left out.` }, ...noted.slice(left)];
}

type Shown = { session: SessionRow; own: VisitPicture[] };
type Room = { files: FileFinder; pictures: PictureList; without: ReadonlySet<string>; room: number };

/** The last visit that has pictures, of the last few, and those before it. */
async function findNewest(sessions: readonly SessionRow[], read: (row: SessionRow) => Promise<VisitPicture[]>) {
  for (const session of sessions.slice(-maxLooked).reverse()) {
    const own = await read(session);
    if (own.length > 0) return { session, own, earlier: sessions.slice(0, sessions.indexOf(session)) };
  }
  return null;
}

/** Of the latest visit most, of earlier ones some, evenly over the period; `without`: those that stand in pairs. */
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
    picture: pictures.addFile(first.file, 's1000'),
    caption: '',
    alt: visitWords(newest.session),
  };
  return { cover: cover ?? null, groups };
}
