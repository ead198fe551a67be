// Which answers to flagged pictures are sent when a session is resubmitted.
import { expect, test } from 'vitest';
import { answersFor } from './resubmit-fields.tsx';

const written = [
  { flagId: 3, answer: ' Taken again. ' },
  { flagId: 4, answer: ' ' },
  { flagId: 1, answer: 'Of a former rejection.' },
];

test('answers to flags of a former rejection, and empty ones, are not sent', () => {
  expect(answersFor([{ id: 3 }, { id: 4 }], written)).toEqual([{ flagId: 3, answer: 'Taken again.' }]);
  expect(answersFor([], written)).toEqual([]);
});

test('while nobody can say which pictures are flagged, no answer is lost', () => {
  expect(answersFor(undefined, written)).toEqual([
    { flagId: 3, answer: 'Taken again.' },
    { flagId: 1, answer: 'Of a former rejection.' },
  ]);
});
