// The form of a backup file: lines of JSON, compressed, with a header first and a seal last.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { StartupError } from '#server/db/startup-error.ts';

/** Goes up when an older program could not read the file any more. */
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
const seal = z.object({ rows: z.int(), sha256: z.string() });

export type Header = z.infer<typeof header>;
/** A row is a JSON array of texts and nulls, as PostgreSQL itself writes each value: so every type comes back exactly. */
export type Line =
  | { kind: 'table'; name: string; columns: string[] }
  | { kind: 'row'; text: string }
  | { kind: 'sequence'; name: string; value: string; used: boolean };

/** What ends a file: made from its lines as they pass. */
export function createSeal(): { add(line: string): void; line(): string } {
  const sum = createHash('sha256');
  let rows = 0;
  return {
    add(line) {
      if (line.startsWith('[')) rows++;
      sum.update(`${line}\n`);
    },
    line: () => JSON.stringify({ rows, sha256: sum.digest('hex') } satisfies z.infer<typeof seal>),
  };
}

/**
 * Reads a whole file once and answers its header, before a database is touched.
 *
 * @throws Refusal for a file that is none of ours, cut short, damaged, or of a newer form.
 */
export async function checkFile(file: string): Promise<Header> {
  const sum = createSeal();
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

/** What stands between the header and the seal of a checked file. */
export async function* contentOf(file: string): AsyncGenerator<Line> {
  let before: string | null = null;
  let first = true;
  for await (const line of linesOf(file)) {
    if (before !== null) yield readLine(before);
    before = first ? null : line;
    first = false;
  }
}

/** By line feeds alone: the values may hold everything else that ends lines elsewhere (U+2028 for one). */
async function* linesOf(file: string): AsyncGenerator<string> {
  const plain = createGunzip();
  // What goes wrong in either stream comes out of the loop below.
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
