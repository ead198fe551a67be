// Flagged pictures: which may be flagged, how they are kept, and what became of them (behaviour §22.2).
import { type Kysely, sql, type Transaction } from 'kysely';
import { fieldOfKind, type MediaKind } from '#contract/media/endpoints.ts';
import type { FlaggedPicture } from '#contract/sessions/rejection.ts';
import type { Flag, FlagAnswers } from '#contract/sessions/rejection-routes.ts';
import type { RejectionFlagsTable, SessionContent, Tables } from '#server/db/schema.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import type { LinkedFiles } from '#server/features/media/linked-files.ts';
import { conflict, invalid } from '#server/lib/problem.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import { type Compared, compareTab, type PresentFile } from './changes.ts';
import type { FileChanges, KeptFile } from './last-rejection.ts';
import { formerUrlOf, linkOfTab } from './last-rejection.ts';

/** A flag with the picture that it is about, as it lies behind the present link. */
export type FoundFlag = Omit<RejectionFlagsTable, 'id' | 'session_id' | 'record_id'>;

function imageOf(files: readonly SourceFile[] | null | undefined, item: string): SourceFile | undefined {
  return files?.find(({ id, kind }) => id === item && kind === 'image');
}

/** 400 for a picture that is not behind the present links, 409 if that cannot be determined now. */
export function findFlags(content: SessionContent, flags: readonly Flag[], linked: LinkedFiles): FoundFlag[] {
  return flags.map(({ mediaKind, item, note = null }, index) => {
    const link = linkOfTab(content, mediaKind);
    if (link !== null && !linked.has(link))
      throw conflict('The pictures cannot be listed now. Try again, or reject without flagged pictures.', 'not_listed');
    const file = link === null ? undefined : imageOf(linked.get(link), item);
    if (link === null || !file)
      throw invalid(`flags.${index}.item`, 'A flagged picture no longer exists. Remove its flag, or check again.');
    const { id, version, name } = file;
    return { media_kind: mediaKind, link, file: id, file_version: version, file_name: name, note };
  });
}

export async function insertFlags(
  tx: Transaction<Tables>,
  { sessionId, recordId, flags }: { sessionId: number; recordId: number; flags: readonly FoundFlag[] },
): Promise<void> {
  if (flags.length === 0) return;
  const rows = flags.map((flag) => ({ ...flag, session_id: sessionId, record_id: recordId }));
  await tx.insertInto('rejection_flags').values(rows).execute();
}

/** 400 for a flag of another rejection. */
export async function insertAnswers(
  tx: Transaction<Tables>,
  { of, recordId, answers }: { of: number; recordId: number; answers: FlagAnswers },
): Promise<void> {
  const found = await sql<{ id: number }>`select id from rejection_flags where record_id = ${of}`.execute(tx);
  const known = new Set(found.rows.map(({ id }) => id));
  const foreign = answers.findIndex(({ flagId }) => !known.has(flagId));
  if (foreign >= 0) throw invalid(`answers.${foreign}.flagId`, 'This picture was not flagged when it was sent back');
  const rows = answers.flatMap(({ flagId, answer }) =>
    answer ? [{ flag_id: flagId, record_id: recordId, answer }] : [],
  );
  if (rows.length > 0) await tx.insertInto('flag_answers').values(rows).execute();
}

type StoredFlag = Pick<FlaggedPicture, 'id' | 'mediaKind' | 'name' | 'note' | 'answer'> & {
  file: string;
  version: string;
};

/** In the order in which they were flagged. */
export async function readFlags(db: Kysely<Tables>, recordId: number): Promise<StoredFlag[]> {
  const found = await sql<StoredFlag>`
    select f.id, f.media_kind as "mediaKind", f.file, f.file_version as version, f.file_name as name, f.note, a.answer
    from rejection_flags f left join flag_answers a on a.flag_id = f.id
    where f.record_id = ${recordId} order by f.id`.execute(db);
  return found.rows;
}

/** What lies behind a tab now, undefined where that cannot be listed; and what the list of changes says was replaced in it. */
type PresentTab = {
  files: readonly SourceFile[] | null | undefined;
  replaced: FileChanges<PresentFile>['replaced'];
};

function presentTab(kind: MediaKind, compared: Compared): PresentTab {
  const link = compared.last.after[fieldOfKind[kind]];
  const files = link === null ? null : compared.linked.get(link);
  return { files, replaced: compareTab(kind, compared)?.replaced ?? [] };
}

type Present = {
  state: FlaggedPicture['state'];
  shown: Pick<SourceFile, 'id' | 'version'> | null;
  /** Of a replaced one. */
  former?: KeptFile | undefined;
};

/** The flagged picture as it is now, or its replacement; one that cannot be looked up may still be shown. */
function presentOf({ file, version }: StoredFlag, { files, replaced }: PresentTab): Present {
  if (files === undefined) return { state: 'unknown', shown: { id: file, version } };
  const same = imageOf(files, file);
  if (same?.version === version) return { state: 'there', shown: same };
  const pair = replaced.find(({ file: { kind }, former }) => former.id === file && kind === 'image');
  const shown = same ?? pair?.file;
  return shown ? { state: 'replaced', shown, former: pair?.former } : { state: 'gone', shown: null };
}

function toFlaggedPicture(stored: StoredFlag, sessionId: number, present: PresentTab): FlaggedPicture {
  const { file: item, version: _, ...flag } = stored;
  const { state, shown, former } = presentOf(stored, present);
  const tab = { id: sessionId, kind: flag.mediaKind };
  const thumbnailUrl = shown && imageUrlOf(shown, tab, 's400');
  return { ...flag, item, state, thumbnailUrl, formerUrl: former ? formerUrlOf(former, tab) : null };
}

/** What became of them, said as the list of changes says it. */
export function toFlaggedPictures(stored: readonly StoredFlag[], compared: Compared): FlaggedPicture[] {
  const tabs = new Map<MediaKind, PresentTab>();
  return stored.map((flag) => {
    const present = tabs.get(flag.mediaKind) ?? presentTab(flag.mediaKind, compared);
    tabs.set(flag.mediaKind, present);
    return toFlaggedPicture(flag, compared.sessionId, present);
  });
}
