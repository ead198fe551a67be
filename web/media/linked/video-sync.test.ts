// Videos in sync.
import { expect, it } from 'vitest';
import { correction, formatTime, mirrorAction } from './video-player.ts';

it('a video in sync is left alone, a little off it is hurried or slowed unseen', () => {
  expect(correction(0.02, { should: 10, steady: true })).toEqual({ rate: 1 });
  expect(correction(0.2, { should: 10, steady: true })).toEqual({ rate: 0.92 });
  expect(correction(-0.2, { should: 10, steady: true })).toEqual({ rate: 1.08 });
});

it('a video far off is set right, never before its beginning', () => {
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

const video = (time: number, playing: boolean) => ({ time, playing, duration: 60 });

it('what somebody does with one video, the other does too', () => {
  expect(mirrorAction('play', { leader: video(5, true), follower: video(5, false), offset: 0 })).toEqual(['play']);
  expect(mirrorAction('play', { leader: video(5, true), follower: video(9, false), offset: 0 })).toEqual([
    'seek',
    'play',
  ]);
  expect(mirrorAction('pause', { leader: video(5, false), follower: video(5.1, true), offset: 0 })).toEqual(['pause']);
  expect(mirrorAction('seek', { leader: video(30, true), follower: video(5, true), offset: 0 })).toEqual(['seek']);
});

it('a command to both is not sent to and fro, and videos set apart stay apart', () => {
  expect(mirrorAction('play', { leader: video(5, true), follower: video(5, true), offset: 0 })).toEqual([]);
  expect(mirrorAction('play', { leader: video(5, false), follower: video(5, false), offset: 0 })).toEqual([]);
  expect(mirrorAction('pause', { leader: video(5, false), follower: video(9, false), offset: 0 })).toEqual([]);
  expect(mirrorAction('seek', { leader: video(5, false), follower: video(15, false), offset: 10 })).toEqual([]);
});

it('a video that is over does not stop the longer one', () => {
  expect(mirrorAction('pause', { leader: video(60, false), follower: video(60, true), offset: 0 })).toEqual([]);
});
