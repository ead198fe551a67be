// The evidence in an archive: the seals of its releases, the keys that signed them, the script that checks them, and the sums of its files.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { sealKeysPage } from '#server/features/evidence/public-keys.ts';
import { sealFile } from '#server/features/evidence/queries.ts';
import { csvCell, csvStart } from '#server/lib/csv.ts';
import type { SealKey } from '#server/lib/secrets/seal-key.ts';
import { verifyScript } from './verify-script.ts';

export type TextEntry = { name: string; text: string };

/** One for each release in the archive that is sealed by now. */
async function readSeals(db: Kysely<Tables>, recordIds: readonly number[]): Promise<TextEntry[]> {
  const found = await sql<{ code: string }>`select l.code from seals l join seal_manifests sm on sm.id = l.manifest_id
    where sm.record_id = any(${[...recordIds]}::bigint[]) order by l.number`.execute(db);
  const seals: TextEntry[] = [];
  for (const { code } of found.rows) {
    const file = await sealFile(db, code);
    if (file) seals.push({ name: `evidence/${file.name}`, text: file.text });
  }
  return seals;
}

type Summed = { name: string; bytes: number; sha256: string; sealed: boolean };

/** Of every file of a visit, and whether a seal knows it. */
async function readSumList(db: Kysely<Tables>, id: number): Promise<string> {
  const found = await sql<Summed>`
    select e.name, e.bytes, e.sha256, exists (select 1 from sealed_hashes h where h.sha256 = decode(e.sha256, 'hex')) as sealed
    from handover_entries e where e.handover_id = ${id} and e.file is not null and e.sha256 is not null order by e.nth`.execute(
    db,
  );
  const lines = found.rows.map(
    ({ name, bytes, sha256, sealed }) => `${csvCell(name)},${bytes},${sha256},${sealed ? 'yes' : 'no'}\r\n`,
  );
  return `${csvStart}File,Bytes,SHA-256,Sealed\r\n${lines.join('')}`;
}

export async function evidenceFiles(
  db: Kysely<Tables>,
  { id, recordIds, key }: { id: number; recordIds: readonly number[]; key: SealKey },
): Promise<{ files: TextEntry[]; seals: number }> {
  const seals = await readSeals(db, recordIds);
  const files = [
    ...seals,
    { name: 'evidence/keys.json', text: `${JSON.stringify(await sealKeysPage(db, key), null, 2)}\n` },
    { name: 'evidence/verify-seal.mjs', text: verifyScript },
    { name: 'evidence/files.csv', text: await readSumList(db, id) },
  ];
  return { files, seals: seals.length };
}
