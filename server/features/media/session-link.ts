// Which link a person may follow: that of a tab of a session they see, with the folders bound to its project.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type DeliverableField,
  deliverableFields,
  type LinkField,
  sessionFields,
} from '#contract/core/session-fields.ts';
import { classifyLink, type Link, type LinkHosts } from '#contract/links/link.ts';
import { fieldOfKind, type MediaKind } from '#contract/media/endpoints.ts';
import { type Actor, can, noRelation, type SessionFacts } from '#contract/policy.ts';
import type { SessionStatus } from '#contract/sessions/endpoints.ts';
import { uploadFolder } from '#contract/uploads/endpoints.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey, type TakenBackFile, takenBackFiles } from '#server/db/taken-back.ts';
import { notFound } from '#server/lib/problem.ts';
import type { MediaRoot, MediaSource, SourceFile } from '#server/media/sources/source.ts';
import { sessionView, visiblePictures, visibleSessions } from '#server/visibility.ts';
import { mediaProblem } from './media-errors.ts';

/** The column of a tab's link, or of a deliverable's. */
export function linkColumn(kind: MediaKind | DeliverableField): string {
  const field = (deliverableFields as readonly string[]).includes(kind) ? kind : fieldOfKind[kind as MediaKind];
  return sessionFields[field as LinkField].column;
}

/** `hosts`: the operator's own, whose links are recognised too. */
export type LinkDependencies = { db: Kysely<Tables>; hosts: LinkHosts };

/** A tab of a session. */
export type MediaTab = { id: number; kind: MediaKind };

/**
 * `kind`: a tab, or a deliverable, whose files a release does not pin. `asReleased`: as its clients see it, whoever asks. `picture`: only
 * this file, which a guest may also see as that of a shared viewpoint.
 */
export type LinkedTab = { id: number; kind: MediaKind | DeliverableField; asReleased?: true; picture?: string };

export type SessionLink = {
  /** null: nothing was linked. */
  link: Link | null;
  /** As it was written down. */
  text: string | null;
  roots: MediaRoot[];
  /** What decides about rights beside seeing it. */
  facts: SessionFacts;
  /** May download the original photos with their GPS position (policy `takeOriginals`). */
  originals: boolean;
  /** Reads what to do about an error; clients only read that the team takes care of it. */
  canRepair: boolean;
  /** Also reads which setting is missing or wrong. */
  seesSettings: boolean;
  /** Ids of the files that were there when this content was released; null where that is unknown or does not matter. */
  pinned: string[] | null;
  /** Why, by the id of each file of its project that clients are no longer shown (behaviour §23.1). */
  takenBack: ReadonlyMap<string, string>;
  /** The reader is shown the folder without a file that was taken back: its host would show it. */
  withheld: boolean;
  /** Another text as soon as clients are shown something else of the session. */
  shownKey: string;
  /** The record that this content stands in. */
  recordId: number;
  projectId: number;
  /** The content's record, where it waits for a review and this person may give it; else null. */
  inReview: number | null;
};

/** Select list: the folders bound to the project of a session under this alias, and what was uploaded for it (behaviour §26.3). */
export function mediaRootsColumn(alias: string) {
  return rootsColumn(alias, sql`u.session_id = ${sql.ref(`${alias}.id`)}`);
}

/** The same of a project, with those uploads `u` of which this is true. */
export function rootsColumn(alias: string, isOpen: RawBuilder<unknown>) {
  return sql<
    MediaRoot[]
  >`coalesce((select json_agg(json_build_object('provider', m.provider, 'root', m.root) order by m.id) from (
    select provider, root, id from media_roots where project_id = ${sql.ref(`${alias}.project_id`)}
    union all select 'local', ${uploadFolder('')} || u.id, null from uploads u where ${isOpen}) m), '[]')`;
}

