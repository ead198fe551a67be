// One writing transaction with everything that belongs to it: the rows, the notices, and the key that keeps it from happening twice.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Topic } from '#contract/route.ts';
import { Problem } from '#server/lib/problem.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';

export const changeChannel = 'topout';

/** Logins that are over: one by its hash, or all of a person's but one; the browser of the one that was `renewed` goes on with that. */
export type LoginRevoked = { sid: string } | { user: number; except?: string; renewed?: string };

/** What every process hears after a commit: ids only, the payload of pg_notify holds less than 8000 bytes. */
export type ChangeEvent = {
  /** The process that wrote; it has already dropped its ready answers. */
  from: string;
  topics: Topic[];
  admins: boolean;
  users: number[];
  notes: [notificationId: number, userId: number][];
  ended: LoginRevoked[];
};

export type PendingEvents = {
  /** Open pages of these people refetch the topics of this write. */
  invalidateFor(who: { admins?: boolean; users?: number[] }): void;
  /** This notification goes to the sockets of its reader. */
  notify(notificationId: number, userId: number): void;
  revokeLogin(what: LoginRevoked): void;
};

export type WriteContext = { tx: Transaction<Tables>; events: PendingEvents };

/** A key that a browser chose, so that the same press never creates two (decisions §4, §12). `who`: the person, or of a guest the address. */
export type IdempotencyKey = { who: string; call: string; key: string; bodyHash: string };

export type WriteOptions = { topics: readonly Topic[]; actor?: Person | null; idempotencyKey?: IdempotencyKey | null };
export type RunTransaction = <T>(options: WriteOptions, work: (write: WriteContext) => Promise<T>) => Promise<T>;

/** Changes when the end of a write is unknown: its notice, should it still come, is then heard like anybody's. */
let name: string = randomUUID();

/** True for a notice of this very process, which has dropped its ready answers when it was committed. */
export function isFromThisProcess(notice: Pick<ChangeEvent, 'from'>): boolean {
  return notice.from === name;
}

/** So many of each kind: the longest are logins of some 80 bytes. */
const inOneNotice = 60;

class Told implements PendingEvents {
  admins = false;
  readonly users = new Set<number>();
  readonly notes: [number, number][] = [];
  readonly endings: LoginRevoked[] = [];

  invalidateFor(who: { admins?: boolean; users?: number[] }): void {
    this.admins ||= who.admins ?? false;
    for (const user of who.users ?? []) this.users.add(user);
  }
  notify(notificationId: number, userId: number): void {
    this.notes.push([notificationId, userId]);
  }
  revokeLogin(what: LoginRevoked): void {
    this.endings.push(what);
  }
}

/** Cuts one write's notices into payloads that PostgreSQL takes. */
function toNotices(told: Told, topics: readonly Topic[]): ChangeEvent[] {
  const users = [...told.users];
  // Commits that notify are serialised: a write that tells nobody anything, such as a login, does not.
  const pages = Math.max(
    topics.length > 0 ? 1 : 0,
    ...[users, told.notes, told.endings].map((list) => Math.ceil(list.length / inOneNotice)),
  );
  return Array.from({ length: pages }, (_, page) => {
    const cut = <T>(list: T[]) => list.slice(page * inOneNotice, (page + 1) * inOneNotice);
    return {
      from: name,
      topics: [...topics],
      admins: told.admins && page === 0,
      users: cut(users),
      notes: cut(told.notes),
      ended: cut(told.endings),
    };
  });
}

const keyLife = '24 hours';

/** The stored reply of an earlier call with this key; null when this call is the first. */
async function claim(tx: Transaction<Tables>, once: IdempotencyKey): Promise<{ reply: unknown } | null> {
  const claimed = await sql<{ key: string }>`
    insert into idempotency_keys as k (who, call, key, body_hash)
    values (${once.who}, ${once.call}, ${once.key}, ${once.bodyHash})
    on conflict (who, call, key) do update
      set body_hash = excluded.body_hash, reply = null, created_at = now()
      where k.created_at < now() - ${keyLife}::interval
    returning key`.execute(tx);
  if (claimed.rows.length > 0) return null;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('who', '=', once.who)
    .where('call', '=', once.call)
    .where('key', '=', once.key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash === once.bodyHash) return { reply: earlier.reply };
  throw new Problem({
    status: 422,
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was already used with another body',
  });
}

type Outcome = { once: IdempotencyKey | null | undefined; reply: unknown; notices: ChangeEvent[] };

/** Keeps the reply under its key and sends the notices, which go out on commit: one statement, because each costs a way to the database and back. */
async function conclude(tx: Transaction<Tables>, { once, reply, notices }: Outcome): Promise<void> {
  const payloads = notices.map((notice) => JSON.stringify(notice));
  const tell = sql`select pg_notify(${changeChannel}, payload) from unnest(${payloads}::text[]) payload`;
  if (once) {
    await sql`
      with kept as (update idempotency_keys set reply = ${JSON.stringify(reply)}::jsonb
        where who = ${once.who} and call = ${once.call} and key = ${once.key})
      ${tell}`.execute(tx);
  } else if (payloads.length > 0) await tell.execute(tx);
}

/**
 * Makes the product's only way to write. The work runs in one transaction; what it told is notified inside it, so it is
 * delivered on commit and dropped on rollback; `committed` is called before the writer answers, so that whoever wrote reads
 * their own write. A refused call (a thrown Problem) leaves nothing behind, its key included.
 */
export function createTransactionRunner(
  database: Database,
  committed: (topics: readonly Topic[]) => void,
): RunTransaction {
  return async (options, work) => {
    const told = new Told();
    if (options.actor) told.invalidateFor({ users: [options.actor.id] });
    /** From then on a failure says nothing about whether it was committed. */
    let worked = false;
    const write = database.tx(async (tx) => {
      const earlier = options.idempotencyKey ? await claim(tx, options.idempotencyKey) : null;
      if (earlier) return earlier.reply as Awaited<ReturnType<typeof work>>;
      const answer = await work({ tx, events: told });
      await conclude(tx, { once: options.idempotencyKey, reply: answer, notices: toNotices(told, options.topics) });
      worked = true;
      return answer;
    });
    const result = await write.catch((error) => {
      if (worked) {
        name = randomUUID();
        committed(options.topics);
      }
      throw error;
    });
    committed(options.topics);
    return result;
  };
}
