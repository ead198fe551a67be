// Films of a site: the flight of the drone round it, and frames packed as MP4 by ffmpeg, which only the maker of the media needs.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Camera } from './camera.ts';

export interface Reel {
  width: number;
  height: number;
  perSecond: number;
  seconds: number;
}

/** Degrees that the flight turns to either side of the viewpoint that it goes through. */
const SWEEP = 38;
const noEncoder = 'Films need ffmpeg, which is not installed here (`apt-get install ffmpeg`): they were left out.';

/**
 * The viewpoint at `progress` 0 to 1 of a flight in a circle through `through`, which it passes halfway: every visit is
 * flown alike, so that two films show the same place at the same second.
 */
export function flight(through: Camera, progress: number): Camera {
  if (through.kind !== 'lens') throw new Error('A flight is flown with a lens');
  const { from, to } = through;
  const eased = progress * progress * (3 - 2 * progress);
  const turn = ((2 * eased - 1) * SWEEP * Math.PI) / 180;
  const x = from[0] - to[0];
  const z = from[2] - to[2];
  const turned = [x * Math.cos(turn) - z * Math.sin(turn), x * Math.sin(turn) + z * Math.cos(turn)] as const;
  return { ...through, from: [to[0] + turned[0], from[1], to[2] + turned[1]] };
}

function ffmpeg(args: string[], input?: Buffer[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn('ffmpeg', ['-hide_banner', '-loglevel', 'error', ...args], {
      stdio: [input ? 'pipe' : 'ignore', 'ignore', 'inherit'],
    });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
    for (const frame of input ?? []) child.stdin?.write(frame);
    child.stdin?.end();
  });
}

let able: Promise<boolean> | undefined;

/** Whether films can be made on this machine; says so once where they cannot. */
export function canFilm(): Promise<boolean> {
  able ??= ffmpeg(['-version']).then((code) => {
    if (code !== 0) console.log(noEncoder);
    return code === 0;
  });
  return able;
}

const BEST = 24;
const WORST = 36;

/** H.264 that starts before it is whole, at the best quality that fits into `limit` bytes; frames are 3 bytes per pixel, sRGB. */
export async function toFilm(frames: Buffer[], reel: Reel, limit: number): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'film-'));
  const file = join(folder, 'film.mp4');
  const { width, height, perSecond } = reel;
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${perSecond}`, '-i', '-'];
  const colour = ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-pix_fmt', 'yuv420p'];
  const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-g', `${perSecond}`];
  const coding = ['-c:v', 'libx264', '-preset', 'veryslow', '-threads', '1', '-bitexact', '-movflags', '+faststart'];
  try {
    for (let rate = BEST; ; rate += 2) {
      const code = await ffmpeg([...raw, ...colour, ...tags, ...coding, '-crf', `${rate}`, '-y', file], frames);
      if (code !== 0) throw new Error('ffmpeg could not write the film');
      const bytes = await readFile(file);
      if (bytes.length <= limit || rate >= WORST) return bytes;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
