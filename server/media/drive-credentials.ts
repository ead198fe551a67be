// Access tokens of a Google service account: a signed statement exchanged for a token, kept until shortly before it expires.
import { sign } from 'node:crypto';
import type { DriveAccount } from '#server/config/drive-account.ts';
import type { SafeFetch } from './safe-fetch.ts';
import { MediaError } from './source.ts';

const scope = 'https://www.googleapis.com/auth/drive.readonly';
const lifeSeconds = 3600;
const spareMs = 5 * 60_000;

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The statement (JWT, RS256) that the account makes about itself (media-links §1.7). */
function statement({ email, key, keyId, tokenUri }: DriveAccount, now: number): string {
  const iat = Math.floor(now / 1000);
  const head = segment({ alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) });
  const claims = segment({ iss: email, scope, aud: tokenUri, iat, exp: iat + lifeSeconds });
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), key).toString('base64url');
  return `${head}.${claims}.${signature}`;
}

function readToken(text: string): { token: string; seconds: number } | null {
  try {
    const { access_token: token, expires_in: seconds } = Object(JSON.parse(text)) as Record<string, unknown>;
    return typeof token === 'string' ? { token, seconds: Number(seconds) || lifeSeconds } : null;
  } catch {
    return null;
  }
}

/** Tokens for one account; many who need one at the same time cause one question. */
export function createDriveTokens(house: { fetch: SafeFetch; account: DriveAccount; now: () => number }) {
  const { fetch, account, now } = house;
  const exempt = [new URL(account.tokenUri).origin];
  let kept: { token: string; until: number } | null = null;
  let asking: Promise<string> | null = null;

  async function ask(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: statement(account, now()),
    });
    const { status, bytes } = await fetch.read(account.tokenUri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      exempt,
      most: 100_000,
    });
    const found = status === 200 ? readToken(bytes.toString()) : null;
    if (found) {
      kept = { token: found.token, until: now() + found.seconds * 1000 - spareMs };
      return found.token;
    }
    if (status === 429 || status >= 500)
      throw new MediaError(
        'busy',
        'Google gives out no access to Google Drive at the moment: try again in a few minutes.',
      );
    throw new MediaError(
      'misconfigured',
      'Google does not accept the service account: an admin checks GOOGLE_DRIVE_CREDENTIALS and the clock of the server.',
    );
  }

  return {
    async get(): Promise<string> {
      if (kept && now() < kept.until) return kept.token;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    /** After a refusal: the next call asks anew. */
    forget(token: string): void {
      if (kept?.token === token) kept = null;
    },
  };
}
