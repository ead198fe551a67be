// What of the client's page stands in its address: tab, filters, order, and the sessions chosen for comparison.
import { sessionSorts } from '#contract/sessions/endpoints.ts';
import { param, type useSearchParams } from '#web/lib/routing/search-params.ts';
import { comparisonParams } from '#web/media/linked/comparison-params.ts';
import { maxSelected } from './selection.ts';

export const tabs = ['overview', 'sessions', 'comparison'] as const;

/** Default sort is the capture date here (behaviour §7.3). */
export const progressParams = {
  tab: param.oneOf(tabs, 'overview'),
  projectId: param.id(),
  siteId: param.id(),
  sort: param.oneOf(sessionSorts, 'captureDate'),
  comparing: param.flag(),
  compare: param.ids(maxSelected),
  ...comparisonParams,
};

type Address = ReturnType<typeof useSearchParams<typeof progressParams>>;
export type ProgressState = Address[0];
export type SetProgress = Address[1];

/** A link with chosen sessions needs no second word to be understood. */
export function isComparing({ comparing, compare }: Pick<ProgressState, 'comparing' | 'compare'>): boolean {
  return comparing || compare.length > 0;
}

/** What was seen of a pair goes with the pair. */
export const withoutFilters = {
  left: undefined,
  right: undefined,
  leftItem: '',
  rightItem: '',
  shown: undefined,
  view: [],
  shift: [],
} as const satisfies Parameters<SetProgress>[0];

/** Turns comparison mode on or off; either way the selection is empty afterwards. Turned on it leads to where one chooses. */
export function withComparisonToggled(state: ProgressState): Parameters<SetProgress>[0] {
  const next = { ...withoutFilters, comparing: !isComparing(state), compare: [] };
  return next.comparing ? { ...next, tab: 'sessions' } : next;
}
