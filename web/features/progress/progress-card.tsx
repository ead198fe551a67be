// A released session in the client's list.
import { Eye, MessageSquareWarning, MessagesSquare } from 'lucide-react';
import type { Session } from '#contract/sessions.ts';
import { type ListLayout, SessionCard } from '#web/features/sessions/session-card.tsx';
import { dayOf } from '#web/features/sessions/session-labels.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';

type ProgressCardProps = {
  session: Session;
  layout: ListLayout;
  isFirst: boolean;
  /** The box that chooses it for comparison; only in comparison mode. */
  choice: { chosen: boolean; possible: boolean; onToggle: () => void } | undefined;
  onView: () => void;
  /** Missing where this person may not raise a concern. */
  onRaise: (() => void) | undefined;
  onDisputes: () => void;
};

export function ProgressCard({ session, layout, isFirst, choice, onView, onRaise, onDisputes }: ProgressCardProps) {
  const name = `${session.project.name}, ${formatDate(dayOf(session))}`;
  return (
    <SessionCard
      session={session}
      layout={layout}
      priority={isFirst}
      highlighted={choice?.chosen}
      hideStatus
      by="name"
      lead={
        choice && (
          <Checkbox
            label={`Compare session of ${name}`}
            hideLabel
            checked={choice.chosen}
            disabled={!choice.possible}
            onChange={choice.onToggle}
          />
        )
      }
      actions={
        <>
          <Button size="sm" icon={Eye} onClick={onView}>
            View Media
          </Button>
          {onRaise && (
            <Button size="sm" icon={MessageSquareWarning} onClick={onRaise}>
              Raise Concern
            </Button>
          )}
          {session.activeConcerns > 0 && (
            <IconButton
              size="sm"
              label="Read concerns"
              icon={MessagesSquare}
              onClick={onDisputes}
              className="ml-auto"
            />
          )}
        </>
      }
    />
  );
}
