// The outbox of the logged-in person, for components that show its content.

import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { outboxOf } from './outbox-of.ts';
import type { Unsent } from './outbox-store.ts';
import { sessionOf } from './same-session.ts';

export function useOutbox() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const outbox = outboxOf(client, person.id);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  const canKeep = useSyncExternalStore(outbox.subscribe, outbox.canKeep);
  return { outbox, items, canKeep };
}

// An author's unsent changes of a session, for the forms that continue from there.

/** Undefined if nothing waits; a refused change is edited where its reason is shown. */
export function useWaitingEdit(sessionId: number): Unsent | undefined {
  const { items } = useOutbox();
  return items.findLast((item) => item.call === 'editSession' && !item.refusal && sessionOf(item) === sessionId);
}
