// Gathers a pack as its reader sees it: what the stages of a project had come to at the end of a period.
import { type Kysely, sql } from 'kysely';
import { formatDate } from '#contract/core/day-words.ts';
import { standingOf } from '#contract/stages/standing.ts';
import { marksBefore, progressOf, type ValuedPeriod } from '#contract/stages/valuation.ts';
import type { Tables } from '#server/db/schema.ts';
import { readConcerns } from '#server/features/sharing/reports/concerns.ts';
import {
  brandInReport,
  createFileFinder,
  type Gathering,
  projectClient,
} from '#server/features/sharing/reports/gather.ts';
import { type FoundPair, findPairs, PictureList } from '#server/features/sharing/reports/pairs.ts';
import { readPrintedSeal } from '#server/features/sharing/reports/seal-line.ts';
import { fullName, stagesOnCover } from '#server/features/sharing/reports/words.ts';
import { readShownPictures, readStageRows, type ShownPicture, type StageRow } from '#server/features/stages/queries.ts';
import { conflict, invalid } from '#server/lib/problem.ts';
import type { Report } from '#server/media/reports/report-model.ts';
import { draftCertificate } from './certificate.ts';
import type { PackContent } from './content.ts';
import { groupsOf, type StageGroup, sheetOf } from './sheets.ts';
import { pairsOfStages } from './stage-pairs.ts';
import { type DrawnGroup, sectionsOf } from './stage-sections.ts';

export type PackPeriod = { projectId: number; from: string; to: string };

/** The instants at which the days begin and end where the company works; a device may be a day ahead of us. */
async function instantsOf(db: Kysely<Tables>, { from, to }: PackPeriod, timeZone: string): Promise<ValuedPeriod> {
  if (from > to) throw invalid('to', 'The period ends before it begins');
  const found = await sql<{ from: Date; to: Date; isAhead: boolean }>`
    select ${from}::date::timestamp at time zone ${timeZone} as "from", (${to}::date + 1)::timestamp at time zone ${timeZone} as "to",
      ${to}::date > (now() at time zone ${timeZone})::date + 1 as "isAhead"`.execute(db);
  const [row] = found.rows;
  if (!row || row.isAhead) throw invalid('to', 'The period ends in the future');
  return { from: new Date(row.from).toISOString(), to: new Date(row.to).toISOString() };
}

/** As they stood at the end of the period. */
async function readStages(
  { db, reader }: Gathering,
  { projectId }: PackPeriod,
  { to }: ValuedPeriod,
): Promise<StageRow[]> {
  const rows = await readStageRows(db, reader, { where: sql`sl.project_id = ${projectId}`, all: true });
  return rows.map((row) => ({ ...row, marks: marksBefore(row.marks, to) }));
}

const toProgress = ({ site, stages }: StageGroup) => ({
  site,
  ...progressOf(stages.map(({ name, marks }) => ({ name, confirmed: standingOf(marks).confirmed }))),
});

async function factsOf(
  { db, edition }: Gathering,
  { projectId }: PackPeriod,
  { stageFacts, timeZone }: { stageFacts: readonly [string, string][]; timeZone: string },
): Promise<Report['facts']> {
  const client = await projectClient(db, projectId);
  const facts: [string, string][] = [
    ...stageFacts,
    ['Time zone', timeZone],
    ['Client', edition === 'guest' ? '' : [fullName(client), client.company].filter(Boolean).join(', ')],
  ];
  return facts.filter(([, value]) => value !== '');
}

/** Those with pictures of both sides; each group knows the places of its own. */
async function gatherPairs(
  gathering: Gathering,
  groups: readonly StageGroup[],
  { shown, pictures, places }: { shown: readonly ShownPicture[]; pictures: PictureList; places: PackContent['places'] },
): Promise<{ pairs: FoundPair[]; drawn: DrawnGroup[] }> {
  const listed = createFileFinder(gathering);
  const files = {
    ...listed,
    find(sessionId: number, mediaKind: ShownPicture['mediaKind'], item: string) {
      places[item] = { sessionId, mediaKind };
      return listed.find(sessionId, mediaKind, item);
    },
  };
  const pairs: FoundPair[] = [];
  const drawn: DrawnGroup[] = [];
  for (const group of groups) {
    const own: (number | null)[] = [];
    for (const wanted of await pairsOfStages(gathering, group.stages, shown)) {
      const [found = null] = wanted ? await findPairs({ db: gathering.db, files, pictures }, [wanted]) : [];
      own.push(found ? pairs.push(found) - 1 : null);
    }
    drawn.push({ ...group, pairs: own });
  }
  return { pairs, drawn };
}

