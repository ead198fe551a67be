// Processes that send mail are killed a hundred times while they do: nothing may be lost, and nothing doubled but what was in their hands.
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'server',
    '--reporter',
    'verbose',
    'server/delivery-kill.test.ts',
  ],
  { stdio: 'inherit', env: { ...process.env, DELIVERY_KILL_ROUNDS: '100' } },
);
process.exitCode = status ?? 1;
