// Checks of a visit: what its links and pictures reveal before a person decides (behaviour §21).

import { get } from '#contract/core/endpoint.ts';
import type { checkRoutes as routes } from './checks-routes.ts';

export type { Check, SessionChecks, SitePlace } from './checks-routes.ts';

/** In the order in which a review reads them. */
export const checkNames = [
  'links',
  'captureDates',
  'positions',
  'count',
  'coverage',
  'blurred',
  'dark',
  'alike',
] as const;
export type CheckName = (typeof checkNames)[number];

export const verdicts = ['fits', 'differs', 'notChecked'] as const;

export const sessionChecks = get<typeof routes.sessionChecks>('/api/sessions/:id/checks', {
  topics: ['checks', 'sessions', 'projects', 'viewpoints'],
  row: 'session',
});

/** Pictures taken farther from the site than this count as pictures of another one. */
export const siteMetres = 500;

/** Called before there is a visit, by somebody about to submit one. */
export const sitePlace = get<typeof routes.sitePlace>('/api/projects/:id/place', {
  topics: ['checks', 'sessions', 'projects'],
  row: 'project',
});
