// Hashes files and what ZIPs hold piece by piece, so that a film of any size needs little memory.
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js';
import { createSHA256, type IHasher } from 'hash-wasm';
import { readSeal } from './read-seal.ts';

/** `seal`: the code, where the file is itself the signed manifest of a release. */
export type Hashed = { name: string; sha256: string; seal?: string };
export type Unread = { name: string; problem: string };

type Report = { read(bytes: number): void; found(file: Hashed | Unread): void };

const pieceBytes = 4 * 1024 * 1024;
/** Manifests of thousands of files are smaller. */
const maxSealBytes = 8 * 1024 * 1024;

const headerBytes = 30;
const headerMark = 0x04034b50;
/** The two ways in which ZIPs keep files today. */
const [stored, deflated] = [0, 8];

/** Names come from strangers: they are shown, and no folder is made of them. */
const shown = (name: string) => name.replace(/[\p{C}]+/gu, ' ').trim() || 'a file without a name';

async function isZip(file: Blob): Promise<boolean> {
  const [p, k, third, fourth] = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

type Hashing = { hasher: IHasher; report: Report };

/** Every byte of it, in pieces of which one is in memory at a time. */
async function hashBlob(blob: Blob, { hasher, report }: Hashing): Promise<string> {
  hasher.init();
  for (let from = 0; from < blob.size; from += pieceBytes) {
    const piece = new Uint8Array(await blob.slice(from, from + pieceBytes).arrayBuffer());
    hasher.update(piece);
    report.read(piece.length);
  }
  return hasher.digest();
}

async function hashInflated(blob: Blob, { hasher, report }: Hashing): Promise<string> {
  hasher.init();
  const reader = blob.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    hasher.update(value);
  }
  report.read(blob.size);
  return hasher.digest();
}

async function hashFile(file: File, hashing: Hashing): Promise<void> {
  const sha256 = await hashBlob(file, hashing);
  const isSmall = /\.json$/i.test(file.name) && file.size <= maxSealBytes;
  const seal = isSmall ? await readSeal(await file.text()) : null;
  hashing.report.found({ name: shown(file.name), sha256, ...(seal && { seal: seal.code }) });
}

/** Behind its header, whose names and extra fields are as long as it says. */
async function dataOf(zip: File, { offset, compressedSize }: FileEntry): Promise<Blob> {
  const header = new DataView(await zip.slice(offset, offset + headerBytes).arrayBuffer());
  if (header.getUint32(0, true) !== headerMark) throw new Error('No entry begins here');
  const from = offset + headerBytes + header.getUint16(26, true) + header.getUint16(28, true);
  const data = zip.slice(from, from + compressedSize);
  if (data.size !== compressedSize) throw new Error('The entry is cut off');
  return data;
}

async function hashEntry(zip: File, entry: FileEntry, hashing: Hashing): Promise<Hashed | Unread> {
  const name = `${shown(zip.name)}: ${shown(entry.filename)}`;
  if (entry.encrypted) return { name, problem: 'It is locked with a password.' };
  const hash = { [stored]: hashBlob, [deflated]: hashInflated }[entry.compressionMethod];
  if (!hash) return { name, problem: 'It is compressed in a way that this page cannot read.' };
  try {
    return { name, sha256: await hash(await dataOf(zip, entry), hashing) };
  } catch {
    return { name, problem: 'The ZIP is damaged here.' };
  }
}

async function hashZip(file: File, hashing: Hashing): Promise<void> {
  // Any name will do: nothing is written anywhere.
  const zip = new ZipReader(new BlobReader(file), { strictness: 'tolerant' });
  try {
    for await (const entry of zip.getEntriesGenerator())
      if (!entry.directory) hashing.report.found(await hashEntry(file, entry, hashing));
  } finally {
    await zip.close();
  }
}

/** One after the other. A ZIP is opened, and each of its files hashed; one that is none inside counts as a file. */
export async function hashFiles(files: readonly File[], report: Report): Promise<void> {
  const hashing = { hasher: await createSHA256(), report };
  for (const file of files) {
    try {
      if (await isZip(file)) await hashZip(file, hashing);
      else await hashFile(file, hashing);
    } catch {
      report.found({ name: shown(file.name), problem: 'It could not be read.' });
    }
  }
}
