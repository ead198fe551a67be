// Which files a release shows to clients: written in its own transaction, so that no later file slips in (behaviour §3.3).
import { sql, type Transaction } from 'kysely';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { SessionContent, Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { addJob } from '#server/jobs.ts';

/** By tab the ids of its folder's files. */
export type FileIds = Partial<Record<MediaKind, string[]>>;

/** By link the ids of a folder's files, null for a link that is no folder; one that could not be listed in time is missing. */
export type ListedFiles = ReadonlyMap<string, string[] | null>;

/** Lists what the links of a session lead to, and `links` besides, for as long as a review can wait. */
export type ListFiles = (sessionId: number, links?: readonly string[]) => Promise<ListedFiles>;

function linkOf(content: SessionContent, kind: MediaKind): string | null {
  return content[sessionFields[fieldOfKind[kind]].column];
}

/** What this reviewer was shown of a record. */
export async function readShownFiles(
  tx: Transaction<Tables>,
  { recordId, reviewer }: { recordId: number; reviewer: number },
): Promise<FileIds> {
  const found = await sql<{ items: FileIds | null }>`select json_object_agg(kind, items) as items from shown_media
    where record_id = ${recordId} and user_id = ${reviewer}`.execute(tx);
  return found.rows[0]?.items ?? {};
}

/** A reviewer who viewed it before this counts as not having viewed it. */
export async function forgetShownFiles(tx: Transaction<Tables>, recordId: number): Promise<void> {
  await sql`delete from shown_media where record_id = ${recordId}`.execute(tx);
}

/** What was released with a record. */
export async function readReleasedFiles(tx: Transaction<Tables>, recordId: number | null): Promise<FileIds> {
  const found = await sql<{ items: FileIds }>`select items from released_media where record_id = ${recordId}`.execute(
    tx,
  );
  return found.rows[0]?.items ?? {};
}

/** Of the files of one content those in the tabs whose link the other content has too. */
export function filesOfSameLinks(files: FileIds, before: SessionContent, after: SessionContent): FileIds {
  const kept = mediaKinds.filter((kind) => linkOf(before, kind) === linkOf(after, kind));
  return Object.fromEntries(kept.flatMap((kind) => (files[kind] ? [[kind, files[kind]]] : [])));
}

type Release = {
  session: { id: number };
  /** The record that clients read from now on, and its content. */
  recordId: number;
  content: SessionContent;
  /** The files to release by tab; of a tab without them those that are there now. */
  files: FileIds;
  listed: ListedFiles;
};

/** A folder that could not be listed is pinned by a job as soon as it can be. What is pinned is sealed by a job after the commit. */
export async function pinFiles({ tx }: WriteContext, release: Release): Promise<void> {
  const items: FileIds = { ...release.files };
  let complete = true;
  for (const kind of mediaKinds) {
    const link = linkOf(release.content, kind);
    if (link === null || items[kind]) continue;
    const ids = release.listed.get(link);
    if (ids) items[kind] = ids;
    complete &&= ids !== undefined;
  }
  await sql`insert into released_media (record_id, items, complete)
    values (${release.recordId}, ${JSON.stringify(items)}::jsonb, ${complete}) on conflict (record_id) do nothing`.execute(
    tx,
  );
  if (complete) await addJob(tx, { kind: 'sealRelease', payload: { recordId: release.recordId } });
  else await addJob(tx, { kind: 'pinSession', payload: { sessionId: release.session.id } });
}
