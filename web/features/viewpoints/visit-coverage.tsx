// In a review: which viewpoints the visit covers. What is missing warns; it keeps nobody from deciding.

import { Crosshair, TriangleAlert } from 'lucide-react';
import { type SessionViewpoints, sessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { count } from '#web/lib/format/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

// Which viewpoints a visit covers, in one sentence.
type Covered = Pick<SessionViewpoints['viewpoints'][number], 'name' | 'position'> & { isCovered: boolean };

/** More are counted and not named. */
const maxNamed = 5;

/** '5 of 6 viewpoints · missing: 3 North-east corner'; nothing where there is no viewpoint. */
export function coverageSentence(viewpoints: readonly Covered[]): string | undefined {
  if (viewpoints.length === 0) return undefined;
  const missing = viewpoints.filter(({ isCovered }) => !isCovered);
  const share = `${viewpoints.length - missing.length} of ${count(viewpoints.length, 'viewpoint')}`;
  if (missing.length === 0) return share;
  const named = missing.slice(0, maxNamed).map(({ position, name }) => `${position} ${name}`);
  const rest = missing.length - named.length;
  return `${share} · missing: ${[...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`;
}

export function coverageOf({ viewpoints }: Pick<SessionViewpoints, 'viewpoints'>): string | undefined {
  return coverageSentence(viewpoints.map((each) => ({ ...each, isCovered: each.picture !== null })));
}

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
