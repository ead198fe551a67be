// The server's programs as plain JavaScript, built once for a run of tests: compiling the sources costs each start a second and more.
import { join } from 'node:path';

/** Inside the project, because the packages are found from there. @param run the process id of the whole test run. */
export function programFolder(run: number): string {
  return join(process.cwd(), '.cache', 'tests', String(run));
}

/** @param name as in vite.server.config.ts, or that of a program of the tests. @returns the file to start with Node. */
export function builtProgram(name: string): string {
  return join(programFolder(process.ppid), `${name}.js`);
}
