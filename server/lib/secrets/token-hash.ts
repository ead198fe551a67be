// What is stored of tokens that open something.
import { createHash } from 'node:crypto';

/** What is stored of a random token that opens something: its SHA-256 in hex. Of anything that came as a token: a wrong one costs the same work. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
