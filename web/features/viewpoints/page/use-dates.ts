// Which dates of a viewpoint are shown: they follow the hand at once, and the address when the hand rests.

import type { ViewpointPicture } from '#contract/viewpoints/endpoints.ts';
import { param, type useSearchParams } from '#web/lib/routing/search-params.ts';
import { comparisonParams, useLaggingParam } from '#web/media/linked/comparison-params.ts';

// What of a viewpoint stands in the address: the date shown, the date compared with, how they are compared, and where one looks.

/** A date is written as the day, with the session after a dot where that day has several: `2026-05-04.117`. */
export const viewpointParams = {
  date: param.text(),
  compare: param.text(),
  ...comparisonParams,
};

export type Dated = { captureDate: string; sessionId: number };

/** How the address names a visit; the newest, which is shown without a name, has one as well. */
export function nameOfVisit(visit: Dated, visits: readonly Dated[]): string {
  const isAlone = visits.filter(({ captureDate }) => captureDate === visit.captureDate).length < 2;
  return isAlone ? visit.captureDate : `${visit.captureDate}.${visit.sessionId}`;
}

/**
 * Where the visit of that name is among the visits, oldest first. A day without a visit is the nearest one's: the visit may have gone
 * since the link was made. Undefined for what names no day.
 */
export function visitNamed(name: string, visits: readonly Dated[]): number | undefined {
  const [day = '', session] = name.split('.');
  const time = timeOf(day);
  if (Number.isNaN(time) || visits.length === 0) return undefined;
  const exact = visits.findIndex((visit) => visit.captureDate === day && String(visit.sessionId) === session);
  if (exact >= 0) return exact;
  const distances = visits.map(({ captureDate }) => Math.abs(timeOf(captureDate) - time));
  return distances.lastIndexOf(Math.min(...distances));
}

function timeOf(day: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
}

/** Which visits a handle may be moved to, first and last. */
export type Reach = readonly [from: number, to: number];

/**
 * Of two compared visits the older stays the older: no handle passes the other one, or comes to stand on it. `index` is the handle's,
 * `other` that of the other handle, if there is one.
 */
export function reachOf(index: number, other: number | undefined, count: number): Reach {
  if (other === undefined) return [0, count - 1];
  return index < other ? [0, other - 1] : [other + 1, count - 1];
}

/** A visit is not compared with itself: an address that says so means the visit before it, or after the first. */
export function besides(compared: number | undefined, index: number, count: number): number | undefined {
  if (compared !== index) return compared;
  if (count < 2) return undefined;
  return index > 0 ? index - 1 : 1;
}

type Params = ReturnType<typeof useSearchParams<typeof viewpointParams>>;
export type ViewpointState = Params[0];
export type SetViewpointState = Params[1];

export function useDates(pictures: readonly ViewpointPicture[], [state, setState]: Params) {
  const date = useLaggingParam('date', state.date, setState);
  const compare = useLaggingParam('compare', state.compare, setState);
  const nameAt = (index: number) => {
    const picture = pictures[index];
    return picture ? nameOfVisit(picture, pictures) : '';
  };
  /** The newest where the address names none. */
  const index = visitNamed(date.value, pictures) ?? pictures.length - 1;
  const named = compare.value === '' ? undefined : visitNamed(compare.value, pictures);
  const compared = besides(named, index, pictures.length);
  const reach = reachOf(index, compared, pictures.length);
  const comparedReach = compared === undefined ? reach : reachOf(compared, index, pictures.length);
  return {
    index,
    /** Undefined: one date is shown. */
    compared,
    reach,
    comparedReach,
    nameAt,
    show: (to: number) => date.set(nameAt(within(to, reach))),
    compareWith: (to: number) => compare.set(nameAt(within(to, comparedReach))),
    /** What waits to be written is written with the change, else it would come after it. */
    settle() {
      date.cancel();
      compare.cancel();
      return { date: date.value, compare: compare.value };
    },
  };
}

function within(index: number, [from, to]: Reach): number {
  return Math.min(Math.max(index, from), to);
}
