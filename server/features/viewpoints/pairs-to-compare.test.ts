// Which photos of two visits are aligned because only names and order pair them.
import { expect, test } from 'vitest';
import { type PairablePicture, pairPictures } from './pair-pictures.ts';
import { pairsToCompare } from './pairs.ts';

function photos(from: number, count: number, more: (nth: number) => Partial<PairablePicture> = () => ({})) {
  return Array.from({ length: count }, (_, nth): PairablePicture => {
    const name = `DJI_${String(from + nth).padStart(4, '0')}.JPG`;
    const silent = { latitude: null, longitude: null, heading: null, pitch: null };
    return { ...silent, id: name, name, folder: '', viewpointId: null, kind: 'photo', ...more(nth) };
  });
}

function compared(own: PairablePicture[], others: PairablePicture[]): string[] {
  const pairs = pairPictures({ own, others, aligned: [] });
  return pairsToCompare({ own, others }, pairs).map((pair) => `${pair.own} ${pair.other}`);
}

test('of small visits every photo is compared with every one of the other', () => {
  expect(compared(photos(2, 2), photos(102, 3)).toSorted()).toEqual([
    'DJI_0002.JPG DJI_0102.JPG',
    'DJI_0002.JPG DJI_0103.JPG',
    'DJI_0002.JPG DJI_0104.JPG',
    'DJI_0003.JPG DJI_0102.JPG',
    'DJI_0003.JPG DJI_0103.JPG',
    'DJI_0003.JPG DJI_0104.JPG',
  ]);
});

test('of large ones sixty pairs: the first photos, each with those about as far along', () => {
  const found = compared(photos(1, 200), photos(1001, 200));
  expect(found).toHaveLength(60);
  expect(new Set(found.map((pair) => pair.split(' ')[0])).size).toBe(10);
  expect(found).toContain('DJI_0010.JPG DJI_1010.JPG');
});

test('photos whose viewpoint or position pairs them are sure, and panoramas and what was taken elsewhere are not compared', () => {
  const at = (north: number) => ({ latitude: 6.4 + north / 111_195, longitude: 3.4, heading: 0 });
  const places = (nth: number) => at(100 * nth);
  expect(compared(photos(1, 3, places), photos(101, 3, places))).toEqual([]);
  const sphere = () => ({ kind: 'panorama' as const });
  expect(compared(photos(1, 3, sphere), photos(101, 3, sphere))).toEqual([]);
  expect(
    compared(
      photos(1, 2, places),
      photos(101, 2, (nth) => at(5_000 + nth)),
    ),
  ).toEqual([]);
});
