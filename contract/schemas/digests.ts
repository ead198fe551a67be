// The schemas of digests.
import * as z from 'zod/mini';

export const ProjectSummary = z.object({
  /** Several lines; *bold* as messengers write it. */
  text: z.string(),
});
