// Findings about a visit from its pictures' headers and number and its links (behaviour §21.2). Pure; nothing is read here.

import { formatDate } from '#contract/core/day-words.ts';
import { type LinkField, sessionFields } from '#contract/core/session-fields.ts';
import { siteMetres as maxMetres } from '#contract/sessions/checks.ts';
import type { SessionViewpoints } from '#contract/viewpoints/endpoints.ts';
import type { LinkFindings } from '#server/db/schema.ts';
import { metresBetween } from '#server/features/viewpoints/nearness.ts';
import { count, listed } from '#server/lib/words.ts';
import { differs, type Finding, fits, type JudgedPicture, notChecked } from './checked-visit.ts';
import { distanceWords } from './judge-pictures.ts';

const dayMs = 86_400_000;
/** A picture may be from the day before or after: the camera's clock may be in another time zone. */
const maxDays = 1;
/** Fewer than this share of the usual number is too few. */
const leastShare = 0.5;

type Place = { latitude: number; longitude: number };

/** `links`: those of the visit. Null: they were not checked since they were entered. */
export function judgeLinks(links: readonly LinkField[], findings: LinkFindings | null): Finding {
  if (links.length === 0) return notChecked('links', 'This visit links to nothing.');
  if (!findings) return notChecked('links', 'The links were not opened yet.');
  const of = (state: string) => links.filter((field) => (findings[field]?.state ?? 'unknown') === state);
  const [broken, unknown] = [of('broken'), of('unknown')];
  const label = (field: LinkField) => sessionFields[field].label;
  if (broken.length > 0) {
    const reasons = broken.map((field) => `${label(field)}: ${findings[field]?.reason ?? 'it cannot be opened'}`);
    return differs('links', `Clients cannot open ${count(broken.length, 'link')}. ${reasons.join(' · ')}`);
  }
  if (unknown.length > 0) return notChecked('links', `Nobody could tell yet: ${listed(unknown.map(label))}.`);
  return fits(
    'links',
    links.length === 1 ? 'Clients can open its link.' : `Clients can open all ${links.length} links.`,
  );
}

function isNear(capturedAt: string, captureDate: string): boolean {
  const days = (Date.parse(`${capturedAt.slice(0, 10)}T00:00:00Z`) - Date.parse(`${captureDate}T00:00:00Z`)) / dayMs;
  return Math.abs(days) <= maxDays;
}

const silentWords = (silent: number, what: string) =>
  silent === 0 ? '' : ` ${count(silent, 'picture')} ${silent === 1 ? 'does' : 'do'} not say ${what}.`;

/** Days of the cameras' own clocks against the day of the visit. */
export function judgeDates(pictures: readonly JudgedPicture[], captureDate: string): Finding {
  const dated = pictures.filter(({ capturedAt }) => capturedAt !== null);
  if (dated.length === 0) return notChecked('captureDates', 'No picture says when it was taken.');
  const others = dated.filter(({ capturedAt }) => !isNear(capturedAt ?? '', captureDate));
  const silent = silentWords(pictures.length - dated.length, 'when');
  const day = formatDate(captureDate);
  if (others.length === 0)
    return fits('captureDates', `${count(dated.length, 'picture')} taken within a day of ${day}.${silent}`);
  const days = [...new Set(others.map(({ capturedAt }) => capturedAt?.slice(0, 10) ?? ''))].sort().map(formatDate);
  const evidence = `${others.length} of ${count(dated.length, 'picture')} taken on other days than ${day}: ${listed(days)}.${silent}`;
  return differs('captureDates', evidence, others);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0];
  return (low + high) / 2;
}

/** The centre of many; longitudes are counted from the first one, so that 180° is no edge. */
export function medianPlace(places: readonly Place[]): Place | null {
  const [first] = places;
  if (!first) return null;
  const turned = places.map(({ longitude }) => ((((longitude - first.longitude) % 360) + 540) % 360) - 180);
  const latitude = median(places.map((place) => place.latitude));
  return { latitude, longitude: first.longitude + median(turned) };
}

/** `site`: its stored position; without one, that of former visits' pictures. */
type Places = { site: Place | null; before: readonly Place[] };

export function placeOf({ site, before }: Places): (Place & { from: 'site' | 'visits' }) | null {
  const place = site ?? medianPlace(before);
  return place && { ...place, from: site ? 'site' : 'visits' };
}

export function judgePositions(pictures: readonly JudgedPicture[], { site, before }: Places): Finding {
  const place = placeOf({ site, before });
  if (!place)
    return notChecked('positions', 'The site has no coordinates, and no picture of a former visit says where it is.');
  const at = { ...place, heading: null, pitch: null };
  const measured = pictures.flatMap((picture) => {
    const metres = metresBetween({ ...picture, heading: null, pitch: null }, at);
    return metres === null ? [] : [{ picture, metres }];
  });
  if (measured.length === 0) return notChecked('positions', 'No picture says where it was taken.');
  const farthest = distanceWords(Math.max(...measured.map(({ metres }) => metres)));
  const silent = silentWords(pictures.length - measured.length, 'where');
  const source = site ? '' : ' Where the site is, the pictures of former visits say.';
  const far = measured.filter(({ metres }) => metres > maxMetres).map(({ picture }) => picture);
  const all = count(measured.length, 'picture');
  if (far.length === 0)
    return fits(
      'positions',
      `${all} taken within ${maxMetres} m of the site, the farthest ${farthest} away.${silent}${source}`,
    );
  const evidence = `${far.length} of ${all} taken more than ${maxMetres} m from the site, the farthest ${farthest} away.${silent}${source}`;
  return differs('positions', evidence, far);
}

/** `before`: how many pictures the last released visits had. More than usual is fine: rooms are added as the building grows. */
export function judgeCount(own: number, before: readonly number[]): Finding {
  if (before.length === 0) return notChecked('count', `${count(own, 'picture')}; no released visit to compare with.`);
  const usual = median(before);
  const visits =
    before.length === 1 ? 'the released visit before had' : `the last ${before.length} released visits had a median of`;
  const evidence = `${count(own, 'picture')}; ${visits} ${usual}.`;
  return own < usual * leastShare ? differs('count', evidence) : fits('count', evidence);
}

export function judgeCoverage({ viewpoints, pending }: Pick<SessionViewpoints, 'viewpoints' | 'pending'>): Finding {
  if (viewpoints.length === 0) return notChecked('coverage', 'This place has no viewpoints.');
  if (pending) return notChecked('coverage', 'The pictures are still being placed.');
  const missing = viewpoints.filter(({ picture }) => picture === null);
  const share = `${viewpoints.length - missing.length} of ${count(viewpoints.length, 'viewpoint')}`;
  if (missing.length === 0) return fits('coverage', share);
  return differs(
    'coverage',
    `${share} · missing: ${listed(missing.map(({ position, name }) => `${position} ${name}`))}`,
  );
}
