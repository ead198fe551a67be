// How the tests beside the code are run: the server's on a real PostgreSQL, the others with nothing but Node.
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** They take longer than their size says: the last ones begun would leave the other processor without work for half a minute. */
const longOnes = [
  'cache',
  'bad-input',
  'websocket/changes',
  'access',
  'leaks-in-calls',
  'features/overview/search-privacy',
  'features/uploads/bucket',
  'cli/storage',
  'media/alignment/supervised-aligner',
  'kill',
  'cli',
  'roles',
  'media/maps/maps',
  'media/reports/supervised-report-maker',
  'db/embedded',
  'db/durability',
  'upload-kill',
  'removed-pictures',
].map((name) => path.join(import.meta.dirname, `server/${name}.test.ts`));

/** Smaller is earlier. */
function placeOf({ moduleId }: TestSpecification): number {
  const place = longOnes.indexOf(path.resolve(moduleId));
  return place < 0 ? longOnes.length : place;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => placeOf(one) - placeOf(other));
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // What one file has loaded the next one finds: loading the server takes longer than most files.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 90_000,
    hookTimeout: 180_000,
    teardownTimeout: 20_000,
    // Waiting for an event ends with the event: a busy machine brings it later.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          // One more than processors: many of these wait for programs that start, die or are silent.
          maxWorkers: 3,
          globalSetup: ['server/test-support/global-setup.ts'],
          setupFiles: ['scripts/test/stay-inside.mjs', 'server/test-support/use-built-programs.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'plain',
          include: ['{contract,web,scripts,demo/renderer,bench}/**/*.test.{ts,tsx}'],
          setupFiles: ['scripts/test/stay-inside.mjs'],
        },
      },
    ],
  },
});
