// A drone never stands twice at the same place: where each visit's camera really was, and in which direction it looked.
import type { Lens } from './camera.ts';
import { dice } from './noise.ts';
import type { Point } from './pen.ts';

/** At most, to either side: metres over ground and in height, degrees, and the share of light. */
const MOST = { aside: 1.2, height: 0.7, heading: 1.4, pitch: 0.7, roll: 0.6, light: 0.07 };
/** Of cameras that keep their place: what lies within the wider planned picture, so that it could be cut out of one. */
const TURNED = { aside: 0, height: 0, heading: 1.1, pitch: 0.5, roll: 0.5, light: 0.07 };
const NARROWER = 0.94;

const degrees = (radians: number) => (radians * 180) / Math.PI;
const radians = (angle: number) => (angle * Math.PI) / 180;

/** Degrees clockwise from north and above the horizon; north is -z, east is +x. */
export function directionOf({ from, to }: Pick<Lens, 'from' | 'to'>): { heading: number; pitch: number } {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  return { heading: (degrees(Math.atan2(x, -z)) + 360) % 360, pitch: degrees(Math.atan2(y, Math.hypot(x, z))) };
}

function seedOf(text: string): number {
  return Array.from(text).reduce((sum, sign) => Math.imul(sum ^ sign.codePointAt(0)!, 16_777_619) >>> 0, 2_166_136_261);
}

function moved(lens: Lens, picture: string, most: typeof MOST): Lens {
  const next = dice(seedOf(picture));
  const about = (limit: number) => (next() * 2 - 1) * limit;
  const { from, to } = lens;
  const stand: Point = [from[0] + about(most.aside), from[1] + about(most.height), from[2] + about(most.aside)];
  const { heading, pitch } = directionOf(lens);
  const turned = radians(heading + about(most.heading));
  const tilted = radians(pitch + about(most.pitch));
  const far = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const flat = Math.cos(tilted) * far;
  return {
    ...lens,
    from: stand,
    to: [stand[0] + Math.sin(turned) * flat, stand[1] + Math.sin(tilted) * far, stand[2] - Math.cos(turned) * flat],
    roll: about(most.roll),
    bright: 1 + about(most.light),
  };
}

/** `lens` as it was held when the picture named `picture` was taken; the same for the same name. */
export function drifted(lens: Lens, picture: string): Lens {
  return moved(lens, picture, MOST);
}

/** The same of a camera that only turns, and is zoomed in a little. */
export function turned(lens: Lens, picture: string): Lens {
  return { ...moved(lens, picture, TURNED), angle: lens.angle * NARROWER };
}
