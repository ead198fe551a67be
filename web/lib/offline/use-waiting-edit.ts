// What its author changed of a session and has not been sent yet, for the forms that go on from there.
import type { Unsent } from './outbox-store.ts';
import { sessionOf } from './same-session.ts';
import { useOutbox } from './use-outbox.ts';

/** Undefined where nothing waits; what was refused is edited where it says why. */
export function useWaitingEdit(sessionId: number): Unsent | undefined {
  const { items } = useOutbox();
  return items.findLast((item) => item.call === 'editSession' && !item.refusal && sessionOf(item) === sessionId);
}
