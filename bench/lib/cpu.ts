// What a PostgreSQL server and the programs that came and went beside it have used of the processors. In milliseconds, from Linux's /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc, on every Linux. */
const tickMs = 10;

type Usage = { parent: number; own: number; ended: number };

/** From the scheduler's nanoseconds, where the kernel keeps them. They are of one thread, and a connection of PostgreSQL has no more. */
function finely(pid: string): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/** Null where there is no such process, or no /proc. The fields begin after the name, which may hold spaces. */
function usageOf(pid: string): Usage | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
    return {
      parent: Number(fields[1]),
      own: finely(pid) ?? tickMs * (user + system),
      ended: tickMs * (endedUser + endedSystem),
    };
  } catch {
    return null;
  }
}

/** Of a server with all its connections, ended ones included; not a number where the system has no /proc. */
export function databaseCpu(pid: number): number {
  const server = usageOf(String(pid));
  if (!server) return Number.NaN;
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const connections = others.map(usageOf).filter((each) => each?.parent === pid);
  return connections.reduce((sum, each) => sum + (each?.own ?? 0), server.own + server.ended);
}

/** Of the programs that a process started, with all their threads: those that run and those that have ended. */
export function childrenCpu(pid: number | null): number {
  const process = usageOf(String(pid));
  if (!process) return Number.NaN;
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && usageOf(name)?.parent === pid);
  return running.reduce((sum, each) => sum + processCpu(Number(each)), process.ended);
}

/** Of the programs that this process started and that have ended. */
export function endedCpu(): number {
  return usageOf('self')?.ended ?? Number.NaN;
}

/** Of one process and all of its threads; not a number where there is none, or no /proc. */
export function processCpu(pid: number | null): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return tickMs * (user + system);
  } catch {
    return Number.NaN;
  }
}
