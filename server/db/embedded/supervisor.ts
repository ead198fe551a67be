// Restarts the shipped server when it dies.
import { setTimeout as delay } from 'node:timers/promises';
import { type Launch, startServer } from './postmaster.ts';
import { isAlive } from './process.ts';

/** Polls the system instead of waiting for a child's exit: an adopted server is not our child. */
const WATCH_MS = 100;
/** A server that ran longer is restarted at once; after a shorter run the pause grows. */
const LONG_LIFE_MS = 500;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** Runs until the launch's signal aborts; then resolves, with no start in progress. */
export async function supervise(launch: Launch, first: number): Promise<void> {
  const stopped = launch.signal;
  const pause = (ms: number) => delay(ms, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  let pid = first;
  let wait = 0;
  let born = Date.now();
  while (!stopped.aborted) {
    if (isAlive(pid)) {
      await pause(WATCH_MS);
      continue;
    }
    if (Date.now() - born > LONG_LIFE_MS) wait = 0;
    await pause(wait);
    wait = Math.min(Math.max(wait * 2, FIRST_PAUSE_MS), MAX_PAUSE_MS);
    if (stopped.aborted) return;
    launch.log('Database: it is gone, starting it again');
    pid = await startServer(launch).then(
      (server) => server.pid,
      (error: Error) => {
        if (!stopped.aborted) launch.log(error.message);
        return pid;
      },
    );
    born = Date.now();
  }
}
