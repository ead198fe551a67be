// What the verdicts of the checks of a visit mean in words.
import type { Check, SessionChecks } from '#contract/sessions/checks.ts';
import { count } from '#web/lib/format/format.ts';

export const verdictWords: Record<Check['verdict'], string> = {
  fits: 'Fits',
  differs: 'Look at this',
  notChecked: 'Not checked',
};

export function summaryOf({ checks, state }: SessionChecks): string {
  if (state === 'waiting') return 'Pictures are still being analysed.';
  const differing = checks.filter(({ verdict }) => verdict === 'differs').length;
  if (differing === 0) return 'Nothing stands out.';
  return `${count(differing, 'thing')} to look at. These are hints: the decision is yours.`;
}
