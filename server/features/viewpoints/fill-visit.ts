// Fills the viewpoints of a visit from its pictures, where no hand spoke (behaviour §11.3).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { settleJobs, waitingJob } from '#server/jobs.ts';
import { linkOfTab } from '#server/visibility.ts';
import { type Decision, decide, type Likeness, type OpenViewpoint } from './decide.ts';
import { announcePlacements, insertPlacement } from './placements.ts';
import { listVisitPictures, type PictureSource, readVisit, type Visit, type VisitPicture } from './visit-pictures.ts';

/** So many pictures of other visits say what a viewpoint looks like. */
const maxKnown = 5;

type NamedViewpoint = OpenViewpoint & { name: string };
type ViewpointRow = Omit<NamedViewpoint, 'known'> & { known: OpenViewpoint['known'] | null };

/** The viewpoints of the place that have neither a picture nor a hand's word for this visit, with their pictures of the visits nearest in time. */
export async function readOpen(
  db: Kysely<Tables>,
  visit: Pick<Visit, 'id' | 'projectId' | 'siteId' | 'captureDate'>,
): Promise<NamedViewpoint[]> {
  const { id, projectId, siteId, captureDate } = visit;
  const found = await sql<ViewpointRow>`
    select v.id, v.kind, v.position, v.name, (
      select json_agg(k order by k.nth) from (
        select vp.file_name as name, vp.media_kind as "mediaKind", d.latitude, d.longitude, d.heading, d.pitch,
          row_number() over (order by abs(s.capture_date - ${captureDate}::date), s.capture_date desc, s.id desc) as nth
        from viewpoint_pictures vp join sessions s on s.id = vp.session_id and s.removed_at is null
          left join picture_details d on d.file = vp.file and d.version = vp.file_version
        where vp.viewpoint_id = v.id and vp.session_id <> ${id} and vp.file is not null
        order by nth limit ${sql.lit(maxKnown)}) k) as known
    from viewpoints v
    where v.project_id = ${projectId} and v.site_id is not distinct from ${siteId}::integer and v.retired_at is null
      and not exists (select 1 from viewpoint_pictures vp join sessions s on s.id = vp.session_id
        where vp.viewpoint_id = v.id and vp.session_id = ${id} and vp.link = ${linkOfTab('vp')})
    order by v.position, v.id`.execute(db);
  return found.rows.map((row) => ({ ...row, known: row.known ?? [] }));
}

type Placed = { id: number; file: string | null };

/** Placed pictures of the present links. A machine's whose file is gone are taken back; of a replaced file the new version is noted. */
async function refreshPlaced(
  tx: Transaction<Tables>,
  visit: Visit,
  pictures: readonly VisitPicture[],
): Promise<Set<string>> {
  const files = pictures.map(({ file }) => file);
  const versions = pictures.map(({ version }) => version);
  await sql`update viewpoint_pictures vp set file_version = f.version
    from unnest(${files}::text[], ${versions}::text[]) as f (file, version)
    where vp.session_id = ${visit.id} and vp.file = f.file and vp.file_version <> f.version`.execute(tx);
  await sql`delete from viewpoint_pictures vp using sessions s
    where s.id = vp.session_id and s.id = ${visit.id} and vp.link = ${linkOfTab('vp')} and vp.placed_by <> 'hand'
      and vp.file <> all(${files}::text[])`.execute(tx);
  const found =
    await sql<Placed>`select vp.viewpoint_id as id, vp.file from viewpoint_pictures vp join sessions s on s.id = vp.session_id
    where s.id = ${visit.id} and vp.link = ${linkOfTab('vp')}`.execute(tx);
  return new Set(found.rows.flatMap(({ file }) => file ?? []));
}

async function saveDecision(
  tx: Transaction<Tables>,
  { placements, proposals }: Decision,
  { visit, pictures }: { visit: Visit; pictures: readonly VisitPicture[] },
): Promise<void> {
  const byFile = new Map(pictures.map((picture) => [picture.file, picture]));
  for (const { viewpointId, file, by } of placements) {
    const { link, mediaKind, version, name } = byFile.get(file) as VisitPicture;
    const placement = { viewpointId, sessionId: visit.id, kind: mediaKind, link, file: { id: file, version, name } };
    await insertPlacement(tx, placement, { by, person: null });
  }
  await sql`delete from viewpoint_proposals where session_id = ${visit.id}`.execute(tx);
  const rows = proposals.map(({ file, candidates }) => {
    const { link, mediaKind, version, name } = byFile.get(file) as VisitPicture;
    const of = { session_id: visit.id, media_kind: mediaKind, link, file, file_version: version, file_name: name };
    return { ...of, candidates: JSON.stringify(candidates) };
  });
  if (rows.length > 0) await tx.insertInto('viewpoint_proposals').values(rows).execute();
}

/** How alike pictures are to the newest ones of viewpoints that neither name nor position could fill. */
export type CompareLikeness = (
  open: readonly OpenViewpoint[],
  pictures: readonly VisitPicture[],
) => Promise<Likeness[]>;

type Dependencies = PictureSource & { write: RunTransaction; likeness?: CompareLikeness };

/** Whether the visit is still what its pictures were listed for; locked until the transaction ends. */
async function isUnchanged(tx: Transaction<Tables>, visit: Visit): Promise<boolean> {
  await sql`select 1 from sessions where id = ${visit.id} for update`.execute(tx);
  const now = await readVisit(tx, visit.id);
  const facts = ({ projectId, siteId, links }: Visit) => JSON.stringify([projectId, siteId, links]);
  return now !== null && facts(now) === facts(visit);
}

/** Called again it changes nothing, unless pictures or viewpoints have changed. */
export function createFiller(deps: Dependencies) {
  const { db, write, likeness } = deps;

  async function compare(visit: Visit, pictures: readonly VisitPicture[]): Promise<Likeness[]> {
    if (!likeness) return [];
    const open = await readOpen(db, visit);
    const { placements } = decide({ viewpoints: open, pictures });
    const filled = new Set(placements.map(({ viewpointId }) => viewpointId));
    const used = new Set(placements.map(({ file }) => file));
    const left = pictures.filter(({ file }) => !used.has(file));
    return likeness(
      open.filter(({ id }) => !filled.has(id)),
      left,
    );
  }

  return async function fillVisit(sessionId: number): Promise<void> {
    const job = { kind: 'placePictures', sessionId };
    const upTo = await waitingJob(db, job);
    const visit = await readVisit(db, sessionId);
    if (!visit) return;
    const pictures = await listVisitPictures(deps, visit);
    const likely = await compare(visit, pictures);
    await write({ topics: ['viewpoints'] }, async (context) => {
      const { tx } = context;
      // Whoever changed it has asked for it anew.
      if (!(await isUnchanged(tx, visit))) return;
      const placed = await refreshPlaced(tx, visit, pictures);
      const viewpoints = await readOpen(tx, visit);
      const free = pictures.filter(({ file }) => !placed.has(file));
      await saveDecision(tx, decide({ viewpoints, pictures: free, likeness: likely }), { visit, pictures });
      await settleJobs(tx, { ...job, upTo });
      await announcePlacements(context, visit);
    });
  };
}
