// All processes of a running PostgreSQL, to be frozen together as a machine that hangs, or killed together as one that dies.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { signal } from '#server/db/embedded/process.ts';

/** Each process with its parent; where there is no /proc, as `ps` says it. */
function listProcesses(): [pid: number, parent: number][] {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
      } catch {
        return [Number(name), 0];
      }
    });
}

/** The server itself comes last. */
function familyOf(postmaster: number): number[] {
  const children = listProcesses().filter(([, parent]) => parent === postmaster);
  return [...children.map(([pid]) => pid), postmaster];
}

/** Stopped, not ended: its connections stay open and say nothing. Answers what lets it go on. */
export function freezeServer(postmaster: number): () => void {
  // First of all the one that makes the others.
  signal(postmaster, 'SIGSTOP');
  const family = familyOf(postmaster);
  for (const pid of family) signal(pid, 'SIGSTOP');
  return () => {
    for (const pid of family) signal(pid, 'SIGCONT');
  };
}

/** None of them goes on with what it was doing, as its children do for a moment after the server alone was killed. */
export function killServer(postmaster: number): void {
  signal(postmaster, 'SIGSTOP');
  for (const pid of familyOf(postmaster)) signal(pid, 'SIGKILL');
}
