// Who commented on an office file and changed it: names, initials and accounts, in place; what they wrote stays.

import type { ReadAt } from '#server/media/formats/read-at.ts';
import { type Blank, inOrder, placesAt } from './blanks.ts';

const maxBytes = 64 * 1024 * 1024;
/** Where words and comments stand, by the part's name; everything else is style. */
const part = /^(?:word|ppt|xl)\/(?!media\/|theme\/|fonts\/).*\.xml$|^(?:content|styles)\.xml$/i;
/** Of persons all that is said. */
const people = /^(?:word\/people|ppt\/(?:commentAuthors|authors)|xl\/persons\/[^/]*)\.xml$/i;

/** Comments and changes of DOCX, XLSX and ODT, the folder an XLSX was saved in (ECMA-376, MS-XLSX, OpenDocument 1.3). */
const told =
  /\b(?:w|w15|w16\w*):(?:author|initials|userId)="(?<a>[^"]*)|<(?:\w+:)?author>(?<b>[^<]*)|<dc:creator>(?<c>[^<]*)|<(?:meta:creator-initials|loext:sender-initials)>(?<d>[^<]*)|<x15ac:absPath\s[^<>]*?\burl="(?<e>[^"]*)|\buserName="(?<f>[^"]*)/dg;
const toldOfPeople = /\b(?:(?:w15:)?author|name|displayName|initials|(?:w15:)?userId)="(?<a>[^"]*)"/dg;

/** By which sitting each word was typed: what Word keeps for itself takes much room, which what is packed anew may need. */
const sittings = /\bw:rsid\w*="(?<a>[0-9A-F]{8})"|\bw14:textId="(?<b>[0-9A-F]{8})"/dg;
const none = Buffer.from('00000000');
const noText = Buffer.from('77777777');

/** null for parts that name nobody. */
export async function blanksOfAuthors(read: ReadAt, name: string, bytes: number): Promise<Blank[] | null> {
  if (!part.test(name) || bytes > maxBytes) return null;
  const text = (await read(0, bytes)).toString('latin1');
  const found = placesAt(text, told);
  if (people.test(name)) found.push(...placesAt(text, toldOfPeople));
  const blanks = found.map(([from, to]): Blank => ({ from, to, as: 'spaces' }));
  if (blanks.length === 0) return [];
  const kept = placesAt(text, sittings).map(
    ([from, to]): Blank => ({ from, to, as: text.startsWith('textId', from - 8) ? noText : none }),
  );
  return inOrder([...blanks, ...kept]);
}
