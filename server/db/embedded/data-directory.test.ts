// The claims about where the shipped database lies.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataDirectoryForRoot, mayEnter } from './data-directory.ts';

let parent: string;
const stranger = { uid: 61_234, gid: 61_234 };

beforeEach(() => {
  parent = realpathSync(mkdtempSync(join(tmpdir(), 'place-')));
  chmodSync(parent, 0o755);
});
/** Where temporary files lie in a folder that is only their owner's, no folder within is anybody else's either. */
const isPrivate = !mayEnter(tmpdir(), stranger);
afterEach(() => rmSync(parent, { recursive: true }));

test.skipIf(isPrivate)("a stranger may enter an open folder and not one that is only its owner's, however deep", () => {
  const deep = join(parent, 'home', 'project', 'data');
  mkdirSync(deep, { recursive: true });
  expect(mayEnter(deep, stranger)).toBe(true);
  chmodSync(join(parent, 'home'), 0o700);
  expect(mayEnter(deep, stranger)).toBe(false);
  expect(mayEnter(join(deep, 'not', 'there', 'yet'), stranger)).toBe(false);
  expect(mayEnter(deep, { uid: process.getuid?.() ?? 0, gid: 0 })).toBe(true);
});

test.skipIf(isPrivate)("root's database lies where it was asked for, if the server's user gets there", () => {
  const asked = join(parent, 'data');
  const place = dataDirectoryForRoot(asked, join(parent, 'system'));
  expect(place).toMatchObject({ home: asked, cluster: join(asked, 'pg'), elsewhere: false });
  expect(place.owner?.uid).toBeGreaterThan(0);
});

test('else in a folder of the system, one per data folder, and there it stays', () => {
  const home = join(parent, 'root');
  mkdirSync(home, { mode: 0o700 });
  const asked = join(home, 'data');
  const place = dataDirectoryForRoot(asked, join(parent, 'system'));
  expect([place.elsewhere, existsSync(asked)]).toEqual([true, false]);
  expect(place.home.startsWith(join(parent, 'system'))).toBe(true);
  expect(dataDirectoryForRoot(join(home, 'other'), join(parent, 'system')).home).not.toBe(place.home);
  mkdirSync(place.cluster);
  chmodSync(home, 0o755);
  expect(dataDirectoryForRoot(asked, join(parent, 'system')).home).toBe(place.home);
});
