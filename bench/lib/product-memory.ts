// The memory of the server and the programs that it starts, from Linux's /proc; without its database.
import { readdirSync, readFileSync } from 'node:fs';

/** All that the server starts of ours (server/media/workers/start-program.ts). */
const programs = /decoder|analyzer|aligner|map-maker|report-maker/;

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function startedBy(server: number, what: RegExp): string[] {
  const isOurs = (pid: string) =>
    read(`/proc/${pid}/status`).includes(`PPid:\t${server}\n`) && what.test(read(`/proc/${pid}/cmdline`));
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name));
}

/** The number of such a program's process; null while there is none. */
export function processOf(server: number, program: 'aligner' | 'decoder'): number | null {
  const [pid] = startedBy(server, new RegExp(program));
  return pid === undefined ? null : Number(pid);
}

function kibibytes(status: string, of: string): number {
  return Number(new RegExp(`${of}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}

/** Linux's status of the server and of each program that it started. */
function statusesOf(server: number): string[] {
  return [String(server), ...startedBy(server, programs)].map((pid) => read(`/proc/${pid}/status`));
}

/** Megabytes now, with what is mapped from the same files counted in each process. */
export function residentOf(server: number): number {
  const kibis = statusesOf(server).reduce((sum, status) => sum + kibibytes(status, 'VmRSS'), 0);
  return Math.round((kibis * 1024) / 1_000_000);
}

/**
 * Megabytes now. Node and its libraries are mapped from the same files by all of them and are in memory once: those pages count for the
 * process with the most of them. (Linux's own measure that divides them, PSS, takes ten milliseconds per reading.)
 */
export function memoryOf(server: number): number {
  const found = statusesOf(server);
  const own = found.reduce((sum, status) => sum + kibibytes(status, 'RssAnon') + kibibytes(status, 'RssShmem'), 0);
  const mapped = Math.max(...found.map((status) => kibibytes(status, 'RssFile')));
  return Math.round(((own + mapped) * 1024) / 1_000_000);
}

/** The most that they held while this was done, by this measure. */
export async function peakDuring<T>(
  server: number,
  work: () => Promise<T>,
  measure = memoryOf,
): Promise<{ peak: number; done: T }> {
  let peak = measure(server);
  const timer = setInterval(() => {
    peak = Math.max(peak, measure(server));
  }, 50);
  const done = await work().finally(() => clearInterval(timer));
  return { peak, done };
}
