// What of the client's page stands in its address: tab, filters, order, and the sessions chosen for comparison.
import { sessionSorts } from '#contract/sessions.ts';
import { inAddress, type useAddress } from '#web/lib/search-params.ts';
import { comparisonShape } from '#web/media/comparison/comparison-params.ts';
import { mostSelected } from './selection.ts';

export const tabs = ['overview', 'sessions', 'comparison'] as const;

/** Default sort is the capture date here (pages §9). */
export const progressShape = {
  tab: inAddress.oneOf(tabs, 'overview'),
  projectId: inAddress.id(),
  siteId: inAddress.id(),
  sort: inAddress.oneOf(sessionSorts, 'captureDate'),
  comparing: inAddress.flag(),
  compare: inAddress.ids(mostSelected),
  ...comparisonShape,
};

type Address = ReturnType<typeof useAddress<typeof progressShape>>;
export type ProgressState = Address[0];
export type SetProgress = Address[1];

/** A link with chosen sessions needs no second word to be understood. */
export function isComparing({ comparing, compare }: Pick<ProgressState, 'comparing' | 'compare'>): boolean {
  return comparing || compare.length > 0;
}

/** What was seen of a pair goes with the pair. */
export const cleared = {
  left: undefined,
  right: undefined,
  leftItem: '',
  rightItem: '',
  shown: undefined,
  view: [],
  shift: [],
} as const satisfies Parameters<SetProgress>[0];

/** Turns comparison mode on or off; either way the selection is empty afterwards. Turned on it leads to where one chooses. */
export function comparisonToggled(state: ProgressState): Parameters<SetProgress>[0] {
  const next = { ...cleared, comparing: !isComparing(state), compare: [] };
  return next.comparing ? { ...next, tab: 'sessions' } : next;
}
