// Weighs made-up builds whose bytes cannot be compressed, so that every size is known.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weigh } from '#scripts/bundle.mjs';

const landing = 'features/landing/landing-page.tsx';
const login = 'features/auth/login-page.tsx';
const application = 'app/application.tsx';
const sessions = 'features/sessions/sessions-page.tsx';
let folder = '';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'topout-bundle-'));
  fs.mkdirSync(path.join(folder, '.vite'));
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** Chunks by name: how many KiB, and what they import statically. */
function buildOf(chunks: Record<string, { kib: number; imports?: string[] }>) {
  const manifest: Record<string, object> = {};
  for (const [key, { kib, imports = [] }] of Object.entries(chunks)) {
    const file = `${path.basename(key)}.js`;
    fs.writeFileSync(path.join(folder, file), randomBytes(kib * 1024));
    manifest[key] = { file, imports, isEntry: key === 'index.html' };
  }
  fs.writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  return weigh(folder);
}

test('a page weighs its entry, its own chunks and what they import, each once, and nothing that loads later', () => {
  const { faults, summary } = buildOf({
    'index.html': { kib: 10, imports: ['_react.js'] },
    '_react.js': { kib: 30 },
    [landing]: { kib: 6 },
    [login]: { kib: 5, imports: ['_react.js'] },
    [application]: { kib: 20, imports: ['_react.js', '_kit.js'] },
    '_kit.js': { kib: 8 },
    [sessions]: { kib: 4, imports: ['_kit.js'] },
    'media/sphere.tsx': { kib: 500 },
  });
  expect(faults).toEqual([]);
  expect(summary).toBe('landing 46.0 KiB, login 45.0 KiB, sessions list 72.0 KiB');
});

test('a page over its limit is refused with both figures', () => {
  const { faults } = buildOf({
    'index.html': { kib: 70 },
    [landing]: { kib: 4 },
    [login]: { kib: 6 },
    [application]: { kib: 49 },
    [sessions]: { kib: 2 },
  });
  expect(faults).toEqual([
    'login: 76.0 KiB of script, 75 are allowed',
    'sessions list: 121.0 KiB of script, 120 are allowed',
  ]);
});

test('a page whose chunk is gone is refused, because nothing would be weighed', () => {
  const kib = 1;
  const { faults } = buildOf({ 'index.html': { kib }, [landing]: { kib }, [login]: { kib }, [application]: { kib } });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(/^sessions list: nothing in the manifest matches/);
});