function visibleTab(actor: Actor, { id, kind, picture }: Required<Pick<LinkedTab, 'id' | 'kind' | 'picture'>>) {
  const pictures = visiblePictures(
    actor,
    sql`vp.session_id = ${id} and vp.media_kind = ${kind} and vp.file = ${picture}`,
  );
  return sql`(${visibleSessions(actor)} or exists (select 1 from ${pictures} shown where shown.file = ${picture}))`;
}

/** 404 for a session that the asker does not see. */
export async function loadSessionLink(
  { db, hosts }: LinkDependencies,
  actor: Actor,
  { id, kind, asReleased, picture }: LinkedTab,
): Promise<SessionLink> {
  const column = sql.ref(`s.${linkColumn(kind)}`);
  const found = await sql<{
    link: string | null;
    roots: MediaRoot[];
    photographer: number;
    released: boolean;
    pinned: string[] | null;
    status: SessionStatus;
    recordId: number;
    projectId: number;
    takenBack: TakenBackFile[];
    shownKey: string;
  }>`
    select ${column} as link, ${mediaRootsColumn('s')} as roots, s.photographer_id as photographer, s.released, m.items -> ${kind}::text as pinned,
      s.status, s.record_id as "recordId", s.project_id as "projectId",
      ${takenBackFiles(sql`s.project_id`)} as "takenBack", ${shownKey('s')} as "shownKey"
    from ${sql.table(asReleased ? 'sessions_released' : sessionView(actor))} s left join sessions o on o.id = s.id and o.released_record_id = s.record_id
      left join released_media m on m.record_id = o.released_record_id
    where s.id = ${id} and ${picture === undefined ? visibleSessions(actor) : visibleTab(actor, { id, kind, picture })}`.execute(
    db,
  );
  const row = found.rows[0];
  if (!row) throw notFound('Session');
  const link = row.link === null ? null : classifyLink(row.link, hosts);
  const canRepair = !asReleased && can.seePresentContent(actor);
  const facts = { photographerId: row.photographer, released: row.released, relation: noRelation };
  return {
    link,
    text: row.link,
    roots: row.roots,
    facts,
    originals: can.takeOriginals(actor, facts),
    canRepair,
    seesSettings: can.seeSettings(actor),
    pinned: row.pinned,
    takenBack: new Map(row.takenBack.map(({ file, reason }) => [file, reason])),
    withheld: !canRepair && row.takenBack.some((one) => classifyLink(one.link, hosts).id === link?.id),
    shownKey: row.shownKey,
    recordId: row.recordId,
    projectId: row.projectId,
    inReview: row.status === 'pending' && can.reviewSessions(actor) ? row.recordId : null,
  };
}

/** How long a list of files may be cached: nothing notifies us when they come and go. */
export const listingMilliseconds = 1_000;

/**
 * The files behind a link as this person may see them: for clients, none added after the release or taken back. null if no source lists
 * them.
 */
export async function listVisibleFiles(
  source: MediaSource,
  { link, roots, canRepair, pinned, takenBack }: SessionLink,
): Promise<SourceFile[] | null> {
  const files = link && (await source.list(link, roots));
  if (!files || canRepair) return files;
  const released = pinned && new Set(pinned);
  return files.filter(({ id }) => !takenBack.has(id) && (released === null || released.has(id)));
}

/** The same for a call: where they cannot be listed it throws what is answered; of what no source lists there are none. */
export async function listFilesForReply(
  source: MediaSource,
  linked: SessionLink,
  what: Parameters<typeof mediaProblem>[1],
): Promise<SourceFile[]> {
  const files = await listVisibleFiles(source, linked).catch((error: unknown) => {
    throw mediaProblem(error, what);
  });
  return files ?? [];
}

/** The ids of those of these files that came after the release. */
export function unreleasedIds(
  files: readonly SourceFile[],
  { pinned }: Pick<SessionLink, 'pinned'>,
): ReadonlySet<string> {
  const released = new Set(pinned ?? []);
  return new Set(pinned ? files.flatMap(({ id }) => (released.has(id) ? [] : [id])) : []);
}
