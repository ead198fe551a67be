// Who is logged in, asked while the application itself still loads: one round trip less before the first screen.
import { current } from '#contract/auth.ts';
import type { User } from '#contract/users.ts';
import { callOrNull } from './http-client.ts';

let asked: Promise<User | null> | undefined;

/** Called at the start of pages behind the guard. */
export function prefetchCurrentUser(): void {
  asked = callOrNull(current, {});
  // Whoever takes the answer hears of the failure.
  asked.catch(() => undefined);
}

/** The login's own answer says who one is (foundation §7). */
export function setCurrentUser(person: User): void {
  asked = Promise.resolve(person);
}

/** The answer asked for early, once; after that a fresh one. */
export function takePrefetchedUser(): Promise<User | null> {
  const answer = asked ?? callOrNull(current, {});
  asked = undefined;
  return answer;
}
