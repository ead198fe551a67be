// Makes the light copy of a video and its picture with ffmpeg: what it is told, and what becomes of it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { withFile } from '#server/media/formats/read-at.ts';
import { readVideoHeader, type VideoHeader } from '#server/media/formats/video-header.ts';
import { runCommand } from '#server/media/workers/run-command.ts';
import { lightSides, maxLightBytes, type NoCopy, refusalOfCopy } from './light-copy.ts';

/** Which reader ffmpeg takes, by the file's own first bytes: it must not choose one that opens other files, such as a list. */
export type Container = 'mov' | 'matroska';
export type MadeVideo = { video: string; poster: string | null; header: VideoHeader };
/** `none`: the same would come of another try. `failed`: perhaps not, with the program's own words. */
type NotMade = { none: NoCopy } | { failed: string };
type Source = { path: string; bytes: number; container: Container; header: VideoHeader | null };
/** `folder`: where both are made. */
type Place = { ffmpeg: string; folder: string; signal: AbortSignal };
type Making = Place & { onProgress(share: number): void };

/** Decoding 4K in 10 bits with two threads, and encoding 720p, takes a third of it. */
const memory = 1_500 * 1024 * 1024;
const threads = '2';

/** A slow, busy machine takes some seconds for a second of 4K. */
const timeoutOf = ({ header, bytes }: Source) =>
  5 * 60_000 + 1_000 * Math.max((header?.seconds ?? 0) * 30, bytes / 200_000);
const posterTimeout = 60_000;
const posterShare = 0.1;

/** What cameras, phones and editors write; decoders for anything else have no business here. */
const decoders = [
  ...[
    'h264',
    'hevc',
    'mpeg4',
    'mpeg2video',
    'mjpeg',
    'prores',
    'dnxhd',
    'cfhd',
    'vp8',
    'vp9',
    'av1',
    'libdav1d',
    'libaom-av1',
  ],
  ...['aac', 'mp3', 'mp3float', 'ac3', 'eac3', 'alac', 'opus', 'libopus', 'vorbis', 'flac', 'amrnb', 'adpcm_ima_qt'],
  ...['alaw', 'mulaw', 's8', 'u8', 's16le', 's16be', 's24le', 's24be', 's32le', 's32be', 'f32le', 'f32be'].map(
    (kind) => `pcm_${kind}`,
  ),
].join(',');

const { long, short } = lightSides;
const upright = 'iw*sar';
const share = `min(1,min(${long}/max(${upright},ih),${short}/min(${upright},ih)))`;
/** Even sides, as H.264 needs them, and square pixels; what was turned by its header is turned before. */
const scale = `scale=w='2*trunc(${upright}*${share}/2)':h='2*trunc(ih*${share}/2)':out_range=tv,setsar=1`;
/** From the range of HDR into that of common screens. */
const toned = [
  'zscale=t=linear:npl=203',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
].join(',');

const reading = ({ path, container }: Pick<Source, 'path' | 'container'>) => [
  ...['-nostdin', '-v', 'error', '-threads', threads, '-protocol_whitelist', 'file', '-f', container],
  ...['-codec_whitelist', decoders, '-i', `file:${path}`],
];
/** Neither the camera's words nor the programs' own. */
const silent = ['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-flags', '+bitexact'];

const copyArgs = (source: Source, to: string, isToned: boolean) => [
  ...['-progress', 'pipe:1', '-stats_period', '1', '-filter_threads', '1', ...reading(source)],
  ...['-map', '0:V:0', '-map', '0:a:0?', '-sn', '-dn', ...silent, '-write_tmcd', '0'],
  ...['-vf', isToned ? `${scale},${toned},format=yuv420p` : `${scale},format=yuv420p`, '-fpsmax', '30'],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-threads:v', threads, '-g', '60'],
  ...['-crf', '24', '-maxrate', '1900k', '-bufsize', '3800k'],
  ...['-c:a', 'aac', '-b:a', '96k', '-ac', '2'],
  ...['-movflags', '+faststart', '-fs', String(maxLightBytes + 1), '-f', 'mp4', `file:${to}`],
];

const posterArgs = (source: Pick<Source, 'path' | 'container'>, seconds: number, to: string) => [
  ...['-ss', (seconds * posterShare).toFixed(2), ...reading(source)],
  ...['-map', '0:V:0', ...silent, '-frames:v', '1'],
  ...['-vf', `${scale.replace('range=tv', 'range=pc')},format=yuvj420p`, '-q:v', '5', '-update', '1', '-f', 'image2'],
  `file:${to}`,
];

/** In microseconds, whatever its name says. */
function secondsIn(line: string): number | null {
  const [, done] = /^out_time_(?:us|ms)=(\d+)$/.exec(line) ?? [];
  return done === undefined ? null : Number(done) / 1e6;
}

async function copied(source: Source, { ffmpeg, folder, signal, onProgress }: Making, isToned: boolean) {
  const to = join(folder, 'light.mp4');
  const length = source.header?.seconds ?? null;
  const onLine = (line: string) => {
    const done = secondsIn(line);
    if (done !== null && length !== null) onProgress(Math.min(0.99, done / length));
  };
  const args = copyArgs(source, to, isToned);
  const outcome = await runCommand({ program: ffmpeg, args, memory, timeout: timeoutOf(source), signal, onLine });
  return { ...outcome, to };
}

/** From about a tenth of its length; null where it cannot be drawn. */
export async function drawPoster(
  source: Pick<Source, 'path' | 'container' | 'header'>,
  { ffmpeg, folder, signal }: Place,
): Promise<string | null> {
  const to = join(folder, 'poster.jpg');
  const args = posterArgs(source, source.header?.seconds ?? 0, to);
  const limits = { memory, timeout: posterTimeout, signal, onLine: () => undefined };
  const { code } = await runCommand({ program: ffmpeg, args, ...limits });
  return code === 0 && existsSync(to) ? to : null;
}

/** The copy with its picture, or why there is none. Throws where the signal ends it. */
export async function makeVideo(source: Source, making: Making): Promise<MadeVideo | NotMade> {
  const { header, bytes } = source;
  const isHdr = header?.isHdr ?? false;
  let done = await copied(source, making, isHdr);
  // Not every ffmpeg has what tones it.
  if (isHdr && done.code === 1) done = await copied(source, making, false);
  const { code, isLate, words, to } = done;
  if (isLate) return { none: 'late' };
  if (code !== 0) return { failed: words };
  const made = await withFile(to, async (read, size) => ({ header: await readVideoHeader(read, size), bytes: size }));
  const refusal = refusalOfCopy(made, { header, bytes });
  if (refusal !== null || made.header === null) return { none: refusal === 'weight' ? 'weight' : 'unlike' };
  const poster = await drawPoster({ path: to, container: 'mov', header: made.header }, making);
  return { video: to, poster, header: made.header };
}
