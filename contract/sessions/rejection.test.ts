// The sentence that a photographer reads of a rejection.
import { expect, test } from 'vitest';
import { composeRejection, defaultReasons, editableReasons, reasonCodes } from './rejection.ts';

test('a rejection reads as its reasons in their order, then the words', () => {
  const sentence = composeRejection(['tooFew', 'blurred'], '  The north side is missing. ', defaultReasons);
  expect(sentence).toBe('Pictures are blurred. There are too few pictures. The north side is missing.');
});

test('pictures of another visit are a reason of their own', () => {
  expect(editableReasons).toContain('otherVisit');
  expect(composeRejection(['otherVisit'], null, defaultReasons)).toBe(
    'Pictures were submitted with another visit before.',
  );
});

test('words alone are the sentence as it was written', () => {
  expect(composeRejection([], 'Line one\nLine two', defaultReasons)).toBe('Line one\nLine two');
});

test('every reason but other says something by itself', () => {
  const silent = reasonCodes.filter((code) => composeRejection([code], null, defaultReasons) === null);
  expect(silent).toEqual(['other']);
  expect(composeRejection([], ' ', defaultReasons)).toBeNull();
});

test('a company’s own sentence takes the place of ours', () => {
  const settings = { ...defaultReasons, blurred: { sentence: 'Out of focus.', enabled: true } };
  expect(composeRejection(['blurred'], undefined, settings)).toBe('Out of focus.');
});
