// The manifest of a ZIP of pictures: name, time, size and SHA-256 of each, as a table that spreadsheets open.
import { csvCell, csvStart } from '#server/lib/csv.ts';
import type { ZipManifest, ZippedEntry } from '#server/lib/zip-archive.ts';

/** Lines are padded, so that the length of the whole can be said before the sums are known. */
const shaLength = 64;
const notes = { missing: 'missing: its source did not give it', incomplete: 'incomplete: its source broke off' };
const noteLength = Math.max(...Object.values(notes).map((note) => note.length));

type Line = { name: string; taken: string | null; bytes: number; sha256: string; note: string };

function lineOf({ name, taken, bytes, sha256, note }: Line): string {
  const fixed = [sha256.padEnd(shaLength), note.padEnd(noteLength)];
  return `${[csvCell(name), csvCell(taken?.replace('T', ' ') ?? ''), bytes, ...fixed].join(',')}\r\n`;
}

const head = `${csvStart}File,Taken,Bytes,SHA-256,Note\r\n`;

type Named = { name: string; taken: string | null; bytes: number | null };

export function pictureManifest({ name, time }: { name: string; time: Date }, pictures: readonly Named[]): ZipManifest {
  const taken = new Map(pictures.map((one) => [one.name, one.taken]));
  const line = ({ entry, bytes, sha256, problem }: ZippedEntry) =>
    lineOf({
      name: entry.name,
      taken: taken.get(entry.name) ?? null,
      bytes,
      sha256: sha256 ?? '',
      note: problem ? notes[problem] : '',
    });
  const empty = pictures.map((one) => lineOf({ ...one, bytes: one.bytes ?? 0, sha256: '', note: '' }));
  return {
    name,
    time,
    bytes: Buffer.byteLength(head + empty.join('')),
    write: (zipped) => Buffer.from(head + zipped.map(line).join('')),
  };
}
