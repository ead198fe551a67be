// How a stage stands: the marks that hold, why it was refused, what is late, and what comes next.
import { Clock, Hand, X } from 'lucide-react';
import type { Stage } from '#contract/stages/endpoints.ts';
import { MarkBadges } from '#web/features/stages/mark-parts.tsx';
import { nextWords, varianceWords } from '#web/features/stages/stage-words.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';

export function StageState({ stage }: { stage: Stage }) {
  const { claimed, refused, variance, asks, dropped } = stage;
  return (
    <Card
      as="section"
      padded
      aria-label="How it stands"
      className="grid grid-cols-1 content-start gap-3 lg:col-start-2 lg:row-start-1"
    >
      {!claimed && !refused && <p className="text-muted">Nobody has claimed this stage yet.</p>}
      <MarkBadges stage={stage} />
      {refused && (
        <Notice tone="red" icon={X}>
          <span className="font-medium">Refused by {refused.byName}</span>
          {refused.note && `: ${refused.note}`}
        </Notice>
      )}
      {variance && (
        <p>
          <Badge tone="yellow" icon={Clock}>
            {varianceWords(variance)}
          </Badge>
        </p>
      )}
      {dropped && <p className="text-muted">It was taken out of the list and is kept for its marks.</p>}
      {asks && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {nextWords[asks.kind]}
          {asks.mine && (
            <Badge tone="accent" icon={Hand}>
              Waiting for you
            </Badge>
          )}
        </p>
      )}
    </Card>
  );
}
