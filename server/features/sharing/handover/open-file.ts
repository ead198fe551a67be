// Opens the files of an archive from any byte on: as they are, without what they say of their makers, or as the JPEG that clients get.
import { Readable } from 'node:stream';
import { shareable } from '#server/features/media/file-routes.ts';
import { openOriginal } from '#server/features/sharing/downloads/entries.ts';
import type { SourceFile } from '#server/media/sources/source.ts';
import type { PlannedFile } from './rows.ts';
import { goneOrChanged, type ListedField, listField, type VisitReader } from './visit-files.ts';

/** Entries follow each other by tab: the list of one is good for the next, and is read again after this time. */
const listMilliseconds = 20_000;

/** `bytes`: of the whole file, where its source says so. */
type OpenedFile = { body: Readable; bytes: number | null };
export type OpenFile = (planned: PlannedFile, from: number) => Promise<OpenedFile>;

/** Throws a MediaError for a file that is gone, changed, taken back or cannot be read. `person`: whose turn it is among those who wait for pictures. */
export function createFileOpener(reader: VisitReader, person: number): OpenFile {
  let last: { key: string; until: number; listed: ListedField } | null = null;

  async function find({ sessionId, field, file: id, version, part }: PlannedFile): Promise<SourceFile> {
    const key = `${sessionId} ${field}`;
    if (last?.key !== key || last.until < Date.now())
      last = { key, until: Date.now() + listMilliseconds, listed: await listField(reader, { sessionId, field }) };
    const files = last.listed && 'files' in last.listed ? last.listed.files : [];
    const found = files.find(({ file }) => file.id === id && file.version === version);
    if (found && (part === 's1600' || found.part === part)) return found.file;
    last = null;
    throw goneOrChanged;
  }

  return async (planned, from) => {
    const file = await find(planned);
    const { part } = planned;
    if (part === 'original' || part === 'clean') {
      const given = part === 'original' ? file : await shareable(reader, file, { originals: false });
      return { body: await openOriginal(given, from), bytes: given.bytes };
    }
    const { id, version } = file;
    const asked = { id, version, person, picture: (side: number) => file.picture(side) };
    const { bytes } = await reader.thumbnails.get(asked, part, 'jpeg');
    return { body: Readable.from([bytes.subarray(from)], { objectMode: false }), bytes: bytes.length };
  };
}
