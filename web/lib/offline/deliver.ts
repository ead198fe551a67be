// Sends one unsent thing; of what had arrived unnoticed in an earlier version it sends what was changed since.
import { ApiError, networkError } from '#web/lib/api/api-error.ts';
import type { OutboxStore, Unsent } from './outbox-store.ts';
import { asEdit, settled } from './same-session.ts';

export type Send = (item: Pick<Unsent, 'call' | 'input' | 'key' | 'at' | 'drafts' | 'notBefore'>) => Promise<unknown>;
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

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : networkError(error);
}

// How long a form stays open while it is sent, and who handles the response: the form, or the outbox.
export type FormWait = ReturnType<typeof createFormWait>;

/** Either the form takes the response or it learns that the item waits, never both: a refusal that the form shows is not stored. */
export function createFormWait(milliseconds: number) {
  let isOpen = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isOpen = false;
      resolve();
    }, milliseconds);
  });
  return {
    /** Whether the form is still open: then the response is its own, whatever has to be done with it first. */
    claim(): boolean {
      if (isOpen) clearTimeout(timer);
      return isOpen;
    },

    /** The response; after the timeout it throws the error from `late`, and the response goes nowhere. */
    async first<T>(answer: Promise<T>, late: () => Error): Promise<T> {
      answer.catch(() => undefined).finally(() => clearTimeout(timer));
      const leave = tooLong.then((): never => {
        throw late();
      });
      return Promise.race([answer, leave]);
    },
  };
}
