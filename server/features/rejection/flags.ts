// Flagged pictures: which may be flagged, how they are kept, and what became of them (behaviour §22.2).
import { type Kysely, sql, type Transaction } from 'kysely';
import type { FlaggedPicture } from '#contract/rejection.ts';
import type { Flag, FlagAnswers } from '#contract/schemas/rejection.ts';
import type { RejectionFlagsTable, SessionContent, Tables } from '#server/db/schema.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import type { LinkedFiles } from '#server/features/media/linked-files.ts';
import { conflict, invalid } from '#server/lib/problem.ts';
import type { SourceFile } from '#server/media/source.ts';
import { linkOfTab } from './kept-files.ts';

/** A flag with the picture that it is about, as it lies behind the present link. */
export type FoundFlag = Omit<RejectionFlagsTable, 'id' | 'session_id' | 'record_id'>;

function imageOf(files: readonly SourceFile[] | null | undefined, item: string): SourceFile | undefined {
  return files?.find(({ id, kind }) => id === item && kind === 'image');
}

/** 400 for a picture that is not behind the present links, 409 where nobody can tell now. */
export function findFlags(content: SessionContent, flags: readonly Flag[], linked: LinkedFiles): FoundFlag[] {
  return flags.map(({ mediaKind, item, note = null }, index) => {
    const link = linkOfTab(content, mediaKind);
    if (link !== null && !linked.has(link))
      throw conflict('The pictures cannot be listed now. Try again, or reject without flagged pictures.', 'not_listed');
    const file = link === null ? undefined : imageOf(linked.get(link), item);
    if (link === null || !file)
      throw invalid(
        `flags.${index}.item`,
        'A flagged picture is not there any more. Take its flag away, or look again.',
      );
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

type Place = { sessionId: number; link: string | null; linked: LinkedFiles };

/** The flagged picture as it is now, and what became of it; one that cannot be looked for may still be shown. */
function presentOf({ file, version }: StoredFlag, { link, linked }: Place) {
  if (link !== null && !linked.has(link)) return { state: 'unknown', shown: { id: file, version } } as const;
  const shown = link === null ? undefined : imageOf(linked.get(link), file);
  if (!shown) return { state: 'gone', shown: null } as const;
  return { state: shown.version === version ? 'there' : 'replaced', shown } as const;
}

/** `link`: where its tab leads to now. */
export function toFlaggedPicture(stored: StoredFlag, place: Place): FlaggedPicture {
  const { file: item, version: _, ...flag } = stored;
  const { state, shown } = presentOf(stored, place);
  const tab = { id: place.sessionId, kind: flag.mediaKind };
  return { ...flag, item, state, thumbnailUrl: shown && imageUrlOf(shown, tab, 's400') };
}
