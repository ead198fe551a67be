// An author's unsent changes of a session, for the forms that continue from there.
import type { Unsent } from './outbox-store.ts';
import { sessionOf } from './same-session.ts';
import { useOutbox } from './use-outbox.ts';

/** Undefined if nothing waits; a refused change is edited where its reason is shown. */
export function useWaitingEdit(sessionId: number): Unsent | undefined {
  const { items } = useOutbox();
  return items.findLast((item) => item.call === 'editSession' && !item.refusal && sessionOf(item) === sessionId);
}
