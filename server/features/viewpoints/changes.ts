// What people change about the viewpoints of a place: they make them from pictures of a visit, name, order, retire and restore them.
import { sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { MediaKind } from '#contract/media/endpoints.ts';
import { can, type Person } from '#contract/policy.ts';
import { maxViewpoints, type SessionViewpoints, type Viewpoint } from '#contract/viewpoints/endpoints.ts';
import type { NewViewpoints, ViewpointEdit } from '#contract/viewpoints/routes.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { raisedVersion } from '#server/db/versions.ts';
import {
  type LinkDependencies,
  listFilesForReply,
  loadSessionLink,
  type SessionLink,
} from '#server/features/media/session-link.ts';
import { addSessionJobs } from '#server/jobs.ts';
import { conflict, forbidden, invalid, notFound, stale } from '#server/lib/problem.ts';
import type { MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { lockSession } from '#server/visibility/lock-session.ts';
import { linkOfTab } from '#server/visibility.ts';
import { loadCoverage } from './coverage.ts';
import { forgetSearches } from './fill-visit.ts';
import { announceViewpoints, insertPlacement, placing, requireSameLink } from './placements.ts';
import { loadViewpoint, lockPlace, type ManagedViewpoint, requireManaged, type ViewpointPlace } from './queries.ts';

/** Some years of weekly visits; all others are due by and by. */
const maxVisits = 200;

type NewViewpoint = z.infer<typeof NewViewpoints>['viewpoints'][number];

/** 400 where a picture is named twice. */
export function refuseDuplicates(viewpoints: readonly NewViewpoint[]): void {
  const ids = viewpoints.map(({ item }) => item);
  const twice = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (twice >= 0) throw invalid(`viewpoints.${twice}.item`, 'Each picture can be one viewpoint only');
}

async function refusePlaced(
  tx: Transaction<Tables>,
  sessionId: number,
  pictures: readonly FoundPicture[],
): Promise<void> {
  const ids = pictures.map(({ file }) => file.id);
  const found = await sql<{ file: string; viewpoint: string }>`select vp.file_name as file, v.name as viewpoint
    from viewpoint_pictures vp join viewpoints v on v.id = vp.viewpoint_id join sessions s on s.id = vp.session_id
    where vp.session_id = ${sessionId} and vp.file = any(${ids}::text[]) and vp.link = ${linkOfTab('vp')} limit 1`.execute(
    tx,
  );
  const [placed] = found.rows;
  if (placed) throw conflict(`${placed.file} is already the picture of ${placed.viewpoint}`, 'already_placed');
}

async function insertViewpoint(
  tx: Transaction<Tables>,
  place: ViewpointPlace,
  made: { viewpoint: NewViewpoint; position: number; by: number },
): Promise<number> {
  const { name, kind } = made.viewpoint;
  const row = { project_id: place.projectId, site_id: place.siteId, created_by: made.by };
  const inserted = tx
    .insertInto('viewpoints')
    .values({ ...row, name, kind, position: made.position })
    .returning('id');
  return (await inserted.executeTakeFirstOrThrow()).id;
}

/** The visits there may have pictures of them too: first its own, whose headers are read, then the nearest in time. */
async function askVisits(
  tx: Transaction<Tables>,
  { projectId, siteId, sessionId, captureDate }: ViewpointPlace & { sessionId: number; captureDate: string },
): Promise<void> {
  const found = await sql<{ id: number }>`select s.id from sessions s
    where s.project_id = ${projectId} and s.site_id is not distinct from ${siteId}::integer and s.removed_at is null
    order by s.id <> ${sessionId}, abs(s.capture_date - ${captureDate}::date), s.id desc limit ${sql.lit(maxVisits)}`.execute(
    tx,
  );
  await addSessionJobs(
    tx,
    placing.byHeader,
    found.rows.map(({ id }) => id),
  );
}

type Making = { sessionId: number; viewpoints: readonly NewViewpoint[]; pictures: readonly FoundPicture[] };

/** `pictures`: found for `viewpoints`, in their order. */
export async function createViewpoints(
  context: WriteContext,
  actor: Person,
  { sessionId, viewpoints, pictures }: Making,
): Promise<SessionViewpoints> {
  const { tx } = context;
  const session = await lockSession(context, actor, sessionId);
  // Whose session it is has one there.
  if (!can.manageViewpoint(actor, { works: session.photographer_id === actor.id })) throw forbidden();
  for (const picture of pictures) requireSameLink(session, picture);
  const place = { projectId: session.project_id, siteId: session.site_id };
  const present = await lockPlace(tx, place);
  if (present.length + viewpoints.length > maxViewpoints)
    throw conflict(`A site has at most ${maxViewpoints} viewpoints, and this one has ${present.length}`, 'too_many');
  await refusePlaced(tx, sessionId, pictures);
  const last = present.at(-1)?.position ?? 0;
  for (const [index, viewpoint] of viewpoints.entries()) {
    const picture = pictures[index];
    if (!picture) throw notFound('Picture');
    const viewpointId = await insertViewpoint(tx, place, { viewpoint, position: last + index + 1, by: actor.id });
    await insertPlacement(tx, { ...picture, viewpointId }, { by: 'hand', person: actor.id });
  }
  await askVisits(tx, { ...place, sessionId, captureDate: session.capture_date });
  await announceViewpoints(context, place.projectId);
  return loadCoverage(tx, actor, sessionId);
}

// Pictures of a visit by their ids, as they lie behind its links now.

/** A tab of a visit, with the text of its link: null where nothing is linked. */
type VisitTab = { sessionId: number; kind: MediaKind; link: string | null };
export type FoundPicture = VisitTab & { link: string; file: SourceFile };
/** `linked`: what its reader may follow. */
export type OpenedTab = VisitTab & { linked: SessionLink };

/** 404 for a session that this person does not see. */
export async function openTab(
  deps: LinkDependencies,
  actor: Person,
  { sessionId, kind }: Pick<VisitTab, 'sessionId' | 'kind'>,
): Promise<OpenedTab> {
  const linked = await loadSessionLink(deps, actor, { id: sessionId, kind });
  return { sessionId, kind, link: linked.text, linked };
}

/** The images behind a tab, by id. */
export async function listPictures(
  source: MediaSource,
  { linked, ...tab }: OpenedTab,
): Promise<Map<string, FoundPicture>> {
  const { link } = tab;
  const files = await listFilesForReply(source, linked, 'Picture');
  if (link === null) return new Map();
  return new Map(files.flatMap((file) => (file.kind === 'image' ? [[file.id, { ...tab, link, file }]] : [])));
}

// Names, orders, retires and restores viewpoints.
type Edit = z.infer<typeof ViewpointEdit>;

/** Positions of a site stay contiguous: 1, 2, 3 … */
async function move(tx: Transaction<Tables>, viewpoint: ManagedViewpoint, position: number): Promise<void> {
  const others = (await lockPlace(tx, viewpoint)).filter(({ id }) => id !== viewpoint.id).map(({ id }) => id);
  const order = others.toSpliced(position - 1, 0, viewpoint.id);
  await sql`update viewpoints v set position = o.position
    from unnest(${order}::integer[]) with ordinality as o (id, position)
    where v.id = o.id and v.position <> o.position`.execute(tx);
}

export async function editViewpoint(
  context: WriteContext,
  actor: Person,
  { id, body }: { id: number; body: Edit },
): Promise<Viewpoint> {
  const { tx } = context;
  const { name, position, retired, version } = body;
  const viewpoint = await requireManaged(tx, actor, id);
  if ((version ?? viewpoint.version) !== viewpoint.version)
    throw stale('viewpoint', await loadViewpoint(tx, actor, id));
  const retiredAt = retired ? sql<string>`coalesce(retired_at, now())` : null;
  await tx
    .updateTable('viewpoints')
    // Undefined fields stay as they are.
    .set({
      name,
      ...(retired === undefined ? {} : { retired_at: retiredAt }),
      ...raisedVersion,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
  if (position !== undefined) await move(tx, viewpoint, position);
  // Visits since its retirement were not analysed for it.
  if (retired === false && viewpoint.retired) await forgetSearches(tx, viewpoint);
  await announceViewpoints(context, viewpoint.projectId);
  return loadViewpoint(tx, actor, id);
}
