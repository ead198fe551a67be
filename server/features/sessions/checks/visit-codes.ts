// Visit codes: letters that nobody knows earlier than the day before, so that a picture of an earlier visit cannot show them (behaviour §21.6).
import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { VisitCodes } from '#contract/sessions/checks.ts';
import type { Tables } from '#server/db/schema.ts';
import { companyDay } from '#server/db/settings/company-settings.ts';
import { requireProject } from '#server/visibility/lock-session.ts';

/** Consonants that are told apart in any handwriting, so that no word comes of them. */
const letters = 'CDFGHJKLMNPRTVWXY';
const length = 4;

export type CodedVisit = { projectId: number; photographerId: number; day: string };

/** 'KMTX': always the same for a project, a photographer and a day (yyyy-mm-dd), and known to nobody without the secret. */
export function visitCodeOf(secret: string, { projectId, photographerId, day }: CodedVisit): string {
  const bytes = createHmac('sha256', secret).update(`visit code ${projectId} ${photographerId} ${day}`).digest();
  return Array.from({ length }, (_, nth) => letters[bytes.readUInt32BE(nth * 4) % letters.length]).join('');
}

/** 404 for a project that this person does not see. */
export async function readVisitCodes(
  db: Kysely<Tables>,
  { actor, projectId, secret }: { actor: Person; projectId: number; secret: string },
): Promise<VisitCodes> {
  await requireProject(db, actor, projectId);
  const { rows } = await sql<{ day: string }>`select (${companyDay()} + ahead)::text as day
    from projects cross join generate_series(0, 1) as ahead
    where id = ${projectId} and visit_codes_from is not null order by ahead`.execute(db);
  const codeOn = (day: string) => visitCodeOf(secret, { projectId, photographerId: actor.id, day });
  return { codes: rows.map(({ day }) => ({ day, code: codeOn(day) })) };
}
