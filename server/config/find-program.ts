// Programs of the system that the product can use: where they are installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { type Env, read } from './read-setting.ts';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** As a shell finds it; null if it is not installed, or on a system whose programs are run in another way. */
export function findProgram(env: Env, name: string): string | null {
  if (process.platform === 'win32') return null;
  const folders = (read(env, 'PATH') ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}
