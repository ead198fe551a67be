// The job that looks for a visit's pictures among those of earlier visits: near ones by hash, each then fitted over it (behaviour §32.7).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { MediaKind } from '#contract/media/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { pairingJob } from '#server/features/viewpoints/alignments/visit-pairs.ts';
import { placing } from '#server/features/viewpoints/placements.ts';
import {
  listTab,
  type PictureSource,
  pictureKinds,
  readVisit,
  type Visit,
} from '#server/features/viewpoints/visit-pictures.ts';
import { addJob, type JobHandler } from '#server/jobs.ts';
import type { FileAligner } from '#server/media/alignment/align-pair.ts';
import type { SharedExposure } from '#server/media/alignment/same-exposure.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { askForCheck } from './analyze-visit.ts';
import { type NearPicture, readNear } from './near-pictures.ts';
import { searchingJob } from './picture-hashes.ts';

/** Decision 110: the same exposure stays above 0.95, another one of the same place below 0.92. */
const leastLikeness = 0.93;
const leastCovered = 0.5;
/** Of a visit, compared and stored at once: an interrupted run resumes after them. */
const picturesAtOnce = 5;
/** A job counts as dead after ten minutes; the next run continues. */
const maxMilliseconds = 4 * 60_000;

type Dependencies = PictureSource & { write: RunTransaction; fileAligner: Pick<FileAligner, 'sameExposure'> };
type Match = NearPicture & SharedExposure;

async function readUnsearched(db: Kysely<Tables>, sessionId: number, failed: ReadonlySet<number>): Promise<number[]> {
  const found = await sql<{ id: number }>`select picture_id as id from visit_hashes
    where session_id = ${sessionId} and searched_at is null and picture_id <> all(${[...failed]}::bigint[])
    order by picture_id limit ${sql.lit(picturesAtOnce)}`.execute(db);
  return found.rows.map(({ id }) => id);
}

type Place = { sessionId: number; kind: MediaKind; file: string };

/** Where stored pictures are shown. */
async function readPlaces(db: Kysely<Tables>, sessionId: number, near: readonly NearPicture[]) {
  const pairs = near.flatMap(({ pictureId, knownSessionId, knownPictureId }) => [
    { session: sessionId, picture: pictureId },
    { session: knownSessionId, picture: knownPictureId },
  ]);
  const found = await sql<
    Place & { picture: number }
  >`select distinct v.session_id as "sessionId", v.picture_id as picture,
      v.media_kind as kind, h.file
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p (session integer, picture bigint)
      join visit_hashes v on v.session_id = p.session and v.picture_id = p.picture
      join picture_hashes h on h.id = v.picture_id`.execute(db);
  return new Map(found.rows.map((row) => [`${row.sessionId} ${row.picture}`, row]));
}

/**
 * Lists each tab of each visit once. Pictures are found by name, whatever their version: what is shown there now is what is compared. `moved`:
 * visits that show something else than was known of them.
 */
function createFinder(deps: PictureSource) {
  const moved = new Set<number>();
  const visits = new Map<number, Promise<Visit | null>>();
  const tabs = new Map<string, Promise<SourceFile[] | null>>();

  async function list({ sessionId, kind }: Place): Promise<SourceFile[] | null> {
    const visit = visits.get(sessionId) ?? readVisit(deps.db, sessionId);
    visits.set(sessionId, visit);
    const found = await visit;
    const own = pictureKinds.find((one) => one === kind);
    const link = own && found?.links[own];
    return found && link ? listTab(deps, found, link) : null;
  }

  /** Null where it is gone, or its tab cannot be opened. */
  async function find(place: Place | undefined): Promise<SourceFile | null> {
    if (!place) return null;
    const key = `${place.sessionId} ${place.kind}`;
    const listing = tabs.get(key) ?? list(place);
    tabs.set(key, listing);
    const files = await listing;
    const file = files?.find(({ id }) => id === place.file) ?? null;
    if (files && !file) moved.add(place.sessionId);
    return file;
  }
  return { find, moved };
}
type Finder = ReturnType<typeof createFinder>;

export function isSame({ covered, likeness }: SharedExposure): boolean {
  return covered >= leastCovered && likeness >= leastLikeness;
}

