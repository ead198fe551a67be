// The schemas and routes of digests.
import * as z from 'zod/mini';
import { ById } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';

export const ProjectSummary = z.object({
  /** Several lines; *bold* as messengers write it. */
  text: z.string(),
});

export const digestRoutes = {
  projectSummary: {
    params: ById,
    reply: ProjectSummary,
    access: can.authenticated,
    summary:
      'What was released in a project in the last seven days and how many concerns are open, as text to pass on.',
  },
} satisfies RouteDefinitions;
