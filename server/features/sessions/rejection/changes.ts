// What changed in a session since it was sent back: its fields, its links and the files behind them (behaviour §22.3).
import type { Kysely } from 'kysely';
import { sessionFieldNames } from '#contract/core/session-fields.ts';
import { fieldOfKind, type MediaKind, mediaKinds } from '#contract/media/endpoints.ts';
import type { FieldChange, SessionChanges, TabChanges } from '#contract/sessions/rejection.ts';
import type { Tables } from '#server/db/schema.ts';
import { imageUrlOf } from '#server/features/media/items.ts';
import type { LinkedFiles } from '#server/features/media/linked-files.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import {
  aboutRejection,
  compareFiles,
  type FileChanges,
  formerUrlOf,
  type KeptFile,
  type KeptFiles,
  type LastRejection,
  readKeptFiles,
  readLastRejection,
  toKept,
} from './last-rejection.ts';

/** So many files of each kind of change are named; how many there are is said in any case. */
const maxNamed = 24;

const comparedFields = ['project', 'site', 'photographer', ...sessionFieldNames] as const;

function changedFields({ before, after }: LastRejection): FieldChange[] {
  const differ = comparedFields.filter((field) => before[field] !== after[field]);
  return differ.map((field) => ({ field, before: before[field], after: after[field] }));
}

export type PresentFile = KeptFile & { kind?: SourceFile['kind'] };

function toPresent(file: SourceFile): PresentFile {
  return { ...toKept(file), kind: file.kind };
}

/** The files of a tab: none without a link, or behind a link that holds none for us; undefined where that is not known. */
function filesOf<File>(link: string | null, listed: readonly File[] | null | undefined): readonly File[] | undefined {
  return link === null || listed === null ? [] : listed;
}

/** `last` with the files of that moment, and what lies behind the links now. */
export type Compared = { sessionId: number; last: LastRejection; kept: KeptFiles; linked: LinkedFiles };

/** Null where they could not be listed then or now. */
export function compareTab(kind: MediaKind, { last, kept, linked }: Compared): FileChanges<PresentFile> | null {
  const [linkBefore, linkNow] = [last.before[fieldOfKind[kind]], last.after[fieldOfKind[kind]]];
  const before = filesOf(linkBefore, kept[kind]);
  const now = filesOf(linkNow, linkNow === null ? null : linked.get(linkNow));
  return before && now ? compareFiles(before, now.map(toPresent)) : null;
}

/** Null where nothing changed. */
function changesOfTab(kind: MediaKind, compared: Compared): TabChanges | null {
  const tab = { id: compared.sessionId, kind };
  const toNamed = ({ id: item, version, name, kind: fileKind }: PresentFile) => ({
    ...{ item, name },
    thumbnailUrl: fileKind === 'image' ? imageUrlOf({ id: item, version }, tab, 's400') : null,
  });
  const named = (files: readonly PresentFile[]) => ({
    count: files.length,
    files: files.slice(0, maxNamed).map(toNamed),
  });
  const replacing = (pairs: FileChanges<PresentFile>['replaced']) => ({
    count: pairs.length,
    files: pairs.slice(0, maxNamed).map(({ file, former }) => ({
      ...toNamed(file),
      formerUrl: file.kind === 'image' ? formerUrlOf(former, tab) : null,
    })),
  });
  const changes = compareTab(kind, compared);
  if (!changes) return { mediaKind: kind, known: false, added: named([]), removed: named([]), replaced: replacing([]) };
  const { added, removed, replaced } = changes;
  if (added.length + removed.length + replaced.length === 0) return null;
  return { mediaKind: kind, known: true, added: named(added), removed: named(removed), replaced: replacing(replaced) };
}

const nothing = { fields: [], tabs: [], unchanged: true };

export async function readChanges(
  db: Kysely<Tables>,
  { sessionId, linked }: { sessionId: number; linked: LinkedFiles },
): Promise<SessionChanges> {
  const last = await readLastRejection(db, sessionId);
  if (!last) return { ...aboutRejection(last), ...nothing };
  const kept = await readKeptFiles(db, last.recordId);
  const fields = changedFields(last);
  const tabs = mediaKinds.flatMap((kind) => changesOfTab(kind, { sessionId, last, kept, linked }) ?? []);
  return { ...aboutRejection(last), fields, tabs, unchanged: fields.length + tabs.length === 0 };
}
