// The sentence about a visit's viewpoints.
import { expect, it } from 'vitest';
import { coverageSentence } from './visit-coverage.tsx';

const viewpoint = (position: number, name: string, isCovered: boolean) => ({ position, name, isCovered });

it('counts what a visit covers and names what is missing', () => {
  const six = Array.from({ length: 6 }, (_, index) => viewpoint(index + 1, 'Gate', true));
  six[2] = viewpoint(3, 'North-east corner', false);
  expect(coverageSentence(six)).toBe('5 of 6 viewpoints · missing: 3 North-east corner');
});

it('only counts where nothing is missing, and says nothing where there is no viewpoint', () => {
  expect(coverageSentence([viewpoint(1, 'Gate', true)])).toBe('1 of 1 viewpoint');
  expect(coverageSentence([])).toBeUndefined();
});

it('names five and counts the rest', () => {
  const many = Array.from({ length: 100 }, (_, index) => viewpoint(index + 1, 'Wall', false));
  expect(coverageSentence(many)).toBe('0 of 100 viewpoints · missing: 1 Wall, 2 Wall, 3 Wall, 4 Wall, 5 Wall, 95 more');
});
