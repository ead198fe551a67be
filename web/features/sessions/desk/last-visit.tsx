// The viewpoints of a visit against the last one that was released, each pair in the viewer of comparisons.

import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { maxIdsInQuery, type Session, sessions } from '#contract/sessions/endpoints.ts';
import {
  getViewpoint,
  type SessionViewpoints,
  type ViewpointPicture,
  type ViewpointWithPictures,
} from '#contract/viewpoints/endpoints.ts';
import { CompareStage } from '#web/features/viewpoints/page/compare-stage.tsx';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { parseSearch } from '#web/lib/routing/search-params.ts';
import { type ComparisonState, comparisonParams } from '#web/media/linked/comparison-params.ts';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Choices } from './choices.tsx';

type LastVisitProps = {
  session: Session;
  viewpoints: SessionViewpoints['viewpoints'];
  onClose: () => void;
};

export function LastVisit({ session, viewpoints, onClose }: LastVisitProps) {
  const covered = viewpoints.filter(({ picture }) => picture !== null);
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, covered.length - 1);
  const step = (by: 1 | -1) => setWanted(Math.min(Math.max(at + by, 0), covered.length - 1));
  const chosen = covered[at];
  return (
    <div className="grid gap-3">
      <Choices
        label="Viewpoints"
        choices={covered.map(({ id, name, position }) => ({
          id,
          words: <span className="max-w-48 truncate">{`${position} ${name}`}</span>,
        }))}
        at={at}
        onChoose={setWanted}
        back="Back to the media"
        onClose={onClose}
      />
      {chosen && <Against key={chosen.id} viewpointId={chosen.id} session={session} onStep={step} />}
    </div>
  );
}

type AgainstProps = { viewpointId: number; session: Session; onStep: (by: 1 | -1) => void };

function Against({ viewpointId, session, onStep }: AgainstProps) {
  const found = useApiQuery(getViewpoint, { params: { id: viewpointId } });
  const earlier = found.data ? beforeOf(found.data.pictures, session.id) : [];
  const ids = earlier.map(({ sessionId }) => sessionId).join();
  const visits = useApiQuery(sessions, { query: { ids } as never }, { enabled: ids !== '' });
  if (found.error) return <QueryError query={found} />;
  if (visits.error) return <QueryError query={visits} />;
  if (!found.data || (ids !== '' && !visits.data)) return <Skeleton className="aspect-3/2 rounded-card" />;
  const released = new Set(visits.data?.rows.filter((visit) => visit.released).map(({ id }) => id));
  const right = found.data.pictures.find(({ sessionId }) => sessionId === session.id);
  const left = earlier.findLast(({ sessionId }) => released.has(sessionId));
  if (!left || !right) {
    return (
      <EmptyState icon={ImageOff} title="Nothing to compare with">
        No released visit has a picture of this viewpoint yet.
      </EmptyState>
    );
  }
  return <Stage viewpoint={found.data} left={left} right={right} onStep={onStep} />;
}

type StageProps = Pick<AgainstProps, 'onStep'> & {
  viewpoint: ViewpointWithPictures;
  left: ViewpointPicture;
  right: ViewpointPicture;
};

const begun: ComparisonState = { ...parseSearch(comparisonParams, ''), mode: 'swipe' };

/** How it is compared stands in no address: it ends with the session. */
function Stage({ viewpoint, left, right, onStep }: StageProps) {
  const [state, setState] = useState(begun);
  return (
    <CompareStage
      viewpoint={viewpoint}
      pictures={{ left, right }}
      state={state}
      setState={(change) => setState((before) => ({ ...before, ...(change as Partial<ComparisonState>) }))}
      onStep={onStep}
    />
  );
}

// Which pictures of a viewpoint come before a visit's own.

/** Oldest first, as many of the newest as can be asked for at once. */
export function beforeOf<P extends Pick<ViewpointPicture, 'sessionId'>>(
  pictures: readonly P[],
  sessionId: number,
): P[] {
  const at = pictures.findIndex((picture) => picture.sessionId === sessionId);
  return pictures.slice(Math.max(0, at - maxIdsInQuery), Math.max(0, at));
}
