// Hears what the database announces, on one connection of its own that comes back by itself.
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export type ListenHandle = { close(): Promise<void> };
export type Subscription = { channel: string; onPayload: (payload: string) => void; onState: (up: boolean) => void };

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that a firewall dropped says nothing, so it is asked. */
const HEARTBEAT_MS = 15_000;
const ANSWER_MS = 5_000;

/** Ends a connection whose other side is silent: a goodbye would wait for its answer. Its queries fail, its `end` is heard. */
export function destroySocket(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}

function isSilence(error: unknown): boolean {
  return /timeout/.test((error as Error).message);
}

/**
 * All channels of one database share the connection, which is made when the first ear comes. `onSilence`: the database is there but
 * does not answer, which other connections would wait for without end.
 */
export function createListener(
  config: pg.ClientConfig,
  onSilence: () => void,
): { add(ear: Subscription): ListenHandle; close(): Promise<void> } {
  const ears = new Set<Subscription>();
  const closing = new AbortController();
  let present: pg.Client | null = null;
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    let wait = FIRST_PAUSE_MS;
    while (!closing.signal.aborted) {
      const wasUp = await hearUntilLost();
      if (wasUp) wait = FIRST_PAUSE_MS;
      await delay(wait, undefined, { signal: closing.signal }).catch(() => undefined);
      wait = Math.min(wait * 2, LONGEST_PAUSE_MS);
    }
  }

  async function hearUntilLost(): Promise<boolean> {
    const client = new pg.Client({ ...config, query_timeout: ANSWER_MS });
    const lost = whenLost(client, closing.signal);
    try {
      await client.connect();
      await listenForAll(client);
    } catch (error) {
      if (isSilence(error)) onSilence();
      void client.end().catch(() => undefined);
      return false;
    }
    // Nothing is awaited between the last LISTEN and this line: an ear that comes later finds the client and asks for itself.
    present = client;
    tell(true);
    const heartbeat = setInterval(() => client.query('select 1').catch((error) => giveUp(client, error)), HEARTBEAT_MS);
    await lost;
    clearInterval(heartbeat);
    present = null;
    tell(false);
    void client.end().catch(() => undefined);
    return true;
  }

  function giveUp(client: pg.Client, error: unknown): void {
    destroySocket(client);
    if (isSilence(error)) onSilence();
  }

  /** An ear that comes while this runs is met by the loop too: sets are walked to their present end. */
  async function listenForAll(client: pg.Client): Promise<void> {
    const heard = new Set<string>();
    client.on('notification', ({ channel, payload = '' }) => {
      for (const ear of ears) if (ear.channel === channel) ear.onPayload(payload);
    });
    for (const { channel } of ears) {
      if (!heard.has(channel)) await client.query(listenTo(channel));
      heard.add(channel);
    }
  }

  function tell(up: boolean): void {
    for (const ear of ears) ear.onState(up);
  }

  return {
    add(ear) {
      ears.add(ear);
      const client = present;
      client?.query(listenTo(ear.channel)).then(
        () => present === client && ears.has(ear) && ear.onState(true),
        () => client.end(),
      );
      working ??= work();
      return { close: async () => void ears.delete(ear) };
    },
    async close() {
      ears.clear();
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
