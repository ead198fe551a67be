// What is said of uploads and of the pictures in them.
import { expect, test } from 'vitest';
import {
  dayOfMost,
  farApart,
  otherSiteSentence,
  overSentence,
  progressOf,
  statusOf,
  timeLeft,
} from './upload-words.ts';
import type { MovingFile } from './uploads.ts';

const file = (fields: Partial<MovingFile>): MovingFile => ({
  ...{ id: '1', upload: 'u', name: 'a.jpg', bytes: 100, sent: 0, state: 'waiting', refusal: null },
  ...fields,
});

test('progress is counted in bytes, and refused files count for nothing', () => {
  const files = [
    file({ bytes: 300, sent: 300, state: 'kept' }),
    file({ sent: 50 }),
    file({ bytes: 9_000, state: 'refused' }),
  ];
  expect(progressOf(files)).toEqual({ ended: 1, of: 2, refused: 1, percent: 87, isDone: false });
  expect(progressOf([file({ state: 'refused' })])).toMatchObject({ of: 0, isDone: true });
});

test('the time left is said roughly', () => {
  expect([5, 100, 3_000, 9_000].map(timeLeft)).toEqual([
    'less than a minute left',
    'about 2 minutes left',
    'about 50 minutes left',
    'about 3 hours left',
  ]);
});

test('what stands still says why', () => {
  const state = {
    files: [file({})],
    isPaused: true,
    isHeld: false,
    problem: null,
    secondsLeft: 90,
    unkept: [],
  } as const;
  expect(statusOf(state)).toBe('Paused');
  expect(statusOf({ ...state, problem: 'login' })).toMatch(/login ended/);
  expect(statusOf({ ...state, problem: 'line' })).toMatch(/connection/);
  expect(statusOf({ ...state, isPaused: false })).toBe('about 2 minutes left');
  expect(statusOf({ ...state, isPaused: false, isHeld: true })).toBe('Waits for Wi-Fi');
  expect(statusOf({ ...state, files: [file({ state: 'kept' })] })).toBe('');
});

test('the capture date that is proposed is the day of most pictures', () => {
  const on = (...days: (string | null)[]) => dayOfMost(days.map((day) => ({ day, place: null })));
  expect(on('2026-03-04', '2026-03-05', '2026-03-04', null)).toBe('2026-03-04');
  expect(on('2026-03-04', '2026-03-05')).toBeNull();
  expect(on(null)).toBeNull();
});

test('pictures of two places that are further apart than a site is wide are noticed', () => {
  const at = (latitude: number, longitude: number) => ({ day: null, place: { latitude, longitude } });
  expect(farApart([at(6.45, 3.4), at(6.451, 3.401), { day: null, place: null }])).toBeNull();
  expect(farApart([at(6.45, 3.4), at(6.6, 3.35)])).toBe(18);
});

test('pictures that were taken more than 500 m from the site are asked about, with what says where the site is', () => {
  const at = (latitude: number, longitude: number) => ({ day: null, place: { latitude, longitude } });
  const site = { latitude: 6.45, longitude: 3.4, from: 'site' } as const;
  expect(otherSiteSentence([at(6.454, 3.4), { day: null, place: null }], site)).toBeNull();
  expect(otherSiteSentence([at(6.6, 3.35)], null)).toBeNull();
  expect(otherSiteSentence([at(6.6, 3.35)], site)).toBe(
    'These pictures were taken 18 km from this site. Are they of another site?',
  );
  expect(otherSiteSentence([at(6.45, 3.4), at(6.456, 3.4)], { ...site, from: 'visits' })).toBe(
    'Some of these pictures were taken 670 m from where former visits of this site were. Are they of another site?',
  );
});

test('what is beyond a session is counted in a sentence', () => {
  expect(overSentence(98_000)).toBe('98,000 files are more than one session takes, and left out: it takes 2,000.');
  expect(overSentence(1)).toMatch(/^1 file is more/);
});
