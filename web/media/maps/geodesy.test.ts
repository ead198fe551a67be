// What is measured on a map is what a tape would say.
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { definitionOf } from '#contract/geometry/map-projections.ts';
import { areaOf, areaText, lengthOf, lengthText } from './map-measure-interaction.ts';

/** Corners of a rectangle drawn on the ground in UTM metres, taken back by the zone's scale where it lies. */
function onGround(epsg: number, at: [number, number], size: [number, number]): number[][] {
  const [x, y] = at;
  const scale = 0.9996 * (1 + ((x - 500_000) / 0.9996 / 6_371_000) ** 2 / 2);
  const [w, h] = [size[0] * scale, size[1] * scale];
  const corners: [number, number][] = [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ];
  return corners.map((corner) => proj4(definitionOf(epsg) ?? '', 'EPSG:4326', corner));
}

describe.each([
  ['in Lagos', 32631, [542_312, 719_748]],
  ['in Colorado', 32613, [493_300, 4_489_300]],
  ['in Sydney', 32756, [334_000, 6_250_000]],
] as const)('measuring %s', (_where, epsg, [x, y]) => {
  const ring = onGround(epsg, [x, y], [100, 40]);

  it('is right to a centimetre in a hundred metres, along and across', () => {
    expect(lengthOf(ring.slice(0, 2))).toBeCloseTo(100, 1);
    expect(Math.abs(lengthOf(ring.slice(0, 2)) - 100)).toBeLessThan(0.01);
    expect(Math.abs(lengthOf(ring.slice(1, 3)) - 40)).toBeLessThan(0.01);
    expect(Math.abs(lengthOf(ring) - 240)).toBeLessThan(0.02);
  });

  it('knows the area whichever way round it is drawn, closed or not', () => {
    expect(Math.abs(areaOf(ring) - 4000)).toBeLessThan(1);
    expect(areaOf([...ring].reverse())).toBeCloseTo(areaOf(ring), 1);
    expect(areaOf([...ring, ring[0] ?? []])).toBeCloseTo(areaOf(ring), 1);
  });
});

it('nothing is measured by one point, nor by none', () => {
  expect(lengthOf([])).toBe(0);
  expect(lengthOf([[3, 6]])).toBe(0);
  expect(areaOf([[3, 6]])).toBe(0);
});

it('is said in metres as a person would', () => {
  expect(lengthText(2.944)).toBe('2.94 m');
  expect(lengthText(123.4)).toBe('123.4 m');
  expect(lengthText(1534)).toBe('1.534 km');
  expect(areaText(12.5)).toBe('12.50 m²');
  expect(areaText(4012)).toBe('4,012 m²');
  expect(areaText(25_400)).toBe('2.54 ha');
});
