// What the company allows of share links: read by who shares, edited by admins (behaviour §16.8).
import type { api } from '#contract/api.ts';
import type { SavedShareRules, ShareRules } from '#contract/sharing/endpoints.ts';
import { readShareRules, shareRulesKey } from '#server/db/settings/setting-rows.ts';
import { editSettings } from '#server/features/settings/company-settings.ts';
import type { Handlers } from '#server/http/calls/register-routes.ts';

const rulesOf = ({ longestDays, pinAlways, downloads }: ShareRules): ShareRules => ({
  longestDays,
  pinAlways,
  downloads,
});

const part = {
  name: 'Share links',
  word: 'set of rules',
  read: readShareRules,
  factsOf: rulesOf,
  rowsOf: (rules: ShareRules) => ({ [shareRulesKey]: rulesOf(rules) }),
};

export const shareRules: Handlers<typeof api.shareRules> = {
  shareRules: ({ db }) => readShareRules(db),

  editShareRules: ({ actor, body, write }) =>
    editSettings<ShareRules, SavedShareRules>(part, {
      actor,
      write,
      version: body.version,
      change: () => rulesOf(body),
    }),
};
