// Reads a PDF object by object as its bytes lie, whatever its tables say: so nothing of an earlier version is missed (ISO 32000-2).
import type { Range, ReadAt } from '#server/media/formats/read-at.ts';

type Token = Range & { text: string };
/** By key where its value stands, counted from the beginning of the text. */
export type PdfDictionary = { values: Map<string, Range>; end: number };
/** `dictionary` begins at `at`; `text`: what it was read from, beginning there too. */
export type PdfObject = {
  kind: 'object' | 'trailer';
  at: number;
  text: string;
  dictionary: PdfDictionary;
  stream: Range | null;
};

const windowBytes = 1_048_576;
const objectBytes = 65_536;
const maxDictionaryBytes = 4 * windowBytes;
const blank = /(?:[\s\0]|%[^\r\n]*)*/y;
const plain = /<<|>>|\/[^\s\0()<>[\]{}/%]*|<[0-9A-Fa-f\s\0]*>|[^\s\0()<>[\]{}/%]+|[\s\S]/y;

/** Words in parentheses, which may stand within each other. */
function endOfWords(text: string, at: number): number {
  let depth = 0;
  for (let next = at; next < text.length; next++) {
    const sign = text[next];
    if (sign === '\\') next += 1;
    else if (sign === '(') depth += 1;
    else if (sign === ')' && --depth === 0) return next + 1;
  }
  return text.length + 1;
}

function tokenAt(text: string, at: number): Token | null {
  blank.lastIndex = at;
  blank.exec(text);
  const from = blank.lastIndex;
  if (from >= text.length) return null;
  plain.lastIndex = from;
  const to = text[from] === '(' ? endOfWords(text, from) : from + (plain.exec(text)?.[0].length ?? 1);
  return to > text.length ? null : { from, to, text: text.slice(from, to) };
}

const isOpening = ({ text }: Token) => text === '<<' || text === '[';
const isClosing = ({ text }: Token) => text === '>>' || text === ']';

/** From the `<<` to its `>>`; null where it does not end in this text. */
function tokensOf(text: string, at: number): Token[] | null {
  const tokens: Token[] = [];
  let depth = 0;
  for (let token = tokenAt(text, at); token; token = tokenAt(text, token.to)) {
    tokens.push(token);
    if (isOpening(token)) depth += 1;
    if (isClosing(token) && --depth === 0) return tokens;
  }
  return null;
}

/** The number of its last token: a value may be a list, a dictionary, or a reference of three. */
function endOfValue(tokens: Token[], first: number): number {
  if (tokens[first + 2]?.text === 'R') return first + 2;
  let depth = 0;
  for (let nth = first; nth < tokens.length; nth++) {
    const token = tokens[nth] as Token;
    if (isOpening(token)) depth += 1;
    if (isClosing(token)) depth -= 1;
    if (depth === 0) return nth;
  }
  return tokens.length - 1;
}

/** null where there is none, or it does not end in this text. */
export function readDictionary(text: string, at: number): PdfDictionary | null {
  const first = tokenAt(text, at);
  const tokens = first?.text === '<<' ? tokensOf(text, at) : null;
  if (!tokens) return null;
  const values = new Map<string, Range>();
  for (let nth = 1; nth + 1 < tokens.length; ) {
    const key = tokens[nth] as Token;
    const last = endOfValue(tokens, nth + 1);
    const range = { from: (tokens[nth + 1] as Token).from, to: (tokens[last] as Token).to };
    if (key.text.startsWith('/')) values.set(nameOf(key.text), range);
    nth = key.text.startsWith('/') ? last + 1 : nth + 1;
  }
  return { values, end: (tokens.at(-1) as Token).to };
}

