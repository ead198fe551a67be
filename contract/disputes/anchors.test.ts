// What is said of a place in media, and the address that shows it again.
import { describe, expect, it, test } from 'vitest';
import { type Anchor, anchorAddress, anchorWords, comparedAs, videoTime } from './anchors.ts';

const anchor: Anchor = {
  id: 7,
  disputeId: 3,
  kind: 'photo',
  projectId: 2,
  sessionId: 12,
  recordId: 40,
  mediaKind: 'drone',
  file: 'local:lekki/1 a.jpg',
  name: '1 a.jpg',
  place: { x: 0.5, y: 0.5 },
  other: null,
  cropUrl: null,
  takenBack: false,
  mark: null,
  createdAt: '2026-11-22T10:00:00.000000Z',
};

test.each([
  [5, '0:05'],
  [65.9, '1:05'],
  [3723, '1:02:03'],
])('%s seconds of a film are %s', (seconds, words) => {
  expect(videoTime(seconds)).toBe(words);
});

test('what was taken back is named for the crew, and for clients only as no longer shown', () => {
  expect(anchorWords({ ...anchor, takenBack: true })).toBe('1 a.jpg (taken back)');
  expect(anchorWords({ name: '', place: {}, takenBack: true })).toBe('A picture that is no longer shown');
});

test('a place is named by its file, in a film by its time, on a map by its coordinates', () => {
  expect(anchorWords(anchor)).toBe('1 a.jpg');
  expect(anchorWords({ takenBack: false, name: 'f.mp4', place: { second: 65 } })).toBe('f.mp4 at 1:05');
  expect(anchorWords({ takenBack: false, name: 'm.tif', place: { longitude: -3.4, latitude: 6.45 } })).toBe(
    'm.tif at 6.45000° N, 3.40000° W',
  );
});

test.each([
  ['photo', { x: 0.5, y: 0.5 }],
  ['panorama', { yaw: 0, pitch: 0 }],
  ['map', { longitude: 0, latitude: 0 }],
])('the numbers of a compared place say that it is in a %s', (kind, place) => {
  expect(comparedAs(place)).toBe(kind);
});

describe('the address of a place', () => {
  it('opens its file in its session, with the pin', () => {
    expect(anchorAddress(anchor)).toBe('/sessions/12?tab=drone&item=local%3Alekki%2F1+a.jpg&pin=7');
  });

  it('opens both pictures of a comparison, in the way they were compared', () => {
    const place = { x: 0.5, y: 0.5, mode: 'swipe' as const, view: [0.5, 0.5, 2] };
    const compared = { ...anchor, kind: 'comparison' as const, place };
    const address = anchorAddress({ ...compared, other: { sessionId: 11, file: 'local:0.jpg' } });
    const { pathname, searchParams } = new URL(address, 'http://here');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/projects/2/compare',
      {
        compare: '11,12',
        left: 'drone',
        right: 'drone',
        leftItem: 'local:0.jpg',
        rightItem: 'local:lekki/1 a.jpg',
        mode: 'swipe',
        view: '0.5,0.5,2',
        pin: '7',
      },
    ]);
  });
});
