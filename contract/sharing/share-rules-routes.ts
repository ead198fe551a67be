// The schemas and routes of what the company allows of share links.
import * as z from 'zod/mini';
import { version } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';
import { shareDays } from './share-rules.ts';

export const ShareRules = z.object({
  /** Of a link that is made from now on. */
  longestDays: z.literal(shareDays, 'A link may last for 1, 7, 30, 90 or 365 days'),
  pinAlways: z.boolean('pinAlways must be true or false'),
  /** False: also of links that were made before. */
  downloads: z.boolean('downloads must be true or false'),
});
export type ShareRules = z.infer<typeof ShareRules>;

export const SavedShareRules = z.extend(ShareRules, { version: z.number() });
export type SavedShareRules = z.infer<typeof SavedShareRules>;

export const ShareRulesEdit = z.extend(ShareRules, { version });

export const shareRuleRoutes = {
  shareRules: {
    reply: SavedShareRules,
    access: can.shareThings,
    summary: 'How long share links may last, whether each needs a PIN, and whether pictures may be downloaded.',
  },
  editShareRules: {
    body: ShareRulesEdit,
    reply: SavedShareRules,
    access: can.manageSettings,
    summary: 'Changes them: for links from then on, and downloads for all at once.',
  },
} satisfies RouteDefinitions;
