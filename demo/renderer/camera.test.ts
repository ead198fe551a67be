// What every viewpoint promises: the middle of the picture shows what the camera was pointed at.
import { expect, test } from 'vitest';
import { aim } from './camera.ts';

function close(ray: Float64Array, want: number[]): void {
  for (const [i, w] of want.entries()) expect(ray[i + 3]).toBeCloseTo(w, 8);
}

test('a lens looks through the middle of its picture at its target', () => {
  const ray = new Float64Array(6);
  aim({ kind: 'lens', from: [3, 4, 0], to: [0, 0, 0], angle: 60 }, 0.5, 0.5, 1.6, ray);
  close(ray, [-0.6, -0.8, 0]);
});

test('a lens that looks north has the east on its right and the sky above', () => {
  const ray = new Float64Array(6);
  aim({ kind: 'lens', from: [0, 0, 0], to: [0, 0, -1], angle: 90 }, 1, 0.5, 1, ray);
  close(ray, [Math.SQRT1_2, 0, -Math.SQRT1_2]);
  aim({ kind: 'lens', from: [0, 0, 0], to: [0, 0, -1], angle: 90 }, 0.5, 0, 1, ray);
  close(ray, [0, Math.SQRT1_2, -Math.SQRT1_2]);
});

test('a sphere shows its facing in the middle, its zenith on top, and joins at its edges', () => {
  const ray = new Float64Array(6);
  const camera = { kind: 'sphere', from: [0, 0, 0], facing: 90 } as const;
  aim(camera, 0.5, 0.5, 2, ray);
  close(ray, [0, 0, 1]);
  aim(camera, 0.5, 0, 2, ray);
  close(ray, [0, 1, 0]);
  aim(camera, 0, 0.5, 2, ray);
  close(ray, [0, 0, -1]);
});

test('a map looks straight down, north on top', () => {
  const ray = new Float64Array(6);
  aim({ kind: 'map', x: -48, z: -48, metres: 96 }, 0.25, 0.5, 1, ray);
  expect([ray[0], ray[2]]).toEqual([-24, 0]);
  close(ray, [0, -1, 0]);
});
