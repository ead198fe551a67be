// Who is logged in, for every component behind the guard.
import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { current } from '#contract/accounts/auth.ts';
import type { User } from '#contract/accounts/users.ts';
import { queryKeyOf } from '#contract/core/request.ts';
import type { Person } from '#contract/policy.ts';
import { fullName } from '#web/lib/format/format.ts';
import type { ApiError } from './api-error.ts';
import { callOrNull } from './http-client.ts';

/** The person, their name, and the actor that the policy's sentences ask for: `can.reviewSessions(actor)`. */
export type CurrentUser = { person: User; name: string; actor: Person };

/**
 * Null: nobody is logged in. Mounting the guard is no reason to fetch; only a write of one's own that touches people is (`queueChange`),
 * not everybody else's that arrives live: a new role or password ends the login anyway.
 */
export const currentUserOptions = queryOptions<User | null, ApiError, CurrentUser | null>({
  staleTime: Number.POSITIVE_INFINITY,
  queryKey: queryKeyOf(current, {}),
  queryFn: () => callOrNull(current, {}),
  select: (person) =>
    person && { person, name: fullName(person), actor: { kind: 'person', id: person.id, role: person.role } },
  meta: { topics: current.topics },
});

/** Given by the guard, which alone watches the cache: a list asks for it in every row. */
export const CurrentUserContext = createContext<CurrentUser | null>(null);

export function useCurrentUser(): CurrentUser {
  const present = useContext(CurrentUserContext);
  if (!present) throw new Error('useCurrentUser stands behind the guard only');
  return present;
}
