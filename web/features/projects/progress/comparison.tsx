// Two sessions compared: fetched by their ids, shown by the comparison viewer, changed on the line of visits.
import { Columns2, RotateCwSquare, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { getSession } from '#contract/sessions/endpoints.ts';
import { PinDialogs } from '#web/features/disputes/pinning.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { useMediaQuery } from '#web/lib/device/media-query.ts';
import { comparisonBoxClass } from '#web/media/comparison/comparison-box.tsx';
import { ComingComparison, ComparisonViewer } from '#web/media/comparison/comparison-viewer.tsx';
import type { ComparisonState, SetComparison } from '#web/media/linked/comparison-params.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { ComparisonSessions, orderedPair, visitOf } from './comparison-sessions.tsx';
import { selectionHint } from './progress-params.ts';

type ComparisonProps = {
  selected: readonly number[];
  state: ComparisonState;
  setState: SetComparison;
  onSelect: (ids: readonly number[]) => void;
  onClear: () => void;
  /** To where sessions are chosen. */
  onChoose: () => void;
  /** The anchor that the address names. */
  pin?: number | undefined;
  /** On small screens with what else can be done. */
  share?: ReactNode;
};

export function Comparison({ selected, onChoose, ...rest }: ComparisonProps) {
  const [one, other] = selected;
  if (one !== undefined && other !== undefined) return <Pair ids={[one, other]} {...rest} />;
  return (
    <EmptyState
      icon={Columns2}
      title={selectionHint(selected)}
      action={
        <Button variant="primary" onClick={onChoose}>
          Select sessions
        </Button>
      }
    >
      Select two sessions from the Progress Sessions tab to compare their visual content side by side
    </EmptyState>
  );
}

type PairProps = Omit<ComparisonProps, 'selected' | 'onChoose'> & { ids: [number, number] };

function Pair({ ids: [one, other], state, setState, onSelect, onClear, pin, share }: PairProps) {
  const isHydrated = useIsHydrated();
  const first = useApiQuery(getSession, { params: { id: one } }, { keep: true });
  const second = useApiQuery(getSession, { params: { id: other } }, { keep: true });
  const failed = [first, second].find(({ error, data }) => error && !data);
  if (failed) {
    return (
      <div className="grid justify-items-center">
        <QueryError query={failed} className="pb-4" />
        <Button icon={X} onClick={onClear}>
          Clear Selection
        </Button>
      </div>
    );
  }
  if (!first.data || !second.data) return <ComparisonSkeleton />;
  const pair = orderedPair([first.data, second.data]);
  const isOfOne = pair[0].projectId === pair[1].projectId;
  const visits = { left: visitOf(pair[0], { index: 1, isOfOne }), right: visitOf(pair[1], { index: 2, isOfOne }) };
  if (!isHydrated)
    return (
      <ComingComparison visits={visits} state={state}>
        <ComparisonSkeleton />
      </ComingComparison>
    );
  return (
    <>
      <RotateBanner />
      <ComparisonViewer
        visits={visits}
        state={state}
        setState={setState}
        onClear={onClear}
        share={isOfOne && share}
        pinning={isOfOne ? { session: pair[1], pin, Dialogs: PinDialogs } : undefined}
      >
        {isOfOne ? (
          <ComparisonSessions ids={[one, other]} pair={pair} onChange={onSelect} />
        ) : (
          <p className="text-muted">
            These sessions belong to different projects. Choose two from one project to step through its visits.
          </p>
        )}
      </ComparisonViewer>
    </>
  );
}

/** In the shape of what comes, on small screens picture and strip. */
export function ComparisonSkeleton() {
  return (
    <div className="grid gap-2 roomy:gap-3">
      <Skeleton className="compact:hidden h-13" />
      <Skeleton className="compact:hidden h-9" />
      <Skeleton className={comparisonBoxClass({ halves: 2, full: false })} />
      <Skeleton className="h-11 roomy:h-26" />
      <span role="status" className="sr-only">
        Loading
      </span>
    </div>
  );
}

function RotateBanner() {
  const isUpright = useMediaQuery('(width < 768px) and (orientation: portrait)');
  const [dismissed, setDismissed] = useState(false);
  if (!isUpright || dismissed) return null;
  return (
    <div
      role="status"
      className="turn-hint print:hidden flex items-center gap-3 rounded-control bg-blue-soft pr-1 pl-3 text-blue-ink text-sm"
    >
      <RotateCwSquare aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1">Rotate your phone to landscape to compare side by side.</p>
      <IconButton label="Dismiss" icon={X} onClick={() => setDismissed(true)} />
    </div>
  );
}
