// Bytes of an MP4 or QuickTime video that may reveal where, by whom and with what it was made; they are blanked in place, nothing moves.

import type { Range, ReadAt } from '#server/media/formats/read-at.ts';
import { type Mp4Box, readBox } from '#server/media/formats/video-header.ts';
import { MediaError } from '#server/media/source-errors.ts';
import type { Blank } from './blanks.ts';

type Found = {
  boxes: number;
  frees: number[];
  zeros: Range[];
  isWhole: boolean;
  hasFragments: boolean;
  hasOthers: boolean;
};
type Walk = { read: ReadAt; found: Found };

/** A file that begins with none of these is no such video. */
const beginnings = ['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'uuid', 'styp'];
/**
 * What playing needs, by parent box (ISO/IEC 14496-12, QuickTime File Format). All else is blanked, such as user data (`udta` with ©xyz,
 * loci, XMP_, GPMF), `meta` with Apple's keys, XMP in a `uuid`, remains of an earlier editor in a `free`, and what cameras append after the
 * last box.
 */
const needed: Record<'film' | 'moov' | 'trak' | 'mdia' | 'moof' | 'traf', readonly string[]> = {
  film: ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'ssix', 'mfra', 'wide'],
  moov: ['mvhd', 'trak', 'mvex', 'pssh', 'clip'],
  trak: ['tkhd', 'edts', 'mdia', 'tref', 'tapt', 'clip', 'matt', 'load', 'imap'],
  mdia: ['mdhd', 'hdlr', 'elng', 'minf'],
  moof: ['mfhd', 'traf', 'pssh'],
  traf: ['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio', 'senc'],
};
type Place = keyof typeof needed;
const places: readonly string[] = ['moov', 'trak', 'mdia', 'moof', 'traf'];
/** Pictures, sound, time codes and captions of broadcasts. Tracks of any other kind are telemetry, also where they pose as subtitles. */
const shownTracks = ['vide', 'auxv', 'soun', 'tmcd', 'clcp'];

/** The name of a box that holds nothing. */
const free = Buffer.from('free');
const maxBoxes = 4_000;
const maxBlanks = 300_000;
/** Limit of a table of samples: more than a day of video at 30 pictures a second. */
const maxTableBytes = 16 * 1024 * 1024;

const cannot = () =>
  new MediaError('no_picture', 'This video is not whole, or made in a way that its position cannot be removed');

type Inside = Mp4Box & { at: number; end: number };

async function boxesIn({ read, found }: Walk, { from, to }: Range): Promise<{ boxes: Inside[]; rest: number }> {
  const boxes: Inside[] = [];
  let at = from;
  while (at + 8 <= to) {
    found.boxes += 1;
    if (found.boxes > maxBoxes) throw cannot();
    const box = await readBox(read, { from: at, to });
    if (!box || !/^[\x20-\x7e\xa9]{4}$/.test(box.type)) break;
    boxes.push({ ...box, at, end: Math.min(at + box.size, to) });
    at += box.size;
  }
  return { boxes, rest: Math.min(at, to) };
}

function blank({ found }: Walk, { at, body, end }: Inside): void {
  found.frees.push(at + 4);
  found.zeros.push({ from: at + body, to: end });
}

async function inner(walk: Walk, box: Inside, path: readonly string[]): Promise<Inside | null> {
  const [type, ...rest] = path;
  if (type === undefined) return box;
  const { boxes } = await boxesIn(walk, { from: box.at + box.body, to: box.end });
  const next = boxes.find((one) => one.type === type);
  return next ? inner(walk, next, rest) : null;
}

/** The numbers of a table of the film, each of so many bytes, behind `skip` bytes of its content. */
async function tableOf(walk: Walk, stbl: Inside, { type, skip, width }: { type: string; skip: number; width: 4 | 8 }) {
  const box = await inner(walk, stbl, [type]);
  if (!box) return null;
  const length = box.end - box.at - box.body;
  if (length > maxTableBytes) throw cannot();
  const bytes = await walk.read(box.at + box.body, length);
  const count = Math.max(0, Math.floor((bytes.length - skip) / width));
  const numberAt = (nth: number) => {
    const at = skip + nth * width;
    return width === 4 ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at));
  };
  return { bytes, count, numberAt };
}

type Table = NonNullable<Awaited<ReturnType<typeof tableOf>>>;
type SampleTables = { chunks: Table; runs: Table; sizes: Table };

