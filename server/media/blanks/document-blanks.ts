// Which bytes of a document or archive may reveal who, what or where it was made with, by kind; and why some cannot be cleaned.

import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { isHarmless } from '#server/media/formats/media-types.ts';
import type { ReadAt } from '#server/media/formats/read-at.ts';
import { MediaError } from '#server/media/source-errors.ts';
import { type Blank, inOrder, placesAt, spacesAt } from './blanks.ts';
import { findMapBlanks } from './map-owners.ts';
import { findModelBlanks } from './model-blanks.ts';
import { findPdfBlanks } from './pdf-blanks.ts';
import { findPictureBlanks } from './picture-blanks.ts';
import { findBlanks } from './video-positions.ts';
import { findWebmBlanks } from './webm-tags.ts';
import { findZipBlanks, type ZipAllowance, zipAllowance } from './zip-blanks.ts';

// Authors of comments and changes in an office file: names, initials and accounts are blanked in place; their text stays.
const maxBytes = 64 * 1024 * 1024;
/** Parts with text and comments, by name; everything else is style. */
const part = /^(?:word|ppt|xl)\/(?!media\/|theme\/|fonts\/).*\.xml$|^(?:content|styles)\.xml$/i;
/** Everything said of people. */
const people = /^(?:word\/people|ppt\/(?:commentAuthors|authors)|xl\/persons\/[^/]*)\.xml$/i;

/** Comments and changes of DOCX, XLSX and ODT, the folder an XLSX was saved in (ECMA-376, MS-XLSX, OpenDocument 1.3). */
const nameFields =
  /\b(?:w|w15|w16\w*):(?:author|initials|userId)="(?<a>[^"]*)|<(?:\w+:)?author>(?<b>[^<]*)|<dc:creator>(?<c>[^<]*)|<(?:meta:creator-initials|loext:sender-initials)>(?<d>[^<]*)|<x15ac:absPath\s[^<>]*?\burl="(?<e>[^"]*)|\buserName="(?<f>[^"]*)/dg;
const attributesOfPeople = /\b(?:(?:w15:)?author|name|displayName|initials|(?:w15:)?userId)="(?<a>[^"]*)"/dg;

/** Which typing session each word is from: Word's own bookkeeping takes up room that a repacked part may need. */
const revisionIds = /\bw:rsid\w*="(?<a>[0-9A-F]{8})"|\bw14:textId="(?<b>[0-9A-F]{8})"/dg;
const none = Buffer.from('00000000');
const noText = Buffer.from('77777777');

/** null for parts that name nobody. */
async function blanksOfAuthors(read: ReadAt, name: string, bytes: number): Promise<Blank[] | null> {
  if (!part.test(name) || bytes > maxBytes) return null;
  const text = (await read(0, bytes)).toString('latin1');
  const blanks = spacesAt(text, nameFields);
  if (people.test(name)) blanks.push(...spacesAt(text, attributesOfPeople));
  if (blanks.length === 0) return [];
  const kept = placesAt(text, revisionIds).map(
    ([from, to]): Blank => ({ from, to, as: text.startsWith('textId', from - 8) ? noText : none }),
  );
  return inOrder([...blanks, ...kept]);
}

/** Archives that are not read here, and documents from before 2007 and of other programs, by their first bytes. */
const closed: [string, string][] = [
  ...['7z\xbc\xaf', 'Rar!', '\x1f\x8b', 'BZh', '\xfd7zXZ'].map((signature): [string, string] => [
    signature,
    'is an archive of a kind that is not read here: pack it as ZIP',
  ]),
  ['\xd0\xcf\x11\xe0', 'is a document of an old kind, which names its author: save it as DOCX, XLSX, PPTX or PDF'],
  ['{\\rtf', 'is a document that names its author: save it as DOCX or PDF'],
];
/** Drawings and models of single programs, in proprietary formats. */
const named = /\.(?:dwg|dgn|rvt|skp|fbx|rcp|rcs)$/i;
const namesItsAuthor = 'is kept in a format that names its author: save it as PDF, DXF, IFC or GLB';
const headBytes = 1_024;
/** Parts of office files: text, styles and what programs store about them. */
const officePart = /\.(?:xml|rels|vml|bin|emf|wmf|gif|fntdata|odttf|ttf|txt)$|^mimetype$|^Configurations2\//i;
/** Document properties of an office file (ECMA-376, OpenDocument 1.3). */
const properties = /^(?:docProps\/[^/]*\.xml|meta\.xml)$/i;
const zipEnding = /\.(?:zip|docx|xlsx|pptx|od[tsp]|kmz|usdz)$/i;
const maxDepth = 3;

