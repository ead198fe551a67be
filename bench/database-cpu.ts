// What a PostgreSQL server with all its connections has used of the processors.
import { readdirSync, readFileSync } from 'node:fs';

/** A tick of /proc, on every Linux. */
const tickMs = 10;

/** From the parent on: state is the first field after the name, which may hold spaces. */
function fieldsOf(pid: string): number[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return [];
  }
}

/** Milliseconds since its start, ended connections included; not a number where the system has no /proc. */
export function databaseCpu(pid: number): number {
  const [own = [], ...others] = [fieldsOf(String(pid)), ...pidsNow().map(fieldsOf)];
  const [user = Number.NaN, system = 0, endedUser = 0, endedSystem = 0] = own.slice(11, 15);
  const children = others.filter(([, parent]) => parent === pid).map((fields) => (fields[11] ?? 0) + (fields[12] ?? 0));
  return tickMs * children.reduce((sum, each) => sum + each, user + system + endedUser + endedSystem);
}

function pidsNow(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
