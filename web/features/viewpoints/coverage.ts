// Which viewpoints a visit covers, in one sentence.
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import { count } from '#web/lib/format/format.ts';

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