/** Null of a track without samples here. */
async function sampleTables(walk: Walk, trak: Inside): Promise<SampleTables | null> {
  const stbl = await inner(walk, trak, ['mdia', 'minf', 'stbl']);
  if (!stbl) return null;
  const short = await tableOf(walk, stbl, { type: 'stco', skip: 8, width: 4 });
  const chunks = short ?? (await tableOf(walk, stbl, { type: 'co64', skip: 8, width: 8 }));
  if (!chunks || chunks.count === 0) return null;
  const runs = await tableOf(walk, stbl, { type: 'stsc', skip: 8, width: 4 });
  const sizes = await tableOf(walk, stbl, { type: 'stsz', skip: 12, width: 4 });
  if (!runs || !sizes || sizes.bytes.length < 12 || chunks.count > maxBlanks) throw cannot();
  return { chunks, runs, sizes };
}

/** How many bytes the samples from one number to before another have together. */
function bytesOf({ bytes, count, numberAt }: Table, { from, to }: Range): number {
  const sameSize = bytes.readUInt32BE(4);
  if (sameSize > 0) return sameSize * (to - from);
  if (to > count) throw cannot();
  let sum = 0;
  for (let nth = from; nth < to; nth++) sum += numberAt(nth);
  return sum;
}

/** How many samples each chunk has: the runs of chunks say from which on so many. */
function* samplesPerChunk({ chunks, runs }: SampleTables): Generator<number> {
  let run = 0;
  for (let chunk = 1; chunk <= chunks.count; chunk++) {
    while ((run + 1) * 3 < runs.count && runs.numberAt((run + 1) * 3) <= chunk) run += 1;
    yield run * 3 + 1 < runs.count ? runs.numberAt(run * 3 + 1) : 0;
  }
}

/** All samples of a track, chunk by chunk. */
async function blankSamples(walk: Walk, trak: Inside): Promise<void> {
  const tables = await sampleTables(walk, trak);
  if (!tables) return;
  const { chunks, sizes } = tables;
  const total = sizes.bytes.readUInt32BE(8);
  let sample = 0;
  let chunk = 0;
  for (const each of samplesPerChunk(tables)) {
    const until = Math.min(total, sample + each);
    const from = chunks.numberAt(chunk);
    walk.found.zeros.push({ from, to: from + bytesOf(sizes, { from: sample, to: until }) });
    sample = until;
    chunk += 1;
  }
}

async function isShown(walk: Walk, trak: Inside): Promise<boolean> {
  const handler = await inner(walk, trak, ['mdia', 'hdlr']);
  return handler !== null && shownTracks.includes(handler.head.toString('latin1', handler.body + 8, handler.body + 12));
}

async function walkPlace(walk: Walk, place: Place, range: Range): Promise<void> {
  const { found } = walk;
  const { boxes, rest } = await boxesIn(walk, range);
  for (const box of boxes) {
    const { type, at, body, size, end } = box;
    if (type === 'moov') found.isWhole = at + size <= range.to;
    if (type === 'moof') found.hasFragments = true;
    // A table of contents that is packed itself.
    if (type === 'cmov') throw cannot();
    const isNeeded = needed[place].includes(type);
    if (type === 'trak' && !(await isShown(walk, box))) {
      found.hasOthers = true;
      await blankSamples(walk, box);
      blank(walk, box);
    } else if (!isNeeded) blank(walk, box);
    else if (places.includes(type)) await walkPlace(walk, type as Place, { from: at + body, to: end });
  }
  // What is no box, as a camera's own appendix.
  if (rest < range.to) found.zeros.push({ from: rest, to: range.to });
}

/** In order, and none over another. */
function joined({ frees, zeros }: Found, bytes: number): Blank[] {
  const ordered = zeros
    .map(({ from, to }) => ({ from, to: Math.min(to, bytes) }))
    .filter(({ from, to }) => from < to)
    .sort((one, other) => one.from - other.from);
  const whole: Range[] = [];
  for (const range of ordered) {
    const last = whole.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else whole.push({ ...range });
  }
  const within = (at: number) => whole.some(({ from, to }) => at < to && from < at + 4);
  const letters = frees.filter((at) => !within(at)).map((at) => ({ from: at, to: at + 4, as: free }));
  const all = [...letters, ...whole.map((range) => ({ ...range, as: 'zeros' as const }))];
  if (all.length > maxBlanks) throw cannot();
  return all.sort((one, other) => one.from - other.from);
}

/**
 * What to blank in a video of this many bytes; null if it is no MP4 or QuickTime video. Throws a MediaError if it is one that cannot be
 * read through: cut off, or in fragments with telemetry among them.
 */
export async function findBlanks(read: ReadAt, bytes: number): Promise<Blank[] | null> {
  const first = await read(0, 8);
  if (!beginnings.includes(first.toString('latin1', 4, 8))) return null;
  const found: Found = { boxes: 0, frees: [], zeros: [], isWhole: false, hasFragments: false, hasOthers: false };
  await walkPlace({ read, found }, 'film', { from: 0, to: bytes });
  if (!found.isWhole || (found.hasFragments && found.hasOthers)) throw cannot();
  return joined(found, bytes);
}
