// The sign of a check's verdict.
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { Check } from '#contract/sessions/checks.ts';

const icons = {
  fits: [CircleCheck, 'text-green-ink'],
  differs: [TriangleAlert, 'text-yellow-ink'],
  notChecked: [CircleHelp, 'text-muted'],
} as const;

export function VerdictIcon({ verdict }: { verdict: Check['verdict'] }) {
  const [Icon, colour] = icons[verdict];
  return <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${colour}`} />;
}
