// The sentence about the alignment of two pictures.
import { expect, it } from 'vitest';
import { sentenceOf } from './alignment-bar.tsx';

type Said = Parameters<typeof sentenceOf>[0];

function view(answer: Partial<Said['answer']>, kind: 'photo' | 'panorama' = 'photo'): Said {
  return { answer, pair: { kind }, isLooking: false } as Said;
}

it('says on how many points it rests, and by which way', () => {
  expect(sentenceOf(view({ state: 'aligned', by: 'picture', inliers: 187 }), true)).toBe('aligned on 187 points');
  expect(sentenceOf(view({ state: 'aligned', by: 'chain', inliers: 54 }), true)).toBe(
    'aligned on 54 points, by way of visits in between',
  );
  expect(sentenceOf(view({ state: 'aligned', by: 'hand', inliers: 4 }), true)).toBe('aligned by hand, on 4 places');
  expect(sentenceOf(view({ state: 'aligned', by: 'picture', inliers: 187 }), false)).toBe('as they were taken');
});

it('says so where two could not be aligned, whether it is switched on or off', () => {
  for (const on of [true, false]) {
    expect(sentenceOf(view({ state: 'refused' }), on)).toBe('These two could not be aligned');
    expect(sentenceOf(view({ state: 'refused' }, 'panorama'), on)).toBe('These two could not be turned the same way');
  }
});
