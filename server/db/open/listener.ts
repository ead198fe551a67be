// Receives the database's notifications on one connection of its own, which reconnects by itself.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { backoff } from '#server/lib/pace.ts';
import { type Circuit, destroySocket } from './circuit.ts';
import { type HostedConfig, OrderlyClient } from './hosts.ts';

export type ListenHandle = { close(): Promise<void> };
export type Subscription = { channel: string; onPayload: (payload: string) => void; onState: (up: boolean) => void };

/** Milliseconds until it connects again. */
const reconnects = { first: 100, longest: 5_000 };
/** Milliseconds that connecting, and each statement that follows it, may take: `again` after that took too long, or the database hung. */
const connectsWithin = { first: 5_000, again: 2_000 };
/**
 * A database that hangs says nothing, nor does a connection that a firewall dropped: so it is queried. Pause and time limit together are
 * the longest that a request waits for a database that froze.
 */
const heartbeat = { pauseMs: 400, answerMs: 1_900 };
/** After the limit, once more: what came meanwhile is read first, should this process have been held up and not the database. */
const graceMs = 50;
/**
 * A database that hangs is silent on every connection. Where another one received something within this time only ours is lost, or a busy
 * machine is slow: dropping all of them would make it slower. Shorter than the limit by what passes before a query that is not answered.
 */
const silentMs = 1_500;
/** Unanswered in a row while others are: then our connection is made again. */
const mostUnanswered = 2;

function isSilence(error: unknown): boolean {
  return /timeout|does not answer/.test((error as Error).message);
}

/** Whether it says anything; a failure is no silence. */
async function answers(client: OrderlyClient): Promise<boolean> {
  let hasAnswered = false;
  const done = () => {
    hasAnswered = true;
  };
  const asked = client.ask("select 'listening'").then(done, done);
  await Promise.race([asked, delay(heartbeat.answerMs, undefined, { ref: false })]);
  if (!hasAnswered) await delay(graceMs, undefined, { ref: false });
  return hasAnswered;
}

/**
 * All channels of one database share the connection, which is made for the first subscription. It also watches whether the database
 * answers: the other connections, which would wait for it without end, hear of that by the circuit.
 */
export function createListener(
  config: HostedConfig,
  circuit: Pick<Circuit, 'open' | 'close' | 'silence'>,
): { add(subscription: Subscription): ListenHandle; close(): Promise<void> } {
  const subscriptions = new Set<Subscription>();
  const closing = new AbortController();
  let connected: OrderlyClient | null = null;
  let working: Promise<void> | null = null;
  let withinMs = connectsWithin.first;

  function speak(): void {
    withinMs = connectsWithin.first;
    circuit.close();
  }

  const isAllSilent = () => circuit.silence() >= silentMs;

  function openIfSilent(): void {
    if (!isAllSilent()) return;
    withinMs = connectsWithin.again;
    circuit.open();
  }

  async function work(): Promise<void> {
    let attempts = 0;
    while (!closing.signal.aborted) {
      const isSoon = await listenUntilLost();
      attempts = isSoon ? 1 : attempts + 1;
      await delay(backoff(attempts, reconnects), undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  /** Answers whether to connect again soon: it did listen, or has waited already. */
  async function listenUntilLost(): Promise<boolean> {
    const client = new OrderlyClient({ ...config, connectionTimeoutMillis: withinMs, query_timeout: withinMs });
    const lost = whenLost(client, closing.signal);
    try {
      await client.connect();
      await listenForAll(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      if (!isSilence(error)) {
        speak();
        return false;
      }
      // The first time it may be this process that was held up.
      if (withinMs === connectsWithin.again) openIfSilent();
      withinMs = connectsWithin.again;
      return true;
    }
    speak();
    // Nothing is awaited between the last LISTEN and this line: a later subscription finds the client and sends its own LISTEN.
    connected = client;
    notifyAll(true);
    await Promise.race([lost, whenSilent(client)]);
    connected = null;
    notifyAll(false);
    void client.end().catch(() => undefined);
    return true;
  }

  /** Resolves when the database hangs; also some time after the connection was lost, which is no silence. */
  async function whenSilent(client: OrderlyClient): Promise<void> {
    let unanswered = 0;
    while (unanswered === 0 || (unanswered < mostUnanswered && !isAllSilent())) {
      await delay(heartbeat.pauseMs, undefined, { ref: false });
      if (connected !== client) return;
      unanswered = (await answers(client)) ? 0 : unanswered + 1;
    }
    if (connected !== client) return;
    destroySocket(client);
    openIfSilent();
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
