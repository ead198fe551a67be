// The state of a planned visit: colour, word and icon.
import { CalendarDays, Check, Clock, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import type { VisitState } from '#contract/planned-visits/endpoints.ts';
import { Badge, type Tone } from '#web/ui/display/badge.tsx';
import { stateLabels } from './visit-words.ts';

const variants: Record<VisitState, { tone: Tone; icon: LucideIcon }> = {
  planned: { tone: 'blue', icon: CalendarDays },
  due: { tone: 'yellow', icon: Clock },
  late: { tone: 'red', icon: TriangleAlert },
  fulfilled: { tone: 'green', icon: Check },
  skipped: { tone: 'grey', icon: X },
};

export function VisitStateBadge({ state }: { state: VisitState }) {
  const { tone, icon } = variants[state];
  return (
    <Badge tone={tone} icon={icon}>
      {stateLabels[state]}
    </Badge>
  );
}
