// Who is logged in, for every component behind the guard.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { current } from '#contract/auth.ts';
import type { Person } from '#contract/policy.ts';
import { queryKeyOf } from '#contract/request.ts';
import type { User } from '#contract/users.ts';
import { fullName } from './format.ts';
import { callOrNull } from './http-client.ts';

/**
 * Null: nobody is logged in. Every component asks, so mounting one is no reason to fetch; only a write of one's own that touches people
 * is (`queueChange`), not everybody else's that arrives live: a new role or password ends the login anyway.
 */
export const currentUserOptions = queryOptions<User | null>({
  staleTime: Number.POSITIVE_INFINITY,
  queryKey: queryKeyOf(current, {}),
  queryFn: () => callOrNull(current, {}),
  meta: { topics: current.topics },
});

/** The person, their name, and the actor that the policy's sentences ask for: `can.reviewSessions(actor)`. */
export function useCurrentUser(): { person: User; name: string; actor: Person } {
  const { data: person } = useQuery(currentUserOptions);
  if (!person) throw new Error('useCurrentUser stands behind the guard only');
  const actor = useMemo<Person>(() => ({ kind: 'person', id: person.id, role: person.role }), [person.id, person.role]);
  return { person, name: fullName(person), actor };
}
