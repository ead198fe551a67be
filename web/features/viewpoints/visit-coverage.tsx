// In a review: which viewpoints the visit covers. What is missing warns; it keeps nobody from deciding.
import { Crosshair, TriangleAlert } from 'lucide-react';
import { sessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { coverageOf } from './coverage.ts';

/** Nothing where the place has no viewpoint, or nothing is known yet. */
export function VisitCoverage({ sessionId }: { sessionId: number }) {
  const { data } = useApiQuery(sessionViewpoints, { params: { id: sessionId } });
  const sentence = data && coverageOf(data);
  if (!sentence || data.pending) return null;
  const isMissing = data.viewpoints.some(({ picture }) => picture === null);
  return (
    <Notice tone={isMissing ? 'yellow' : 'grey'} icon={isMissing ? TriangleAlert : Crosshair} role="status">
      <span className="tabular-nums">{sentence}</span>
    </Notice>
  );
}
