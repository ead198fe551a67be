// Short videos as cameras write them, made by ffmpeg where that is installed; and a program that pretends to be it.
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { findProgram } from '#server/config/find-program.ts';

/** null: it is not installed, and tests that need it are left out. */
export const ffmpeg = findProgram(process.env, 'ffmpeg');
export const ffprobe = findProgram(process.env, 'ffprobe');

/** Where the videos say that they were filmed. */
export const filmedAt = '+06.4541+003.3947/';

type Filmed = { seconds?: number; size?: string; codec?: 'h264' | 'hevc'; rate?: number; more?: string[] };

/** Noise in motion with a tone, a place and a track of time codes, its table of contents at the end. */
export function filmed(
  to: string,
  { seconds = 1, size = '1920x1080', codec = 'h264', rate = 30, more = [] }: Filmed = {},
) {
  const of =
    codec === 'h264'
      ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '12M', '-pix_fmt', 'yuv420p']
      : ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p10le'];
  execFileSync(ffmpeg ?? '', [
    ...['-nostdin', '-v', 'error', '-y'],
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds},noise=alls=10:allf=t`],
    ...['-f', 'lavfi', '-i', `sine=d=${seconds}`, ...of, '-c:a', 'aac', '-timecode', '10:00:00:00'],
    ...['-metadata', `location=${filmedAt}`, '-metadata', 'artist=Ade Ola', ...more, to],
  ]);
  return to;
}

/** A program in its place that does what the script says; its last argument is where to write. */
export function pretended(to: string, script: string): string {
  writeFileSync(to, `#!/bin/sh\nfor to; do :; done; to="\${to#file:}"\n${script}\n`);
  chmodSync(to, 0o755);
  return to;
}
