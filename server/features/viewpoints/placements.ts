// Writes which picture a visit has of a viewpoint: by hand, and by the machine where no hand spoke.
import { sql, type Transaction } from 'kysely';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind } from '#contract/media/endpoints.ts';
import type { Placement } from '#contract/viewpoints/endpoints.ts';
import { projectPeople, projectReaders } from '#server/db/project-relations.ts';
import type { SessionContent, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { conflict } from '#server/lib/problem.ts';
import { linkOfTab } from '#server/visibility.ts';
import { addNeighbourAlignments } from './alignments/queue.ts';

/** The two jobs of a visit, in this order; what they find is there for everybody once each has ended. */
export const placing = { byHeader: 'placePictures', byLikeness: 'comparePictures' } as const;

/** `file` null: this visit has none. */
export type NewPlacement = {
  viewpointId: number;
  sessionId: number;
  kind: MediaKind;
  link: string;
  file: { id: string; version: string; name: string } | null;
};

export async function insertPlacement(
  tx: Transaction<Tables>,
  { viewpointId, sessionId, kind, link, file }: NewPlacement,
  { by, person }: { by: Placement; person: number | null },
): Promise<void> {
  await tx
    .insertInto('viewpoint_pictures')
    .values({
      viewpoint_id: viewpointId,
      session_id: sessionId,
      media_kind: kind,
      link,
      file: file?.id ?? null,
      file_version: file?.version ?? null,
      file_name: file?.name ?? null,
      placed_by: by,
      placed_by_id: person,
    })
    .execute();
  if (file) await addNeighbourAlignments(tx, viewpointId, sessionId);
}

/** What stood there of the links that the visit has now goes; what was released with other links stays for its readers. */
export async function placeByHand(tx: Transaction<Tables>, placement: NewPlacement, person: number): Promise<void> {
  const { viewpointId, sessionId, file } = placement;
  await sql`delete from viewpoint_pictures vp using sessions s
    where s.id = vp.session_id and vp.session_id = ${sessionId} and vp.link = ${linkOfTab('vp')}
      and (vp.viewpoint_id = ${viewpointId} or vp.file = ${file?.id ?? null})`.execute(tx);
  await insertPlacement(tx, placement, { by: 'hand', person });
}

/** 409 where the visit links elsewhere by now: a picture would be placed that it no longer has. */
export function requireSameLink(session: SessionContent, { kind, link }: { kind: MediaKind; link: string }): void {
  if (session[sessionFields[fieldOfKind[kind]].column] !== link)
    throw conflict('The links of this visit have just been changed. Look at it again first.');
}

/** Open pages of everybody around the project refetch what they show of its viewpoints. */
export async function announceViewpoints({ tx, events }: WriteContext, projectId: number): Promise<void> {
  events.invalidateFor({ admins: true, users: await projectPeople(tx, projectId), projects: [projectId] });
}

/** What visits have of them concerns admins and the visit's photographer; clients where they see the visit. */
export async function announcePlacements(
  { tx, events }: WriteContext,
  { projectId, photographerId, released }: { projectId: number; photographerId: number; released: boolean },
): Promise<void> {
  const clients = released ? (await projectReaders(tx, projectId)).clients : [];
  events.invalidateFor({ admins: true, users: [photographerId, ...clients], projects: [projectId] });
}
