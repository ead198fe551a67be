// Coverage of a visit: which viewpoints of its site it has a picture of, and which pictures wait to be placed.
import { type Kysely, sql } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { SessionViewpoints, ViewpointKind, ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import type { Tables, ViewpointProposalsTable } from '#server/db/schema.ts';
import { detailColumns, type StoredPicture, toStoredItem } from '#server/features/media/items.ts';
import { waitingJob } from '#server/jobs.ts';
import { notFound } from '#server/lib/problem.ts';
import { linkOfTab, sessionView, visibleSessions } from '#server/visibility.ts';
import { readPictures } from './pictures.ts';
import { placing } from './placements.ts';
import { visibleIn } from './queries.ts';

type Candidates = ViewpointProposalsTable['candidates']['__select__'];
type Visit = { id: number; projectId: number; siteId: number | null };
type Spot = { id: number; name: string; kind: ViewpointKind; position: number; retired: boolean };

/** 404 for a session that this person does not see. */
async function loadVisit(db: Kysely<Tables>, actor: Person, id: number): Promise<Visit> {
  const found = await sql<Visit>`select s.id, s.project_id as "projectId", s.site_id as "siteId"
    from ${sql.table(sessionView(actor))} s where s.id = ${id} and ${visibleSessions(actor)}`.execute(db);
  const [visit] = found.rows;
  if (!visit) throw notFound('Session');
  return visit;
}

async function readSpots(db: Kysely<Tables>, actor: Person, { projectId, siteId }: Visit): Promise<Spot[]> {
  const ofPlace = sql`v.project_id = ${projectId} and v.site_id is not distinct from ${siteId}::integer`;
  const found = await sql<Spot>`
    select v.id, v.name, v.kind, v.position, v.retired_at is not null as retired from viewpoints v
    where ${visibleIn(actor, ofPlace)}
    order by v.position, v.id`.execute(db);
  return found.rows;
}

type ProposalRow = StoredPicture & { candidates: Candidates };

/** A viewpoint that has its picture by now, or of which there is none, is no candidate any more; nor is a placed picture to be placed. */
async function readProposals(
  db: Kysely<Tables>,
  { id }: Visit,
  open: ReadonlySet<number>,
): Promise<SessionViewpoints['toPlace']> {
  const found = await sql<ProposalRow>`
    select p.session_id as "sessionId", p.media_kind as "mediaKind", p.file, p.file_version as version, p.file_name as name, p.candidates,
      ${detailColumns('d')}
    from viewpoint_proposals p join sessions s on s.id = p.session_id
      left join picture_details d on d.file = p.file and d.version = p.file_version
    where p.session_id = ${id} and p.link = ${linkOfTab('p')} and not exists (
      select 1 from viewpoint_pictures vp where vp.session_id = p.session_id and vp.file = p.file and vp.link = p.link)
    order by p.id`.execute(db);
  return found.rows.flatMap((row) => {
    const candidates = row.candidates.filter(({ viewpointId }) => open.has(viewpointId));
    if (candidates.length === 0) return [];
    return [{ mediaKind: row.mediaKind, item: toStoredItem(row, { originals: true }), candidates }];
  });
}

/** Viewpoints marked manually as having no picture of this visit. */
async function readEmpty(db: Kysely<Tables>, { id }: Visit): Promise<number[]> {
  const found = await sql<{ id: number }>`select vp.viewpoint_id as id
    from viewpoint_pictures vp join sessions s on s.id = vp.session_id
    where vp.session_id = ${id} and vp.file is null and vp.link = ${linkOfTab('vp')}`.execute(db);
  return found.rows.map((row) => row.id);
}

/** What only those who may place its pictures are shown of a visit. */
async function readWork(db: Kysely<Tables>, visit: Visit, missing: readonly Spot[]) {
  const empty = new Set(await readEmpty(db, visit));
  const open = new Set(missing.flatMap(({ id, retired }) => (retired || empty.has(id) ? [] : [id])));
  return {
    toPlace: await readProposals(db, visit, open),
    pending: (await waitingJob(db, { kinds: Object.values(placing), sessionId: visit.id })) > 0,
  };
}

export async function loadCoverage(db: Kysely<Tables>, actor: Person, id: number): Promise<SessionViewpoints> {
  const visit = await loadVisit(db, actor, id);
  const spots = await readSpots(db, actor, visit);
  const pictures = await readPictures(db, actor, sql`vp.session_id = ${id}`);
  const placed = new Map<number, ViewpointPicture>(pictures.map((picture) => [picture.viewpointId, picture]));
  const shown = spots.filter((spot) => !spot.retired || placed.has(spot.id));
  // A photographer sees a session because it is his.
  const mayManage = can.manageViewpoint(actor, { works: true });
  const missing = spots.filter((spot) => !placed.has(spot.id));
  return {
    viewpoints: shown.map(({ id: spot, name, kind, position }) => {
      return { id: spot, name, kind, position, picture: placed.get(spot) ?? null };
    }),
    ...(mayManage ? await readWork(db, visit, missing) : { toPlace: [], pending: false }),
    mayManage,
  };
}
