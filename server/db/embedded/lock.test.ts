// The claims about the lock on a data folder.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dropLock, holderOf, takeLock } from './lock.ts';
import { bornAt } from './process.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('one holder at a time, and the next when that one let go', async () => {
  expect(await takeLock(file, 'server')).toBeNull();
  expect(await takeLock(file, 'command')).toMatchObject({ pid: process.pid, purpose: 'server' });
  dropLock(file);
  expect(holderOf(file)).toBeNull();
  expect(await takeLock(file, 'command')).toBeNull();
});

test('of many who come at once one wins, also over a dead holder', async () => {
  writeFileSync(file, JSON.stringify({ pid: 2 ** 22 + 1, born: '1', purpose: 'server', file }));
  const taken = await Promise.all(Array.from({ length: 20 }, () => takeLock(file, 'server')));
  expect(taken.filter((holder) => holder === null)).toHaveLength(1);
});

test('a process that only has the same number as a dead holder does not hold it', async () => {
  const other = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)']);
  const pid = other.pid ?? 0;
  writeFileSync(file, JSON.stringify({ pid, born: `not ${bornAt(pid)}`, purpose: 'server', file }));
  expect(holderOf(file)).toBeNull();
  writeFileSync(file, JSON.stringify({ pid, born: bornAt(pid), purpose: 'server', file }));
  expect(holderOf(file)).toMatchObject({ pid });
  other.kill();
});

test('a lock that was copied along with its folder counts for nothing', async () => {
  await takeLock(file, 'server');
  const copy = join(folder, 'copy');
  copyFileSync(file, copy);
  expect(holderOf(copy)).toBeNull();
  expect(await takeLock(copy, 'server')).toBeNull();
});

test('one that its writer never finished is replaced after two seconds', async () => {
  writeFileSync(file, '');
  const old = new Date(Date.now() - 3_000);
  utimesSync(file, old, old);
  expect(await takeLock(file, 'server')).toBeNull();
  expect(readFileSync(file, 'utf8')).toContain(String(process.pid));
});
