// Any number of web processes on one database, with one process for the work beside them, and what each part uses of the processors.
import { childrenCpu, databaseCpu, processCpu } from '#bench/lib/cpu.ts';
import { type Gauged, startMeasured } from '#bench/lib/product.ts';
import { total } from '#bench/lib/report.ts';

/** Milliseconds of CPU. `programs`: what web processes start for pictures. */
export type Spent = { web: number; programs: number; database: number; work: number };

export type Fleet = {
  webs: Gauged[];
  worker: Gauged;
  /** What all of them used while this ran. */
  spentOn(work: () => Promise<unknown>): Promise<Spent>;
  /** One more web process. */
  grow(): Promise<void>;
  close(): Promise<void>;
};

export async function startFleet(settings: Record<string, string>, database: number): Promise<Fleet> {
  const startWeb = () => startMeasured({ ...settings, ROLE: 'web' });
  const webs = [await startWeb()];
  const worker = await startMeasured({ ...settings, ROLE: 'work' });
  function read(): Spent {
    const pids = webs.map(({ child }) => child.pid ?? null);
    return {
      web: total(pids.map(processCpu)),
      programs: total(pids.map(childrenCpu)),
      database: databaseCpu(database),
      work: processCpu(worker.child.pid ?? null) + childrenCpu(worker.child.pid ?? null),
    };
  }
  return {
    webs,
    worker,
    async spentOn(work) {
      const before = read();
      await work();
      const after = read();
      const part = (of: (spent: Spent) => number) => of(after) - of(before);
      return {
        web: part(({ web }) => web),
        programs: part(({ programs }) => programs),
        database: part(({ database: each }) => each),
        work: part(({ work: each }) => each),
      };
    },
    async grow() {
      webs.push(await startWeb());
    },
    async close() {
      await Promise.all([...webs, worker].map((each) => each.end('SIGTERM')));
    },
  };
}
