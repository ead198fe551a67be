// Tries to write where no test may.
import { existsSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What the guard would fail this file for (stay-inside.mjs). */
const refused = () => (globalThis as { refusedWrites?: string[] }).refusedWrites?.splice(0);
const outside = path.resolve('/', 'written-by-a-test');

test('a write outside the checkout and the temporary folder is refused, named and not made, in every form', async () => {
  const words = 'the checkout and the temporary folder alone';
  const folder = mkdtempSync(path.join(os.tmpdir(), 'topout inside '));
  const file = path.join(folder, 'a');
  writeFileSync(file, 'a');
  expect(() => writeFileSync(outside, 'a')).toThrow(words);
  expect(() => openSync(outside, 'w')).toThrow(words);
  expect(() => renameSync(file, outside)).toThrow(words);
  await expect((async () => fs.mkdir(outside))()).rejects.toThrow(words);
  expect(existsSync(outside)).toBe(false);
  expect(refused()).toEqual(['writeFileSync', 'openSync', 'renameSync', 'mkdir'].map((call) => `${call} ${outside}`));
  rmSync(folder, { recursive: true });
});
