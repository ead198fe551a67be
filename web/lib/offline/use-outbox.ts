// The outbox of the logged-in person, for components that show its content.
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { outboxOf } from './outbox-of.ts';

export function useOutbox() {
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const outbox = outboxOf(client, person.id);
  const items = useSyncExternalStore(outbox.subscribe, outbox.items);
  const canKeep = useSyncExternalStore(outbox.subscribe, outbox.canKeep);
  return { outbox, items, canKeep };
}
