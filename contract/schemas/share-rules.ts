// The schemas of what the company allows of share links.
import * as z from 'zod/mini';
import { shareDays } from '#contract/share-rules.ts';
import { version } from './fields.ts';

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
