// The schema of who looks at a session.
import * as z from 'zod/mini';
import { PersonRef } from './users.ts';

/** `others`: who looks at it beside the asker, in the order in which they came. */
export const Presence = z.object({ others: z.array(PersonRef) });
export type Presence = z.infer<typeof Presence>;
