// The routes of what the company allows of share links.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import * as schemas from '#contract/schemas/share-rules.ts';

export const shareRuleRoutes = {
  shareRules: {
    reply: schemas.SavedShareRules,
    access: can.shareThings,
    summary: 'How long share links may last, whether each needs a PIN, and whether pictures may be downloaded.',
  },
  editShareRules: {
    body: schemas.ShareRulesEdit,
    reply: schemas.SavedShareRules,
    access: can.manageSettings,
    summary: 'Changes them: for links from then on, and downloads for all at once.',
  },
} satisfies RouteDefinitions;
