// What the drift of a camera promises: little, in every respect, and the same each time.
import { expect, test } from 'vitest';
import { aim, type Lens } from './camera.ts';
import { directionOf, drifted, turned } from './drift.ts';

const lens: Lens = { kind: 'lens', from: [43, 30, 47], to: [-1, 7.5, -1], angle: 61 };
const pictures = Array.from({ length: 200 }, (_, nth) => `block/stage-${nth}/1`);

test('a camera drifts by a metre or two and a degree or two, differently for each picture', () => {
  const { heading, pitch } = directionOf(lens);
  const seen = pictures.map((picture) => drifted(lens, picture));
  for (const { from, to, roll = 0, bright = 1, angle } of seen) {
    const moved = Math.hypot(...from.map((at, axis) => at - lens.from[axis]!));
    const now = directionOf({ from, to });
    expect(moved).toBeLessThan(1.9);
    expect(Math.abs(now.heading - heading)).toBeLessThan(1.5);
    expect(Math.abs(now.pitch - pitch)).toBeLessThan(0.8);
    expect(Math.abs(roll)).toBeLessThan(0.7);
    expect(Math.abs(bright - 1)).toBeLessThan(0.08);
    expect(angle).toBe(lens.angle);
  }
  expect(new Set(seen.map(({ from }) => from.join())).size).toBe(pictures.length);
});

test('the same picture is always taken by the same camera', () => {
  expect(drifted(lens, 'block/stage-1/1')).toEqual(drifted(lens, 'block/stage-1/1'));
});

/** Where a direction stands in the picture of a lens, from -1 to 1 across, as high as it is wide. */
function shareOf(ray: Float64Array, { from, to, angle }: Lens): { across: number; up: number } {
  const { heading, pitch } = directionOf({ from, to });
  const [turn, tilt] = [(heading * Math.PI) / 180, (pitch * Math.PI) / 180];
  const [x, y, z] = [ray[3]!, ray[4]!, ray[5]!];
  const ahead = (x * Math.sin(turn) - z * Math.cos(turn)) * Math.cos(tilt) + y * Math.sin(tilt);
  const right = x * Math.cos(turn) + z * Math.sin(turn);
  const up = y * Math.cos(tilt) - (x * Math.sin(turn) - z * Math.cos(turn)) * Math.sin(tilt);
  const half = Math.tan((angle * Math.PI) / 360) * ahead;
  return { across: right / half, up: up / half };
}

test('a camera that only turns sees nothing that its planned picture does not show', () => {
  const [ray, aspect] = [new Float64Array(6), 1.6];
  for (const picture of pictures) {
    const now = turned(lens, picture);
    expect(now.from).toEqual(lens.from);
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      aim(now, u, v, aspect, ray);
      const { across, up } = shareOf(ray, lens);
      expect(Math.abs(across)).toBeLessThanOrEqual(1);
      expect(Math.abs(up)).toBeLessThanOrEqual(1 / aspect);
    }
  }
});
