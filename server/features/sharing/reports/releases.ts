// Who released what and when, in the words of reports; a guest reads no names.
import { type Kysely, sql } from 'kysely';
import type { ReportEdition } from '#contract/sharing/reports.ts';
import type { Tables } from '#server/db/schema.ts';
import { instantWords } from './words.ts';

type Release = { action: 'approved' | 'completed'; byName: string; at: string; releasedRecordId: number | null };
type Reading = { edition: ReportEdition; timeZone: string };

const acts = { approved: 'Approved', completed: 'Marked as completed' } as const;

/** By session, oldest first; clients may know of every release of a session that they see (behaviour §2.7). */
export async function readReleases(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, Release[]>> {
  const { rows } = await sql<
    Release & { sessionId: number }
  >`select r.session_id as "sessionId", r.action, r.by_name as "byName", r.at,
      r.released_record_id as "releasedRecordId"
    from session_records r where r.session_id = any(${[...ids]}::integer[]) and r.action in ('approved', 'completed') order by r.id`.execute(
    db,
  );
  const bySession = new Map<number, Release[]>();
  for (const { sessionId, ...release } of rows)
    bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), release]);
  return bySession;
}

const byOf = ({ byName }: Release, edition: ReportEdition) => (edition === 'guest' ? '' : ` by ${byName}`);

/** 'Approved by Ada Obi on March 5, 2026 at 10:12 (Africa/Lagos), record 12.' */
export function releaseLine(release: Release, { edition, timeZone }: Reading): string {
  const { action, at, releasedRecordId } = release;
  const record = releasedRecordId === null ? '' : `, record ${releasedRecordId}`;
  return `${acts[action]}${byOf(release, edition)} on ${instantWords(at, timeZone)} (${timeZone})${record}.`;
}

/** 'released by Ada Obi on March 5, 2026 at 10:12', of the last one; null where there is none. */
export function lastRelease(releases: readonly Release[], { edition, timeZone }: Reading): string | null {
  const last = releases.findLast(({ action }) => action === 'approved');
  return last ? `released${byOf(last, edition)} on ${instantWords(last.at, timeZone)}` : null;
}
