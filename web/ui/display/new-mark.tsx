// Blue dots: on a visit that was released since its reader was here, and on a project with how many there are. Nothing where nothing is new.
import type { Session } from '#contract/sessions/endpoints.ts';
import { useNewsOf } from '#web/lib/api/news.tsx';
import { formatNumber } from '#web/lib/format/format.ts';
import { Instant } from './instant.tsx';

const dot = 'inline-block size-2 shrink-0 rounded-full bg-accent';

/** Clients read of a session when it was released; both are written alike, to the microsecond. */
export function NewDot({ session: { projectId, reviewedAt } }: { session: Session }) {
  const known = useNewsOf(projectId);
  if (!known || !reviewedAt || reviewedAt <= known.since) return null;
  return (
    <span data-tooltip="New since you were here" className={`${dot} mr-1.5 align-middle`}>
      <span className="sr-only">New: </span>
    </span>
  );
}

export function NewSince({ projectId }: { projectId: number }) {
  const known = useNewsOf(projectId);
  if (!known || known.visits === 0) return null;
  return (
    <p className="flex items-baseline gap-1.5 font-medium text-accent-ink text-sm tabular-nums">
      <span aria-hidden="true" className={`${dot} -translate-y-px`} />
      <span>
        {formatNumber(known.visits)} new since <Instant at={known.since} day />
      </span>
    </p>
  );
}
