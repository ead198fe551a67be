// The columns of an answer, read once: how each of its rows becomes an object.
import { createLruCache } from '#server/lib/lru-cache.ts';
import { typeParsers } from './type-parsers.ts';

/** `bytes` from `start` to `end` are a row as the wire carries it: the number of values, then each with its length, -1 for null. */
export type RawRow = { bytes: Buffer; start: number; end: number };
export type RowShape = (raw: RawRow) => object;

/** Reading a row of fewer columns is no dearer than looking for it. */
const wide = 16;
/** For the rows of one shape, in UTF-16 units of what the wire carries; what is made of a row takes some five times as much. */
const room = 2 * 1024 * 1024;
const beyondAscii = /[\x80-\xff]/;

type Column = { name: string; parse: (text: string) => unknown };

/** Of each column its name, table (4 bytes), number there (2), type (4), size (2), modifier (4) and format (2). */
function readColumns({ bytes, start }: RawRow): Column[] {
  const columns: Column[] = [];
  let at = start + 2;
  for (let left = bytes.readUInt16BE(start); left > 0; left--) {
    const end = bytes.indexOf(0, at);
    const parse = typeParsers.getTypeParser(bytes.readUInt32BE(end + 7), 'text') as Column['parse'];
    columns.push({ name: bytes.toString('utf8', at, end), parse });
    at = end + 19;
  }
  return columns;
}

/** One text for the whole row and pieces of it are several times as cheap as a text for each value. */
function split({ bytes, start }: RawRow, whole: string): (string | null)[] {
  const isAscii = !beyondAscii.test(whole);
  const texts = new Array<string | null>(bytes.readUInt16BE(start));
  let at = 2;
  for (let nth = 0; nth < texts.length; nth++) {
    const length = bytes.readInt32BE(start + at);
    at += 4;
    if (length < 0) {
      texts[nth] = null;
      continue;
    }
    const text = whole.slice(at, at + length);
    // Lengths may look like letters beyond ASCII, so that each value is looked at before it is read again.
    texts[nth] = isAscii || !beyondAscii.test(text) ? text : bytes.toString('utf8', start + at, start + at + length);
    at += length;
  }
  return texts;
}

/**
 * Writes the object down as a program would: filled name by name through one function that sees the rows of every statement it
 * takes five times as long.
 */
function compile(columns: Column[]): (texts: (string | null)[]) => object {
  const fields = columns.map(
    ({ name }, nth) => `${JSON.stringify(name)}: t[${nth}] === null ? null : p[${nth}](t[${nth}])`,
  );
  const make = new Function('p', 't', `return { ${fields.join(', ')} };`);
  const parsers = columns.map(({ parse }) => parse);
  return (texts) => make(parsers, texts);
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
}

/**
 * Wide rows are remembered by their bytes and frozen: a page is asked again after every change, when nearly all of its rows are as
 * they were, and whatever was made of the same object may be remembered in turn. Whoever came in first makes room: to note each use
 * would cost more than reading a row again now and then.
 */
function remembering(make: (raw: RawRow, whole: string) => object): RowShape {
  const rows = createLruCache<string, { row: object; weight: number }>({ most: room, weigh: ({ weight }) => weight });
  return (raw) => {
    const whole = raw.bytes.toString('latin1', raw.start, raw.end);
    const known = rows.peek(whole);
    if (known) return known.row;
    const row = make(raw, whole);
    freeze(row);
    rows.keep(whole, { row, weight: whole.length });
    return row;
  };
}

/** `raw` are the columns as the wire describes them. */
export function readShape(raw: RawRow): RowShape {
  const columns = readColumns(raw);
  const make = compile(columns);
  if (columns.length >= wide) return remembering((row, whole) => make(split(row, whole)));
  return (row) => make(split(row, row.bytes.toString('latin1', row.start, row.end)));
}
