// Which files are taken as a photo.
import { expect, test } from 'vitest';
import { photoProblem } from './photo-file.ts';

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
