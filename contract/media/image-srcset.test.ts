// Addresses of a picture at other sizes.
import { expect, it } from 'vitest';
import { coverSrcSet, imageAtSize, imagesAtSizes } from './endpoints.ts';

const item = { thumbnailUrl: '/api/sessions/1/media/drone/local%3As400.jpg/s400?v=s400-2' };

it('the size token of a picture’s address is replaced by another, and nothing else', () => {
  expect(imageAtSize(item, 's1600')).toBe('/api/sessions/1/media/drone/local%3As400.jpg/s1600?v=s400-2');
  expect(imageAtSize({ thumbnailUrl: '/p/s400' }, 's220')).toBe('/p/s220');
  expect(imageAtSize({ thumbnailUrl: null }, 's800')).toBe('');
});

it('a picture comes small, middle and large: s220, s400 and s800', () => {
  expect(imagesAtSizes({ thumbnailUrl: '/p/s400' }, ['s220', 's400', 's800'])).toBe(
    '/p/s220 220w, /p/s400 400w, /p/s800 800w',
  );
});

it('a cover comes at 400, 800, 1000 and 1600, whichever its place needs', () => {
  expect(coverSrcSet('/api/sessions/7/cover/s400?v=3')).toBe(
    [400, 800, 1000, 1600].map((width) => `/api/sessions/7/cover/s${width}?v=3 ${width}w`).join(', '),
  );
});
