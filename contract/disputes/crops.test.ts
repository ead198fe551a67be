// The crops of pictures around a place in them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planCrop, pointOfDirection } from './anchors.ts';

const photo = { kind: 'photo', mediaKind: 'drone', file: 'local:1.jpg' } as const;
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('a crop lies within its picture, and its mark is at the place', () => {
  fc.assert(
    fc.property(share, share, (x, y) => {
      const plan = planCrop({ ...photo, x, y });
      const { region, mark } = plan ?? { region: { left: -1, top: -1, width: 0, height: 0 }, mark: { x: -1, y: -1 } };
      expect(region.left).toBeGreaterThanOrEqual(0);
      expect(region.left + region.width).toBeLessThanOrEqual(1.000_001);
      expect(region.top + region.height).toBeLessThanOrEqual(1.000_001);
      expect(region.left + mark.x * region.width).toBeCloseTo(x);
      expect(region.top + mark.y * region.height).toBeCloseTo(y);
    }),
  );
});

test('the crop of a box holds all of it', () => {
  const box = { left: 0.1, top: 0.3, width: 0.6, height: 0.2 };
  const region = planCrop({ ...photo, x: 0.4, y: 0.4, box })?.region;
  expect(region?.left).toBeLessThanOrEqual(0.1);
  expect((region?.left ?? 1) + (region?.width ?? 0)).toBeGreaterThanOrEqual(0.7);
});

test('a box lies in its crop where it lies in the picture', () => {
  fc.assert(
    fc.property(fc.tuple(share, share), fc.tuple(share, share), ([one, two], [three, four]) => {
      const [left, width] = [Math.min(one, two), Math.abs(one - two)];
      const [top, height] = [Math.min(three, four), Math.abs(three - four)];
      const plan = planCrop({
        ...photo,
        x: left + width / 2,
        y: top + height / 2,
        box: { left, top, width, height },
      });
      const [region, box] = [plan?.region, plan?.box];
      expect((region?.left ?? 0) + (box?.left ?? 0) * (region?.width ?? 0)).toBeCloseTo(left);
      expect((region?.top ?? 0) + (box?.top ?? 0) * (region?.height ?? 0)).toBeCloseTo(top);
      expect((box?.width ?? 0) * (region?.width ?? 0)).toBeCloseTo(width);
      expect((box?.height ?? 0) * (region?.height ?? 0)).toBeCloseTo(height);
    }),
  );
});

test('of two compared panoramas a direction is cropped, of two maps nothing', () => {
  const compared = { kind: 'comparison' } as const;
  expect(planCrop({ ...compared, yaw: 90, pitch: 0 })?.region.left).toBeCloseTo(0.625);
  expect(planCrop({ ...compared, longitude: 3, latitude: 6 })).toBeNull();
});

test('a direction lies where it is drawn in the picture, also in one of a part of the sphere', () => {
  expect(pointOfDirection({ yaw: 0, pitch: 0 })).toEqual({ x: 0.5, y: 0.5 });
  expect(pointOfDirection({ yaw: 90, pitch: 45 })).toEqual({ x: 0.75, y: 0.25 });
  const half = { left: 0.25, top: 0.25, width: 0.5, height: 0.5 };
  expect(pointOfDirection({ yaw: 90, pitch: 0 }, half)).toEqual({ x: 1, y: 0.5 });
});
