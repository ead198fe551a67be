// What the login cookie holds: 256 random bits and our signature, so that a made-up one never reaches the database.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const name = 'topout_login';
const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43}\\.[\\w-]{43})\\s*(?:;|$)`);

function rowKey(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** `life` in seconds. Where people reach us by https (`secure`) the cookie never travels without. */
export function createLoginCookie(options: { secret: string; life: number }) {
  const key = createHmac('sha256', options.secret).update('topout login').digest();
  const words = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  function signature(id: string): Buffer {
    return createHmac('sha256', key).update(id).digest();
  }

  return {
    /** The cookie's value if it has the right form; nothing is verified yet. */
    find(header: string | undefined): string | null {
      return header === undefined ? null : (pattern.exec(header)?.[1] ?? null);
    },
    /** The key of the login's row: the SHA-256 of its id, in hex. Null for a signature that is not ours. */
    sidOf(value: string): string | null {
      const [id = '', signed = ''] = value.split('.');
      const given = Buffer.from(signed, 'base64url');
      const right = signature(id);
      return given.length === right.length && timingSafeEqual(given, right) ? rowKey(id) : null;
    },
    make(): { value: string; sid: string } {
      const id = randomBytes(32).toString('base64url');
      return { value: `${id}.${signature(id).toString('base64url')}`, sid: rowKey(id) };
    },
    /** The header that keeps a value for the whole life of a login. */
    set: (value: string, secure: boolean) => `${name}=${value}; Max-Age=${options.life}; ${words(secure)}`,
    clear: (secure: boolean) => `${name}=; Max-Age=0; ${words(secure)}`,
  };
}
