// The report of a project from one day to another: how each viewpoint changed, and every visit in a table.

import { type Kysely, sql } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import type { Person } from '#contract/policy.ts';
import { maxReportPairs, maxReportSessions, type PeriodPreview } from '#contract/sharing/endpoints.ts';
import { countRows } from '#server/db/count-rows.ts';
import type { Tables } from '#server/db/schema.ts';
import { joinNames, type SessionRow } from '#server/features/sessions/session-row.ts';
import { loadStageProgress } from '#server/features/stages/summaries.ts';
import { queueViewpointPairs, type ViewpointPair } from '#server/features/viewpoints/alignments/queue.ts';
import { readEndsBetween } from '#server/features/viewpoints/pictures.ts';
import { listViewpoints, seenIn } from '#server/features/viewpoints/queries.ts';
import { datedName } from '#server/lib/file-names.ts';
import { invalid, notFound } from '#server/lib/problem.ts';
import { capitalised, count } from '#server/lib/words.ts';
import type { Report } from '#server/media/reports/report-model.ts';
import { sessionView, visibleProjects, visibleSessions } from '#server/visibility.ts';
import { readConcerns } from './concerns.ts';
import { brandInReport, createFileFinder, type Gathered, type Gathering, projectClient } from './gather.ts';
import { PictureList, toPairs, type WantedPair } from './pairs.ts';
import { notesOf, visitPictures, visitTable } from './period-visits.ts';
import { readPrintedSeal } from './seal-line.ts';
import { fullName, isolated, stagesOnCover } from './words.ts';

type Days = { from: string; to: string };
type Asked = Days & { projectId: number };
type Reading = { db: Kysely<Tables>; reader: Person };

/** In all, the pairs among them; at least so many beside these. */
const maxPictures = 60;
const minBeside = 12;
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
  throw invalid(
    'from',
    `This period has ${count(total, 'session')}, but a report can have at most ${most}: choose a shorter period`,
  );
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
    return [
      {
        viewpointId: id,
        position,
        name: site ? `${isolated(name)}, ${isolated(site.name)}` : name,
        kind,
        before,
        after,
      },
    ];
  });
}

function toViewpointPair({ viewpointId, before, after }: PeriodPair): ViewpointPair {
  const place = ({ sessionId, item }: WantedPair['before']) => ({ sessionId, file: item.id });
  return { viewpointId, older: place(before), newer: place(after) };
}

/** While its pairs are chosen, those of which nothing is known are aligned. */
export async function previewPeriod(reading: Reading, asked: Asked): Promise<PeriodPreview> {
  const sessionCount = await countSessions(reading, asked);
  const pairs = await readPairs(reading, asked);
  await queueViewpointPairs(reading.db, pairs.slice(0, maxReportPairs).map(toViewpointPair));
  const side = ({ sessionId, captureDate, item }: WantedPair['before']) => ({
    sessionId,
    captureDate,
    thumbnailUrl: item.thumbnailUrl,
  });
  return {
    sessionCount,
    pairs: pairs.map(({ viewpointId, position, name, before, after }) => ({
      viewpointId,
      name: `${position} ${isolated(name)}`,
      before: side(before),
      after: side(after),
    })),
  };
}

async function readSessions({ db, reader }: Reading, asked: Asked): Promise<SessionRow[]> {
  const found = await joinNames(sql`select s.* from ${inPeriod(reader, asked)}`).execute(db);
  return found.rows.sort((a, b) => a.captureDate.localeCompare(b.captureDate) || a.id - b.id);
}

type CoverFacts = {
  sessions: readonly SessionRow[];
  timeZone: string;
  sealLine: string;
  stageFacts: readonly [string, string][];
};

async function factsOf(
  { db, edition }: Gathering,
  asked: Asked,
  { sessions, timeZone, sealLine, stageFacts }: CoverFacts,
): Promise<Report['facts']> {
  const client = await projectClient(db, asked.projectId);
  const sites = new Set(sessions.flatMap(({ siteName }) => siteName ?? []));
  const phases = new Set(sessions.flatMap(({ phase }) => phase ?? []));
  const facts: [string, string][] = [
    ['Visits', count(sessions.length, 'visit')],
    ['Sites', [...sites].slice(0, 12).join(', ')],
    ['Phases', [...phases].map(capitalised).join(', ')],
    ...stageFacts,
    ['Time zone', timeZone],
    ...(edition === 'guest'
      ? []
      : [['Client', [fullName(client), client.company].filter(Boolean).join(', ')] satisfies [string, string]]),
    ['Seal', sealLine],
  ];
  return facts.filter(([, value]) => value !== '');
}

export async function gatherPeriodReport(
  gathering: Gathering,
  wanted: Asked & { viewpoints?: readonly number[] | undefined },
): Promise<Gathered> {
  const { db, reader, edition, thumbnails, settings, brand, publicUrl, fileIds } = gathering;
  await countSessions(gathering, wanted);
  const project = await sql<{ name: string }>`select name from projects where id = ${wanted.projectId}`.execute(db);
  const title = project.rows[0]?.name ?? '';
  const { timeZone } = await settings();
  const pictures = new PictureList(thumbnails, reader.id);
  const files = createFileFinder(gathering);
  const sessions = await readSessions(gathering, wanted);
  const chosen = (await readPairs(gathering, wanted))
    .filter(({ viewpointId }) => wanted.viewpoints?.includes(viewpointId) ?? true)
    .slice(0, maxReportPairs);
  const without = new Set(chosen.flatMap(({ before, after }) => [before.item.id, after.item.id]));
  const room = Math.max(minBeside, maxPictures - 1 - 2 * chosen.length);
  const { cover, groups } = await visitPictures(gathering, sessions, { files, pictures, without, room });
  const period = `${formatDate(wanted.from)} to ${formatDate(wanted.to)}`;
  const where = sql`s.project_id = ${wanted.projectId} and s.capture_date between ${wanted.from} and ${wanted.to}`;
  const concerns =
    edition === 'guest'
      ? { concerns: [], next: [] }
      : await readConcerns({ db, reader, pictures, timeZone, publicUrl, fileIds }, where);
  const page =
    publicUrl && edition !== 'guest'
      ? { url: `${publicUrl}/projects/${wanted.projectId}`, words: 'Open this project' }
      : null;
  const progress = await loadStageProgress(db, reader, [wanted.projectId]);
  const { stage, stageFacts } = stagesOnCover(progress.get(wanted.projectId)?.lists ?? []);
  const seal = await readPrintedSeal(db, wanted.projectId, { publicUrl, timeZone });
  const { pairs, pendingPairs } = await toPairs({ db, files, pictures }, chosen);
  return {
    name: `${datedName([title], `${wanted.from} to ${wanted.to}`)} - report.pdf`,
    pictures,
    pendingPairs,
    report: {
      brand: brandInReport({ db }, await brand(), pictures),
      kind: 'Progress report',
      title,
      subtitle: period,
      stage,
      cover,
      facts: await factsOf(gathering, wanted, { sessions, timeZone, sealLine: seal?.line ?? '', stageFacts }),
      link: gathering.link === undefined ? page : gathering.link,
      notes: null,
      pairs,
      pack: null,
      groups,
      ...concerns,
      visits: await visitTable(gathering, sessions, timeZone),
      visitNotes: notesOf(sessions),
      releases: [],
      proof: seal?.proof ?? null,
      foot: `Project ${wanted.projectId}, ${count(sessions.length, 'visit')}, ${period}`,
    },
  };
}
