// Sends one unsent thing; of what had arrived unnoticed in an earlier version it sends what was changed since.
import type { ApiError } from '#web/lib/api/api-error.ts';
import type { OutboxStore, Unsent } from './outbox-store.ts';
import { asEdit, settled } from './same-session.ts';

export type Send = (item: Pick<Unsent, 'call' | 'input' | 'key' | 'at' | 'drafts'>) => Promise<unknown>;
type Delivered = { sent: Unsent; reply: unknown };

/** Something else has arrived under this key. */
export const isReused = (error: unknown) => (error as Partial<ApiError>).code === 'idempotency_key_reused';

type DeliveryOptions = { store: OutboxStore; send: Send; now: () => number };

/** Rejects with the error of the server or of the connection. */
export function createDelivery({ store, send, now }: DeliveryOptions) {
  /** What becomes of it where an earlier version of it has arrived; undefined where nothing can. */
  async function afterArrival(item: Unsent): Promise<Unsent | undefined> {
    for (const input of [...(item.tried ?? [])].reverse()) {
      const reply = await send({ ...item, input }).catch((error: unknown) => {
        if (!isReused(error)) throw error;
      });
      if (reply !== undefined) return asEdit(item, reply, now());
    }
    return undefined;
  }

  return async function deliver(item: Unsent): Promise<Delivered> {
    try {
      const reply = await send(item);
      await store.update((here) => settled(here, item.id, reply));
      return { sent: item, reply };
    } catch (error) {
      const next = isReused(error) ? await afterArrival(item) : undefined;
      if (!next) throw error;
      await store.put(next);
      return deliver(next);
    }
  };
}
