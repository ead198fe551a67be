// What the server and the programs that it starts hold of memory, from Linux's /proc; its database is not among them.
import { readdirSync, readFileSync } from 'node:fs';

const programs = /decoder|aligner|map-maker|report-maker/;

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

/** Megabytes now. */
export function memoryOf(server: number): number {
  const pids = [String(server), ...startedBy(server, programs)];
  const kibibytes = pids.map((pid) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0));
  return Math.round((kibibytes.reduce((sum, one) => sum + one, 0) * 1024) / 1_000_000);
}

/** The most that they held while this was done. */
export async function peakDuring<T>(server: number, work: () => Promise<T>): Promise<{ peak: number; done: T }> {
  let peak = memoryOf(server);
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, 50);
  const done = await work().finally(() => clearInterval(timer));
  return { peak, done };
}
