// The kills of the tests, many more times than every run affords: 25 rounds of each kind, of which nothing may be lost.
import { spawnSync } from 'node:child_process';

const files = ['server/kill.test.ts', 'server/db/durability.test.ts'];
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter', 'verbose', ...files],
  { stdio: 'inherit', env: { ...process.env, KILL_ROUNDS: '25' } },
);
process.exitCode = status ?? 1;
