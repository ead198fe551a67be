// The claim that matters most: what was acknowledged is there after any kill.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test as plain, vi } from 'vitest';
import { startWriter, type Writer } from '#server/test-support/processes/child-process.ts';
import { killRounds } from '#server/test-support/rounds.ts';
import { findDataDirectory } from './embedded/data-directory.ts';
import { findRunning } from './embedded/postmaster.ts';
import { signal } from './embedded/process.ts';
import { startEmbedded } from './embedded.ts';
import { createDatabase } from './open.ts';

const WRITERS = 8;

const test = plain.extend<{ dataDir: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that vitest asks for
  dataDir: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'topout durability-'));
    chmodSync(dataDir, 0o755);
    await use(dataDir);
    const orphan = serverPid(dataDir);
    if (orphan) signal(orphan, 'SIGKILL');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  },
});

function serverPid(dataDir: string): number {
  return findRunning(findDataDirectory(dataDir).cluster)?.pid ?? 0;
}

/** Under way, but at no particular moment; `least` milliseconds after the first of them. */
async function someWrites(writer: Writer, least = 0): Promise<void> {
  const before = writer.acknowledged().length;
  await vi
    .waitUntil(() => writer.acknowledged().length > before, { timeout: 20_000, interval: 5 })
    .catch(() => {
      throw new Error(`No write was acknowledged for 20 seconds. Last said: ${writer.said.slice(-5).join(' | ')}`);
    });
  await delay(least + Math.random() * 150);
}

/** A next start, and which acknowledged writes it no longer knows. */
async function lost(dataDir: string, acknowledged: string[]): Promise<string[]> {
  const server = await startEmbedded({ dataDir, log: () => undefined });
  const database = createDatabase(server.connection);
  const { rows } = await sql<{ id: string }>`select id from written`.execute(database.query);
  const kept = new Set(rows.map(({ id }) => id));
  await database.close();
  await server.stop();
  return acknowledged.filter((id) => !kept.has(id));
}

test.concurrent('killed while it writes, alone or with its database, it loses nothing and starts again', {
  timeout: 300_000,
}, async ({ dataDir }) => {
  const acknowledged: string[] = [];
  for (let round = 0; round < killRounds; round++) {
    const writer = await startWriter(dataDir, { writers: WRITERS, round: String(round) });
    await someWrites(writer);
    const database = serverPid(dataDir);
    const killed = writer.end('SIGKILL');
    // Every other time the database goes on, an orphan that the next start takes over.
    if (round % 2) signal(database, 'SIGKILL');
    await killed;
    acknowledged.push(...writer.acknowledged());
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(killRounds);
  expect(await lost(dataDir, acknowledged)).toEqual([]);
});

test.concurrent('its database alone is killed, and it goes on writing without a loss', {
  timeout: 300_000,
}, async ({ dataDir }) => {
  const writer = await startWriter(dataDir, { writers: WRITERS });
  for (let round = 0; round < killRounds; round++) {
    // One that dies sooner is started again after ever longer pauses.
    await someWrites(writer, 500);
    signal(await vi.waitUntil(() => serverPid(dataDir), { timeout: 20_000 }), 'SIGKILL');
  }
  await someWrites(writer);
  await writer.end('SIGTERM');
  const acknowledged = writer.acknowledged();
  expect(acknowledged.length).toBeGreaterThanOrEqual(killRounds);
  expect(await lost(dataDir, acknowledged)).toEqual([]);
});
