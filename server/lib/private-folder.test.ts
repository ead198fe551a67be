// Claims about who may read what the product keeps.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyMedia } from '#server/db/demo/demo-folder.ts';
import { dataDirectoryForRoot } from '#server/db/embedded/data-directory.ts';
import { closeFolder, makePrivateFiles } from './private-folder.ts';

let folder: string;
let umask: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'topout-private-'));
  umask = process.umask();
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (...path: string[]) => statSync(join(folder, ...path)).mode & 0o7777;
/** Windows has rights of another kind. */
const here = test.runIf(process.platform !== 'win32');

function openOne(): void {
  for (const name of ['pictures', 'pg', 'bin']) mkdirSync(join(folder, name));
  for (const name of ['', 'pictures', 'bin']) chmodSync(join(folder, name), 0o755);
  chmodSync(join(folder, 'pg'), 0o700);
}

here('a data folder that others could read is closed, and that is said once', () => {
  openOne();
  expect(closeFolder(folder, false)).toBe(
    `Other users of this machine could read in ${folder}: it is closed to them now.`,
  );
  expect([modeOf(), modeOf('pictures'), modeOf('bin')]).toEqual([0o700, 0o700, 0o755]);
  expect(closeFolder(folder, false)).toBeNull();
});

here('where the database runs as another user, that one still comes to its own folders', () => {
  openOne();
  closeFolder(folder, true);
  expect([modeOf(), modeOf('pictures'), modeOf('bin'), modeOf('pg')]).toEqual([0o711, 0o700, 0o755, 0o700]);
  expect(closeFolder(folder, true)).toBeNull();
});

here('a folder for everybody, or one that is not there, is left alone', () => {
  chmodSync(folder, 0o1777);
  expect([closeFolder(folder, false), closeFolder(join(folder, 'none'), false)]).toEqual([null, null]);
  expect(modeOf()).toBe(0o1777);
});

here('what is made from the start on is for its owner alone', () => {
  makePrivateFiles();
  mkdirSync(join(folder, 'new'));
  writeFileSync(join(folder, 'new/file'), 'x');
  expect([modeOf('new'), modeOf('new/file')]).toEqual([0o700, 0o600]);
});

here('what a start makes itself is closed from the beginning, so that nothing is said of it', async () => {
  chmodSync(folder, 0o755);
  const from = join(folder, 'demo');
  mkdirSync(from);
  chmodSync(from, 0o755);
  const { home } = dataDirectoryForRoot(join(folder, 'above', 'data'), join(folder, 'system'));
  await copyMedia({ from, to: join(home, 'demo-media') });
  expect([closeFolder(home, true), statSync(home).mode & 0o777]).toEqual([null, 0o711]);
});
