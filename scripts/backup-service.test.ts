// What the backup service keeps, and what it copies.
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mirror, outdated, untilHour } from './backup-service.mjs';

const day = (iso: string) => `topout-${iso}.gz`;

it('a year of nightly backups comes down to the last 30 days and one of each month', () => {
  const files: string[] = [];
  for (let at = Date.parse('2025-10-01'); at <= Date.parse('2026-11-28'); at += 86_400_000)
    files.push(day(new Date(at).toISOString().slice(0, 10)));
  const gone = new Set(outdated(files, { today: '2026-11-28', days: 30, months: 12 }));
  const kept = files.filter((file) => !gone.has(file));
  expect(kept.slice(0, 11)).toEqual(
    [
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
      '2026-08',
      '2026-09',
      '2026-10',
    ].map((month) => day(`${month}-01`)),
  );
  expect(kept.slice(11)).toHaveLength(30);
  expect(kept.at(-1)).toBe(day('2026-11-28'));
});

it('the newest backup and files of other names are never removed', () => {
  const files = ['notes.txt', 'topout-2019-01-01.gz.half', day('2019-01-01'), day('2019-01-02')];
  expect(outdated(files, { today: '2026-11-28', days: 1, months: 0 })).toEqual([day('2019-01-01')]);
});

it('the next backup is at its hour today, or tomorrow when that has passed', () => {
  expect(untilHour(Date.parse('2026-11-28T01:00:00Z'), 3)).toBe(2 * 3_600_000);
  expect(untilHour(Date.parse('2026-11-28T03:00:00Z'), 3)).toBe(24 * 3_600_000);
});

it('uploads are copied once, under all their names, without those that still arrive, and what is removed stays in the copy', () => {
  const root = mkdtempSync(join(tmpdir(), 'topout-mirror-'));
  const [from, to] = [join(root, 'uploads'), join(root, 'backup/uploads')];
  for (const folder of ['arriving', 'content/ab', 'folders/7']) mkdirSync(join(from, folder), { recursive: true });
  writeFileSync(join(from, 'arriving/half'), 'half of a pict');
  writeFileSync(join(from, 'content/ab/abc'), 'a picture');
  linkSync(join(from, 'content/ab/abc'), join(from, 'folders/7/roof.jpg'));
  mirror(from, to, ['arriving']);
  expect(readdirSync(to)).toEqual(['content', 'folders']);
  expect(readFileSync(join(to, 'folders/7/roof.jpg'), 'utf8')).toBe('a picture');
  expect(statSync(join(to, 'folders/7/roof.jpg')).ino).toBe(statSync(join(to, 'content/ab/abc')).ino);

  const { ino } = statSync(join(to, 'content/ab/abc'));
  linkSync(join(from, 'content/ab/abc'), join(from, 'folders/7/slab.jpg'));
  rmSync(join(from, 'folders/7/roof.jpg'));
  mirror(from, to, ['arriving']);
  expect(readdirSync(join(to, 'folders/7'))).toEqual(['roof.jpg', 'slab.jpg']);
  expect(statSync(join(to, 'folders/7/slab.jpg')).ino).toBe(ino);
  rmSync(root, { recursive: true });
});
