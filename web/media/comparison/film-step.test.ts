// Films in step.
import { expect, it } from 'vitest';
import { correction, formatTime } from './film-step.ts';

it('a film in step is left alone, a little off it is hurried or slowed unseen', () => {
  expect(correction(0.02, { should: 10, steady: true })).toEqual({ rate: 1 });
  expect(correction(0.2, { should: 10, steady: true })).toEqual({ rate: 0.92 });
  expect(correction(-0.2, { should: 10, steady: true })).toEqual({ rate: 1.08 });
});

it('a film far off is set right, never before its beginning', () => {
  expect(correction(2, { should: 10, steady: true })).toEqual({ seek: 10 });
  expect(correction(2, { should: -1, steady: true })).toEqual({ seek: 0 });
});

it('a player of another host is set right only when it is far off', () => {
  expect(correction(0.8, { should: 10, steady: false })).toEqual({ rate: 1 });
  expect(correction(1.5, { should: 10, steady: false })).toEqual({ seek: 10 });
});

it('times read as on a player', () => {
  expect([0, 65.9, 3729, -1].map(formatTime)).toEqual(['0:00', '1:05', '1:02:09', '0:00']);
});
