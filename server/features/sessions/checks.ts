// Checks of a visit: findings for the person who decides, each with its evidence; no check decides (behaviour §21).
import { type Kysely, sql } from 'kysely';
import type { api } from '#contract/api.ts';
import { can, type Person } from '#contract/policy.ts';
import {
  type BorrowedPicture,
  type Check,
  type CheckName,
  checkNames,
  type SessionChecks,
  type SitePlace,
} from '#contract/sessions/checks.ts';
import type { Tables } from '#server/db/schema.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import { loadCoverage } from '#server/features/viewpoints/coverage.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';
import { waitingJob } from '#server/jobs.ts';
import { notFound } from '#server/lib/problem.ts';
import { visibleProjects } from '#server/visibility.ts';
import { askForCheck, checkingJob } from './checks/analyze-visit.ts';
import {
  type CheckedVisit,
  type Finding,
  type JudgedPicture,
  loadCheckedVisit,
  notChecked,
  readJudged,
} from './checks/checked-visit.ts';
import { judgeBorrowed } from './checks/judge-borrowed.ts';
import { judgeCount, judgeCoverage, judgeDates, judgeLinks, judgePositions, placeOf } from './checks/judge-facts.ts';
import { judgeBlur, judgeDarkness, judgeLikeness } from './checks/judge-pictures.ts';
import { askForSearch } from './checks/picture-hashes.ts';
import { readVisitCodes, visitCodeOf } from './checks/visit-codes.ts';
import { readBefore, readPlacesOf } from './checks/visit-rows.ts';

/** Nothing notifies us when a file is replaced. */
const cachedMilliseconds = 60_000;

/** Findings about pictures; none while they are being analysed, and without pictures only that there are none. */
async function judgePictures(
  db: Kysely<Tables>,
  visit: CheckedVisit,
  pictures: readonly JudgedPicture[],
): Promise<Finding[]> {
  const { counts, places } = await readBefore(db, visit.id);
  const nothing = visit.analyzed ? 'There are no pictures to look at.' : 'The pictures are not analysed yet.';
  const own = visit.analyzed ? [judgeCount(pictures.length, counts)] : [];
  if (pictures.length === 0) return [...checkNames.map((name) => notChecked(name, nothing)), ...own];
  return [
    judgeDates(pictures, visit.captureDate),
    judgePositions(pictures, { site: visit.site, before: places }),
    ...own,
    judgeBlur(pictures),
    judgeDarkness(pictures),
    judgeLikeness(pictures),
  ];
}

function toCheck({ pictures, ...said }: Finding, sessionId: number): Check {
  const shown = pictures.map(({ mediaKind, file, version, name }: JudgedPicture) => ({
    mediaKind,
    item: file,
    name,
    thumbnailUrl: imageUrlOf({ id: file, version }, { id: sessionId, kind: mediaKind }, 's220'),
  }));
  return { ...said, pictures: shown };
}

function inOrder(findings: readonly Finding[], sessionId: number): Check[] {
  const byName = new Map<CheckName, Finding>(findings.map((finding) => [finding.name, finding]));
  return checkNames.flatMap((name) => {
    const finding = byName.get(name);
    return finding ? [toCheck(finding, sessionId)] : [];
  });
}

/** Requesting checks that are outdated or missing starts the work. */
async function isWaiting(db: Kysely<Tables>, { id, analyzed, old }: CheckedVisit): Promise<boolean> {
  if (analyzed && !old) return false;
  await askForCheck(db, id);
  return !analyzed && (await waitingJob(db, { kinds: [checkingJob], sessionId: id })) > 0;
}

/** Nobody but a reviewer learns of other projects' visits. Requesting the check of a visit that was never compared starts that work. */
async function findBorrowed(db: Kysely<Tables>, visit: CheckedVisit, pictures: readonly JudgedPicture[]) {
  if (!visit.analyzed || pictures.length === 0) return { findings: [], borrowed: [] };
  const { finding, borrowed, waiting } = await judgeBorrowed(db, visit.id, pictures);
  if (waiting) await askForSearch(db, visit.id);
  return { findings: [finding], borrowed };
}

type ForReviewers = { findings: Finding[]; borrowed: BorrowedPicture[] };

export const checks = ({ secret }: { secret: string }): Handlers<typeof api.checks> => ({
  async sessionChecks({ actor, db, params, cacheFor }): Promise<SessionChecks> {
    cacheFor(cachedMilliseconds);
    const visit = await loadCheckedVisit(db, actor, params.id);
    const coverage = judgeCoverage(await loadCoverage(db, actor, visit.id));
    const links = judgeLinks(visit.links, visit.findings);
    const state = (await isWaiting(db, visit)) ? 'waiting' : 'done';
    const pictures = visit.analyzed ? await readJudged(db, visit.id) : [];
    const found = [...(await judgePictures(db, visit, pictures)), links, coverage];
    const isBorrowed = ({ name }: Finding) => name === 'borrowed';
    if (!can.reviewSessions(actor)) {
      const own = found.filter((finding) => !isBorrowed(finding));
      return { state, checks: inOrder(own, visit.id) };
    }
    const { findings, borrowed }: ForReviewers = await findBorrowed(db, visit, pictures);
    const visitCode = visit.coded ? { visitCode: visitCodeOf(secret, { ...visit, day: visit.captureDate }) } : {};
    return { state, checks: inOrder([...found, ...findings], visit.id), borrowed, ...visitCode };
  },

  sitePlace: ({ actor, db, params, query }) =>
    loadSitePlace(db, actor, { projectId: params.id, siteId: query.siteId ?? null }),

  visitCodes: ({ actor, db, params }) => readVisitCodes(db, { actor, projectId: params.id, secret }),
});

// A site's position, for somebody about to submit a visit of it: the one that the check of positions uses (behaviour §21.2).
type Asked = { projectId: number; siteId: number | null };
type Found = { isSite: boolean; site: { latitude: number; longitude: number } | null };

/** 404 for a project that this person does not see, and for a site of another project. */
async function loadSitePlace(db: Kysely<Tables>, actor: Person, asked: Asked): Promise<SitePlace> {
  const { projectId, siteId } = asked;
  const found = await sql<Found>`select si.id is not null as "isSite",
      case when si.latitude is not null then json_build_object('latitude', si.latitude, 'longitude', si.longitude) end as site
    from projects p left join sites si on si.project_id = p.id and si.id = ${siteId}::integer and si.removed_at is null
    where p.id = ${projectId} and p.removed_at is null and ${visibleProjects(actor)}`.execute(db);
  const [row] = found.rows;
  if (!row) throw notFound('Project');
  if (siteId !== null && !row.isSite) throw notFound('Site');
  const place = placeOf({ site: row.site, before: row.site ? [] : await readPlacesOf(db, asked) });
  return { place };
}
