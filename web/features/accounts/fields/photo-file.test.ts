// Which files are taken as a photo.
import { expect, test } from 'vitest';
import { photoProblem, sizeToDraw } from './image-button.tsx';

const limit = 5 * 1024 * 1024;

test('an image of just 5 MB is taken', () => {
  expect(photoProblem({ type: 'image/jpeg', size: limit })).toBeUndefined();
});

test('one byte more is refused in the specified words', () => {
  expect(photoProblem({ type: 'image/png', size: limit + 1 })).toEqual({
    title: 'File too large',
    description: 'Please select an image smaller than 5MB',
  });
});

test('whatever is no image is refused, whatever its size', () => {
  for (const type of ['application/pdf', '', 'text/html']) {
    expect(photoProblem({ type, size: limit * 2 })).toEqual({
      title: 'Invalid file type',
      description: 'Please select an image file',
    });
  }
});

test('a photo is drawn with at most 1024 pixels on its longer side, and never larger than it is', () => {
  expect(sizeToDraw({ width: 8064, height: 6048 })).toEqual({ width: 1024, height: 768 });
  expect(sizeToDraw({ width: 3000, height: 4000 })).toEqual({ width: 768, height: 1024 });
  expect(sizeToDraw({ width: 640, height: 480 })).toEqual({ width: 640, height: 480 });
  expect(sizeToDraw({ width: 20_000, height: 1 })).toEqual({ width: 1024, height: 1 });
});
