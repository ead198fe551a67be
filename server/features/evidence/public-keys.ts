// /.well-known/topout-seal: the public keys that ever signed here, each with the time of its first and last seal.
import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import type { SealKey } from '#server/lib/secrets/seal-key.ts';

type ShownKey = {
  id: string;
  algorithm: 'Ed25519';
  publicKey: string;
  firstSeal: string | null;
  lastSeal: string | null;
};

/** Oldest first; the present one also before it has signed anything. */
async function readKeys(db: Kysely<Tables>, present: SealKey): Promise<ShownKey[]> {
  const found = await sql<{ id: string; publicKey: string; first: string | Date; last: string | Date }>`
    select k.id, k.public_key as "publicKey", min(l.sealed_at) as first, max(l.sealed_at) as last
    from seal_keys k join seals l on l.key_id = k.id group by k.id order by min(l.sealed_at), k.id`.execute(db);
  const algorithm = 'Ed25519' as const;
  const keys = found.rows.map(({ id, publicKey, first, last }) => ({
    ...{ id, algorithm, publicKey },
    firstSeal: new Date(first).toISOString(),
    lastSeal: new Date(last).toISOString(),
  }));
  if (keys.some(({ id }) => id === present.id)) return keys;
  return [...keys, { id: present.id, algorithm, publicKey: present.publicKey, firstSeal: null, lastSeal: null }];
}

/** The page itself. */
export async function sealKeysPage(db: Kysely<Tables>, key: SealKey) {
  return { format: 'topout-seal-1', present: key.id, keys: await readKeys(db, key) };
}

export function registerSealKeys(app: FastifyInstance, { db, key }: { db: Kysely<Tables>; key: SealKey }): void {
  app.get('/.well-known/topout-seal', async (_request, reply) => {
    const page = await sealKeysPage(db, key);
    return reply.headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' }).send(page);
  });
}
