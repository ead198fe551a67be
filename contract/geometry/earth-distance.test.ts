// Claims about distances on earth.
import { expect, test } from 'vitest';
import { earthDistance } from './earth-distance.ts';

const lagos = { latitude: 6.4541, longitude: 3.3947 };

test('a degree is 111 km to the north everywhere, and less to the east the farther from the equator', () => {
  const from = { latitude: 60, longitude: 3 };
  expect(Math.round(earthDistance(from, { ...from, latitude: 61 }) / 1000)).toBe(111);
  expect(Math.round(earthDistance(from, { ...from, longitude: 4 }) / 1000)).toBe(56);
});

test('two cities are as far apart as an atlas says, and steps of a metre are told apart', () => {
  const abuja = { latitude: 9.0765, longitude: 7.3986 };
  expect(Math.round(earthDistance(lagos, abuja) / 1000)).toBe(529);
  expect(earthDistance(lagos, { ...lagos, latitude: lagos.latitude + 1 / 111_195 })).toBeCloseTo(1, 3);
  expect(earthDistance(lagos, lagos)).toBe(0);
});

test('the line where days change is no border, and nothing is farther than the other side of the earth', () => {
  const [west, east] = [
    { latitude: 0, longitude: 179.9 },
    { latitude: 0, longitude: -179.9 },
  ];
  expect(Math.round(earthDistance(west, east))).toBe(22_239);
  const opposite = { latitude: -lagos.latitude, longitude: lagos.longitude - 180 };
  expect(Math.round(earthDistance(lagos, opposite) / 1000)).toBe(20_015);
});
