// Films in step.
import { expect, it } from 'vitest';
import { correction, formatTime, mirrorAction } from './video-sync.ts';

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

const film = (time: number, playing: boolean) => ({ time, playing, duration: 60 });

it('what somebody does with one film, the other does too', () => {
  expect(mirrorAction('play', { film: film(5, true), other: film(5, false), apart: 0 })).toEqual(['play']);
  expect(mirrorAction('play', { film: film(5, true), other: film(9, false), apart: 0 })).toEqual(['seek', 'play']);
  expect(mirrorAction('pause', { film: film(5, false), other: film(5.1, true), apart: 0 })).toEqual(['pause']);
  expect(mirrorAction('seek', { film: film(30, true), other: film(5, true), apart: 0 })).toEqual(['seek']);
});

it('an order to both is not sent to and fro, and films set apart stay apart', () => {
  expect(mirrorAction('play', { film: film(5, true), other: film(5, true), apart: 0 })).toEqual([]);
  expect(mirrorAction('play', { film: film(5, false), other: film(5, false), apart: 0 })).toEqual([]);
  expect(mirrorAction('pause', { film: film(5, false), other: film(9, false), apart: 0 })).toEqual([]);
  expect(mirrorAction('seek', { film: film(5, false), other: film(15, false), apart: 10 })).toEqual([]);
});

it('a film that is over does not stop the longer one', () => {
  expect(mirrorAction('pause', { film: film(60, false), other: film(60, true), apart: 0 })).toEqual([]);
});
