// The claims about the address and the size of a ZIP of pictures.
import { expect, test } from 'vitest';
import { bytesOf, zipUrl } from './picture-sizes.ts';

const picture = (full: number, s1600: number) => ({ key: 'k', name: 'n', thumbnailUrl: '/t', bytes: { full, s1600 } });

test('the sizes of all pictures add up', () => {
  expect(bytesOf([picture(5, 2), picture(7, 3)], 'full')).toBe(12);
  expect(bytesOf([picture(5, 2), picture(7, 3)], 's1600')).toBe(5);
  expect(bytesOf([], 'full')).toBe(0);
});

test('the address names the chosen pictures, or none for all', () => {
  expect(zipUrl(7, 'full', null)).toBe('/api/sessions/7/pictures.zip?size=full');
  expect(zipUrl(7, 's1600', ['aa', 'bb'])).toBe('/api/sessions/7/pictures.zip?size=s1600&pictures=aa,bb');
});
