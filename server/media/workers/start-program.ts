// How a program of our own is started as a process: built as plain JavaScript beside the server, in development compiled at start.
import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Few memory arenas: what one picture freed the next can use, and large blocks return to the system at once. */
const frugalMemory = {
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

type MemoryLimits = {
  /** The heap of its JavaScript, in MB. */
  heap?: number;
  /** Of that the part for new objects, in MB. */
  youngHeap?: number;
  /** All that it holds, libraries included, in bytes: allocations beyond it fail. */
  memory?: number;
};

const shell = '/bin/sh';
/** Node 24 reserves half a gigabyte of addresses for compiled code, writable, so that the system counts them as held. */
const reserved = Number.parseInt(process.versions.node, 10) >= 24 ? 512 * 1024 * 1024 : 0;

/** Only the shell can set the limit, for itself and the program it becomes. Where that is not possible, the program runs anyway. */
function limited(memory: number, execArgv: string[]): Pick<ForkOptions, 'execPath' | 'execArgv'> {
  if (process.platform !== 'linux' || !existsSync(shell)) return { execArgv };
  const begin = `ulimit -d ${Math.floor((memory + reserved) / 1024)} 2>/dev/null; exec "$@"`;
  return { execPath: shell, execArgv: ['-c', begin, 'sh', process.execPath, ...execArgv] };
}

/** It hears and says everything by messages; its errors go where the server's go. */
export function startProgram(path: string, { heap, youngHeap, memory }: MemoryLimits): ChildProcess {
  const execArgv = [
    ...(path.endsWith('.ts') ? ['--import', 'tsx'] : []),
    ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]),
    ...(youngHeap === undefined ? [] : [`--max-semi-space-size=${youngHeap}`]),
  ];
  return fork(path, [], {
    ...(memory === undefined ? { execArgv } : limited(memory, execArgv)),
    env: frugalMemory,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
