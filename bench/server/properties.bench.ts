// The random worlds of the tests, fifteen times as many as every run affords. A failure names the seed that finds it again.
import { spawnSync } from 'node:child_process';

const files = [
  'server/features/overview/search-privacy.test.ts',
  'server/features/sessions/session-life.test.ts',
  'server/features/stages/marks.test.ts',
  'server/visibility.test.ts',
];
const args = ['run', '--project', 'server', '--reporter', 'verbose', '--testTimeout', '3600000', ...files];
const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], {
  stdio: 'inherit',
  env: { ...process.env, WORLD_ROUNDS: process.argv.includes('--quick') ? '3' : '15' },
});
process.exitCode = status ?? 1;
