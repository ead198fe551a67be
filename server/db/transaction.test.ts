// Writes: one transaction, notices on commit only, a key that keeps a press from happening twice.
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conflict } from '#server/lib/problem.ts';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { type ChangeEvent, changeChannel } from './change-events.ts';
import { createTransactionRunner, forgetOldKeys, type RunTransaction } from './transaction.ts';

let own: TestDatabase;
let write: RunTransaction;
let userId = 0;
const heard: ChangeEvent[] = [];
const committed: string[][] = [];
const marker: ChangeEvent = { topics: [], admins: false, users: [-1], notes: [], ended: [] };

beforeAll(async () => {
  own = await freshDatabase();
  write = createTransactionRunner(own.database, (topics) => committed.push([...topics]));
  const ear = await new Promise<{ close(): Promise<void> }>((resolve) => {
    const opened: { close(): Promise<void> } = own.database.listen(
      changeChannel,
      (payload) => heard.push(JSON.parse(payload) as ChangeEvent),
      (up) => up && resolve(opened),
    );
  });
  expect(ear).toBeDefined();
  const user = {
    username: 'ada',
    password: 'x',
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: 'Obi',
    role: 'admin' as const,
  };
  const row = await own.database.query.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
  userId = row.id;
});
afterAll(() => own.drop());

function rename(to: string) {
  return write({ topics: ['users'] }, async ({ tx, events }) => {
    await tx.updateTable('users').set({ last_name: to }).where('id', '=', userId).execute();
    events.invalidateFor({ users: [userId] });
    return to;
  });
}

async function nameNow(): Promise<string> {
  const row = await own.database.query
    .selectFrom('users')
    .select('last_name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.last_name;
}

/** What was heard so far: notices come in commit order, so everything sent before this marker came before it. */
async function settled(): Promise<ChangeEvent[]> {
  await sql`select pg_notify(${changeChannel}, ${JSON.stringify(marker)})`.execute(own.database.query);
  await expect.poll(() => heard.at(-1)).toEqual(marker);
  return heard.splice(0).slice(0, -1);
}

describe('a write', () => {
  it('notifies after the commit whom it concerns', async () => {
    expect(await rename('Eze')).toBe('Eze');
    expect(await nameNow()).toBe('Eze');
    expect(committed.at(-1)).toEqual(['users']);
    expect(await settled()).toMatchObject([{ topics: ['users'], users: [userId], admins: false }]);
  });

  it('leaves nothing behind when it is refused: no row, no notice', async () => {
    const refused = write({ topics: ['users'] }, async ({ tx, events }) => {
      await tx.updateTable('users').set({ last_name: 'Lost' }).where('id', '=', userId).execute();
      events.invalidateFor({ admins: true });
      throw conflict('no');
    });
    await expect(refused).rejects.toThrow('no');
    expect(await nameNow()).toBe('Eze');
    expect(await settled()).toEqual([]);
  });

  it('drops cached answers also when nobody knows whether it was committed', async () => {
    const kept = { ...own.database };
    kept.tx = async (work) => {
      await own.database.tx(work);
      throw new Error('Connection terminated');
    };
    const unsure = createTransactionRunner(kept, (topics) => committed.push([...topics]));
    const before = committed.length;
    await expect(unsure({ topics: ['projects'] }, async () => 'done')).rejects.toThrow('Connection terminated');
    expect(committed.slice(before)).toEqual([['projects']]);
    await settled();
  });

  it('cuts what concerns thousands into notices that the database takes', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => n + 1_000_000_000);
    await write({ topics: ['users'] }, async ({ events }) => {
      events.invalidateFor({ users: many });
      for (const id of many) events.notify(id, id);
    });
    const notices = await settled();
    expect(notices.flatMap((notice) => notice.users).sort()).toEqual(many);
    expect(notices.flatMap((notice) => notice.notes)).toHaveLength(5000);
  });
});

describe('the scope of a change', () => {
  it('goes with those who may know of it, and whoever wrote is among them', async () => {
    const actor = { kind: 'person', id: userId, role: 'admin' } as const;
    await write({ topics: ['sessions'], actor }, async ({ events }) => {
      events.invalidateFor({ users: [1_000_001], projects: [3, 3], ids: { sessions: [12] } });
      events.invalidateFor({ users: [1_000_002], ids: { sessions: [] } });
    });
    expect(await settled()).toMatchObject([
      { users: [1_000_001, userId], projects: [3], ids: { sessions: [12] } },
      { users: [1_000_002], ids: { sessions: [] } },
    ]);
  });

  it('is left out where it would be long: then anything may have changed', async () => {
    const many = Array.from({ length: 21 }, (_, id) => id);
    await write({ topics: ['sessions'] }, async ({ events }) =>
      events.invalidateFor({ users: [userId], projects: many, ids: { sessions: many, disputes: [1] } }),
    );
    const [event] = await settled();
    expect(event?.projects).toBeUndefined();
    expect(event?.ids).toEqual({ disputes: [1] });
  });
});

describe('an idempotency key', () => {
  const once = (key: string, bodyHash = 'a'.repeat(64)) => ({ who: 'person 7', call: 'POST /x', key, bodyHash });
  let runs = 0;
  const press = (key: string, bodyHash?: string) =>
    write({ topics: [], idempotencyKey: once(key, bodyHash) }, async () => {
      runs++;
      await delay(20);
      return { made: runs };
    });

  it('answers the second press with the first reply, even when both come at once', async () => {
    runs = 0;
    const answers = await Promise.all([press('k1'), press('k1'), press('k1')]);
    expect(runs).toBe(1);
    expect(answers).toEqual([{ made: 1 }, { made: 1 }, { made: 1 }]);
  });

  it('with another body is refused with 422', async () => {
    await expect(press('k1', 'b'.repeat(64))).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  it('is not used up by a refused call', async () => {
    const refused = write({ topics: [], idempotencyKey: once('k2') }, async () => {
      throw conflict('not now');
    });
    await expect(refused).rejects.toThrow('not now');
    runs = 0;
    expect(await press('k2')).toEqual({ made: 1 });
  });

  it('lives a day', async () => {
    runs = 0;
    await press('k3');
    await own.database.query
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * 3600_000) })
      .where('key', '=', 'k3')
      .execute();
    expect(await press('k3')).toEqual({ made: 2 });
  });

  it('of a request that waited offline lives 60 days, also if the clock of its device is a day behind', async () => {
    runs = 0;
    const age = (days: number) =>
      own.database.query
        .updateTable('idempotency_keys')
        .set({ created_at: new Date(Date.now() - days * 24 * 3600_000) })
        .where('key', '=', 'waited-k4')
        .execute();
    await press('waited-k4');
    await age(61);
    await forgetOldKeys.execute(own.database.query);
    expect(await press('waited-k4')).toEqual({ made: 1 });
    await age(63);
    await forgetOldKeys.execute(own.database.query);
    expect(await press('waited-k4')).toEqual({ made: 2 });
  });

  it('of a guest lives a day, however it begins', async () => {
    const guest = { who: 'address 10.0.0.1', call: 'POST /x', key: 'waited-k5', bodyHash: 'a'.repeat(64) };
    await write({ topics: [], idempotencyKey: guest }, async () => ({}));
    const row = own.database.query.updateTable('idempotency_keys').where('key', '=', guest.key);
    await row.set({ created_at: new Date(Date.now() - 25 * 3600_000) }).execute();
    await forgetOldKeys.execute(own.database.query);
    const left = own.database.query.selectFrom('idempotency_keys').select('key').where('key', '=', guest.key);
    expect(await left.execute()).toEqual([]);
  });
});
