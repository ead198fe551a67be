// The marks of pages for guests, by which an open counts once: made for each page that is sent, and good for that link alone.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const hour = 3_600_000;
const minute = 60_000;
/** Of one link at one address: whoever loads the page again and again writes no more than that. */
const mostEachMinute = 30;

export type PageMarks = ReturnType<typeof createPageMarks>;

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
