// The places that concerns are pinned to: made ready outside the transaction (the file checked, a crop made), written, and read as replies show them.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AnchorPlace, type NewAnchor, planCrop } from '#contract/disputes/anchors.ts';
import { can, type Person } from '#contract/policy.ts';
import { type AnchorReading, anchorJson, isOnRemoved, isOnTakenBack, newestAnchorOf } from '#server/db/anchor-json.ts';
import type { AnchorsTable, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { invalid } from '#server/lib/problem.ts';
import { makeCrop, makeMapCrop } from '#server/media/crop.ts';
import type { Decoder } from '#server/media/images/supervised-decoder.ts';
import type { Thumbnails } from '#server/media/images/thumbnails.ts';
import type { Maps } from '#server/media/maps/maps.ts';
import { type AnchoredFile, type FileDependencies, fileKindOf, findAnchoredFile } from './anchor-files.ts';

// The rows of anchors: writing one, and reading them as replies show them.
type NewRow = { disputeId: number; messageId: number | null; ofConcern: boolean; by: number };

export async function addAnchor(
  { tx }: WriteContext,
  { projectId: _project, ...columns }: PreparedAnchor,
  { disputeId, messageId, ofConcern, by }: NewRow,
): Promise<void> {
  const row = { dispute_id: disputeId, message_id: messageId, of_concern: ofConcern, created_by: by };
  await tx
    .insertInto('anchors')
    .values({ ...columns, ...row })
    .execute();
}

const readingOf = (actor: Person): AnchorReading => ({ forClient: sql`${!can.seePresentContent(actor)}::boolean` });

/** Select list: where the concern `d` is now. */
export function anchorOfDispute(actor: Person): RawBuilder<unknown> {
  return sql`(${newestAnchorOf(sql`d.id`, readingOf(actor))}) as anchor`;
}

/** Select list: what belongs to the message `m`, and where its concern was before a move. */
export function anchorsOfMessage(actor: Person): RawBuilder<unknown> {
  const before = sql`a.id < (select moved.id from anchors moved where moved.message_id = m.id)`;
  return sql`
    (select ${anchorJson('a', readingOf(actor))} from anchors a where a.message_id = m.id) as anchor,
    case when m.message_type = 'moved' then (${newestAnchorOf(sql`m.dispute_id`, { before, ...readingOf(actor) })}) end as "formerAnchor"`;
}

/** The bytes of this concern's crop; null if there is none, or none for clients. */
export async function readCrop(
  db: Kysely<Tables>,
  actor: Person,
  of: { disputeId: number; anchorId: number },
): Promise<Buffer | null> {
  const found = await sql<{ crop: Buffer | null }>`
    select a.cutout as crop from anchors a where a.id = ${of.anchorId} and a.dispute_id = ${of.disputeId}
      and not ${isOnRemoved('a')} and not (${readingOf(actor).forClient} and ${isOnTakenBack('a')})`.execute(db);
  return found.rows[0]?.crop ?? null;
}

export type AnchorDependencies = FileDependencies & { thumbnails: Thumbnails; decoder: Decoder; maps: Maps };

/** The columns of a new anchor, but for what it belongs to. */
export type PreparedAnchor = Pick<
  AnchorsTable,
  | 'kind'
  | 'session_id'
  | 'record_id'
  | 'media_kind'
  | 'file'
  | 'version'
  | 'name'
  | 'other_session_id'
  | 'other_record_id'
  | 'other_file'
  | 'cutout'
  | 'mark_x'
  | 'mark_y'
> & { place: string; projectId: number };

/** What a row keeps of it: the numbers of its kind. */
function placeOf(anchor: NewAnchor): string {
  const { kind: _kind, mediaKind: _tab, file: _file, ...place } = anchor;
  if (!('other' in place)) return JSON.stringify(place);
  const { other: _other, ...rest } = place;
  return JSON.stringify(rest);
}

type Asked = { actor: Person; sessionId: number; anchor: NewAnchor; path?: string };

/** The other picture of a comparison: released too, of the same project. */
async function otherColumns(deps: FileDependencies, { actor, anchor, path }: Asked, projectId: number) {
  if (anchor.kind !== 'comparison') return { other_session_id: null, other_record_id: null, other_file: null };
  const { sessionId, file } = anchor.other;
  const { mediaKind } = anchor;
  const kind = fileKindOf(anchor);
  const other = await findAnchoredFile(deps, { actor, sessionId, file, mediaKind, kind, path: `${path}.other` });
  if (other.projectId !== projectId) throw invalid(`${path}.other`, 'Both pictures must be of one project');
  return { other_session_id: sessionId, other_record_id: other.recordId, other_file: other.id };
}

const none = { cutout: null, mark_x: null, mark_y: null };

/** Of a picture its thumbnail, of a map the ground around the place. */
async function cropColumns(deps: AnchorDependencies, anchor: NewAnchor, { picture, map, crop: covered }: AnchoredFile) {
  const { longitude, latitude }: AnchorPlace = anchor;
  if (map && longitude !== undefined && latitude !== undefined) {
    const made = await makeMapCrop(deps, map, { longitude, latitude });
    return made ? { cutout: made.bytes, mark_x: made.mark.x, mark_y: made.mark.y } : none;
  }
  const plan = planCrop(anchor, covered);
  const crop = plan && picture ? await makeCrop(deps, picture, plan.region) : null;
  return crop && plan ? { cutout: crop, mark_x: plan.mark.x, mark_y: plan.mark.y } : none;
}

/** Asks sources of media, so it comes before the transaction. 400 in words for what cannot be. */
export async function prepareAnchor(deps: AnchorDependencies, asked: Asked): Promise<PreparedAnchor> {
  const { actor, sessionId, anchor, path = 'anchor' } = asked;
  const { mediaKind, kind, file } = anchor;
  const found = await findAnchoredFile(deps, {
    ...{ actor, sessionId, mediaKind, file },
    kind: fileKindOf(anchor),
    path: `${path}.file`,
  });
  const other = await otherColumns(deps, { ...asked, path }, found.projectId);
  return {
    kind,
    session_id: sessionId,
    record_id: found.recordId,
    media_kind: mediaKind,
    file: found.id,
    version: found.version,
    name: found.name.slice(0, 300),
    place: placeOf(anchor),
    ...other,
    ...(await cropColumns(deps, anchor, found)),
    projectId: found.projectId,
  };
}
