// Places that surveys have published, against the definitions that come with the product.
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { definitionOf } from './map-projections.ts';

function toDegrees(epsg: number, at: [number, number]): number[] {
  return proj4(definitionOf(epsg) ?? '', 'EPSG:4326', at);
}

describe('projections', () => {
  it('count UTM zones by formula, north and south', () => {
    expect(definitionOf(32613)).toContain('+zone=13 ');
    expect(definitionOf(32760)).toContain('+zone=60 +south');
    expect(definitionOf(25832)).toContain('+zone=32 ');
    expect(definitionOf(26913)).toContain('+zone=13 ');
    expect(definitionOf(31983)).toContain('+zone=23 +south');
    expect(definitionOf(28356)).toContain('+zone=56 +south');
    expect(definitionOf(7856)).toContain('+zone=56 +south');
  });

  it.each([
    ['the middle of a UTM zone', 32631, [500_000, 0], [3, 0]],
    ['the middle of a southern zone', 32736, [500_000, 10_000_000], [33, 0]],
    ['the origin of Lambert-93', 2154, [700_000, 6_600_000], [3, 46.5]],
    ['the origin of the Swiss grid', 2056, [2_600_000, 1_200_000], [7.43864, 46.95109]],
    ['Amersfoort', 28992, [155_000, 463_000], [5.38721, 52.15517]],
    ['the worked example of the British grid', 27700, [651_409.9, 313_177.27], [1.71607, 52.65801]],
  ] as const)('know %s', (...[, epsg, at, degrees]) => {
    const found = toDegrees(epsg, [...at]);
    expect(found[0]).toBeCloseTo(degrees[0], 3);
    expect(found[1]).toBeCloseTo(degrees[1], 3);
  });

  it.each([
    ['the Swiss grid', 2056, [8, 47], [2_642_695.42, 1_205_590.522]],
    ['UTM on ETRS89', 25_832, [9.2, 50.1], [514_303.657, 5_549_768.408]],
    ['UTM on GDA2020', 7855, [145.1, -37.8], [332_725.355, 5_814_674.755]],
    ['UTM on SIRGAS 2000', 31_983, [-45.5, -20.2], [447_763.252, 7_766_307.737]],
  ] as const)('calculate %s as PROJ does, to a centimetre', (...[, epsg, degrees, at]) => {
    const [x = 0, y = 0] = proj4('EPSG:4326', definitionOf(epsg) ?? '', [...degrees]);
    expect(Math.hypot(x - at[0], y - at[1])).toBeLessThan(0.01);
  });

  it('know that Australia moved north-east by 1.8 m between its two datums', () => {
    const older = proj4('EPSG:4326', definitionOf(28_356) ?? '', [151.2, -33.9]);
    const newer = proj4('EPSG:4326', definitionOf(7856) ?? '', [151.2, -33.9]);
    const [east, north] = [(newer[0] ?? 0) - (older[0] ?? 0), (newer[1] ?? 0) - (older[1] ?? 0)];
    expect(Math.hypot(east, north)).toBeCloseTo(1.65, 0);
    expect(east > 0 && north > 0).toBe(true);
  });

  it("put Minna's belts and its UTM zone on the same spot of Lagos", () => {
    const [lon = 0, lat = 0] = proj4('EPSG:4326', definitionOf(26331) ?? '', [3.38, 6.51]);
    const belt = proj4(definitionOf(26331) ?? '', definitionOf(26391) ?? '', [lon, lat]);
    const [backLon = 0, backLat = 0] = toDegrees(26391, [belt[0] ?? 0, belt[1] ?? 0]);
    expect(backLon).toBeCloseTo(3.38, 7);
    expect(backLat).toBeCloseTo(6.51, 7);
  });

  it('say so when they do not know one, and never ask anybody', () => {
    expect(definitionOf(0)).toBeNull();
    expect(definitionOf(32661)).toBeNull();
    expect(definitionOf(32767)).toBeNull();
    expect(definitionOf(2263)).toBeNull();
  });
});
