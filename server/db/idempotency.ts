// Idempotency keys: one press of a button never writes twice.
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { offlineKeyDays, offlineKeyPrefix } from '#contract/core/endpoint.ts';
import { Problem } from '#server/lib/problem.ts';
import type { Tables } from './schema.ts';

/** A key that a browser chose, so that one press never creates two (behaviour §9.3). `who`: the person, or for a guest the address. */
export type IdempotencyKey = { who: string; call: string; key: string; bodyHash: string };

/** A key expires after a day; one for a request that waited on an offline device later (behaviour §27). */
const lifetime = sql`case when k.key like ${`${offlineKeyPrefix}%`} and k.who like 'person %'
  then make_interval(days => ${offlineKeyDays}) else interval '24 hours' end`;

/** The statement that deletes expired keys. */
export const forgetOldKeys = sql`delete from idempotency_keys k where k.created_at < now() - ${lifetime}`;

/** Claims the key for this transaction. Returns the stored reply of an earlier call with this key; null if this call is the first. */
export async function claimKey(tx: Transaction<Tables>, claim: IdempotencyKey): Promise<{ reply: unknown } | null> {
  const { who, call, key, bodyHash } = claim;
  const claimed = await sql<{ key: string }>`
    insert into idempotency_keys as k (who, call, key, body_hash)
    values (${who}, ${call}, ${key}, ${bodyHash})
    on conflict (who, call, key) do update
      set body_hash = excluded.body_hash, reply = null, created_at = now()
      where k.created_at < now() - ${lifetime}
    returning key`.execute(tx);
  if (claimed.rows.length > 0) return null;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'reply'])
    .where('who', '=', who)
    .where('call', '=', call)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (earlier.body_hash === bodyHash) return { reply: earlier.reply };
  throw new Problem({
    status: 422,
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was already used with another body',
  });
}

/** The statement that stores the reply under its key. */
export function storeReply({ who, call, key }: IdempotencyKey, reply: unknown): RawBuilder<unknown> {
  return sql`update idempotency_keys set reply = ${JSON.stringify(reply)}::jsonb
    where who = ${who} and call = ${call} and key = ${key}`;
}
