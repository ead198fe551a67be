// The backup service of compose.yaml: each night a backup by the product's own command, kept for days and months, and a copy of the uploads.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const name = /^topout-(\d{4}-\d{2}-\d{2})\.gz$/;
const dayMs = 86_400_000;

/**
 * What of these files is no longer kept: those of the last `days` days stay, and the oldest of each of the last `months` months. The newest
 * always stays, and so does every file of another name.
 * @param {string[]} files @param {{ today: string, days: number, months: number }} rule today as 2026-11-28
 */
export function outdated(files, { today, days, months }) {
  const ours = files.filter((file) => name.test(file)).sort();
  const firstDay = new Date(Date.parse(today) - (days - 1) * dayMs).toISOString().slice(0, 10);
  const [year = 0, month = 1] = today.split('-').map(Number);
  const firstMonth = new Date(Date.UTC(year, month - months, 1)).toISOString().slice(0, 7);
  /** @type {Set<string>} */
  const seen = new Set();
  return ours.filter((file) => {
    const day = name.exec(file)?.[1] ?? '';
    const isFirstOfMonth = !seen.has(day.slice(0, 7)) && day.slice(0, 7) >= firstMonth;
    seen.add(day.slice(0, 7));
    return day < firstDay && !isFirstOfMonth && file !== ours.at(-1);
  });
}

/**
 * Copies what is not there yet; files that are one file under two names stay one. What was removed at the source stays in the copy, because
 * an older backup of the database may name it.
 * @param {string} from @param {string} to @param {string[]} leaveOut names in `from` itself
 */
export function mirror(from, to, leaveOut) {
  /** @type {Map<number, string>} by inode, where its copy lies */
  const copies = new Map();
  /** @param {string} source @param {string} target */
  const file = (source, target) => {
    const { ino, nlink } = lstatSync(source);
    const copied = copies.get(ino);
    if (!existsSync(target)) {
      if (copied === undefined) copyWhole(source, target);
      else linkSync(copied, target);
    }
    if (nlink > 1) copies.set(ino, target);
  };
  /** @param {string} source @param {string} target @param {string[]} without */
  const folder = (source, target, without) => {
    mkdirSync(target, { recursive: true, mode: 0o700 });
    for (const entry of readdirSync(source, { withFileTypes: true })) {
      const [here, there] = [path.join(source, entry.name), path.join(target, entry.name)];
      if (without.includes(entry.name)) continue;
      if (entry.isDirectory()) folder(here, there, []);
      else if (entry.isFile()) unlessGone(() => file(here, there));
    }
  };
  folder(from, to, leaveOut);
}

/** Under its name only when it is whole. @param {string} source @param {string} target */
function copyWhole(source, target) {
  const partial = `${target}.half`;
  copyFileSync(source, partial);
  renameSync(partial, target);
}

/** The product may remove a file in the meantime. @param {() => void} work */
function unlessGone(work) {
  try {
    work();
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOENT') throw error;
  }
}

/** Milliseconds until it is this hour, UTC. @param {number} now @param {number} hour */
export function untilHour(now, hour) {
  const at = new Date(now).setUTCHours(hour, 0, 0, 0);
  return (at > now ? at : at + dayMs) - now;
}

/** @param {string} file @returns {Promise<boolean>} whether it was made */
function backup(file) {
  const cli = path.join(import.meta.dirname, '../build/server/cli.js');
  const child = spawn(process.execPath, [cli, 'backup', file], { stdio: 'inherit' });
  return new Promise((done) => child.once('close', (code) => done(code === 0)));
}

/** @param {string} setting @param {{ otherwise: number, least: number, most: number }} rule */
function numberOf(setting, { otherwise, least, most }) {
  const text = process.env[setting] ?? String(otherwise);
  if (/^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  process.stderr.write(`${setting} is '${text}', but must be a whole number from ${least} to ${most}.\n`);
  process.exit(1);
}

/** The database first: every file that it names is there when the uploads are copied. @param {string} folder @param {{ days: number, months: number }} keep */
async function backUpOnce(folder, keep) {
  const today = new Date().toISOString().slice(0, 10);
  if (!(await backup(path.join(folder, `topout-${today}.gz`)))) return false;
  const uploads = process.env.UPLOAD_ROOT;
  if (uploads && existsSync(uploads)) mirror(uploads, path.join(folder, 'uploads'), ['arriving']);
  for (const file of outdated(readdirSync(folder), { today, ...keep })) rmSync(path.join(folder, file));
  return true;
}

/** A failed one is tried again after ten minutes; nothing is removed before there is a new one. */
async function run() {
  const folder = path.resolve(process.argv[2] ?? '/backups');
  const hour = numberOf('BACKUP_HOUR', { otherwise: 3, least: 0, most: 23 });
  const days = numberOf('BACKUP_DAYS', { otherwise: 30, least: 1, most: 3650 });
  const months = numberOf('BACKUP_MONTHS', { otherwise: 12, least: 0, most: 120 });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
  for (;;) {
    const isMade = await backUpOnce(folder, { days, months }).catch((error) => {
      process.stderr.write(`${error.message}\n`);
      return false;
    });
    await new Promise((done) => setTimeout(done, isMade ? untilHour(Date.now(), hour) : 600_000));
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await run();
