// What a flight promises: it passes through its viewpoint, never leaves its circle, and is the same on every visit.
import { expect, test } from 'vitest';
import type { Camera } from './camera.ts';
import { flight } from './film.ts';

const through: Camera = { kind: 'lens', from: [43, 30, 47], to: [-1, 7.5, -1], angle: 61 };

function fromOf(camera: Camera): readonly [number, number, number] {
  if (camera.kind !== 'lens') throw new Error('a flight is flown with a lens');
  return camera.from;
}

test('a flight passes halfway through the viewpoint of the photos', () => {
  for (const [nth, at] of fromOf(flight(through, 0.5)).entries()) expect(at).toBeCloseTo(fromOf(through)[nth]!, 8);
});

test('a flight keeps its height and its distance, and turns as far before as after', () => {
  const away = (camera: Camera) => Math.hypot(fromOf(camera)[0] + 1, fromOf(camera)[2] + 1);
  for (const progress of [0, 0.2, 0.7, 1]) {
    expect(fromOf(flight(through, progress))[1]).toBe(30);
    expect(away(flight(through, progress))).toBeCloseTo(away(through), 8);
  }
  const turn = (progress: number) => {
    const [x, , z] = fromOf(flight(through, progress));
    return Math.atan2(z + 1, x + 1);
  };
  expect(turn(1) - turn(0.5)).toBeCloseTo(turn(0.5) - turn(0), 8);
});

test('a map is not flown', () => {
  expect(() => flight({ kind: 'map', x: 0, z: 0, metres: 96 }, 0)).toThrow('lens');
});
