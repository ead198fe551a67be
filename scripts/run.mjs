// What the scripts share: the project's folder, their output, how they start other programs.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const cacheFolder = path.join(root, '.cache');

/** A failure that is reported by its message alone, without a stack. */
export class Refusal extends Error {}

/**
 * Runs a script. A Refusal becomes one sentence and exit code 1; a full disk or a folder without rights likewise.
 * @param {() => Promise<void>} story
 */
export async function tell(story) {
  stopWithNpm();
  try {
    await story();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : (sentenceOf(error) ?? error));
    process.exitCode = 1;
  }
}

/** @param {unknown} error */
function sentenceOf(error) {
  const { code, path: where } = /** @type {NodeJS.ErrnoException} */ (error ?? {});
  if (code === 'ENOSPC') return 'The disk is full: free some space and start again.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `This user may not write to ${where ?? root}: give the folder to the user who starts Topout.`;
  return undefined;
}

/** The program of an installed package, to be run by this Node: no shell, no PATH, spaces in folders allowed. @param {string} file */
export function tool(file) {
  return path.join(root, 'node_modules', file);
}

/**
 * Runs a Node program in the project's folder and waits for it.
 * @param {string[]} args the program and its arguments
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, minutes?: number }} [options] show: let it write to our terminal; minutes: end it after that long
 * @returns {Promise<{ code: number, output: string }>} output is empty when shown
 */
export function node(args, { env = {}, show = false, minutes = 10 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    const tooLong = setTimeout(() => {
      output += `\nNot finished after ${minutes} minutes.`;
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
    }, minutes * 60_000);
    const release = passSignals(child);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(tooLong);
      const stopped = release();
      if (stopped) process.exit(128 + (stopped === 'SIGINT' ? 2 : 15));
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Passes SIGINT and SIGTERM on to a child, so that stopping the script stops what it started.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => NodeJS.Signals | undefined} ends that, and says which signal came, if one did
 */
export function passSignals(child) {
  let came = /** @type {NodeJS.Signals | undefined} */ (undefined);
  const names = /** @type {const} */ (['SIGINT', 'SIGTERM']);
  const pass = (/** @type {NodeJS.Signals} */ name) => {
    came = name;
    child.kill(name);
  };
  for (const name of names) process.on(name, pass);
  return () => {
    for (const name of names) process.off(name, pass);
    return came;
  };
}

/**
 * npm runs a script through a shell, and a SIGTERM for npm ends that shell without reaching us. So when the shell is gone we stop as if the
 * signal had come. Started without npm, we outlive whoever started us.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 300);
  watch.unref();
}
