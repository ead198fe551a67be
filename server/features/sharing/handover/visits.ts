// The visits of a handover, as clients are shown them, and the names of their folders in the archive.
import { type Kysely, sql } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { shownKey } from '#server/db/taken-back.ts';
import { safeFileName } from '#server/lib/file-names.ts';
import { visibleSessions } from '#server/visibility.ts';

export type HandedVisit = {
  id: number;
  shownKey: string;
  recordId: number;
  /** yyyy-mm-dd */
  captureDate: string;
  scheduledDate: string | null;
  site: string | null;
  phase: string | null;
  notes: string | null;
};

/** Newest first. */
export async function readHandedVisits(db: Kysely<Tables>, reader: Person, projectId: number): Promise<HandedVisit[]> {
  const found = await sql<HandedVisit>`
    select s.id, ${shownKey('s')} as "shownKey", s.record_id as "recordId", s.capture_date as "captureDate",
      s.scheduled_date as "scheduledDate", si.name as site, s.phase, s.notes
    from sessions_released s left join sites si on si.id = s.site_id
    where s.project_id = ${projectId} and ${visibleSessions(reader)} order by s.capture_date desc, s.id desc`.execute(
    db,
  );
  return found.rows;
}

/** A path on a stick has room for some 250 signs: the site is cut, and the number tells two visits of a day apart. */
export function visitName({ captureDate, site, id }: Pick<HandedVisit, 'captureDate' | 'site' | 'id'>): string {
  const place = site === null ? '' : ` ${[...safeFileName(site, 'site')].slice(0, 40).join('').trimEnd()}`;
  return safeFileName(`${captureDate}${place} (${id})`);
}
