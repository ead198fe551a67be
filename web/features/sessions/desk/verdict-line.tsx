// What the checks of a visit came to, in one line beside the decision; it leads to them and opens those that fit.
import { ChevronDown, CircleCheck, TriangleAlert } from 'lucide-react';
import { sessionChecks } from '#contract/sessions/checks.ts';
import { verdictLine } from '#web/features/sessions/parts/check-labels.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';

export type Fold = { open: boolean; onOpen: (open: boolean) => void };

type VerdictLineProps = { sessionId: number; fold: Fold };

export function VerdictLine({ sessionId, fold }: VerdictLineProps) {
  const { data } = useApiQuery(sessionChecks, { params: { id: sessionId } });
  if (!data) return null;
  const { words, stands } = verdictLine(data);
  if (data.state === 'waiting') return <p className="text-muted text-sm">{words}</p>;
  const Icon = stands ? TriangleAlert : CircleCheck;
  function toggle() {
    fold.onOpen(!fold.open);
    requestAnimationFrame(() => document.querySelector('[data-checks]')?.scrollIntoView({ block: 'start' }));
  }
  return (
    <button
      type="button"
      aria-expanded={fold.open}
      onClick={toggle}
      className="touch-target -my-1 flex min-h-8 w-full items-center gap-2 rounded-control text-left text-sm tabular-nums hover:underline"
    >
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${stands ? 'text-yellow-ink' : 'text-green-ink'}`} />
      <span className="min-w-0 flex-1">{words}</span>
      <ChevronDown
        aria-hidden="true"
        className={`size-4 shrink-0 text-muted transition-transform ${fold.open ? 'rotate-180' : ''}`}
      />
    </button>
  );
}
