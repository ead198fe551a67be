// Counts how often a link was opened: a page counts once, when its script or its counting picture is fetched, which previews do not.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { RunTransaction } from '#server/db/transaction.ts';
import { recordLink } from '#server/features/sharing/share-links/record-acts.ts';
import type { OpenLink } from './link.ts';

const hour = 3_600_000;
const minute = 60_000;
/** Of one link at one address: whoever loads the page again and again writes no more than that. */
const mostEachMinute = 30;

export type PageMarks = ReturnType<typeof createPageMarks>;

/** The marks by which an open counts once: made for each page that is sent, and good for that link alone. */
export function createPageMarks(secret: string, now: () => number = Date.now) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'guest page', 32));
  const counted = new LRUCache<string, true>({ max: 20_000, ttl: hour });
  const writes = new LRUCache<string, number>({ max: 10_000 });

  /** Signed with the hour in which it holds, so that no page counts for ever. */
  function signatureOf(link: number, page: string, at: number): Buffer {
    return createHmac('sha256', key).update(`${link} ${page} ${at}`).digest().subarray(0, 9);
  }

  function isOurs(link: number, mark: string): boolean {
    if (!/^[\w-]{24}$/.test(mark)) return false;
    const signed = Buffer.from(mark.slice(12), 'base64url');
    const current = Math.floor(now() / hour);
    return [current, current - 1].some((at) => timingSafeEqual(signed, signatureOf(link, mark.slice(0, 12), at)));
  }

  return {
    make(link: number): string {
      const page = randomBytes(9).toString('base64url');
      return page + signatureOf(link, page, Math.floor(now() / hour)).toString('base64url');
    },

    /** Whether a fetch of the page with this mark may count: it is one of ours, was not counted here, and its address opens few. */
    mayCount(link: number, { mark, address }: { mark: string; address: string }): boolean {
      if (!isOurs(link, mark) || counted.has(mark)) return false;
      counted.set(mark, true);
      const from = `${link} ${address} ${Math.floor(now() / minute)}`;
      const many = (writes.get(from) ?? 0) + 1;
      writes.set(from, many);
      return many <= mostEachMinute;
    },
  };
}

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
