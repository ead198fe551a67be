// An MP4 or QuickTime video's header: whether the file is whole, and whether browsers support its codec.
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
