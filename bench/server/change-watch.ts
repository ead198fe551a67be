// A reviewer's open page on one server: which sessions it heard of, wherever they were made.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { ServerMessage } from '#contract/notifications/websocket-messages.ts';
import type { Product } from '#server/test-support/processes/product-process.ts';

export type Watch = {
  server: string;
  /** Sessions that were submitted in this span (by `performance.now`), and of which it heard nothing in time. */
  unheard(created: readonly { id: number; sent: number; answered: number }[]): Promise<number[]>;
  /** How many it heard of. */
  heard(): number;
  close(): void;
};

const patienceMs = 20_000;

export async function watchChanges(server: string, product: Product, who: { cookie: string; id: number }) {
  const socket = new WebSocket(`${product.url.replace('http', 'ws')}/ws`, { headers: { cookie: who.cookie } });
  const heard = new Set<number>();
  const ready = new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      if (message.type === 'ready') resolve();
      if (message.type !== 'notification') return;
      const { relatedSessionId, type } = message.data;
      if (type === 'session_submitted' && relatedSessionId !== null) heard.add(relatedSessionId);
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'auth', userId: who.id }));
  await ready;
  const began = performance.now();
  const watch: Watch = {
    server,
    async unheard(created) {
      const all = created.filter(({ sent }) => sent > began);
      const missing = () => all.map(({ id }) => id).filter((id) => !heard.has(id));
      for (const until = performance.now() + patienceMs; missing().length > 0 && performance.now() < until; )
        await delay(50);
      return missing();
    },
    heard: () => heard.size,
    close: () => socket.terminate(),
  };
  return watch;
}
