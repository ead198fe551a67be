// The released sessions: filtered, as cards or rows, two of them to be chosen for comparison.
import { Camera, Columns2, Eye, MessageSquareWarning, MessagesSquare } from 'lucide-react';
import { useCallback } from 'react';
import { can } from '#contract/policy.ts';
import { type Project, projects } from '#contract/projects.ts';
import { type Session, sessions } from '#contract/sessions.ts';
import { DisputeDetailsDialog, RaiseDisputeDialog } from '#web/features/disputes/lazy-dialogs.ts';
import { SessionMediaDialog } from '#web/features/sessions/lazy-dialogs.ts';
import { type ListLayout, SessionCard } from '#web/features/sessions/session-card.tsx';
import { dayOf } from '#web/features/sessions/session-labels.ts';
import { SessionCards, useListLayout, useSessionColumns } from '#web/features/sessions/session-list.tsx';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { formatDate } from '#web/lib/format.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/queries.ts';
import { useDialogs } from '#web/lib/use-dialogs.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ProgressFilters } from './progress-filters.tsx';
import { isComparing, type ProgressState, type SetProgress, withComparisonToggled } from './progress-params.ts';
import { canToggle, maxSelected, toggleSelected } from './selection.ts';

const none: readonly Project[] = [];

/** Whoever only looks on at a project raises no concerns there (behaviour §1.3). */
function useMayRaise(own: readonly Project[]) {
  const { actor } = useCurrentUser();
  return useCallback(
    ({ projectId, photographerId }: Session): boolean => {
      const standing = own.find(({ id }) => id === projectId)?.standing;
      return standing !== undefined && can.raiseConcern(actor, { photographerId, released: true, standing });
    },
    [own, actor],
  );
}

type ProgressSessionsProps = { state: ProgressState; setState: SetProgress };

export function ProgressSessions({ state, setState }: ProgressSessionsProps) {
  const { projectId, siteId, sort, compare } = state;
  const own = useApiQuery(projects, { query: { limit: 500 } }).data?.rows ?? none;
  const mayRaise = useMayRaise(own);
  const found = useInfiniteList(
    sessions,
    { query: { projectId, siteId: projectId && siteId, sort } },
    { keep: true, long: true },
  );
  const { layout, switcher } = useListLayout('progress-look');
  const { open, dialogs } = useDialogs({
    media: (control, session: Session) => <SessionMediaDialog {...control} session={session} />,
    raise: (control, session: Session) => <RaiseDisputeDialog {...control} session={session} />,
    disputes: (control, session: Session) => <DisputeDetailsDialog {...control} session={session} />,
  });
  const comparing = isComparing(state);
  const lines = useSessionColumns(layout);
  const card = useCallback(
    (session: Session, index: number) => (
      <ProgressCard
        session={session}
        layout={layout}
        isFirst={index < lines.columns}
        choice={
          comparing
            ? {
                chosen: compare.includes(session.id),
                possible: canToggle(compare, session.id),
                onToggle: () => setState({ comparing: true, compare: toggleSelected(compare, session.id) }),
              }
            : undefined
        }
        onView={() => open('media', session)}
        onRaise={mayRaise(session) ? () => open('raise', session) : undefined}
        onDisputes={() => open('disputes', session)}
      />
    ),
    [layout, lines.columns, comparing, compare, setState, mayRaise, open],
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ProgressFilters state={state} setState={setState} projects={own} />
        {switcher && <span className="ml-auto">{switcher}</span>}
      </div>
      <div className="mb-4 flex min-h-6 flex-wrap items-center gap-3">
        <Checkbox
          label="Select sessions for comparison"
          checked={comparing}
          onChange={() => setState(withComparisonToggled(state))}
        />
        {comparing && (
          <span role="status">
            <Badge tone="accent">
              {compare.length}/{maxSelected} selected
            </Badge>
          </span>
        )}
      </div>
      <SessionCards
        list={found}
        layout={layout}
        lines={lines}
        empty={
          <NoSessions
            ofProject={projectId !== undefined}
            onClear={() => setState({ projectId: undefined, siteId: undefined })}
          />
        }
      >
        {card}
      </SessionCards>
      {compare.length === maxSelected && <CompareButton onClick={() => setState({ tab: 'comparison' }, 'push')} />}
      {dialogs}
    </>
  );
}

/** Floats above the list, and above the bar of a phone. */
function CompareButton({ onClick }: { onClick: () => void }) {
  return (
    <div className="pointer-events-none sticky low:static bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-10 flex justify-center pt-4 md:bottom-6">
      <Button
        variant="primary"
        size="lg"
        icon={Columns2}
        onClick={onClick}
        className="pointer-events-auto shadow-raised"
      >
        Compare Sessions
      </Button>
    </div>
  );
}

function NoSessions({ ofProject, onClear }: { ofProject: boolean; onClear: () => void }) {
  return (
    <EmptyState
      icon={Camera}
      title="No Sessions Available"
      action={ofProject && <Button onClick={onClear}>All Projects</Button>}
    >
      {ofProject ? 'No approved sessions found for this project.' : 'No approved sessions found.'}
    </EmptyState>
  );
}

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

function ProgressCard({ session, layout, isFirst, choice, onView, onRaise, onDisputes }: ProgressCardProps) {
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
