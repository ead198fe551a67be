// The schemas of the checks of a visit.
import * as z from 'zod/mini';
import { checkNames, verdicts } from '#contract/checks.ts';
import { MediaKindParam } from './media-kind.ts';

export const Check = z.object({
  name: z.enum(checkNames),
  verdict: z.enum(verdicts),
  /** One plain sentence or two: what was found, and against what it was held. */
  evidence: z.string(),
  /** Those that it is about, in the order of the visit. */
  pictures: z.array(
    z.object({
      mediaKind: MediaKindParam,
      /** As `MediaItem.id`. */
      item: z.string(),
      name: z.string(),
      thumbnailUrl: z.string(),
    }),
  ),
});
export type Check = z.infer<typeof Check>;

export const SessionChecks = z.object({
  /** `waiting`: pictures are still being looked at; what was found so far is there. */
  state: z.enum(['waiting', 'done']),
  checks: z.array(Check),
});
export type SessionChecks = z.infer<typeof SessionChecks>;
