// Where the keys of a file put a map, and how well two datums meet.
import { fromLonLat, transform } from 'ol/proj.js';
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { definitionOf } from '#contract/geometry/map-projections.ts';
import { datumGap, datumOf, datumOfCode, definitionOfKeys, projectionOfKeys } from './ground.ts';
import { lengthOf } from './map-measure-interaction.ts';

describe('the keys of a map', () => {
  it('name a projection by its number', async () => {
    expect(await definitionOfKeys({ ProjectedCSTypeGeoKey: 32_631 })).toMatchObject({ code: 'EPSG:32631', metres: 1 });
    expect(await definitionOfKeys({ GeographicTypeGeoKey: 4326 })).toMatchObject({ code: 'EPSG:4326' });
  });

  it('describe one that has no number', async () => {
    const own = await definitionOfKeys({
      GTModelTypeGeoKey: 1,
      GeographicTypeGeoKey: 4326,
      ProjectedCSTypeGeoKey: 32_767,
      ProjectionGeoKey: 32_767,
      ProjCoordTransGeoKey: 1,
      ProjLinearUnitsGeoKey: 9001,
      ProjNatOriginLatGeoKey: 0,
      ProjNatOriginLongGeoKey: 3,
      ProjScaleAtNatOriginGeoKey: 0.9996,
      ProjFalseEastingGeoKey: 500_000,
      ProjFalseNorthingGeoKey: 0,
    });
    const here = [542_312, 719_748];
    const [lon = 0, lat = 0] = proj4(own?.text ?? '', 'EPSG:4326', here);
    const [x = 0, y = 0] = proj4('EPSG:4326', definitionOf(32_631) ?? '', [lon, lat]);
    expect(Math.hypot(x - 542_312, y - 719_748)).toBeLessThan(0.01);
  });

  it('name national grids beyond our own list, also in feet', async () => {
    const grid = await definitionOfKeys({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 2263 });
    expect(grid?.metres).toBeCloseTo(0.3048, 4);
    expect(grid?.text).not.toContain('axis');
    const projection = await projectionOfKeys({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 2263 });
    expect(projection?.getMetersPerUnit()).toBeCloseTo(0.3048, 4);
  });

  it('say nothing where they are missing', async () => {
    expect(await definitionOfKeys({})).toBeNull();
    expect(await definitionOfKeys({ ProjectedCSTypeGeoKey: 32_767 })).toBeNull();
    expect(await definitionOfKeys({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 99_999 })).toBeNull();
  });
});

/** A grid as a file describes it without a number: transverse Mercator, its middle and what it begins to count with, on the degrees of a datum. */
function described(degrees: number, [lat, lon, scale, east, north]: [number, number, number, number, number]) {
  return {
    GTModelTypeGeoKey: 1,
    GeographicTypeGeoKey: degrees,
    ProjectedCSTypeGeoKey: 32_767,
    ProjectionGeoKey: 32_767,
    ProjCoordTransGeoKey: 1,
    ProjLinearUnitsGeoKey: 9001,
    ProjNatOriginLatGeoKey: lat,
    ProjNatOriginLongGeoKey: lon,
    ProjScaleAtNatOriginGeoKey: scale,
    ProjFalseEastingGeoKey: east,
    ProjFalseNorthingGeoKey: north,
  };
}
const numbered = (epsg: number) => ({ GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: epsg });
const degrees = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326 };

describe.each([
  ['UTM at 60° north and degrees', numbered(32_633), degrees, [12.5, 60]],
  ['UTM at 60° south and degrees', numbered(32_719), degrees, [-70.5, -60]],
  ['two zones of UTM at 60° north', numbered(32_633), numbered(32_632), [12, 60]],
  [
    'the British grid and its own keys',
    numbered(27_700),
    described(4277, [49, -2, 0.9996012717, 400_000, -100_000]),
    [-4.2, 57.5],
  ],
  ['the British grid and degrees', numbered(27_700), degrees, [-4.2, 57.5]],
  [
    'the Dutch grid and UTM described by keys',
    numbered(28_992),
    described(4258, [0, 3, 0.9996, 500_000, 0]),
    [4.9, 52.4],
  ],
  ['the Swiss grid, the one before it', numbered(2056), numbered(21_781), [8.5, 47.4]],
  ['the Swiss grid and degrees', numbered(2056), degrees, [8.5, 47.4]],
  ["Nigeria's west belt and its UTM zone 31", numbered(26_391), numbered(26_331), [3.4, 6.5]],
  ["Nigeria's middle belt and its UTM zone 32", numbered(26_392), numbered(26_332), [8.6, 9.1]],
  [
    "Nigeria's west belt and its own keys",
    numbered(26_391),
    described(4263, [4, 4.5, 0.99975, 230_738.26, 0]),
    [3.4, 6.5],
  ],
] as const)('%s', (...[, one, other, place]) => {
  it('put the same ground at the same place to two centimetres, both ways', async () => {
    const [first, second] = [await projectionOfKeys(one), await projectionOfKeys(other)];
    if (!first || !second) throw new Error('A projection is not known');
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      const here = fromLonLat([...place], from);
      const there = transform(here, from, to);
      const [lon = 0, lat = 0] = transform(there, to, 'EPSG:4326');
      const [x = 0, y = 0] = fromLonLat([lon, lat], from);
      const metres = from.getMetersPerUnit() ?? 1;
      expect(Math.hypot(x - (here[0] ?? 0), y - (here[1] ?? 0)) * metres).toBeLessThan(0.02);
      expect(lengthOf([[...place], [lon, lat]])).toBeLessThan(0.02);
    }
  });
});

it('a grid that a file describes meets the same grid by its number', async () => {
  const british = await projectionOfKeys(described(4277, [49, -2, 0.9996012717, 400_000, -100_000]));
  const [x = 0, y = 0] = fromLonLat([-4.2, 57.5], british ?? undefined);
  const [gridX = 0, gridY = 0] = fromLonLat([-4.2, 57.5], (await projectionOfKeys(numbered(27_700))) ?? undefined);
  expect(Math.hypot(x - gridX, y - gridY)).toBeLessThan(0.01);
  const datumOfKeys = async (keys: object) => datumOfCode((await projectionOfKeys({ ...keys }))?.getCode() ?? '');
  expect(datumGap(await datumOfKeys(described(4277, [49, -2, 1, 0, 0])), await datumOfKeys(numbered(27_700)))).toBe(0);
  expect(datumGap(await datumOfKeys(described(4263, [4, 4.5, 1, 0, 0])), await datumOfKeys(numbered(26_331)))).toBe(0);
});

it('within one datum nothing is uncertain, across two their transformations are', () => {
  const of = (epsg: number) => datumOf(definitionOf(epsg) ?? '');
  const world = of(32_631);
  expect(datumGap(world, of(4326))).toBe(0);
  expect(datumGap(world, of(3857))).toBe(0);
  expect(datumGap(of(26_331), of(26_391))).toBe(0);
  expect(datumGap(of(2056), of(21_781))).toBe(0);
  expect([26_331, 27_700, 2056, 28_992, 25_832, 26_913, 28_356, 7856].map((epsg) => datumGap(of(epsg), world))).toEqual(
    [15, 5, 1, 1, 1, 4, 3, 3],
  );
  expect(datumGap(of(28_356), of(7856)), 'the continent has moved between').toBeGreaterThan(0);
  expect(datumOf('+proj=tmerc +ellps=airy +no_defs').metres).toBeGreaterThan(100);
});