/** The newest picture that shows a criterion of the last stage that has any. */
function coverOf(groups: readonly StageGroup[], shown: readonly ShownPicture[]): ShownPicture | null {
  const marks = groups.flatMap(({ stages }) => stages.flatMap((stage) => stage.marks.map(({ id }) => id)));
  return (
    shown
      .filter(({ mark }) => marks.includes(mark))
      .sort((a, b) => a.mark - b.mark)
      .at(-1) ?? null
  );
}

const stillWaits = (projectId: number) => sql`s.project_id = ${projectId} and d.status in ('open', 'in_progress')`;

/** 409 where the project has no stages: there is nothing to value. */
export async function gatherPack(gathering: Gathering, wanted: PackPeriod): Promise<PackContent> {
  const { db, reader, edition, thumbnails, settings, brand, publicUrl, fileIds } = gathering;
  const { timeZone } = await settings();
  const period = await instantsOf(db, wanted, timeZone);
  const groups = groupsOf(await readStages(gathering, wanted, period));
  if (groups.length === 0) throw conflict('This project has no stages yet: add them first');
  const ids = groups.flatMap(({ stages }) => stages.map(({ id }) => id));
  const shown = await readShownPictures(db, reader, ids);
  const project = await sql<{ name: string }>`select name from projects where id = ${wanted.projectId}`.execute(db);
  const pictures = new PictureList(thumbnails, reader.id);
  const places: PackContent['places'] = {};
  // What they are drawn from is found again when they are drawn.
  const add = ({ item, version, sessionId, mediaKind }: ShownPicture, size: 's800' | 's1600' = 's800') => {
    places[item] = { sessionId, mediaKind };
    return pictures.add({ of: 'file', item, version, size }, async () => null);
  };
  const title = project.rows[0]?.name ?? '';
  const newest = coverOf(groups, shown);
  const cover = newest && {
    picture: add(newest, 's1600'),
    caption: '',
    alt: `${title}, ${formatDate(newest.captureDate)}`,
  };
  const { pairs, drawn } = await gatherPairs(gathering, groups, { shown, pictures, places });
  const pack = {
    sheets: groups.map((group) => sheetOf(group, period)),
    stages: sectionsOf(drawn, shown, { edition, timeZone, add }),
  };
  const concerns =
    edition === 'guest'
      ? { concerns: [], next: [] }
      : await readConcerns({ db, reader, pictures, timeZone, publicUrl, fileIds }, stillWaits(wanted.projectId));
  const seal = await readPrintedSeal(db, wanted.projectId, { publicUrl, timeZone });
  const certificate =
    seal && (await draftCertificate(gathering, { title, projectId: wanted.projectId, to: wanted.to, timeZone }));
  const { stage, stageFacts } = stagesOnCover(groups.map(toProgress));
  const days = `${formatDate(wanted.from)} to ${formatDate(wanted.to)}`;
  return {
    report: {
      kind: 'Lender’s pack',
      title,
      subtitle: days,
      stage,
      cover,
      facts: await factsOf(gathering, wanted, { stageFacts, timeZone }),
      notes: null,
      pack,
      groups: [],
      ...concerns,
      visits: null,
      visitNotes: [],
      releases: [],
      foot: days,
      // Its logo is the last picture, so that another one leaves the numbers of the others as they are.
      brand: brandInReport({ db }, await brand(), pictures),
    },
    pairs,
    sources: pictures.sources,
    places,
    seal: seal && { ...seal, proof: { ...seal.proof, certificate } },
  };
}
