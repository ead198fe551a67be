// The picture of docs/HOUSE.md follows its walls.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { pictureFaults, withPicture } from './house-picture.mjs';

const root = path.resolve(import.meta.dirname, '..');

test('the picture shows each level of the walls, and changes with them', () => {
  const page = fs.readFileSync(path.join(root, 'docs/HOUSE.md'), 'utf8');
  const lower = withPicture(page.replace('server: main, cli > app >', 'server: main, cli > app > cellar >'));
  const levels = [...lower.matchAll(/│ ([a-z-]+(?: · [a-z-]+)*) +│$/gm)].map(([, names]) => names);
  expect(levels).toEqual(expect.arrayContaining(['main · cli', 'cellar', 'features', 'lib · config']));
  expect(withPicture(page)).toBe(page);
  expect(pictureFaults(root)).toEqual([]);
});
