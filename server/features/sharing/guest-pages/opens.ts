// Counts how often a share link was opened: a page counts once, when its script or its counting picture is fetched, which previews do not.
import { sql } from 'kysely';
import type { RunTransaction } from '#server/db/transaction.ts';
import { recordLink } from '#server/features/sharing/share-links/record-acts.ts';
import type { OpenLink } from './link.ts';

/** `page`: drawn for each page that is sent. The audit log keeps the first open of each day, with its `address`. */
export async function countOpen(
  runWrite: RunTransaction,
  link: OpenLink,
  { page, address }: { page: string; address: string },
): Promise<void> {
  await runWrite({ topics: ['shareLinks'], address }, async (context) => {
    const counted = await sql<{ isFirstOfDay: boolean }>`
      with former as (select id, last_opened_at from share_links where id = ${link.id} for update)
      update share_links l set opens = opens + 1, first_opened_at = coalesce(first_opened_at, now()), last_opened_at = now(), last_page = ${page}
      from former f where l.id = f.id and last_page is distinct from ${page}
      returning f.last_opened_at is null or f.last_opened_at < date_trunc('day', now()) as "isFirstOfDay"`.execute(
      context.tx,
    );
    const [open] = counted.rows;
    if (!open || link.sharedBy === null) return;
    if (open.isFirstOfDay) await recordLink(context, { id: link.id, act: 'shareLinkOpened', by: null, guest: true });
    context.events.invalidateFor({ admins: true, users: [link.sharedBy], projects: [link.projectId] });
  });
}
