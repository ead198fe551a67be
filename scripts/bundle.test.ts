// Checks invented builds whose bytes cannot be compressed, so that every size is known.
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weigh } from '#scripts/bundle.mjs';

const landing = 'features/landing/landing-page.tsx';
const login = 'features/accounts/login/login-page.tsx';
/** Public pages of which nothing else is said here. */
const neighbours = {
  'features/accounts/login/forgot-password-page.tsx': { kib: 1 },
  'features/accounts/login/link-page.tsx': { kib: 1 },
};
const application = '_application.js';
const sessions = 'features/sessions/list/sessions-page.tsx';
const users = 'features/accounts/users/users-page.tsx';
const table = [
  { page: 'sessions', source: sessions },
  { page: 'users', source: users },
];
let folder = '';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'topout-bundle-'));
  fs.mkdirSync(path.join(folder, '.vite'));
});

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

type Chunks = Record<string, { kib: number; imports?: string[] }>;

/** Chunks by name: how many KiB, and what they import statically. `early`: KiB of the script that comes with every page. */
function buildOf(chunks: Chunks, early = 1) {
  fs.writeFileSync(path.join(folder, 'starter.js'), randomBytes(early * 1024));
  const manifest: Record<string, object> = {};
  for (const [key, { kib, imports = [] }] of Object.entries<Chunks[string]>({ ...neighbours, ...chunks })) {
    const file = `${path.basename(key)}.js`;
    fs.writeFileSync(path.join(folder, file), randomBytes(kib * 1024));
    manifest[key] = { file, name: key === application ? 'application' : key, imports, isEntry: key === 'index.html' };
  }
  fs.writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, '.vite/pages.json'), JSON.stringify({ starter: '/starter.js', pages: table }));
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
    [users]: { kib: 1 },
    'media/panorama.tsx': { kib: 500 },
  });
  expect(faults).toEqual([]);
  expect(summary).toBe(
    'KiB: before the first paint 1.0; landing 46.0, login 45.0, forgotten password 41.0, one-time link 41.0, sessions 72.0, users 69.0',
  );
});

test('a page over its limit is refused with both figures', () => {
  const { faults } = buildOf({
    'index.html': { kib: 60 },
    [landing]: { kib: 9 },
    [login]: { kib: 14 },
    [users]: { kib: 1 },
    [sessions]: { kib: 40 },
    [application]: { kib: 30 },
  });
  expect(faults).toEqual([
    expect.stringMatching(/^login: 74\.0 KiB of script, [67][\d.]+ are allowed$/),
    expect.stringMatching(/^sessions: 130\.0 KiB of script, 1[\d.]+ are allowed$/),
  ]);
});

test('a rendered page may not begin with much script', () => {
  const kib = 1;
  const chunks = {
    'index.html': { kib },
    [landing]: { kib },
    [login]: { kib },
    [application]: { kib },
    [users]: { kib },
  };
  const { faults } = buildOf({ ...chunks, [sessions]: { kib } }, 13);
  expect(faults).toEqual(['13.0 KiB of script before the first paint, 12 are allowed']);
});

test('a page whose chunk is gone is refused, because nothing would be weighed', () => {
  const kib = 1;
  const chunks = {
    'index.html': { kib },
    [landing]: { kib },
    [login]: { kib },
    [application]: { kib },
    [users]: { kib },
  };
  expect(buildOf(chunks).faults).toEqual([`sessions: ${sessions} is not in the manifest`]);
});
