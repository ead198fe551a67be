// The schema of what has changed since.
import * as z from 'zod/mini';
import { type Topic, topics } from '#contract/endpoint.ts';

const word = z.string();
const Versions = z.object(Object.fromEntries(topics.map((topic) => [topic, word])) as Record<Topic, typeof word>);

/** `userId`: who asks. `versions`: for each topic a word that is another after every change to it; null where the server does not hear of changes just now. */
export const LiveVersions = z.object({ userId: z.number(), versions: z.nullable(Versions) });
