// The operator's commands (create-admin, backup, restore, storage): prepares the server like a start, then runs its command-line entry.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { root, tell } from './run.mjs';

await tell(async () => {
  const [command = '', ...rest] = process.argv.slice(2);
  process.chdir(root);
  await install();
  await build(['server']);
  process.setSourceMapsEnabled(true);
  process.argv = [process.execPath, 'cli', command, ...rest.map((word) => fromCaller(command, word))];
  await import(pathToFileURL(path.join(root, 'build/server/cli.js')).href);
});

/** npm changes to the project's folder: a file is meant from where the person stands. @param {string} command @param {string} word */
function fromCaller(command, word) {
  const isFile = (command === 'backup' || command === 'restore') && !word.startsWith('-');
  return isFile ? path.resolve(process.env.INIT_CWD ?? process.cwd(), word) : word;
}
