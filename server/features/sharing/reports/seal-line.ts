// The head of a project's chain as reports print it: paper outside the house by which a later change is noticed (behaviour §32.2).
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { readSealHeads } from '#server/features/evidence/queries.ts';
import { dayWords } from './words.ts';

type Printing = { publicUrl: string | null; timeZone: string };

/** 'No. 12 on November 28, 2026, code 7F3A-…. Check it at …'; null where nothing of the project is sealed yet. */
export async function sealLine(
  db: Kysely<Tables>,
  projectId: number,
  { publicUrl, timeZone }: Printing,
): Promise<string | null> {
  const head = (await readSealHeads(db, [projectId])).get(projectId);
  if (!head) return null;
  const day = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(head.sealedAt));
  const where = publicUrl === null ? '' : `. Check it at ${publicUrl}/verify`;
  return `No. ${head.number} on ${dayWords(day)}, code ${head.code}${where}`;
}
