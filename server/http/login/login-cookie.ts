// The login cookie: 256 random bits and our signature, so that a forged one never reaches the database.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { leavingCookie } from '#contract/pages/device-choices.ts';
import { hashToken } from '#server/lib/secrets/tokens.ts';

const plainName = 'topout_login';
/** Browsers take a cookie of this name only by https, for this host alone: neither a neighbouring host nor plain http can plant one. */
const secureName = `__Host-${plainName}`;

function patternOf(name: string): RegExp {
  return new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43}\\.[\\w-]{43})\\s*(?:;|$)`);
}
const leaving = new RegExp(`(?:^|;)\\s*${leavingCookie}=1\\s*(?:;|$)`);
const patterns = { plain: patternOf(plainName), secure: patternOf(secureName) };

/** Anything with a cookie header: a request of Fastify or of Node. */
export type CookieRequest = { headers: { cookie?: string | undefined } };

/**
 * `life` in seconds. `secure`: our pages are always served by https, and browsers send the cookie only there; else each request says
 * how it came (a proxy only where it is trusted).
 */
export function createLoginCookie(options: { secret: string; life: number; secure: boolean }) {
  const key = createHmac('sha256', options.secret).update('topout login').digest();

  function signature(id: string): Buffer {
    return createHmac('sha256', key).update(id).digest();
  }

  /** The cookie's value if it has the right form; its signature is not verified yet. */
  function valueIn({ headers: { cookie } }: CookieRequest): string | null {
    if (cookie === undefined) return null;
    const found = patterns.secure.exec(cookie) ?? (options.secure ? null : patterns.plain.exec(cookie));
    return found?.[1] ?? null;
  }

  /** The key of the login's row: the SHA-256 of its id, in hex. Null for a signature that is not ours. */
  function sidOf(value: string): string | null {
    const [id = '', signed = ''] = value.split('.');
    const received = Buffer.from(signed, 'base64url');
    const expected = signature(id);
    return received.length === expected.length && timingSafeEqual(received, expected) ? hashToken(id) : null;
  }

  function send(reply: FastifyReply, value: string, life: number): void {
    const isSecure = options.secure || reply.request.protocol === 'https';
    const [name, secure] = isSecure ? [secureName, '; Secure'] : [plainName, ''];
    reply.header('set-cookie', `${name}=${value}; Max-Age=${life}; Path=/; HttpOnly; SameSite=Lax${secure}`);
  }

  return {
    valueIn,
    sidOf,
    sidIn(request: CookieRequest): string | null {
      const value = valueIn(request);
      return value === null ? null : sidOf(value);
    },
    make(): { value: string; sid: string } {
      const id = randomBytes(32).toString('base64url');
      return { value: `${id}.${signature(id).toString('base64url')}`, sid: hashToken(id) };
    },
    /** For the whole lifetime of a login. */
    set: (reply: FastifyReply, value: string) => send(reply, value, options.life),
    clear: (reply: FastifyReply) => send(reply, '', 0),
    /** Whoever used this browser left it while there was no line. */
    isLeaving: ({ headers: { cookie } }: CookieRequest) => cookie !== undefined && leaving.test(cookie),
    clearLeaving: (reply: FastifyReply) =>
      reply.header('set-cookie', `${leavingCookie}=; Max-Age=0; Path=/; SameSite=Lax`),
  };
}
