// The schema of who looks at a session.
import * as z from 'zod/mini';
import { PersonRef } from './users.ts';

/** `others`: who looks at it beside the asker, in the order in which they came. */
export const Presence = z.object({ others: z.array(PersonRef) });
export type Presence = z.infer<typeof Presence>;

const badTab = 'tab must be a short key';

/** Which of one's tabs: each has a lease of its own. */
export const Tab = z.object({ tab: z._default(z.string(badTab).check(z.regex(/^[\w-]{0,64}$/, badTab)), '') });
