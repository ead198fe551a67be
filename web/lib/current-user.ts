// Who is logged in, for every component behind the guard.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { current } from '#contract/auth.ts';
import type { Person } from '#contract/policy.ts';
import type { User } from '#contract/users.ts';
import { takePrefetchedUser } from './current-user-prefetch.ts';
import { preloaded } from './http-client.ts';

/**
 * Null: nobody is logged in. The answer that the page asked for before the application was there is used first. Every component asks,
 * so mounting one is no reason to fetch; only a deed of one's own that touches people is (`invalidateTopics`), not everybody else's
 * that is heard live: a new role or password ends the login anyway.
 */
export const currentUserOptions = queryOptions<User | null>({
  staleTime: Number.POSITIVE_INFINITY,
  queryKey: [current.path, {}],
  queryFn: takePrefetchedUser,
  initialData: () => preloaded(current, {}),
  meta: { topics: current.topics },
});

/** The person, their name, and the actor that the policy's sentences ask for: `can.reviewSessions(actor)`. */
export function useCurrentUser(): { person: User; name: string; actor: Person } {
  const { data: person } = useQuery(currentUserOptions);
  if (!person) throw new Error('usePerson stands behind the guard only');
  const actor = useMemo<Person>(() => ({ kind: 'person', id: person.id, role: person.role }), [person.id, person.role]);
  return { person, name: `${person.firstName} ${person.lastName}`, actor };
}
