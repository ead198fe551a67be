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

/** Megabytes now. */
export function memoryOf(server: number): number {
  const isOurs = (pid: string) =>
    read(`/proc/${pid}/status`).includes(`PPid:\t${server}\n`) && programs.test(read(`/proc/${pid}/cmdline`));
  const pids = [String(server), ...readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isOurs(name))];
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
