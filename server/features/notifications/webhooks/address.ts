// Which addresses a webhook may have: what the guarded fetch would refuse at each sending is refused when it is typed already.
import { invalid } from '#server/lib/problem.ts';
import { refusePrivateLiteral } from '#server/media/net/public-address.ts';
import { MediaError } from '#server/media/source-errors.ts';

function isPrivate(host: string): boolean {
  try {
    refusePrivateLiteral(host);
    return false;
  } catch (error) {
    if (error instanceof MediaError) return true;
    throw error;
  }
}

function faultOf(url: URL): string | null {
  if (url.protocol !== 'https:') return 'The address must begin with https://';
  if (url.username !== '' || url.password !== '') return 'The address must be without user name and password';
  if (url.port !== '') return 'The address must be without a port of its own';
  return isPrivate(url.hostname) ? 'The address must be a public one' : null;
}

/** The address as it is kept. @throws 400 */
export function requireAllowedUrl(text: string, testOrigins: readonly string[]): string {
  const url = new URL(text);
  const fault = testOrigins.includes(url.origin) ? null : faultOf(url);
  if (fault) throw invalid('url', fault);
  return url.href;
}
