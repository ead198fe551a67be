// An earlier version of the product, checked out and built beside this one; kept for the next run.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** `commit` in full; `folder` is its project's. */
export type EarlierVersion = { commit: string; folder: string };

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();

/** Before package.json said the present version. */
export function commitBefore(): string {
  return git('log', '-1', '-G"version":', '--format=%H^', '--', 'package.json');
}

/** Its own scripts install and build it, as an operator's start would. */
const prepare = `
  const { install } = await import('./scripts/install.mjs');
  await install();
  const { build } = await import('./scripts/build.mjs');
  await build();`;

export function buildVersion(name: string): EarlierVersion {
  const commit = git('rev-parse', `${name}^{commit}`);
  const folder = resolve('.cache/bench/versions', commit.slice(0, 12));
  if (!existsSync(folder)) git('clone', '--quiet', '--shared', '--no-checkout', resolve('.'), folder);
  git('-C', folder, 'checkout', '--quiet', '--detach', commit);
  const built = { cwd: folder, stdio: 'inherit' } as const;
  if (!existsSync(join(folder, 'build/server/main.js')))
    execFileSync(process.execPath, ['--input-type=module', '-e', prepare], built);
  return { commit, folder };
}
