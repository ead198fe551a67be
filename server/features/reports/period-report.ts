// The report of a project from one day to another: how each viewpoint changed, and every visit in a table.
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import { maxReportPairs, maxReportSessions, type PeriodPreview } from '#contract/reports.ts';
import { sessionStatusLabels } from '#contract/sessions.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { joinNames, type SessionRow } from '#server/features/sessions/session-row.ts';
import { readEndsBetween } from '#server/features/viewpoints/pictures.ts';
import { listViewpoints, seenIn } from '#server/features/viewpoints/queries.ts';
import { safeFileName } from '#server/lib/file-names.ts';
import { invalid, notFound } from '#server/lib/problem.ts';
import type { Report, ReportTable } from '#server/media/report/report-model.ts';
import { sessionView, visibleProjects, visibleSessions } from '#server/visibility.ts';
import { readConcerns } from './concerns.ts';
import {
  brandInReport,
  createFileFinder,
  type FileFinder,
  type Gathered,
  type Gathering,
  projectClient,
} from './gather.ts';
import { toPairs, type WantedPair } from './pairs.ts';
import { PictureList } from './picture-list.ts';
import { capitalised, count, dayWords, fullName, instantWords, spread } from './words.ts';

export type Days = { from: string; to: string };
type Asked = Days & { projectId: number };
type Reading = { db: Kysely<Tables>; reader: Person };

const maxNewest = 12;
const maxViewpoints = 500;

function inPeriod(reader: Person, { projectId, from, to }: Asked) {
  return sql`${sql.table(sessionView(reader))} s where s.project_id = ${projectId}
    and s.capture_date between ${from} and ${to} and ${visibleSessions(reader)}`;
}

/** 404 for a project that the reader does not see, 400 for a period that is none, or too long. */
async function countSessions({ db, reader }: Reading, asked: Asked): Promise<number> {
  const seen = sql`projects p where p.id = ${asked.projectId} and ${visibleProjects(reader)}`;
  if ((await countRows(db, seen)) === 0) throw notFound('Project');
  if (asked.from > asked.to) throw invalid('to', 'The period ends before it begins');
  const total = await countRows(db, inPeriod(reader, asked));
  if (total <= maxReportSessions) return total;
  const most = maxReportSessions.toLocaleString('en-US');
  throw invalid('from', `This period has ${count(total, 'session')}, a report holds ${most}: choose a shorter period`);
}

type PeriodPair = WantedPair & { viewpointId: number };

/** First and last picture in the period, of viewpoints that have two. */
async function readPairs({ db, reader }: Reading, asked: Asked): Promise<PeriodPair[]> {
  const ofPlace = sql`v.project_id = ${asked.projectId} and v.retired_at is null`;
  const viewpoints = await listViewpoints(db, reader, {
    seen: await seenIn(db, reader, ofPlace),
    limit: maxViewpoints,
  });
  const ids = viewpoints.map(({ id }) => id);
  const ends = ids.length > 0 ? await readEndsBetween(db, reader, { ids, ...asked }) : new Map<number, never>();
  return viewpoints.flatMap(({ id, position, name, kind, site }): PeriodPair[] => {
    const { first: before = null, newest: after = null } = ends.get(id) ?? {};
    if (!before || !after || before.sessionId === after.sessionId) return [];
    return [{ viewpointId: id, position, name: site ? `${name}, ${site.name}` : name, kind, before, after }];
  });
}

export async function previewPeriod(reading: Reading, asked: Asked): Promise<PeriodPreview> {
  const sessionCount = await countSessions(reading, asked);
  const pairs = await readPairs(reading, asked);
  const side = ({ sessionId, captureDate, item }: WantedPair['before']) => ({
    sessionId,
    captureDate,
    thumbnailUrl: item.thumbnailUrl,
  });
  return {
    sessionCount,
    pairs: pairs.map(({ viewpointId, position, name, before, after }) => ({
      viewpointId,
      name: `${position} ${name}`,
      before: side(before),
      after: side(after),
    })),
  };
}

async function readSessions({ db, reader }: Reading, asked: Asked): Promise<SessionRow[]> {
  const found = await joinNames(sql`select s.* from ${inPeriod(reader, asked)}`).execute(db);
  return found.rows.sort((a, b) => a.captureDate.localeCompare(b.captureDate) || a.id - b.id);
}

