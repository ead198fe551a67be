// Which files the built service worker keeps, and that every build makes another worker.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keptFiles, writeWorkerFiles } from './worker-files.mjs';

function built(files: Record<string, number>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'topout-worker-'));
  fs.mkdirSync(path.join(folder, 'assets'));
  for (const [name, size] of Object.entries(files))
    fs.writeFileSync(path.join(folder, 'assets', name), Buffer.alloc(size));
  fs.copyFileSync(
    path.join(import.meta.dirname, '../../web/public/service-worker.js'),
    path.join(folder, 'service-worker.js'),
  );
  return folder;
}
const worker = (folder: string) => fs.readFileSync(path.join(folder, 'service-worker.js'), 'utf8');

test('the worker keeps scripts, styles, icons and the Latin of the typeface, and nothing else', () => {
  const folder = built({
    'react-1.js': 200_000,
    'users-page-1.js': 2_000,
    'map-1.js': 300_000,
    'index-1.css': 80_000,
    'icons-1.svg': 9_000,
    'inter-subset-1.woff2': 22_000,
    'inter-vietnamese-wght-normal-1.woff2': 10_000,
    'frame-1.webp': 40_000,
    'users-page-1.js.br': 500,
  });
  const kept = ['icons-1.svg', 'index-1.css', 'inter-subset-1.woff2', 'react-1.js', 'users-page-1.js'];
  expect(keptFiles(folder)).toEqual(kept.map((name) => `/assets/${name}`));
});

test('another file makes another worker, the same files the same one', () => {
  const [one, same, other] = [built({ 'a-1.js': 1 }), built({ 'a-1.js': 1 }), built({ 'a-2.js': 1 })];
  for (const folder of [one, same, other]) writeWorkerFiles(folder);
  expect(worker(one)).toBe(worker(same));
  expect(worker(one)).not.toBe(worker(other));
  expect(worker(other)).toContain('/assets/a-2.js');
  expect(() => writeWorkerFiles(one)).toThrow('no place');
});
