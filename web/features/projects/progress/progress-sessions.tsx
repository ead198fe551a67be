// The released sessions: filtered, as cards or rows, two of them to be chosen for comparison.
import { Camera, Columns2, Eye, FilterX, MessagesSquare } from 'lucide-react';
import { useCallback } from 'react';
import { formatDate } from '#contract/core/day-words.ts';
import type { ListLayout } from '#contract/pages/device-choices.ts';
import { sites } from '#contract/projects/endpoints.ts';
import { type Session, sessions } from '#contract/sessions/endpoints.ts';
import { RaiseButton } from '#web/features/disputes/raise-button.tsx';
import { SessionCard } from '#web/features/sessions/list/session-card.tsx';
import { SessionCards, useListLayout, useSessionColumns } from '#web/features/sessions/list/session-list.tsx';
import { dayOf } from '#web/features/sessions/parts/session-labels.ts';
import { useApiQuery, useInfiniteList } from '#web/lib/api/queries.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { chosenId, Options, Select } from '#web/ui/controls/select.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import {
  canToggle,
  isComparing,
  maxSelected,
  type ProgressState,
  type SetProgress,
  toggleSelected,
  withComparisonToggled,
} from './progress-params.ts';

const DisputeDetailsDialog = lazyDialog(
  () => import('#web/features/disputes/dispute-details-dialog.tsx'),
  'DisputeDetailsDialog',
);
const RaiseDisputeDialog = lazyDialog(
  () => import('#web/features/disputes/raise-dispute-dialog.tsx'),
  'RaiseDisputeDialog',
);
const SessionMediaDialog = lazyDialog(
  () => import('#web/features/sessions/page/session-media-dialog.tsx'),
  'SessionMediaDialog',
);
const ProjectChoice = lazySection(
  () => import('#web/features/sessions/filters/choices.tsx'),
  'ProjectChoice',
  <Skeleton className="touch-target h-9" />,
);

type ProgressSessionsProps = { state: ProgressState; setState: SetProgress };

export function ProgressSessions({ state, setState }: ProgressSessionsProps) {
  const { projectId, siteId, sort, compare } = state;
  const found = useInfiniteList(
    sessions,
    { query: { projectId, siteId: projectId && siteId, sort } },
    { keep: true, long: true },
  );
  const { layout, switcher } = useListLayout('progress');
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
        isFirst={index === 0}
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
        onRaise={() => open('raise', session)}
        onDisputes={() => open('disputes', session)}
      />
    ),
    [layout, comparing, compare, setState, open],
  );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <ProgressFilters state={state} setState={setState} />
        {switcher}
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
  onRaise: () => void;
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
          <RaiseButton session={session} onRaise={onRaise} />
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

// Narrowing the client's sessions: project, site where there are several, order.
type ProgressFiltersProps = { state: ProgressState; setState: SetProgress };

function ProgressFilters({ state, setState }: ProgressFiltersProps) {
  const { projectId, siteId, sort } = state;
  const found = useApiQuery(sites, { params: { id: projectId ?? 0 }, query: { limit: 500 } }, { enabled: !!projectId });
  const choices = projectId ? (found.data?.rows ?? []) : [];
  return (
    <>
      <Field label="Project" hideLabel className="min-w-40 flex-1 sm:max-w-64">
        <ProjectChoice
          value={projectId}
          onChange={(id) => setState({ projectId: id, siteId: undefined })}
          none="All Projects"
        />
      </Field>
      {choices.length > 1 && (
        <Field label="Site" hideLabel className="min-w-40 flex-1 sm:max-w-64">
          <Select value={siteId ?? ''} onChange={(event) => setState({ siteId: chosenId(event) })}>
            <option value="">All Sites</option>
            <Options of={choices} label={({ name }) => name} />
          </Select>
        </Field>
      )}
      <Field label="Sort" hideLabel className="min-w-40 flex-1 sm:max-w-64">
        <Select value={sort} onChange={(event) => setState({ sort: event.target.value as typeof sort })}>
          <option value="captureDate">Sort by Session Date</option>
          <option value="createdAt">Sort by Submission Date</option>
        </Select>
      </Field>
      {(projectId || siteId) && (
        <Button variant="ghost" icon={FilterX} onClick={() => setState({ projectId: undefined, siteId: undefined })}>
          Clear Filters
        </Button>
      )}
    </>
  );
}
