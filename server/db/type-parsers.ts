// How PostgreSQL's values arrive in JavaScript.
import pg from 'pg';

type Parser = (text: string) => unknown;

/**
 * An instant as ISO text in UTC with microseconds, '2026-11-20T10:31:00.123456Z': a Date would cut them off, and a cursor built on it
 * would skip rows. PostgreSQL writes '2026-11-20 10:31:00.123456+00', without the zeros at the end.
 */
export function instant(text: string): string {
  // As nearly all are; a page of sessions has 150 of them.
  if (text.length === 29 && text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  const parts = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::\d\d)*)$/.exec(text);
  // Infinity, and years before Christ.
  if (!parts) return text;
  const [, day, time, fraction = '', offset = '+00'] = parts;
  const micros = fraction.padEnd(6, '0');
  if (offset === '+00') return `${day}T${time}.${micros}Z`;
  const seconds = new Date(`${day}T${time}${offset.length === 3 ? `${offset}:00` : offset}`);
  return `${seconds.toISOString().slice(0, 19)}.${micros}Z`;
}

const asIs: Parser = (text) => text;

/** Counts and sums are numbers: ours stay far below 2^53. Days stay text, so that no time zone can shift them. */
const PARSERS = new Map<number, Parser>([
  [pg.types.builtins.TIMESTAMPTZ, instant],
  [pg.types.builtins.DATE, asIs],
  [pg.types.builtins.TIMESTAMP, asIs],
  [pg.types.builtins.INT8, Number],
  [pg.types.builtins.NUMERIC, Number],
]);

/** The arrays of those types have numbers that pg gives no names. */
const ARRAYS = new Map<number, number>([
  [1185, pg.types.builtins.TIMESTAMPTZ],
  [1182, pg.types.builtins.DATE],
  [1115, pg.types.builtins.TIMESTAMP],
  [1016, pg.types.builtins.INT8],
  [1231, pg.types.builtins.NUMERIC],
]);

/** As it is at run time; the types of pg-types describe another version. */
const arrays = pg.types.arrayParser as unknown as { create(text: string, parse: Parser): { parse(): unknown[] } };

for (const [array, element] of ARRAYS) {
  const parse = PARSERS.get(element) ?? asIs;
  PARSERS.set(array, (text) => arrays.create(text, parse).parse());
}

/** For `types` of a client or pool, so that the parsers of others in this process stay as they are. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
};
