// `npm start`: installs and builds what is missing, then becomes the server. `--dev`: the sources, restarted as they change.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { passSignals, root, tell, tool } from './run.mjs';

await tell(async () => {
  process.chdir(root);
  await install();
  await (process.argv.includes('--dev') ? startSources() : startProduct());
});

/** In this very process: a signal reaches the server without being passed on, and there is one process less to outlive it. */
async function startProduct() {
  await build();
  if (process.env.NODE_ENV === 'development') delete process.env.NODE_ENV; // that would serve the sources
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(path.join(root, 'build/server/main.js')).href);
}

/** In a child process, because it is restarted at every change of the server. */
function startSources() {
  const watch = ['watch', '--clear-screen=false', '--include', 'server/db/migrations', 'server/main.ts'];
  const child = spawn(process.execPath, [tool('tsx/dist/cli.mjs'), ...watch], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'development' },
  });
  passSignals(child);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.exitCode = code ?? 1;
      resolve(undefined);
    });
  });
}
