// One writing transaction with everything that belongs to it: the rows, the notices, and the key that keeps it from happening twice.
import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Topic } from '#contract/route.ts';
import { Problem } from '#server/http/problem.ts';
import type { Database } from './open.ts';
import type { Tables } from './schema.ts';

export const noticeChannel = 'topout';

/** Logins that are over: one by its hash, or all of a person's but one; the browser of the one that was `renewed` goes on with that. */
export type Ended = { sid: string } | { user: number; except?: string; renewed?: string };

/** What every process hears after a commit: ids only, the payload of pg_notify holds less than 8000 bytes. */
export type Notice = {
  /** The process that wrote; it has already dropped its ready answers. */
  from: string;
  topics: Topic[];
  admins: boolean;
  users: number[];
  notes: [notificationId: number, userId: number][];
  ended: Ended[];
};

export type Tell = {
  /** Open pages of these people refetch the topics of this write. */
  concerns(who: { admins?: boolean; users?: number[] }): void;
  /** This notification goes to the sockets of its reader. */
  pushed(notificationId: number, userId: number): void;
  ended(what: Ended): void;
};

export type Write = { tx: Transaction<Tables>; tell: Tell };

/** A key that a browser chose, so that the same press never creates two (decisions §4, §12). */
export type Once = { userId: number; call: string; key: string; bodyHash: string };

export type WriteOptions = { topics: readonly Topic[]; actor?: Person | null; once?: Once | null };
export type Writer = <T>(options: WriteOptions, work: (write: Write) => Promise<T>) => Promise<T>;

/** Changes when the end of a write is unknown: its notice, should it still come, is then heard like anybody's. */
let name: string = randomUUID();

/** True for a notice of this very process, which has dropped its ready answers when it was committed. */
export function isOwn(notice: Pick<Notice, 'from'>): boolean {
  return notice.from === name;
}

/** So many of each kind: the longest are logins of some 80 bytes. */
const inOneNotice = 60;

class Told implements Tell {
  admins = false;
  readonly users = new Set<number>();
  readonly notes: [number, number][] = [];
  readonly endings: Ended[] = [];

  concerns(who: { admins?: boolean; users?: number[] }): void {
    this.admins ||= who.admins ?? false;
    for (const user of who.users ?? []) this.users.add(user);
  }
  pushed(notificationId: number, userId: number): void {
    this.notes.push([notificationId, userId]);
  }
  ended(what: Ended): void {
    this.endings.push(what);
  }
}

/** Cuts one write's notices into payloads that PostgreSQL takes. */
function toNotices(told: Told, topics: readonly Topic[]): Notice[] {
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

async function sendNotices(tx: Transaction<Tables>, notices: Notice[]): Promise<void> {
  for (const notice of notices) await sql`select pg_notify(${noticeChannel}, ${JSON.stringify(notice)})`.execute(tx);
}

const keyLife = '24 hours';

/** The stored reply of an earlier call with this key; null when this call is the first. */
async function claim(tx: Transaction<Tables>, once: Once): Promise<{ reply: unknown } | null> {
  const claimed = await sql<{ key: string }>`
    insert into idempotency_keys as k (user_id, call, key, body_hash)
    values (${once.userId}, ${once.call}, ${once.key}, ${once.bodyHash})
    on conflict (user_id, call, key) do update
      set body_hash = excluded.body_hash, reply = null, created_at = now()
      where k.created_at < now() - ${keyLife}::interval
    returning key`.execute(tx);
  if (claimed.rows.length > 0) return null;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('user_id', '=', once.userId)
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

async function keep(tx: Transaction<Tables>, once: Once, reply: unknown): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('user_id', '=', once.userId)
    .where('call', '=', once.call)
    .where('key', '=', once.key)
    .execute();
}

/**
 * Makes the product's only way to write. The work runs in one transaction; what it told is notified inside it, so it is
 * delivered on commit and dropped on rollback; `committed` is called before the writer answers, so that whoever wrote reads
 * their own write. A refused call (a thrown Problem) leaves nothing behind, its key included.
 */
export function openWriter(database: Database, committed: (topics: readonly Topic[]) => void): Writer {
  return async (options, work) => {
    const told = new Told();
    if (options.actor) told.concerns({ users: [options.actor.id] });
    /** From then on a failure says nothing about whether it was committed. */
    let worked = false;
    const write = database.tx(async (tx) => {
      const earlier = options.once ? await claim(tx, options.once) : null;
      if (earlier) return earlier.reply as Awaited<ReturnType<typeof work>>;
      const answer = await work({ tx, tell: told });
      if (options.once) await keep(tx, options.once, answer);
      await sendNotices(tx, toNotices(told, options.topics));
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
