// The schemas and routes of who is viewing a session.
import * as z from 'zod/mini';
import { PersonRef } from '#contract/accounts/users-routes.ts';
import { ById, Ok } from '#contract/core/fields.ts';
import type { RouteDefinitions } from '#contract/core/route.ts';
import { can } from '#contract/policy.ts';

/** `others`: who else is viewing it, in order of arrival. */
export const Presence = z.object({ others: z.array(PersonRef) });
export type Presence = z.infer<typeof Presence>;

const badTab = 'tab must be a short key';

/** Which of one's tabs: each has a lease of its own. */
export const Tab = z.object({ tab: z._default(z.string(badTab).check(z.regex(/^[\w-]{0,64}$/, badTab)), '') });

const common = { params: ById, access: can.reviewSessions } as const;

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