type PackedFile = {
  read: ReadAt;
  bytes: number;
  name: string;
  isOffice?: boolean;
  depth: number;
  allowance: ZipAllowance;
};

const cannot = (why: string) => new MediaError('no_picture', why);

/** Everything between its root's two tags. */
async function blanksOfProperties(read: ReadAt, bytes: number): Promise<Blank[]> {
  const text = (await read(0, bytes)).toString('latin1');
  const [head] = /^(?:\s*<[?!][^>]*>)*\s*<[^>]*>/.exec(text.replace(/^\xef\xbb\xbf/, '   ')) ?? [];
  const to = text.lastIndexOf('</');
  return head === undefined || to < head.length ? [] : [{ from: head.length, to, as: 'spaces' }];
}

async function blanksOfPicture({ read, bytes, name }: PackedFile, type: string): Promise<Blank[] | null> {
  const found = await findPictureBlanks(read, bytes, type);
  if (found) return found;
  if (type === 'image/tiff') return findMapBlanks(read, { isPlaced: true, bytes });
  if (type.startsWith('video/')) return findBlanks(read, bytes);
  throw cannot(`${name} is a picture of a phone: put it there as JPEG`);
}

function within({ depth, allowance }: PackedFile) {
  return async (read: ReadAt, file: { name: string; bytes: number; isOffice: boolean }): Promise<Blank[]> => {
    if (depth === maxDepth) throw cannot(`${file.name} lies in archives that lie in each other`);
    return findBlanksIn({ read, depth: depth + 1, allowance, ...file });
  };
}

/** null if it is no ZIP. */
async function blanksOfArchive(file: PackedFile, text: string): Promise<Blank[] | null> {
  const { read, bytes, name, allowance } = file;
  if (!text.startsWith('PK') && !zipEnding.test(name)) return null;
  const found = await findZipBlanks(read, bytes, { find: within(file), allowance });
  if (!found && text.startsWith('PK\x03\x04')) throw cannot(`${name} is not whole`);
  return found;
}

/** Passes kinds that need no cleaning; throws for those that need it and cannot be cleaned. */
function checkOther({ name, depth, isOffice = false }: PackedFile, head: Buffer): void {
  const text = head.toString('latin1');
  const isTar = text.startsWith('ustar', 257);
  const why = closed.find(([signature]) => text.startsWith(signature))?.[1] ?? (isTar ? closed[0]?.[1] : undefined);
  if (why !== undefined && !(isOffice && name.endsWith('vbaProject.bin'))) throw cannot(`${name} ${why}`);
  if (named.test(name)) throw cannot(`${name} ${namesItsAuthor}`);
  const isKept = depth === 0 || isHarmless(name, head.subarray(0, sniffedBytes)) || (isOffice && officePart.test(name));
  if (!isKept) throw cannot(`${name} may say who took a picture, and where`);
}

async function findBlanksIn(file: PackedFile): Promise<Blank[]> {
  const { read, bytes, name, isOffice = false } = file;
  if (isOffice && properties.test(name)) return blanksOfProperties(read, bytes);
  const authors = isOffice ? await blanksOfAuthors(read, name, bytes) : null;
  if (authors) return authors;
  const head = await read(0, Math.min(bytes, headBytes));
  const text = head.toString('latin1');
  const type = sniffMedia(head);
  const found =
    (type ? await blanksOfPicture(file, type) : await findWebmBlanks(read, bytes)) ??
    (await blanksOfArchive(file, text));
  if (found) return found;
  if (text.includes('%PDF-')) return findPdfBlanks(read, { bytes, name });
  checkOther(file, head);
  return (await findModelBlanks(read, { bytes, name })) ?? [];
}

/** Throws a MediaError with the reason if they cannot be removed. */
export async function findDocumentBlanks(
  read: ReadAt,
  { bytes, name }: { bytes: number; name: string },
): Promise<Blank[]> {
  const allowance = zipAllowance();
  const blanks = await findBlanksIn({ read, bytes, name, depth: 0, allowance }).catch((error: unknown) => {
    throw error instanceof RangeError ? cannot(`${name} is broken`) : error;
  });
  // Within the limits: it is unpacked again each time it is streamed.
  Object.assign(allowance, { packed: Number.POSITIVE_INFINITY, read: Number.POSITIVE_INFINITY });
  return blanks;
}
