// An MP4 or QuickTime video's header: whether the file is whole, whether browsers support its codec, its size and length.
import pLimit from 'p-limit';
import { isCutOff } from '#contract/media/cut-off.ts';
import { sniffedBytes, sniffMedia } from '#contract/media/media-bytes.ts';
import { createPromiseCache } from '#server/lib/memoize.ts';
import type { ImageMetadata } from './image-metadata.ts';
import type { ReadAt } from './read-at.ts';

/** Packings that not every browser plays, by the four characters of a sample's description (ISO/IEC 14496-12). */
const others: Record<string, string> = {
  hvc1: 'HEVC (H.265)',
  hev1: 'HEVC (H.265)',
  dvh1: 'HEVC (H.265)',
  dvhe: 'HEVC (H.265)',
  apch: 'ProRes',
  apcn: 'ProRes',
  apcs: 'ProRes',
  apco: 'ProRes',
  ap4h: 'ProRes',
  ap4x: 'ProRes',
  mp4v: 'MPEG-4 Visual',
  mjpa: 'Motion JPEG',
  mjpb: 'Motion JPEG',
  CFHD: 'CineForm',
  AVdn: 'DNxHD',
};
const containers = ['moov', 'trak', 'mdia', 'minf', 'stbl'];
/** A video has some dozens before its descriptions; more is not worth reading. */
const maxBoxes = 2_000;
const maxCached = 20_000;
const concurrency = 4;

const empty = 'This video is empty: it may not have been uploaded whole';
const cut = 'This video is not whole: its table of contents is missing. Upload it again';
const short = 'This video is cut off: it plays as far as it goes. Upload it again if there is more of it';
const needsPlayer = (packing: string) =>
  `This video is ${packing}, which not every browser plays. Where it stays dark, download it and open it with a player such as VLC`;

/** `body`: the length of what stands before its content; `head`: its first 32 bytes. */
export type Mp4Box = { type: string; body: number; size: number; head: Buffer };
type Found = { packings: string[]; isWhole: boolean; boxes: number };

/** The box at an offset; null where there is none. A size of 0 reaches to the end, 1 stands for a longer one. */
export async function readBox(read: ReadAt, { from, to }: { from: number; to: number }): Promise<Mp4Box | null> {
  const head = await read(from, 32);
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const isLong = short === 1 && head.length >= 16;
  const size = isLong ? Number(head.readBigUInt64BE(8)) : short || to - from;
  const body = isLong ? 16 : 8;
  return size < body ? null : { type: head.toString('latin1', 4, 8), body, size, head };
}

async function walk(read: ReadAt, part: { from: number; to: number }, found: Found): Promise<void> {
  for (let at = part.from; at + 8 <= part.to && found.boxes < maxBoxes; found.boxes++) {
    const box = await readBox(read, { from: at, to: part.to });
    if (!box) return;
    const { type, body, size, head } = box;
    if (type === 'moov') found.isWhole = at + size <= part.to;
    if (type === 'stsd') found.packings.push(head.toString('latin1', 20, 24));
    if (containers.includes(type)) await walk(read, { from: at + body, to: Math.min(at + size, part.to) }, found);
    at += size;
  }
}

/** Why a video of this many bytes may not play, as a sentence; undefined if nothing speaks against it. */
export async function videoProblem(read: ReadAt, bytes: number): Promise<string | undefined> {
  if (bytes === 0) return empty;
  const isVideoFile = sniffMedia(await read(0, sniffedBytes))?.startsWith('video/') === true;
  const found: Found = { packings: [], isWhole: false, boxes: 0 };
  await walk(read, { from: 0, to: bytes }, found);
  if (isVideoFile && !found.isWhole && found.boxes < maxBoxes) return cut;
  if (isVideoFile && (await isCutOff(read, { bytes, type: 'video/mp4' }))) return short;
  const packing = found.packings.map((one) => others[one]).find((name) => name !== undefined);
  return packing && needsPlayer(packing);
}

/** Opens a video for as long as `work` takes. */
type WithVideoFile = (work: typeof videoProblem) => ReturnType<typeof videoProblem>;

// What a whole video says of its pictures and sound, for whoever decides about a light copy of it.

/** `codec`: the four characters of its pictures' packing. Pixels as shown upright. */
export type VideoHeader = {
  codec: string;
  /** Of H.264 (ISO/IEC 14496-10), else null. */
  profile: number | null;
  width: number;
  height: number;
  /** Null where only its parts say it. */
  seconds: number | null;
  /** In the range of HDR: HLG or PQ (ITU-T H.273). */
  isHdr: boolean;
  /** Its table of contents comes first: it plays while it loads. */
  startsAtOnce: boolean;
  sound: string | null;
};
type Track = {
  handler: string;
  codec: string;
  profile: number | null;
  isHdr: boolean;
  width: number;
  height: number;
  turned: boolean;
};
type Contents = { read: ReadAt; boxes: number; tracks: Track[]; seconds: number | null };
type Place = { from: number; to: number };

/** Head, fixed fields of a picture's description, and the boxes behind them that matter. */
const descriptionBytes = 1_024;
const pictureFields = 86;
const longestBox = 128;
/** Transfer characteristics: PQ and HLG. */
const hdr = [16, 18];

