// The sentence that says somebody else decided first.
import { expect, test } from 'vitest';
import { decidedMeanwhileSentence } from './unsent-decisions.tsx';

const reviewer = { id: 2, firstName: 'Kunle', lastName: 'Bello', role: 'admin' as const };

test.each([
  ['approved', 'Session #7 was approved by Kunle Bello meanwhile.'],
  ['rejected', 'Session #7 was rejected by Kunle Bello meanwhile.'],
  ['completed', 'Session #7 was completed meanwhile.'],
  ['pending', 'Session #7 waits for review again.'],
] as const)('the sentence for a session that is %s names who decided it', (status, words) => {
  expect(decidedMeanwhileSentence({ id: 7, status, reviewer } as Parameters<typeof decidedMeanwhileSentence>[0])).toBe(
    words,
  );
});
