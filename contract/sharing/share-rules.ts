// What the company allows of share links: how long they last, whether each has a PIN, and whether pictures may be downloaded (behaviour §16.8).

import { get, put } from '#contract/core/endpoint.ts';
import type { shareRuleRoutes as routes } from './share-rules-routes.ts';

export type { SavedShareRules, ShareRules } from './share-rules-routes.ts';

/** Days that a link may last, as they are offered. */
export const shareDays = [1, 7, 30, 90, 365] as const;
export type ShareDays = (typeof shareDays)[number];

export const shareDaysLabels: Record<ShareDays, string> = {
  1: 'A day',
  7: 'A week',
  30: '30 days',
  90: '90 days',
  365: 'A year',
};

export const defaultShareRules = { longestDays: 365, pinAlways: false, downloads: true } as const;

const topics = ['settings'] as const;

export const shareRules = get<typeof routes.shareRules>('/api/settings/share-rules', { topics });

export const editShareRules = put<typeof routes.editShareRules>('/api/settings/share-rules', {
  topics,
  idempotencyKey: true,
});
