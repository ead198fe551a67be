// A program of our own only ever steps back.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = new URL('./serve.ts', import.meta.url).href;
const started = (priority: number) =>
  execFileSync(
    process.execPath,
    [
      '--import=tsx',
      '--input-type=module',
      '--eval',
      `import os from 'node:os';
       const { lowerPriority } = await import(${JSON.stringify(program)});
       os.setPriority(${priority});
       lowerPriority(10);
       console.log(os.getPriority());`,
    ],
    { encoding: 'utf8' },
  ).trim();

test.each([
  [0, '10'],
  [15, '15'],
])('started with priority %d it goes on with %s', (before, after) => {
  expect(started(before)).toBe(after);
});
