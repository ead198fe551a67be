// Tickets: who may see which picture of a link that is not submitted yet, signed, for some minutes.
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';

const lifeSeconds = 900;

/** The picture `item` of a link that this person is checking for a project. */
export type SignedUrl = { person: number; project: number; url: string; item: string };

const Written = z.tuple([z.number(), z.number(), z.string(), z.string(), z.number()]);

/** Only this installation can write them; `now` in milliseconds. */
export function createUrlSigner(secret: string, now: () => number = Date.now) {
  // Named, so that a seal of another kind with the same secret is none of these.
  const seal = (words: string) => createHmac('sha256', secret).update(`link picture ${words}`).digest();

  function write({ person, project, url, item }: SignedUrl): string {
    const until = Math.floor(now() / 1000) + lifeSeconds;
    const words = Buffer.from(JSON.stringify([person, project, url, item, until])).toString('base64url');
    return `${words}.${seal(words).toString('base64url')}`;
  }

  /** null: forged, changed, or over. */
  function read(ticket: string): SignedUrl | null {
    const [words = '', given = ''] = ticket.split('.');
    const [own, theirs] = [seal(words), Buffer.from(given, 'base64url')];
    if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) return null;
    const [person, project, url, item, until] = z.parse(
      Written,
      JSON.parse(Buffer.from(words, 'base64url').toString()),
    );
    return until * 1000 > now() ? { person, project, url, item } : null;
  }

  return { write, read };
}
export type UrlSigner = ReturnType<typeof createUrlSigner>;
