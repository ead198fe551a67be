// The files of shared reports: each contains its link's address, and is deleted when the link ends or gets another address.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { liveLink } from '#server/db/share-links.ts';
import type { Storage } from '#server/media/storage/storage.ts';

/** Files are distinguished by the hash of their link's token, which changes with the address. */
export const sharedFileName = (tokenHash: string, key: string) => `share-${tokenHash}-${key}.pdf`;
const hashOf = (name: string) => /^share-([0-9a-f]{64})-.*\.pdf$/.exec(name)?.[1];

async function liveHashes(db: Kysely<Tables>, hashes: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ hash: string }>`select l.token_hash as hash from share_links l
    where l.token_hash = any(${[...hashes]}::text[]) and ${liveLink('l')}`.execute(db);
  return new Set(found.rows.map(({ hash }) => hash));
}

export async function removeEndedReports(db: Kysely<Tables>, storage: Storage): Promise<void> {
  const shared = (await storage.list('share-')).flatMap(({ key }) => {
    const hash = hashOf(key);
    return hash === undefined ? [] : [{ key, hash }];
  });
  if (shared.length === 0) return;
  const live = await liveHashes(db, [...new Set(shared.map(({ hash }) => hash))]);
  for (const { key, hash } of shared) if (!live.has(hash)) await storage.remove(key);
}
