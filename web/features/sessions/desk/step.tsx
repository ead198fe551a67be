// The button to the next session of the queue, or to the one before.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '#web/ui/controls/button.tsx';
import type { Desk } from './use-desk.ts';

type StepProps = { desk: Desk; by: 1 | -1; className?: string };

export function Step({ desk, by, className }: StepProps) {
  const isNext = by === 1;
  return (
    <IconButton
      label={isNext ? 'Next session' : 'Previous session'}
      icon={isNext ? ChevronRight : ChevronLeft}
      variant="secondary"
      aria-keyshortcuts={isNext ? 'j' : 'k'}
      aria-disabled={!desk.canStep(by) || undefined}
      className={className}
      onClick={() => desk.step(by)}
    />
  );
}
