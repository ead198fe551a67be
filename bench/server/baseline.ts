// The baseline: pgbench sends the statements that the product was recorded to send, and nothing else happens.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Statement } from '#bench/lib/product.ts';
import { changeChannel } from '#server/db/change-events.ts';
import type { Connection } from '#server/db/open.ts';
import { planOptions } from '#server/db/open.ts';

const run = promisify(execFile);

/** Each connection plans a statement again the first five times; those do not count. */
const warmUp = 8;

export type Script = { text: string; values: Record<string, string> };
/** What differs between transactions: `id` is the result of the first statement that returns rows, `key` is new each time. */
export type Varying = { id?: number; key?: string };

/** As the driver would write it. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map((each) => JSON.stringify(String(each))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** pgbench variables cannot be null: null is written out, and values that differ per transaction have their own variables. */
function wordFor(value: unknown, varying: Varying): { word: string; variable?: string } {
  if (value === null || value === undefined) return { word: 'null' };
  if (varying.id !== undefined && String(value) === String(varying.id)) return { word: ':id' };
  if (varying.key !== undefined && value === varying.key) return { word: ':key' };
  // Another channel, so that the product's own LISTEN connection hears nothing of it.
  const text = value === changeChannel ? 'floor' : toText(value);
  const variable = `v${createHash('sha1').update(text).digest('hex').slice(0, 12)}`;
  return { word: `:${variable}`, variable };
}

/** The statements as a pgbench script, one transaction. */
export function toScript(statements: Statement[], varying: Varying = {}): Script {
  const values: Record<string, string> = {};
  const lines = varying.key === undefined ? [] : ['\\set key random(1, 1000000000000)'];
  for (const { text, values: given } of statements) {
    const sent = text.replace(/\$(\d+)/g, (_, nth: string) => {
      const value = given[Number(nth) - 1];
      const { word, variable } = wordFor(value, varying);
      if (variable) values[variable] = value === changeChannel ? 'floor' : toText(value);
      return word;
    });
    const answersId = varying.id !== undefined && /insert into sessions/.test(text);
    lines.push(answersId ? `${sent}\n\\gset` : `${sent};`);
  }
  return { text: `${lines.join('\n')}\n`, values };
}

export type Floor = { pgbench: string; connection: Connection; folder: string; callers: number };

/**
 * `guess` at the rate determines how many there are, at least this many per caller.
 * @returns transactions per second of these callers, from when all of them are warm until the first of them is done.
 */
export async function floor(
  at: Floor,
  script: Script,
  { milliseconds, guess, least }: { milliseconds: number; guess: number; least: number },
): Promise<{ rate: number; transactions: number }> {
  const { pgbench, connection, folder, callers } = at;
  const where = join(folder, 'pgbench');
  rmSync(where, { recursive: true, force: true });
  mkdirSync(where, { recursive: true });
  writeFileSync(join(where, 'script.sql'), script.text);
  const each = warmUp + Math.max(least, Math.ceil((guess * milliseconds) / 1000 / callers));
  const { host, port, user, database, password } = connection;
  const words = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(callers),
    '-j',
    '2',
    '-t',
    String(each),
    '-f',
    'script.sql',
    '-l',
  ];
  const values = Object.entries(script.values).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const reached = ['-h', host, '-p', String(port), '-U', user];
  await run(pgbench, [...words, ...values, ...reached, database], {
    cwd: where,
    env: { PGPASSWORD: password, PGOPTIONS: planOptions },
  }).catch((error: { stderr?: string }) => {
    throw new Error(`pgbench failed: ${error.stderr}\n${script.text}`);
  });
  return { rate: rateOf(readLog(where)), transactions: each * callers };
}

type Done = { client: number; nth: number; at: number };

/** pgbench writes a line per transaction: client, number, microseconds, script, seconds and microseconds of its end. */
function readLog(where: string): Done[] {
  return readdirSync(where)
    .filter((name) => name.startsWith('pgbench_log'))
    .flatMap((name) => readFileSync(join(where, name), 'utf8').trim().split('\n'))
    .map((line) => {
      const [client = 0, nth = 0, , , seconds = 0, micros = 0] = line.split(' ').map(Number);
      return { client, nth, at: seconds + micros / 1e6 };
    });
}

function rateOf(done: Done[]): number {
  const warm = Math.max(...done.filter(({ nth }) => nth === warmUp).map(({ at }) => at));
  const last = new Map<number, number>();
  for (const { client, at } of done) last.set(client, Math.max(last.get(client) ?? 0, at));
  const end = Math.min(...last.values());
  if (end <= warm) return done.length / (Math.max(...last.values()) - Math.min(...done.map(({ at }) => at)));
  return done.filter(({ at }) => at > warm && at <= end).length / (end - warm);
}
