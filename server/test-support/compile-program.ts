// Turns a program of the server into plain JavaScript for tests that start it many times: loading its sources costs a second each.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'vite';

/** Inside the project, because the packages are found from there. @param run the process id of the whole test run. */
export function programFolder(run: number): string {
  return join(process.cwd(), '.cache', 'tests', String(run));
}

/** @param source the program's TypeScript file. @returns the file to start with Node; it is there until the run's end. */
export async function bundle(source: string): Promise<string> {
  const parent = programFolder(process.ppid);
  mkdirSync(parent, { recursive: true });
  const outDir = mkdtempSync(join(parent, 'program-'));
  const name = `${basename(source, '.ts')}.js`;
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { input: source, output: { entryFileNames: name } },
    },
    ssr: { target: 'node', external: true },
  });
  return join(outDir, name);
}