function lengthIn(mvhd: Buffer): number | null {
  const isLong = mvhd[0] === 1;
  if (mvhd.length < (isLong ? 32 : 20)) return null;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  const isUnknown = length === 0 || length === 0xff_ff_ff_ff;
  return scale === 0 || isUnknown ? null : length / scale;
}

/** A quarter turn to either side, by its matrix. */
function isTurned(tkhd: Buffer): boolean {
  const at = tkhd[0] === 1 ? 52 : 40;
  return tkhd.length >= at + 8 && tkhd.readInt32BE(at) === 0 && tkhd.readInt32BE(at + 4) !== 0;
}

async function readDescription(contents: Contents, { from, to }: Place, track: Track): Promise<void> {
  const entry = await contents.read(from + 8, Math.min(descriptionBytes, to - from - 8));
  if (entry.length < 8) return;
  track.codec = entry.toString('latin1', 4, 8);
  if (track.handler !== 'vide' || entry.length < pictureFields) return;
  track.width = entry.readUInt16BE(32);
  track.height = entry.readUInt16BE(34);
  for (let at = pictureFields; at + 12 <= entry.length; ) {
    const size = entry.readUInt32BE(at);
    const type = entry.toString('latin1', at + 4, at + 8);
    if (type === 'avcC') track.profile = entry[at + 9] ?? null;
    // 'nclx' or 'nclc', then three numbers of 16 bits.
    if (type === 'colr' && size >= 18 && at + 16 <= entry.length)
      track.isHdr = hdr.includes(entry.readUInt16BE(at + 14));
    if (size < 8) return;
    at += size;
  }
}

async function readOfTrack(
  { contents, track }: { contents: Contents; track: Track },
  { type, place, start }: { type: string; place: Place; start: () => Promise<Buffer> },
): Promise<void> {
  if (type === 'tkhd') track.turned = isTurned(await start());
  else if (type === 'hdlr' && track.handler === '') track.handler = (await start()).toString('latin1', 8, 12);
  else if (type === 'stsd') await readDescription(contents, place, track);
}

async function readBoxes(contents: Contents, { from, to }: Place, track: Track | null): Promise<void> {
  const { read } = contents;
  for (let at = from; at + 8 <= to && contents.boxes < maxBoxes; contents.boxes++) {
    const box = await readBox(read, { from: at, to });
    if (!box) return;
    const { type, body, size } = box;
    const place = { from: at + body, to: Math.min(at + size, to) };
    const start = () => read(place.from, Math.min(longestBox, place.to - place.from));
    if (type === 'mvhd') contents.seconds = lengthIn(await start());
    else if (type === 'trak') await readTrack(contents, place);
    else if (containers.includes(type)) await readBoxes(contents, place, track);
    else if (track) await readOfTrack({ contents, track }, { type, place, start });
    at += size;
  }
}

async function readTrack(contents: Contents, place: Place): Promise<void> {
  const track: Track = { handler: '', codec: '', profile: null, isHdr: false, width: 0, height: 0, turned: false };
  await readBoxes(contents, place, track);
  contents.tracks.push(track);
}

/** Where the table of contents lies, and whether media data come before it. */
async function findContents(read: ReadAt, bytes: number): Promise<(Place & { isFirst: boolean }) | null> {
  let isFirst = true;
  for (let at = 0, boxes = 0; at + 8 <= bytes && boxes < maxBoxes; boxes++) {
    const box = await readBox(read, { from: at, to: bytes });
    if (!box) return null;
    if (box.type === 'mdat') isFirst = false;
    if (box.type === 'moov') return at + box.size <= bytes ? { from: at + box.body, to: at + box.size, isFirst } : null;
    at += box.size;
  }
  return null;
}

/** Null of what is no such video, or not whole. */
export async function readVideoHeader(read: ReadAt, bytes: number): Promise<VideoHeader | null> {
  const place = await findContents(read, bytes);
  if (!place) return null;
  const contents: Contents = { read, boxes: 0, tracks: [], seconds: null };
  await readBoxes(contents, place, null);
  const picture = contents.tracks.find(({ handler, width }) => handler === 'vide' && width > 0);
  if (!picture) return null;
  const { codec, profile, isHdr, turned, width, height } = picture;
  return {
    codec,
    profile,
    isHdr,
    width: turned ? height : width,
    height: turned ? width : height,
    seconds: contents.seconds,
    startsAtOnce: place.isFirst,
    sound: contents.tracks.find(({ handler }) => handler === 'soun')?.codec ?? null,
  };
}

/** Cached by what identifies a video's bytes. */
export function createVideoMetadata() {
  const cached = createPromiseCache<ImageMetadata>(maxCached);
  const queue = pLimit(concurrency);
  async function read(withFilm: WithVideoFile): Promise<ImageMetadata> {
    const problem = await queue(() => withFilm(videoProblem).catch(() => undefined));
    return { width: null, height: null, panorama: null, problem };
  }
  return (name: string, withFilm: WithVideoFile): Promise<ImageMetadata> => cached(name, () => read(withFilm));
}
