// Ends links whose sharer may no longer share: they stay ended, even if that right returns.
import { type Kysely, sql } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { maySharerShare } from '#server/db/share-links.ts';
import type { RunTransaction } from '#server/db/transaction.ts';
import { recordLink } from './record-acts.ts';

/** Until it has run, such a link shows nothing anyway. */
export async function endUnshared(db: Kysely<Tables>, runWrite: RunTransaction): Promise<void> {
  const unshared = sql`ended_at is null and not ${maySharerShare('share_links')}`;
  const found = await sql`select 1 from share_links where ${unshared} limit 1`.execute(db);
  if (found.rows.length === 0) return;
  await runWrite({ topics: ['shareLinks'] }, async (context) => {
    const ended = await sql<{ id: number; sharedBy: number | null; projectId: number }>`
      update share_links set ended_at = now() where ${unshared}
      returning id, shared_by as "sharedBy", project_id as "projectId"`.execute(context.tx);
    for (const { id, sharedBy, projectId } of ended.rows) {
      await recordLink(context, { id, act: 'shareLinkEnded', by: null });
      context.events.invalidateFor({ admins: true, users: sharedBy === null ? [] : [sharedBy], projects: [projectId] });
    }
  });
}
