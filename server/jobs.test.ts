// The claims about jobs: taken once, tried again, and done by whoever is alive.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createDatabase } from './db/open.ts';
import { createCleanupJob } from './features/settings/retention.ts';
import { queueChannel } from './jobs/queue.ts';
import { addJob, createJobRunner, type JobHandler } from './jobs.ts';
import { freshDatabase, type TestDatabase } from './test-support/test-database.ts';

let own: TestDatabase;
const complaints: string[] = [];
const log = { error: (_facts: object, sentence: string) => void complaints.push(sentence) };

beforeAll(async () => {
  own = await freshDatabase();
});
afterEach(async () => {
  await sql`delete from jobs`.execute(own.database.query);
  complaints.length = 0;
});
afterAll(() => own.drop());

function runner(handlers: Record<string, JobHandler>) {
  return createJobRunner({ db: own.database.query, handlers, log });
}

function rows() {
  return own.database.query.selectFrom('jobs').selectAll().orderBy('id').execute();
}

test('two runners never take the same job', async () => {
  const db = own.database.query;
  for (let number = 1; number <= 40; number++) await addJob(db, { kind: 'count', payload: { number } });
  const seen: number[] = [];
  const handler: JobHandler = {
    run: async (payload) => {
      seen.push((payload as { number: number }).number);
      await sql`select pg_sleep(0.005)`.execute(db);
    },
  };
  const done = await Promise.all([runner({ count: handler }).runDue(), runner({ count: handler }).runDue()]);
  expect(done.every((count) => count > 0)).toBe(true);
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  expect(await rows()).toEqual([]);
});

test('a job that fails waits a little and is tried again', async () => {
  const db = own.database.query;
  await addJob(db, { kind: 'shaky' });
  let tries = 0;
  const jobs = runner({
    shaky: {
      run: async () => {
        tries++;
        if (tries === 1) throw new Error('the printer is on fire');
      },
    },
  });
  expect(await jobs.runDue()).toBe(1);
  const [waiting] = await rows();
  expect(waiting).toMatchObject({ attempts: 1, last_error: 'the printer is on fire' });
  expect(Date.parse(waiting!.run_at)).toBeGreaterThan(Date.now() + 5_000);
  expect(complaints).toEqual(['a job failed']);
  expect(await jobs.runDue()).toBe(0);
  await sql`update jobs set run_at = now()`.execute(db);
  expect(await jobs.runDue()).toBe(1);
  expect(tries).toBe(2);
  expect(await rows()).toEqual([]);
});

test('a job that never succeeds is left lying with its last error', async () => {
  const db = own.database.query;
  await addJob(db, { kind: 'hopeless' });
  await sql`update jobs set attempts = 11`.execute(db);
  const jobs = runner({ hopeless: { run: () => Promise.reject(new Error('no')) } });
  await jobs.runDue();
  expect((await rows())[0]).toMatchObject({ run_at: 'infinity', last_error: 'no' });
  expect(await jobs.runDue()).toBe(0);
});

test('what a dead process had taken is taken by another when its time is over', async () => {
  const db = own.database.query;
  await addJob(db, { kind: 'left' });
  let release: () => void = () => undefined;
  const hanging = runner({
    left: {
      run: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    },
  });
  const never = hanging.runDue();
  await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
  let done = 0;
  const other = runner({ left: { run: async () => void done++ } });
  expect(await other.runDue()).toBe(0);
  await sql`update jobs set run_at = now()`.execute(db);
  expect(await other.runDue()).toBe(1);
  expect(done).toBe(1);
  release();
  await never;
  expect(await rows()).toEqual([]);
});

