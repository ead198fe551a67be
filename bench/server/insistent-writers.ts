// Writers that create sessions, each under a key until it is acknowledged, as a browser does; and what is there of them in the end.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Gauged } from '#bench/lib/product.ts';
import type { Database } from '#server/db/open.ts';
import { figures } from './figures.ts';

const created = figures.find(({ name }) => name === 'create')?.asked;
if (!created) throw new Error('No creation is measured any more.');

/** The call that creates a session. */
export const creation = created.what;
export const newSession = (notes: string) => ({ ...(created.body as object), notes });

type Request = Parameters<Gauged['ask']>[1];
/** A creation that was answered with 201; `began` by `performance.now`. */
type Acknowledged = { key: string; began: number };

/** `ask` answers the status. `patienceMs`: how long after the end what was begun may take. */
type Writing = { cookie: string; writers: number; patienceMs: number; ask(request: Request): Promise<string> };

export function startWriters({ cookie, writers, patienceMs, ask }: Writing) {
  const acknowledged: Acknowledged[] = [];
  let end = Number.POSITIVE_INFINITY;
  async function createOne(): Promise<void> {
    const key = randomUUID();
    const request = { cookie, headers: { 'idempotency-key': key }, body: newSession(key) };
    // What was begun is finished, unless nothing is acknowledged any more.
    while (performance.now() < end + patienceMs) {
      const began = performance.now();
      if ((await ask(request)) === '201') return void acknowledged.push({ key, began });
      await delay(100);
    }
  }
  const write = async () => {
    while (performance.now() < end) await createOne();
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  return {
    acknowledged,
    async stop(): Promise<void> {
      end = performance.now();
      await writing;
    },
  };
}

/** Of these keys: how many have no session, and how many have more than one. */
export async function countFaults({ query }: Database, keys: Iterable<string>) {
  const rows = await query.selectFrom('sessions').select('notes').execute();
  const found = new Map<string | null, number>();
  for (const { notes } of rows) found.set(notes, (found.get(notes) ?? 0) + 1);
  const counts = [...new Set(keys)].map((key) => found.get(key) ?? 0);
  return { lost: counts.filter((n) => n === 0).length, doubled: counts.filter((n) => n > 1).length };
}