/** Of each picture the nearest one that is the same exposure. What a source that is away has to say is asked again later. */
async function compareNear(
  deps: Dependencies,
  { sessionId, near, find }: { sessionId: number; near: readonly NearPicture[]; find: Finder['find'] },
): Promise<{ matches: Match[]; failed: Map<number, unknown> }> {
  const places = await readPlaces(deps.db, sessionId, near);
  const matches = new Map<number, Match>();
  const failed = new Map<number, unknown>();
  async function compare(candidate: NearPicture): Promise<void> {
    const { pictureId, knownSessionId, knownPictureId, mirrored } = candidate;
    const known = await find(places.get(`${knownSessionId} ${knownPictureId}`));
    const other = await find(places.get(`${sessionId} ${pictureId}`));
    const shared = known && other && (await deps.fileAligner.sameExposure({ known, other, mirrored }));
    if (shared && isSame(shared)) matches.set(pictureId, { ...candidate, ...shared });
  }
  for (const candidate of near)
    if (!matches.has(candidate.pictureId))
      await compare(candidate).catch((error) => failed.set(candidate.pictureId, error));
  for (const picture of matches.keys()) failed.delete(picture);
  return { matches: [...matches.values()], failed };
}

type Found = { sessionId: number; pictures: readonly number[]; matches: readonly Match[] };

/** One that was found to be a picture that vanished meanwhile is not done with. Of two runs at once the second one found the same. */
async function saveFound(tx: Transaction<Tables>, { sessionId, pictures, matches }: Found): Promise<void> {
  const ids = [...pictures];
  await sql`delete from borrowed_pictures where session_id = ${sessionId} and picture_id = any(${ids}::bigint[])`.execute(
    tx,
  );
  await sql`insert into borrowed_pictures
      (session_id, picture_id, known_session_id, known_picture_id, mirrored, covered, likeness, degrees)
    select v.session_id, v.picture_id, k.session_id, k.picture_id, m.mirrored, m.covered, m.likeness, m.degrees
    from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) as m ("pictureId" bigint, "knownSessionId" integer,
        "knownPictureId" bigint, mirrored boolean, covered double precision, likeness double precision, degrees double precision)
      join visit_hashes v on v.session_id = ${sessionId} and v.picture_id = m."pictureId"
      join visit_hashes k on k.session_id = m."knownSessionId" and k.picture_id = m."knownPictureId"
    on conflict (session_id, picture_id) do nothing`.execute(tx);
  const found = matches.map(({ pictureId }) => pictureId);
  await sql`update visit_hashes v set searched_at = now() where v.session_id = ${sessionId} and v.picture_id = any(${ids}::bigint[])
    and (v.picture_id <> all(${found}::bigint[]) or exists (
      select 1 from borrowed_pictures b where b.session_id = v.session_id and b.picture_id = v.picture_id))`.execute(
    tx,
  );
}

/** What people wait for on pages shares the lane and the aligning process: placing by likeness, and the pairs of visits that are compared. */
async function isWaitedFor(db: Kysely<Tables>): Promise<boolean> {
  const found =
    await sql`select 1 from jobs where kind in (${placing.byLikeness}, ${pairingJob}) and run_at <= now() limit 1`.execute(
      db,
    );
  return found.rows.length > 0;
}

/** May run twice and in several processes: the second one finds the same. Throws if some pictures could not be compared, once all others are. */
async function searchVisit(deps: Dependencies, sessionId: number): Promise<void> {
  const { db, write } = deps;
  const until = Date.now() + maxMilliseconds;
  const { find, moved } = createFinder(deps);
  const failures = new Map<number, unknown>();
  for (;;) {
    const visit = await readVisit(db, sessionId);
    const asked = visit ? await readUnsearched(db, sessionId, new Set(failures.keys())) : [];
    if (!visit || asked.length === 0) break;
    if (Date.now() > until) return addJob(db, { kind: searchingJob, payload: { sessionId } });
    const { projectId, photographerId } = visit;
    const near = await readNear(db, { sessionId, projectId, photographerId, pictures: asked });
    const { matches, failed } = await compareNear(deps, { sessionId, near, find });
    for (const [picture, error] of failed) failures.set(picture, error);
    const pictures = asked.filter((picture) => !failed.has(picture));
    await write({ topics: ['checks'] }, async ({ tx, events }) => {
      await saveFound(tx, { sessionId, pictures, matches });
      for (const id of moved) await askForCheck(tx, id);
      events.invalidateFor({ admins: true, users: [], ids: { sessions: [sessionId] } });
    });
    moved.clear();
    if (await isWaitedFor(db)) return addJob(db, { kind: searchingJob, payload: { sessionId } });
  }
  const [failure] = failures.values();
  if (failures.size > 0) throw failure;
}

export function searchJobs(deps: Dependencies): Record<typeof searchingJob, JobHandler> {
  return { findBorrowed: { run: (payload) => searchVisit(deps, (payload as { sessionId: number }).sessionId) } };
}
