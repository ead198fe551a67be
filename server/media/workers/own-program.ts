// Programs of our own that run as separate processes: built as plain JavaScript beside the server, in development compiled at start.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Few memory arenas: what one picture freed the next can use, and large blocks return to the system at once. */
export const frugalMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

let builtFolder: string | null = null;

/** For tests, which start programs by the hundred: where the built ones are. */
export function startBuiltPrograms(folder: string): void {
  builtFolder = folder;
}

/** `folder`: of the module that starts it. */
export function programPath(folder: string, name: string): string {
  return builtFolder ? join(builtFolder, `${name}.js`) : join(folder, `${name}.${ending}`);
}

type ProgramOptions = Pick<ForkOptions, 'execArgv' | 'serialization' | 'env'> & {
  args?: readonly string[];
  /** Its memory limit, libraries included: allocations beyond it fail. */
  memory?: number;
};

const shell = '/bin/sh';

/** Only the shell can set the limit, for itself and the program it becomes. Where that is not possible, the program runs anyway. */
function limited(memory: number, execArgv: string[]): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (process.platform !== 'linux' || !existsSync(shell)) return { execArgv };
  const begin = `ulimit -d ${Math.floor(memory / 1024)} 2>/dev/null; exec "$@"`;
  return { execPath: shell, execArgv: ['-c', begin, 'sh', process.execPath, ...execArgv] };
}

/** Requests and settings are sent as messages; its errors go where the server's go. */
export function startProgram(
  path: string,
  { args = [], execArgv = [], memory, ...options }: ProgramOptions,
): ChildProcess {
  const compile = path.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const all = [...compile, ...execArgv];
  return fork(path, args, {
    ...options,
    ...(memory === undefined ? { execArgv: all } : limited(memory, all)),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
