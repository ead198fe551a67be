// Access tokens of a Google service account: a signed JWT exchanged for a token, cached until shortly before it expires.
import { sign } from 'node:crypto';
import type { DriveAccount } from '#server/config/drive-account.ts';
import type { SafeFetch } from '#server/media/net/safe-fetch.ts';
import { MediaError } from '#server/media/source-errors.ts';

const scope = 'https://www.googleapis.com/auth/drive.readonly';
const lifetimeSeconds = 3600;
const renewBeforeMs = 5 * 60_000;

function segment(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** The assertion (JWT, RS256) that is exchanged for a token (behaviour §6.4). */
function createAssertion({ email, key, keyId, tokenUri }: DriveAccount, now: number): string {
  const iat = Math.floor(now / 1000);
  const head = segment({ alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) });
  const claims = segment({ iss: email, scope, aud: tokenUri, iat, exp: iat + lifetimeSeconds });
  const signature = sign('RSA-SHA256', Buffer.from(`${head}.${claims}`), key).toString('base64url');
  return `${head}.${claims}.${signature}`;
}

function readToken(text: string): { token: string; seconds: number } | null {
  try {
    const { access_token: token, expires_in: seconds } = Object(JSON.parse(text)) as Record<string, unknown>;
    return typeof token === 'string' ? { token, seconds: Number(seconds) || lifetimeSeconds } : null;
  } catch {
    return null;
  }
}

/** Tokens for one account; many who need one at the same time cause one request. */
export function createDriveTokens(deps: { fetch: SafeFetch; account: DriveAccount; now: () => number }) {
  const { fetch, account, now } = deps;
  const exempt = [new URL(account.tokenUri).origin];
  let cached: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;

  async function requestToken(): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: createAssertion(account, now()),
    });
    const { status, bytes } = await fetch.read(account.tokenUri, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      exempt,
      maxBytes: 100_000,
    });
    const grant = status === 200 ? readToken(bytes.toString()) : null;
    if (grant) {
      cached = { token: grant.token, until: now() + grant.seconds * 1000 - renewBeforeMs };
      return grant.token;
    }
    if (status === 429 || status >= 500)
      throw new MediaError(
        'busy',
        'Google does not grant access to Google Drive at the moment: try again in a few minutes.',
      );
    throw new MediaError(
      'misconfigured',
      'Google does not accept the service account: ask an admin to check GOOGLE_DRIVE_CREDENTIALS and the clock of the server.',
    );
  }

  return {
    async get(): Promise<string> {
      if (cached && now() < cached.until) return cached.token;
      pending ??= requestToken().finally(() => {
        pending = null;
      });
      return pending;
    },
    /** After it was refused: the next call requests a new one. */
    forget(token: string): void {
      if (cached?.token === token) cached = null;
    },
  };
}