test('a job of the same key is made once, and one with a transaction only if that commits', async () => {
  const db = own.database.query;
  await addJob(db, { kind: 'a', dedupeKey: 'the one' });
  await addJob(db, { kind: 'a', dedupeKey: 'the one' });
  const failing = own.database.tx(async (tx) => {
    await addJob(tx, { kind: 'a' });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(await rows()).toHaveLength(1);
});

test('jobs of a kind that this process does not know are left to others', async () => {
  await addJob(own.database.query, { kind: 'of a newer version' });
  expect(await runner({ mine: { run: async () => undefined } }).runDue()).toBe(0);
  expect(await rows()).toHaveLength(1);
});

test('a repeated job makes itself, is done at once and is due again after its time', async () => {
  let done = 0;
  const jobs = runner({ sweep: { every: 3600, run: async () => void done++ } });
  jobs.start();
  await expect.poll(() => done).toBe(1);
  await jobs.stop();
  const [job] = await rows();
  expect(job).toMatchObject({ kind: 'sweep', attempts: 0, dedupe_key: 'every sweep' });
  expect(Date.parse(job!.run_at)).toBeGreaterThan(Date.now() + 3_500_000);
});

test('an added job wakes the lane that does such, also one that is at work, and no other', async () => {
  const done: string[] = [];
  let hold = (): void => undefined;
  const held = new Promise<void>((release) => {
    hold = release;
  });
  const jobs = runner({ align: { run: async (payload) => void done.push((payload as { name: string }).name) } });
  const other = runner({ sweep: { run: async () => held } });
  const heard: string[] = [];
  const listening = new Promise<void>((ready) => {
    own.database.listen(
      queueChannel,
      (kind) => {
        heard.push(kind);
        for (const lane of [jobs, other]) lane.wake(kind);
      },
      (isUp) => isUp && ready(),
    );
  });
  await listening;
  const db = own.database.query;
  // A lane is not woken before it has started: it checks when it starts.
  await addJob(db, { kind: 'align', payload: { name: 'before' } });
  await expect.poll(() => heard).toEqual(['align']);
  expect(done).toEqual([]);
  jobs.start();
  other.start();
  await expect.poll(() => done).toEqual(['before']);
  await addJob(db, { kind: 'align', payload: { name: 'idle' }, dedupeKey: 'one' });
  await expect.poll(() => done).toEqual(['before', 'idle']);
  await addJob(db, { kind: 'sweep' });
  await addJob(db, { kind: 'align', payload: { name: 'last' } });
  await expect.poll(() => done).toEqual(['before', 'idle', 'last']);
  expect(heard).toEqual(['align', 'align', 'sweep', 'align']);
  hold();
  await Promise.all([jobs.stop(), other.stop()]);
});

test('what was done while the database went away is recorded when it is back, and not done twice', async () => {
  const db = own.database.query;
  await addJob(db, { kind: 'once' });
  await addJob(db, { kind: 'shaky' });
  const runs: string[] = [];
  let refusals = 0;
  const shaken = db.withPlugin({
    transformQuery({ node }) {
      // The first attempts to record what became of either.
      if (runs.length > 0 && refusals < 2 * runs.length) {
        refusals++;
        throw Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const handlers = {
    once: { run: async () => void runs.push('once') },
    shaky: {
      run: async () => {
        runs.push('shaky');
        throw new Error('the printer is on fire');
      },
    },
  };
  await createJobRunner({ db: shaken, handlers, log }).runDue();
  expect(runs).toEqual(['once', 'shaky']);
  expect(refusals).toBe(4);
  expect(await rows()).toMatchObject([{ kind: 'shaky', last_error: 'the printer is on fire' }]);
});

test('a runner outlives a database that is away, and says so once', async () => {
  const away = createDatabase({ host: '127.0.0.1', port: 1, user: 'a', password: 'b', database: 'c' });
  const handlers = { any: { every: 60, run: async () => undefined } };
  let polls = 0;
  const counted = away.query.withPlugin({
    transformQuery({ node }) {
      polls++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const jobs = createJobRunner({ db: counted, handlers, log, pollSeconds: 0.01 });
  jobs.start();
  await expect.poll(() => polls).toBeGreaterThan(3);
  expect(complaints).toEqual(['could not poll for jobs']);
  await jobs.stop();
  await away.close();
});

test('housekeeping sweeps old keys, failures and logins, and nothing that still counts', async () => {
  const db = own.database.query;
  const { id } = await db
    .insertInto('users')
    .values({ username: 'ada', password: 'x', email: 'ada@example.org', first_name: 'Ada', last_name: 'Obi' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`
    insert into idempotency_keys (who, call, key, body_hash, created_at) values
      ('person 7', 'POST /a', 'old', ${'0'.repeat(64)}, now() - interval '25 hours'),
      ('person 7', 'POST /a', 'young', ${'0'.repeat(64)}, now() - interval '23 hours')`.execute(db);
  await sql`
    insert into login_failures (account, address, at) values
      ('old', '::1', now() - interval '16 minutes'), ('young', '::1', now() - interval '14 minutes')`.execute(db);
  const sess = JSON.stringify({ userId: id, createdAt: '', seenAt: '' });
  await sql`
    insert into logins (sid, sess, expire) values
      (${'a'.repeat(64)}, ${sess}::jsonb, now() - interval '1 second'),
      (${'b'.repeat(64)}, ${sess}::jsonb, now() + interval '1 hour')`.execute(db);
  await addJob(db, { kind: 'housekeeping' });
  await runner({ housekeeping: createCleanupJob(db) }).runDue();
  expect(await db.selectFrom('idempotency_keys').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('login_failures').select('account').execute()).toEqual([{ account: 'young' }]);
  expect(await db.selectFrom('logins').select('sid').execute()).toEqual([{ sid: 'b'.repeat(64) }]);
});
