// What the checks of a visit come to, in words.
import { expect, test } from 'vitest';
import type { Check } from '#contract/sessions/checks.ts';
import { verdictLine } from './check-labels.ts';

const checks = (...verdicts: Check['verdict'][]) => verdicts.map((verdict) => ({ verdict }) as Check);
const ready = (...verdicts: Check['verdict'][]) => verdictLine({ state: 'done', checks: checks(...verdicts) });

test('one line says what stands out of how many checks', () => {
  expect(ready('differs', 'fits', 'differs')).toEqual({ words: '2 of 3 checks stand out', stands: true });
  expect(ready('differs', 'notChecked')).toEqual({ words: '1 of 2 checks stands out · 1 not checked', stands: true });
  expect(ready('fits', 'fits')).toEqual({ words: 'Nothing stands out', stands: false });
});

test('while pictures are analysed nothing is said of what is known already', () => {
  expect(verdictLine({ state: 'waiting', checks: checks('differs') }).stands).toBe(false);
});
