// How many event streams one address holds open of one link, on all servers together: each is leased, so that a server that dies holds none.
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** Whose stream it is. */
type StreamOwner = { link: number; address: string };

const lease = sql`now() + interval '60 seconds'`;
const renewMilliseconds = 20_000;

/** At most `max` of one owner. */
export function createStreamLeases(db: Kysely<Tables>, max: number) {
  const held = new Map<string, StreamOwner>();

  /** Puts back what the database may have lost in a crash. While it is away nothing is renewed, and nothing new is taken. */
  async function renew(): Promise<void> {
    const ids = [...held.keys()];
    const links = Array.from(held.values(), ({ link }) => link);
    const addresses = Array.from(held.values(), ({ address }) => address);
    await sql`insert into guest_streams (id, link_id, address, until)
      select id, link, address, ${lease} from unnest(${ids}::uuid[], ${links}::integer[], ${addresses}::text[]) s (id, link, address)
      on conflict (id) do update set until = excluded.until`.execute(db);
  }

  async function remove(ids: readonly string[]): Promise<void> {
    await sql`delete from guest_streams where id = any(${[...ids]}::uuid[])`.execute(db);
  }

  const timer = setInterval(() => {
    if (held.size > 0) void renew().catch(() => undefined);
  }, renewMilliseconds).unref();

  return {
    /** Returns what gives it back; null where the owner has `max` already. */
    async take({ link, address }: StreamOwner): Promise<(() => void) | null> {
      const id = randomUUID();
      const taken = await db.transaction().execute(async (tx) => {
        // Of many that come at once none may overlook another.
        await sql`select pg_advisory_xact_lock(hashtext(${`streams ${link} ${address}`}))`.execute(tx);
        return sql`insert into guest_streams (id, link_id, address, until) select ${id}, ${link}::integer, ${address}, ${lease}
          where (select count(*) from guest_streams where link_id = ${link} and address = ${address} and until > now()) < ${max}
          returning id`.execute(tx);
      });
      if (taken.rows.length === 0) return null;
      held.set(id, { link, address });
      return () => {
        if (held.delete(id)) void remove([id]).catch(() => undefined);
      };
    },

    /** The server stops: its browsers come back to others, where these would count against them. */
    async close(): Promise<void> {
      clearInterval(timer);
      const ids = [...held.keys()];
      held.clear();
      if (ids.length > 0) await remove(ids).catch(() => undefined);
    },
  };
}
