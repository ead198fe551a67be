// Where the keys of a file put a map, and how well two datums meet.
import proj4 from 'proj4';
import { describe, expect, it } from 'vitest';
import { datumGap, datumOf, definitionOfKeys, projectionOfKeys } from './ground.ts';
import { definitionOf } from './map-projections.ts';

describe('the keys of a map', () => {
  it('name a projection by its number', async () => {
    expect(await definitionOfKeys({ ProjectedCSTypeGeoKey: 32_631 })).toMatchObject({ code: 'EPSG:32631', unit: 1 });
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

it('within one datum nothing is uncertain, across two their transformations are', () => {
  const [lagos, world] = [datumOf(definitionOf(26_331) ?? ''), datumOf(definitionOf(32_631) ?? '')];
  expect(datumGap(world, datumOf(definitionOf(4326) ?? ''))).toBe(0);
  expect(datumGap(lagos, datumOf(definitionOf(26_391) ?? ''))).toBe(0);
  expect(datumGap(lagos, world)).toBe(8);
  expect(datumGap(world, datumOf(definitionOf(25_832) ?? ''))).toBe(2);
});
