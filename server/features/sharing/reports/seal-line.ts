// The head of a project's chain as reports print it: paper outside the house by which a later change is noticed (behaviour §32.2).
import type { Kysely } from 'kysely';
import { formatInstantDay } from '#contract/core/day-words.ts';
import type { Tables } from '#server/db/schema.ts';
import { readSealHeads } from '#server/features/evidence/queries.ts';
import type { ReportProof } from '#server/media/reports/report-model.ts';

type Printing = { publicUrl: string | null; timeZone: string };

const whatItIs =
  'What was released of this project is sealed: its files are hashed, and the hashes are signed and chained. Anyone with the code can check, without a login, what had been released by then, whether it still is, and whether a file belongs to it.';

/** `line`: 'Code 7F3A-…, no. 12 on November 28, 2026. Check it at …'; the code first, so that no line breaks within it. Null where nothing of the project is sealed yet. */
export async function readPrintedSeal(
  db: Kysely<Tables>,
  projectId: number,
  { publicUrl, timeZone }: Printing,
): Promise<{ line: string; proof: ReportProof } | null> {
  const head = (await readSealHeads(db, [projectId])).get(projectId);
  if (!head) return null;
  const where = publicUrl === null ? '' : `. Check it at ${publicUrl}/verify`;
  const link = publicUrl === null ? null : { url: `${publicUrl}/verify/${head.code}`, words: `Check ${head.code}` };
  return {
    line: `Code ${head.code}, no. ${head.number} on ${formatInstantDay(head.sealedAt, timeZone)}${where}`,
    proof: { words: whatItIs, link, certificate: null },
  };
}
