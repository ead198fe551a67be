// Loaded before every test file: writes outside the checkout and the temporary folder are refused, and fail the file.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect } from 'vitest';

/** The calls that change something, by the arguments that name it. */
const changing = /** @type {const} */ ([
  [
    [0],
    'appendFile chmod chown createWriteStream lutimes mkdir mkdtemp open rm rmdir truncate unlink utimes writeFile',
  ],
  [[1], 'copyFile cp link symlink'],
  [[0, 1], 'rename'],
]);
const folders = [path.resolve(import.meta.dirname, '../..'), os.tmpdir(), '/dev'];
const allowed = [...folders, ...folders.filter((folder) => fs.existsSync(folder)).map((one) => fs.realpathSync(one))];

/** One list for all test files in a process, each of which loads this module again. */
const shared = /** @type {{ refusedWrites?: string[] }} */ (globalThis);
if (!shared.refusedWrites) {
  shared.refusedWrites = [];
  for (const module of [fs, fs.promises])
    for (const [at, names] of changing)
      for (const name of names.split(' ')) for (const call of [name, `${name}Sync`]) guard(module, call, at);
  syncBuiltinESMExports();
}

afterAll(() => {
  const refused = shared.refusedWrites?.splice(0);
  expect(refused, 'written outside the checkout and the temporary folder').toEqual([]);
});

/** @param {object} module @param {string} call @param {readonly number[]} at */
function guard(module, call, at) {
  const calls = /** @type {Record<string, ((...args: unknown[]) => unknown) | undefined>} */ (module);
  const original = calls[call];
  if (!original) return;
  const guarded = (/** @type {unknown[]} */ ...args) => {
    const [foreign] = opensToRead(call, args) ? [] : at.map((nth) => args[nth]).filter(isForeign);
    if (foreign === undefined) return original.apply(module, args);
    shared.refusedWrites?.push(`${call} ${foreign}`);
    throw new Error(`Tests write to the checkout and the temporary folder alone: ${call} ${foreign}`);
  };
  calls[call] = Object.assign(guarded, original);
}

/** @param {string} call @param {unknown[]} args */
function opensToRead(call, [, flags]) {
  const isOpening = call === 'open' || call === 'openSync';
  return (
    isOpening &&
    (typeof flags === 'function' || [undefined, 'r', 'rs', fs.constants.O_RDONLY].includes(/** @type {any} */ (flags)))
  );
}

/** What is open already, by number or handle, was checked when it was opened. @param {unknown} target */
function isForeign(target) {
  if (!(typeof target === 'string' || target instanceof URL || Buffer.isBuffer(target))) return false;
  const whole = path.resolve(target instanceof URL ? fileURLToPath(target) : target.toString());
  return !allowed.some((folder) => whole === folder || whole.startsWith(folder + path.sep));
}
