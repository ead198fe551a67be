// The format of a backup file: gzipped lines of JSON, with a header first and a checksum last.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { StartupError } from '#server/db/startup-error.ts';

/** Increased when an older program can no longer read the file. */
export const VERSION = 1;

const header = z.object({
  topout: z.literal('backup'),
  version: z.int(),
  /** The newest migration of the database that the file was made from: its columns are those. */
  migration: z.int(),
  madeAt: z.string(),
});
const table = z.object({ table: z.string(), columns: z.array(z.string()) });
const sequence = z.object({ sequence: z.string(), value: z.string(), used: z.boolean() });
/** The SHA-256 of all lines before, each with its line feed. */
const checksum = z.object({ rows: z.int(), sha256: z.string() });

export type Header = z.infer<typeof header>;
/** A row is a JSON array of texts and nulls, as PostgreSQL itself writes each value, so that every type is restored exactly. */
export type Line =
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'row'; text: string }
  | { kind: 'sequence'; name: string; value: string; used: boolean };

/** The last line of a file, computed from the lines before it. */
export function createChecksum(): { add(line: string): void; line(): string } {
  const sum = createHash('sha256');
  let rows = 0;
  return {
    add(line) {
      if (line.startsWith('[')) rows++;
      sum.update(`${line}\n`);
    },
    line: () => JSON.stringify({ rows, sha256: sum.digest('hex') } satisfies z.infer<typeof checksum>),
  };
}

/**
 * Reads a whole file once and answers its header, before a database is touched.
 *
 * @throws StartupError for a file that is no backup, cut short, damaged, or of a newer version.
 */
export async function checkFile(file: string): Promise<Header> {
  const sum = createChecksum();
  let first: Header | null = null;
  let last: string | null = null;
  try {
    for await (const line of linesOf(file)) {
      first ??= readHeader(line);
      if (last !== null) sum.add(last);
      last = line;
    }
  } catch (error) {
    throw error instanceof StartupError ? error : unreadable(file, error as NodeJS.ErrnoException);
  }
  if (!first || last !== sum.line()) throw new StartupError(`${file} is damaged or not complete: nothing was changed.`);
  return first;
}

/** The lines between the header and the checksum of a checked file. */
export async function* contentOf(file: string): AsyncGenerator<Line> {
  let before: string | null = null;
  let first = true;
  for await (const line of linesOf(file)) {
    if (before !== null) yield readLine(before);
    before = first ? null : line;
    first = false;
  }
}

/** Splits at line feeds only: values may hold other line separators, such as U+2028. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const plain = createGunzip();
  // An error of either stream is thrown by the loop below.
  pipeline(createReadStream(file), plain).catch(() => undefined);
  let rest = '';
  for await (const chunk of plain.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

function readHeader(line: string): Header {
  const parsed = header.safeParse(parse(line));
  if (!parsed.success) throw new StartupError('The file is not a backup of Topout.');
  if (parsed.data.version <= VERSION) return parsed.data;
  throw new StartupError('The backup was made by a newer version of Topout: restore it with that one.');
}

function readLine(line: string): Line {
  if (line.startsWith('[')) return { kind: 'row', text: line };
  const value = parse(line);
  const asTable = table.safeParse(value);
  if (asTable.success) return { kind: 'table', name: asTable.data.table, columns: asTable.data.columns };
  const asSequence = sequence.safeParse(value);
  if (!asSequence.success) throw new StartupError('The backup has a line that this version of Topout does not know.');
  return { kind: 'sequence', name: asSequence.data.sequence, value: asSequence.data.value, used: asSequence.data.used };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function unreadable(file: string, error: NodeJS.ErrnoException): StartupError {
  if (error.code === 'ENOENT') return new StartupError(`There is no file ${file}.`);
  if (error.code?.startsWith('Z_'))
    return new StartupError(`${file} is no backup of Topout, or it is damaged: nothing was changed.`);
  return new StartupError(`${file} cannot be read: ${error.message}`);
}
