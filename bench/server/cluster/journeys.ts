// Journeys of a browser over several servers behind a proxy: the core of the product, as `npm run e2e` walks it over one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startCluster } from '#bench/lib/cluster.ts';

/** The life of a session, uploads, shared links, and the review desk. */
const core = ['sessions/session-life', 'uploads/', 'sharing/sharing.test', 'sessions/review-desk'].map(
  (name) => `e2e/${name}`,
);

/** Answers the exit code of their run. */
export async function walkJourneys(): Promise<number> {
  const cluster = await startCluster(3, { demo: true });
  try {
    const words = ['node_modules/@playwright/test/cli.js', 'test', '--project=chromium', '--reporter=list', ...core];
    // One after the other: what a journey leaves in the queue is no other's. What fails once has failed.
    const child = spawn(process.execPath, [...words, '--workers=1', '--retries=0'], {
      stdio: 'inherit',
      env: { ...process.env, JOURNEYS_URL: cluster.url },
    });
    const [code] = (await once(child, 'close')) as [number | null];
    for (const line of cluster.errors()) console.log(line.slice(0, 600));
    return code ?? 1;
  } finally {
    await cluster.close();
  }
}
