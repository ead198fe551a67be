// Where the project lies, and which version of it this is.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder with package.json, upwards of this module, because that holds for the sources (tsx, vitest) and for the bundle in
 * build/server alike.
 */
export function projectFolder(): string {
  let root = import.meta.dirname;
  while (!existsSync(join(root, 'package.json'))) {
    if (dirname(root) === root) throw new Error('The folder of the project cannot be found.');
    root = dirname(root);
  }
  return root;
}

const { version } = JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8')) as { version: string };

/** As package.json says it. */
export const productVersion = version;
