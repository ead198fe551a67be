// Receives the database's notifications on one connection of its own, which reconnects by itself.
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from '#server/lib/pace.ts';
import { type HostedConfig, OrderlyClient } from './hosts.ts';

export type ListenHandle = { close(): Promise<void> };
export type Subscription = { channel: string; onPayload: (payload: string) => void; onState: (up: boolean) => void };

/** Milliseconds until it connects again. */
const reconnects = { first: 100, longest: 5_000 };
/** A connection that a firewall dropped says nothing, so it is queried. */
const heartbeatMs = 15_000;
const queryTimeoutMs = 5_000;

/** Ends a connection whose other side is silent: an orderly end would wait for its answer. Its queries fail, and `end` is emitted. */
export function destroySocket(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}

function isSilence(error: unknown): boolean {
  return /timeout/.test((error as Error).message);
}

/**
 * All channels of one database share the connection, which is made for the first subscription. `onSilence`: the database is there but
 * does not answer, which other connections would wait for without end.
 */
export function createListener(
  config: HostedConfig,
  onSilence: () => void,
): { add(subscription: Subscription): ListenHandle; close(): Promise<void> } {
  const subscriptions = new Set<Subscription>();
  const closing = new AbortController();
  let connected: OrderlyClient | null = null;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    let attempts = 0;
    while (!closing.signal.aborted) {
      const wasUp = await listenUntilLost();
      attempts = wasUp ? 1 : attempts + 1;
      await delay(backoff(attempts, reconnects), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  async function listenUntilLost(): Promise<boolean> {
    const client = new OrderlyClient({ ...config, query_timeout: queryTimeoutMs });
    const lost = whenLost(client, closing.signal);
    try {
      await client.connect();
      await listenForAll(client);
    } catch (error) {
      if (isSilence(error)) onSilence();
      void client.end().catch(() => undefined);
      return false;
    }
    // Nothing is awaited between the last LISTEN and this line: a later subscription finds the client and sends its own LISTEN.
    connected = client;
    notifyAll(true);
    const heartbeat = setInterval(() => client.ask('select 1').catch((error) => giveUp(client, error)), heartbeatMs);
    await lost;
    clearInterval(heartbeat);
    connected = null;
    notifyAll(false);
    void client.end().catch(() => undefined);
    return true;
  }

  function giveUp(client: pg.Client, error: unknown): void {
    destroySocket(client);
    if (isSilence(error)) onSilence();
  }

  /** The loop reaches a subscription that is added while it runs: a set is iterated to its present end. */
  async function listenForAll(client: OrderlyClient): Promise<void> {
    const channels = new Set<string>();
    client.on('notification', ({ channel, payload = '' }) => {
      for (const one of subscriptions) if (one.channel === channel) one.onPayload(payload);
    });
    for (const { channel } of subscriptions) {
      if (!channels.has(channel)) await client.ask(listenTo(channel));
      channels.add(channel);
    }
  }

  function notifyAll(up: boolean): void {
    for (const { onState } of subscriptions) onState(up);
  }

  return {
    add(subscription) {
      subscriptions.add(subscription);
      const client = connected;
      client?.ask(listenTo(subscription.channel)).then(
        () => connected === client && subscriptions.has(subscription) && subscription.onState(true),
        () => client.end(),
      );
      working ??= work();
      return { close: async () => void subscriptions.delete(subscription) };
    },
    async close() {
      subscriptions.clear();
      closing.abort();
      await working;
    },
  };
}

function whenLost(client: pg.Client, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    client.on('error', () => resolve()).once('end', () => resolve());
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
}

function listenTo(channel: string): string {
  return `listen ${pg.escapeIdentifier(channel)}`;
}
