// What of a viewpoint stands in the address: the date shown, the date compared with, how they are compared, and where one looks.

import { param } from '#web/lib/routing/search-params.ts';
import { comparisonParams } from '#web/media/linked/comparison-params.ts';

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
