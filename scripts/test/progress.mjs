// How far a run of the tests is and how long it will go on: as long as each part took the last time, at first as long as it usually takes.
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '#scripts/run.mjs';

/** Seconds by part. @typedef {Record<string, number>} Durations */

const file = path.join(cacheFolder, 'durations.json');
/** On two processors that have nothing else to do. @type {Durations} */
const usual = { check: 90, unit: 30, server: 900, e2e: 2450 };

/** What is known of each part. @returns {Durations} */
export function readDurations() {
  try {
    return { ...usual, ...JSON.parse(fs.readFileSync(file, 'utf8')) };
  } catch {
    return usual;
  }
}

/** For the next run. @param {string} part @param {number} seconds */
export function keepDuration(part, seconds) {
  fs.mkdirSync(cacheFolder, { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ ...readDurations(), [part]: Math.round(seconds) }));
}

/**
 * One line. A part that takes longer than the last time is said to end soon, not before now.
 * @param {string[]} parts all that are run, in their order
 * @param {{ part: string, seconds: number, durations: Durations }} now the part that runs, and for how long already
 */
export function progressOf(parts, { part, seconds, durations }) {
  const at = parts.indexOf(part);
  const left = Math.max(0, (durations[part] ?? 0) - seconds);
  const after = parts.slice(at + 1).reduce((sum, name) => sum + (durations[name] ?? 0), 0);
  const where = `${part}, part ${at + 1} of ${parts.length}`;
  const so = seconds > 0 ? `, for ${minutes(seconds)} so far` : '';
  return `${where}${so}: about ${minutes(left)} left${after > 0 ? `, ${minutes(left + after)} with what follows` : ''}`;
}

/** @param {number} seconds */
function minutes(seconds) {
  return seconds < 60 ? 'a minute' : `${Math.round(seconds / 60)} min`;
}
