// The routes of who looks at a session.
import { can } from '#contract/policy.ts';
import type { RouteDefinitions } from '#contract/route.ts';
import { ById, Ok } from '#contract/schemas/fields.ts';
import { Presence, Tab } from '#contract/schemas/presence.ts';

const common = { params: ById, access: can.reviewSessions, row: 'session' } as const;

export const presenceRoutes = {
  presence: {
    ...common,
    reply: Presence,
    summary: 'The other admins who have a session open for review now.',
  },
  enterPresence: {
    ...common,
    query: Tab,
    reply: Presence,
    summary: 'Says for a minute that one looks at a session; tells who else does.',
  },
  leavePresence: {
    ...common,
    query: Tab,
    reply: Ok,
    summary: 'Says that one looks at a session no longer.',
  },
} satisfies RouteDefinitions;
