// What is said of uploads and of the pictures in them.
import { expect, test, vi } from 'vitest';
import { dayOf } from './panel/use-panel.ts';
import type { MovingFile } from './sending/uploads.ts';
import {
  dayOfMost,
  farApart,
  hiddenSentence,
  otherSiteSentence,
  overSentence,
  progressOf,
  roomSentence,
  statusOf,
  takenDay,
  timeLeft,
  unkeptSentence,
} from './upload-words.ts';

const file = (fields: Partial<MovingFile>): MovingFile => ({
  ...{ id: '1', upload: 'u', name: 'a.jpg', bytes: 100, sent: 0, state: 'waiting', refusal: null, copy: null },
  ...fields,
});

test('progress is counted in bytes, and refused files count for nothing', () => {
  const files = [
    file({ bytes: 300, sent: 300, state: 'kept' }),
    file({ sent: 50 }),
    file({ bytes: 9_000, state: 'refused' }),
  ];
  expect(progressOf(files)).toEqual({ ended: 1, of: 2, refused: 1, unreadable: 0, percent: 87, isDone: false });
  expect(progressOf([file({ state: 'refused' })])).toMatchObject({ of: 0, isDone: true });
  expect(progressOf([file({ state: 'new' })])).toMatchObject({ of: 1, isDone: false });
  expect(progressOf([file({ state: 'unreadable' })])).toMatchObject({ of: 1, unreadable: 1, isDone: true });
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
  expect(statusOf({ ...state, problem: 'login' })).toMatch(/login has ended/);
  expect(statusOf({ ...state, isPaused: false, problem: 'line' })).toBe(
    'No connection. The upload continues by itself where it stopped.',
  );
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
    'Some of these pictures were taken 670 m from where earlier visits of this site were. Are they of another site?',
  );
});

test('what is beyond a session is counted in a sentence', () => {
  expect(overSentence(98_000)).toBe('98,000 files are more than one session can hold, and left out: it holds 2,000.');
  expect(overSentence(1)).toMatch(/^1 file is more/);
});

test('what does not fit on the device is named, and what still fits is said before', () => {
  const names = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg', 'g.jpg'];
  expect(unkeptSentence(names.slice(0, 2))).toMatch(
    /^This device has no room to keep a\.jpg, b\.jpg\. Keep this page open/,
  );
  expect(unkeptSentence(names)).toMatch(/keep a\.jpg, b\.jpg, c\.jpg, d\.jpg, e\.jpg and 2 more\./);
  expect(roomSentence(1.5 * 1024 ** 3)).toMatch(/offline: there is room for 1\.\d GB\.$/);
  expect(roomSentence(0)).toMatch(/^This device keeps no more files/);
});

test('files of the system are counted where they are left out', () => {
  expect(hiddenSentence(1)).toMatch(/^1 file whose name begins with a dot left out/);
  expect(hiddenSentence(3)).toMatch(/^3 files whose names begin with a dot left out/);
});

test('a day of pictures is proposed where the server takes it; one before the project began or of long ago is asked about', () => {
  const now = new Date('2026-11-27T10:00:00Z');
  vi.useFakeTimers({ now });
  const on = (day: string, projectFrom?: string) => takenDay(day, { now, projectFrom });
  expect(on('2026-11-20', '2026-01-05T10:00:00Z')).toEqual({
    sentence: 'These pictures were taken on November 20, 2026.',
    isTaken: true,
  });
  expect(on('2026-09-28').sentence).toBe('These pictures were taken on September 28, 2026.');
  expect(on('2026-09-27').sentence).toMatch(/September 27, 2026, 61 days ago\. Is its clock right\?$/);
  expect(on('2019-01-01', '2026-01-05T10:00:00Z')).toEqual({
    sentence:
      'The camera says that these pictures were taken on January 1, 2019, before this project began. Is its clock right?',
    isTaken: true,
  });
  expect(on('2026-12-04').isTaken).toBe(true);
  expect(on('2027-01-01')).toEqual({
    sentence:
      'The camera says that these pictures were taken on January 1, 2027, which is still to come. Set its clock, and check the capture date here.',
    isTaken: false,
  });
  vi.useRealTimers();
});

test('a camera that says a day that there is not says none', () => {
  const days = ['2026:03:04 09:15:00', '2026:02:30 09:15:00', '2026:13:01 09:15:00', '0000:00:00 00:00:00', 'soon'];
  expect(days.map(dayOf)).toEqual(['2026-03-04', null, null, null, null]);
});
