// What the verdicts of the checks of a visit mean in words.
import type { Check, SessionChecks } from '#contract/sessions/checks.ts';
import { count, formatNumber } from '#web/lib/format/format.ts';

export const verdictWords: Record<Check['verdict'], string> = {
  fits: 'Fits',
  differs: 'Look at this',
  notChecked: 'Not checked',
};

/** In one line: what stands out of how many; `stands`: whether anything does. */
export function verdictLine({ checks, state }: Pick<SessionChecks, 'checks' | 'state'>) {
  if (state === 'waiting') return { words: 'Pictures are still being analysed.', stands: false };
  const counted = (wanted: Check['verdict']) => checks.filter(({ verdict }) => verdict === wanted).length;
  const [differing, unchecked] = [counted('differs'), counted('notChecked')];
  const words =
    differing > 0
      ? `${formatNumber(differing)} of ${count(checks.length, 'check')} ${differing === 1 ? 'stands' : 'stand'} out`
      : 'Nothing stands out';
  return { words: unchecked > 0 ? `${words} · ${formatNumber(unchecked)} not checked` : words, stands: differing > 0 };
}

export function summaryOf({ checks, state }: SessionChecks): string {
  if (state === 'waiting') return 'Pictures are still being analysed.';
  const differing = checks.filter(({ verdict }) => verdict === 'differs').length;
  if (differing === 0) return 'Nothing stands out.';
  return `${count(differing, 'thing')} to look at. These are hints: the decision is yours.`;
}
