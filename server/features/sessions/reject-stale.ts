// The refusal of a change to content that is no longer the present one.
import type { Person } from '#contract/policy.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { stale } from '#server/lib/problem.ts';
import type { LockedSession } from '#server/visibility/lock-session.ts';
import { loadSession } from './session-row.ts';

/** 409 when the content that somebody saw is no longer the present one, which the answer brings along. */
export async function rejectStale(
  { tx }: WriteContext,
  actor: Person,
  { session, recordId }: { session: LockedSession; recordId: number | null | undefined },
): Promise<void> {
  if (recordId === undefined || recordId === null || recordId === session.record_id) return;
  throw stale('session', await loadSession(tx, actor, session.id));
}
