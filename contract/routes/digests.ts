// The routes of digests.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ProjectSummary } from '#contract/schemas/digests.ts';
import { ById } from '#contract/schemas/fields.ts';

export const digestRoutes = {
  projectSummary: {
    params: ById,
    reply: ProjectSummary,
    access: can.authenticated,
    row: 'project',
    summary:
      'What was released in a project in the last seven days and how many concerns are open, as text to pass on.',
  },
} satisfies RouteDefinitions;
