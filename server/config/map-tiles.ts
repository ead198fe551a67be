// The setting MAP_TILES: one file with the tiles of a map, whose first bytes say what it is.
import { closeSync, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Env, InvalidSetting, read } from './read-setting.ts';

/** Of the third version of the format, the only one that is read. */
const headerBytes = 127;
const kinds: Record<number, string> = { 1: 'vector tiles', 2: 'PNG tiles', 3: 'JPEG tiles', 4: 'WebP tiles' };

/** What is wrong with it, or null. All that the header names lies within the file: a copy that was cut off is noticed at the start. */
function faultOf(head: Buffer, size: number): string | null {
  if (head.length < headerBytes || head.toString('latin1', 0, 7) !== 'PMTiles') return 'that is not a PMTiles archive';
  if (head[7] !== 3) return `that archive is PMTiles version ${head[7]}, and only version 3 is supported`;
  const ends = [8, 24, 40, 56].map((at) => head.readBigUInt64LE(at) + head.readBigUInt64LE(at + 8));
  if (ends.some((end) => end > BigInt(size))) return 'that archive is incomplete: copy it again';
  if (kinds[head[99] ?? 0] === undefined)
    return `its kind of tiles is not supported: use an archive with ${Object.values(kinds).join(', ')}`;
  return null;
}

/** Where it lies; null where there is none. @throws InvalidSetting */
export function readMapTiles(env: Env): string | null {
  const text = read(env, 'MAP_TILES');
  if (text === null) return null;
  const path = resolve(text);
  const fault = (what: string) => new InvalidSetting(`MAP_TILES is '${text}', but ${what}.`);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw fault(isMissing ? 'there is no file of that name' : 'that file cannot be read');
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) throw fault('that is not a file');
    const head = Buffer.alloc(headerBytes);
    const found = faultOf(head.subarray(0, readSync(file, head, 0, headerBytes, 0)), stat.size);
    if (found) throw fault(found);
  } finally {
    closeSync(file);
  }
  // What a link leads to now: files are opened without following one.
  return realpathSync(path);
}
