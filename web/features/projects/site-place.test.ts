// What is said of where a site lies.
import { expect, it } from 'vitest';
import { sitePlace } from './site-list.tsx';

it('a site with coordinates says them and leads to that place on a map, one without says nothing', () => {
  expect(sitePlace({ latitude: 6.4281, longitude: -3.421937 })).toEqual({
    words: '6.42810, -3.42194',
    href: 'https://www.openstreetmap.org/?mlat=6.42810&mlon=-3.42194#map=18/6.42810/-3.42194',
  });
  expect(sitePlace({ latitude: null, longitude: null })).toBeNull();
});
