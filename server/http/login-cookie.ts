// The login cookie: 256 random bits and our signature, so that a forged one never reaches the database.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const name = 'topout_login';
const pattern = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43}\\.[\\w-]{43})\\s*(?:;|$)`);

function rowKey(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** `life` in seconds. `secure`: the browser sends the cookie only by https. */
export function createLoginCookie(options: { secret: string; life: number }) {
  const key = createHmac('sha256', options.secret).update('topout login').digest();
  const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

  function signature(id: string): Buffer {
    return createHmac('sha256', key).update(id).digest();
  }

  return {
    /** The cookie's value if it has the right form; its signature is not verified yet. */
    find(header: string | undefined): string | null {
      return header === undefined ? null : (pattern.exec(header)?.[1] ?? null);
    },
    /** The key of the login's row: the SHA-256 of its id, in hex. Null for a signature that is not ours. */
    sidOf(value: string): string | null {
      const [id = '', signed = ''] = value.split('.');
      const received = Buffer.from(signed, 'base64url');
      const expected = signature(id);
      return received.length === expected.length && timingSafeEqual(received, expected) ? rowKey(id) : null;
    },
    make(): { value: string; sid: string } {
      const id = randomBytes(32).toString('base64url');
      return { value: `${id}.${signature(id).toString('base64url')}`, sid: rowKey(id) };
    },
    /** The Set-Cookie header, for the whole lifetime of a login. */
    set: (value: string, secure: boolean) => `${name}=${value}; Max-Age=${options.life}; ${attributes(secure)}`,
    clear: (secure: boolean) => `${name}=; Max-Age=0; ${attributes(secure)}`,
  };
}
