// The schemas of filters that somebody keeps.
import * as z from 'zod/mini';
import { maxFilterName } from '#contract/saved-filters.ts';
import { text, version } from './fields.ts';

const badQuery = 'The filter must be the query of an address';

/** As it stands in the address of the list. What it names may be gone by now: whoever opens it sees a list without that filter. */
const query = z
  .string(badQuery)
  .check(z.maxLength(1000, 'This filter is too long to be kept'), z.regex(/^[\w\-.~!$&'()*+,;=:@%/?]+$/, badQuery));

export const SavedFilter = z.object({ id: z.number(), name: z.string(), query: z.string(), version: z.number() });
export type SavedFilter = z.infer<typeof SavedFilter>;

const name = text('Give the filter a name', maxFilterName, 'The name');

export const NewSavedFilter = z.object({ name, query });

export const SavedFilterEdit = z.object({ name: z.optional(name), query: z.optional(query), version });
