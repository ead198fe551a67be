// Leads addresses of secret links with signs of the text around them to the address that was meant.
import type { FastifyInstance } from 'fastify';
import { linkPaths } from '#contract/accounts/auth.ts';

/** The length of a token, by its place (share-links/secrets.ts, accounts/link-rows.ts). */
const tokenLengths: Record<string, number> = { '/s': 22, [linkPaths.invitation]: 43, [linkPaths.reset]: 43 };

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** A page below the link itself, as '/visits/12'; '' where something else follows. */
const pageBelow = /^(?:\/[a-z][\w-]*(?:\/[\w-]+)*(?:\.\w+)?)?/;

/**
 * Full stops, brackets, spaces, invisible characters and the like before and behind a token, as messengers and people leave them.
 * Null: the path is clean, or leads elsewhere.
 */
function cleanLinkPath(path: string): string | null {
  const [, start = '', rest = ''] = /^\/*(\/[a-z]+)\/(.*)$/s.exec(decode(path)) ?? [];
  const length = tokenLengths[start];
  if (length === undefined) return null;
  const parts = new RegExp(`^[^\\w-]*([\\w-]{${length}})(?![_-]*[A-Za-z0-9])(.*)$`, 's').exec(rest);
  if (!parts) return null;
  const [, token, behind = ''] = parts;
  const clean = `${start}/${token}${pageBelow.exec(behind)?.[0]}`;
  return clean === path ? null : clean;
}

/** Only for reading: forms are sent to the addresses of our own pages. */
export function registerCleanLinks(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method, url }, reply, done) => {
    const isRead = method === 'GET' || method === 'HEAD';
    const clean = isRead ? cleanLinkPath(url.split('?')[0] ?? '') : null;
    if (clean === null) done();
    else reply.header('cache-control', 'no-store').redirect(clean);
  });
}
