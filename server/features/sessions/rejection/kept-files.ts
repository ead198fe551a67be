// Which files lay behind a session's links when it was sent back, kept so that a resubmission can be compared with them (behaviour §22.3).
import { type Kysely, sql, type Transaction } from 'kysely';
import { sessionFields } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { SessionContent, Tables } from '#server/db/schema.ts';
import type { LinkedFiles } from '#server/features/media/linked-files.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { KeptFile } from './compare-files.ts';

/** By tab, null for a link that holds no files for us; a tab that could not be listed, or linked to nothing, is not named. */
export type KeptFiles = Partial<Record<MediaKind, KeptFile[] | null>>;

/** Where a tab of this content leads to. */
export function linkOfTab(content: SessionContent, kind: MediaKind): string | null {
  return content[sessionFields[fieldOfKind[kind]].column];
}

export function toKept({ id, version, name, folder }: SourceFile): KeptFile {
  return { id, version, name: folder ? `${folder}/${name}` : name };
}

export async function keepFiles(
  tx: Transaction<Tables>,
  { recordId, content, linked }: { recordId: number; content: SessionContent; linked: LinkedFiles },
): Promise<void> {
  const tabs = mediaKinds.flatMap((kind) => {
    const link = linkOfTab(content, kind);
    const files = link === null ? undefined : linked.get(link);
    return files === undefined ? [] : [[kind, files?.map(toKept) ?? null]];
  });
  const files = JSON.stringify(Object.fromEntries(tabs));
  await sql`insert into rejected_files (record_id, files) values (${recordId}, ${files}::json)`.execute(tx);
}

/** Of a rejection from before files were kept nothing is known. */
export async function readKeptFiles(db: Kysely<Tables>, recordId: number): Promise<KeptFiles> {
  const found = await sql<{ files: KeptFiles }>`select files from rejected_files where record_id = ${recordId}`;
  return (await found.execute(db)).rows[0]?.files ?? {};
}
