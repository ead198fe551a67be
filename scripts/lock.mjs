// A lock file with our process id in it, so that two starts neither install nor build over each other.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cacheFolder } from './run.mjs';

const longest = 15 * 60_000;

/**
 * Does the work while no other process of this project folder does the same; waits for its turn.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function alone(name, work) {
  const file = path.join(cacheFolder, `${name}.lock`);
  fs.mkdirSync(cacheFolder, { recursive: true });
  let hasPrinted = false;
  while (!take(file)) {
    if (!hasPrinted) console.log(`Waiting for another Topout to finish its ${name} ...`);
    hasPrinted = true;
    await pause(200);
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  if (abandoned(file)) fs.rmSync(file, { force: true });
  return false;
}

/** A lock whose holder is gone, or so old that its number belongs to somebody else by now. @param {string} file */
function abandoned(file) {
  try {
    if (Date.now() - fs.statSync(file).mtimeMs > longest) return true;
    const holder = Number(fs.readFileSync(file, 'utf8'));
    // Zero is a file that is just being written: kill(0) would address our own process group.
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH';
  }
}
