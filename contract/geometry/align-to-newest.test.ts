// How pictures are aligned to the newest one.
import { expect, test } from 'vitest';
import { alignToNewest } from './align-to-newest.ts';
import { applyHomography, type Homography } from './homography.ts';

type ViewpointPicture = { sessionId: number };

const picture = (sessionId: number) => ({ sessionId }) as ViewpointPicture;
const pictures = [1, 2, 3, 4].map(picture);
const shifted = (x: number): Homography => [1, 0, x, 0, 1, 0, 0, 0, 1];

/** Visit n is shifted by a hundredth of n to the right of its neighbour; these pairs fail. */
function aligning(failing: string[] = [], how: 'refused' | 'waiting' = 'refused') {
  const asked: string[] = [];
  const align = async (older: ViewpointPicture, newer: ViewpointPicture) => {
    const pair = `${older.sessionId}-${newer.sessionId}`;
    asked.push(pair);
    if (failing.includes(pair)) return { state: how, matrix: null };
    return { state: 'aligned' as const, matrix: [...shifted(older.sessionId / 100)] };
  };
  return { asked, align };
}

const xOf = (matrix: Homography | null | undefined) => matrix && Math.round(applyHomography(matrix, [0, 0])[0] * 1000);

test('neighbours in time are asked about once each, and their links composed onto the newest picture', async () => {
  const { asked, align } = aligning();
  const places = await alignToNewest(pictures, align);
  expect(asked).toEqual(['3-4', '2-3', '1-2']);
  expect(places.map(xOf)).toEqual([60, 50, 30, null]);
});

test('a picture that cannot be aligned is passed over by the older ones', async () => {
  const { asked, align } = aligning(['3-4']);
  const places = await alignToNewest(pictures, align);
  expect(asked).toEqual(['3-4', '2-4', '1-2']);
  expect(places.map(xOf)).toEqual([30, 20, null, null]);
});

test('where nothing can be aligned every picture stays as it is', async () => {
  const { asked, align } = aligning(['3-4', '2-4', '1-4']);
  expect(await alignToNewest(pictures, align)).toEqual([null, null, null, null]);
  expect(asked).toHaveLength(3);
});

test('behind a pair that is still being computed only neighbours are asked about', async () => {
  const { asked, align } = aligning(['3-4'], 'waiting');
  expect(await alignToNewest(pictures, align)).toEqual([null, null, null, null]);
  expect(asked).toEqual(['3-4', '2-3', '1-2']);
});

test('links that would fold the picture together are no places', async () => {
  const tilted: Homography = [1, 0, 0, 0, 1, 0, 0.9, 0.9, 0.1];
  expect(await alignToNewest(pictures.slice(2), async () => ({ state: 'aligned', matrix: [...tilted] }))).toEqual([
    null,
    null,
  ]);
});