/** A name may write any of its letters as a number. */
function nameOf(written: string): string {
  return written
    .slice(1)
    .replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Words within a part of a text: what stands between their brackets. */
export function wordsIn(text: string, { from, to }: Range): (Range & { isHex: boolean })[] {
  const found: (Range & { isHex: boolean })[] = [];
  for (let token = tokenAt(text, from); token && token.from < to; token = tokenAt(text, token.to)) {
    const isHex = /^<[^<]/.test(token.text);
    if (isHex || token.text.startsWith('(')) found.push({ from: token.from + 1, to: token.to - 1, isHex });
  }
  return found;
}

export const namesIn = (text: string, range: Range | undefined): string[] =>
  range
    ? [...text.slice(range.from, range.to).matchAll(/\/([^\s\0()<>[\]{}/%]+)/g)].map(([found]) => nameOf(found))
    : [];

/** Text of a file from any offset, read in large pieces. */
function createWindow(read: ReadAt) {
  let start = 0;
  let held: Buffer = Buffer.alloc(0);
  return async (at: number, length: number): Promise<string> => {
    if (at < start || at + length > start + held.length) {
      start = at;
      held = await read(at, Math.max(length, windowBytes));
    }
    return held.toString('latin1', at - start, at - start + length);
  };
}
type TextAt = ReturnType<typeof createWindow>;

async function endOfStream(textAt: TextAt, from: number, bytes: number): Promise<number> {
  for (let at = from; at < bytes; at += objectBytes - 16) {
    const found = (await textAt(at, objectBytes)).indexOf('endstream');
    if (found >= 0) return at + found;
  }
  return bytes;
}

async function streamOf(textAt: TextAt, object: Omit<PdfObject, 'stream'>, bytes: number): Promise<Range | null> {
  const { at, text, dictionary } = object;
  const [begin] = /^[\s\0]*stream(?:\r\n|\n|\r)/.exec(await textAt(at + dictionary.end, 64)) ?? [];
  if (begin === undefined) return null;
  const from = at + dictionary.end + begin.length;
  const length = dictionary.values.get('Length');
  const said = Number(length && text.slice(length.from, length.to));
  if (said >= 0 && /^\s*endstream/.test(await textAt(from + said, 32))) return { from, to: from + said };
  const to = await endOfStream(textAt, from, bytes);
  const line = /\r?\n$|\r$/.exec(await textAt(Math.max(from, to - 2), Math.min(2, to - from)))?.[0].length ?? 0;
  return { from, to: to - line };
}

type Place = Pick<PdfObject, 'kind' | 'at'> & { bytes: number };

async function objectAt(textAt: TextAt, { kind, at, bytes }: Place): Promise<PdfObject | null> {
  for (let length = objectBytes; length <= maxDictionaryBytes; length *= 4) {
    const text = await textAt(at, length);
    const dictionary = readDictionary(text, 0);
    if (dictionary) {
      const object = { kind, at, text, dictionary };
      return { ...object, stream: kind === 'object' ? await streamOf(textAt, object, bytes) : null };
    }
    if (!/^[\s\0]*<</.test(text) || at + length >= bytes) return null;
  }
  return null;
}

const beginning = /(\d+)\s+(\d+)\s+obj(?![a-z])|\btrailer\b|%%EOF/g;
const overlap = 64;

/** Every object that is a dictionary, those in front of `stream` with where their bytes lie; at last where the last `%%EOF` ends. */
export async function* objectsOf(read: ReadAt, bytes: number): AsyncGenerator<PdfObject, number> {
  const textAt = createWindow(read);
  let end = bytes;
  for (let at = 0; at < bytes; ) {
    const text = await textAt(at, objectBytes);
    beginning.lastIndex = 0;
    const found = beginning.exec(text);
    if (!found) {
      at += Math.max(1, text.length - (at + text.length < bytes ? overlap : 0));
      continue;
    }
    const behind = at + found.index + found[0].length;
    at = behind;
    if (found[0] === '%%EOF') {
      end = behind;
      continue;
    }
    const object = await objectAt(textAt, { kind: found[0] === 'trailer' ? 'trailer' : 'object', at: behind, bytes });
    if (!object) continue;
    yield object;
    at = object.stream?.to ?? behind + object.dictionary.end;
  }
  return end;
}
