// The line that says when a project's next visit is expected, for everybody who sees the project.
import { nextVisit } from '#contract/planned-visits/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { nextVisitWords } from './visit-words.ts';

/** Nothing where no visit is planned, or before it is known. */
export function NextVisitLine({ projectId }: { projectId: number }) {
  const next = useApiQuery(nextVisit, { params: { id: projectId } }).data?.next;
  if (!next) return null;
  return (
    <p className={`text-sm tabular-nums ${next.state === 'late' ? 'font-medium text-danger-ink' : ''}`}>
      {nextVisitWords(next)}
    </p>
  );
}
