// What of the client's page stands in its address, and which sessions are chosen for comparison: none, one or two (behaviour §10.10).
import { sessionSorts } from '#contract/sessions/endpoints.ts';
import { param, type useSearchParams } from '#web/lib/routing/search-params.ts';
import { comparisonParams } from '#web/media/linked/comparison-params.ts';

/** Behaviour §6.12. */
export const maxSelected = 2;
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

/** Chosen becomes not chosen and the other way round; a third is refused. */
export function toggleSelected(selected: readonly number[], id: number): number[] {
  if (selected.includes(id)) return selected.filter((each) => each !== id);
  return selected.length < maxSelected ? [...selected, id] : [...selected];
}

/** Once two are chosen, only those two can be ticked: to take one away again. */
export function canToggle(selected: readonly number[], id: number): boolean {
  return selected.length < maxSelected || selected.includes(id);
}

/** What the comparison says while it has not got its two. */
export function selectionHint(selected: readonly number[]): string {
  return selected.length === 0 ? 'No sessions selected' : '1 session selected - select 1 more';
}

type Dated = { id: number; captureDate: string };

/** The earlier visit stands left: building sites grow from left to right. Of one day, the one recorded first. */
export function inOrder<S extends Dated>(sessions: readonly S[]): S[] {
  return sessions.toSorted((a, b) => a.captureDate.localeCompare(b.captureDate) || a.id - b.id);
}

/** All visits from first to last, the chosen ones among them even where the list does not reach that far back. */
export function sessionsWith<S extends Dated>(listed: readonly S[], pair: readonly S[]): S[] {
  const missing = pair.filter(({ id }) => !listed.some((visit) => visit.id === id));
  return inOrder([...listed, ...missing]);
}

type ChosenPair = { pair: readonly [Dated, Dated]; index: 0 | 1 };

/** Whether a visit may replace the first or second of the pair: the first stays the earlier one. */
export function canStartComparison(visits: readonly Dated[], visit: Dated, { pair, index }: ChosenPair): boolean {
  const indexOf = ({ id }: Dated) => visits.findIndex((each) => each.id === id);
  return index === 0 ? indexOf(visit) < indexOf(pair[1]) : indexOf(visit) > indexOf(pair[0]);
}

/** Where nobody chose: the first and the latest visit of the site that was visited last; else of the project. */
export function firstAndLatest(visits: readonly (Dated & { siteId: number | null })[]): number[] {
  const ordered = inOrder(visits);
  const ofSite = (siteId: number | null) => ordered.filter((visit) => visit.siteId === siteId);
  const bySite = ordered.toReversed().map(({ siteId }) => ofSite(siteId));
  const [first, ...later] = bySite.find(({ length }) => length >= maxSelected) ?? ordered;
  const latest = later.at(-1);
  return first && latest ? [first.id, latest.id] : [];
}