function tableOf(sessions: readonly SessionRow[], edition: Gathering['edition'], timeZone: string): ReportTable {
  const isGuest = edition === 'guest';
  const rows = sessions.map((row) => [
    dayWords(row.captureDate),
    row.siteName ?? '',
    capitalised(row.phase ?? ''),
    ...(isGuest ? [] : [fullName(row)]),
    `${sessionStatusLabels[row.status]}${row.reviewedAt && row.status !== 'pending' ? `, ${instantWords(row.reviewedAt, timeZone).replace(/ at .*/, '')}` : ''}`,
    `${row.recordId}`,
  ]);
  const columns = [
    { title: 'Date', width: isGuest ? 0.22 : 0.18 },
    { title: 'Site', width: isGuest ? 0.26 : 0.2 },
    { title: 'Phase', width: isGuest ? 0.16 : 0.12 },
    ...(isGuest ? [] : [{ title: 'Photographer', width: 0.17 }]),
    { title: 'Status', width: isGuest ? 0.26 : 0.23 },
    { title: 'Record', width: 0.1 },
  ];
  return { columns, rows };
}

async function factsOf(
  { db, edition }: Gathering,
  asked: Asked,
  sessions: readonly SessionRow[],
): Promise<Report['facts']> {
  const client = await projectClient(db, asked.projectId);
  const sites = new Set(sessions.flatMap(({ siteName }) => siteName ?? []));
  const phases = new Set(sessions.flatMap(({ phase }) => phase ?? []));
  const facts: [string, string][] = [
    ['Period', `${dayWords(asked.from)} to ${dayWords(asked.to)}`],
    ['Visits', count(sessions.length, 'visit')],
    ['Sites', [...sites].slice(0, 12).join(', ')],
    ['Phases', [...phases].map(capitalised).join(', ')],
    ...(edition === 'guest'
      ? []
      : [['Client', [fullName(client), client.company].filter(Boolean).join(', ')] satisfies [string, string]]),
  ];
  return facts.filter(([, value]) => value !== '');
}

/** Of the last visit that has any. */
async function newestOf(files: FileFinder, sessions: readonly SessionRow[], pictures: PictureList) {
  for (const { id, captureDate, siteName } of sessions.slice(-5).reverse()) {
    const found = await files.list(id, 'drone');
    if (found.length === 0) continue;
    const visit = [siteName, dayWords(captureDate)].filter(Boolean).join(', ');
    const shown = spread(found, maxNewest);
    const cover = { picture: pictures.addFile(shown[0] ?? (found[0] as never), 's1000'), caption: '', alt: visit };
    const own = shown.map((file) => ({ picture: pictures.addFile(file), caption: visit, alt: visit }));
    return { cover, groups: [{ heading: `The latest visit: ${visit}`, pictures: own }] };
  }
  return { cover: null, groups: [] };
}

export async function gatherPeriodReport(
  gathering: Gathering,
  wanted: Asked & { viewpoints?: readonly number[] | undefined },
): Promise<Gathered> {
  const { db, reader, edition, thumbnails, settings, brand, publicUrl } = gathering;
  await countSessions(gathering, wanted);
  const project = await sql<{ name: string }>`select name from projects where id = ${wanted.projectId}`.execute(db);
  const title = project.rows[0]?.name ?? '';
  const { timeZone } = await settings();
  const pictures = new PictureList(thumbnails, reader.id);
  const files = createFileFinder(gathering);
  const sessions = await readSessions(gathering, wanted);
  const chosen = (await readPairs(gathering, wanted)).filter(
    ({ viewpointId }) => wanted.viewpoints?.includes(viewpointId) ?? true,
  );
  const { cover, groups } = await newestOf(files, sessions, pictures);
  const period = `${dayWords(wanted.from)} to ${dayWords(wanted.to)}`;
  const where = sql`s.project_id = ${wanted.projectId} and s.capture_date between ${wanted.from} and ${wanted.to}`;
  const concerns =
    edition === 'guest'
      ? { concerns: [], next: [] }
      : await readConcerns({ db, reader, pictures, timeZone, publicUrl }, where);
  const page =
    publicUrl && edition !== 'guest'
      ? { url: `${publicUrl}/projects/${wanted.projectId}`, words: 'Open this project' }
      : null;
  return {
    name: `${safeFileName(`${title} - ${wanted.from} to ${wanted.to}`)} - report.pdf`,
    pictures,
    report: {
      brand: brandInReport({ db }, await brand(), pictures),
      kind: 'Progress report',
      title,
      subtitle: period,
      cover,
      facts: await factsOf(gathering, wanted, sessions),
      link: gathering.link === undefined ? page : gathering.link,
      notes: null,
      pairs: await toPairs({ db, files, pictures }, chosen.slice(0, maxReportPairs)),
      groups,
      ...concerns,
      visits: tableOf(sessions, edition, timeZone),
      releases: [],
      foot: `Project ${wanted.projectId}, ${count(sessions.length, 'visit')}, ${period}`,
    },
  };
}
