// Tokens of the stand-in's service account: given for a signed statement (JWT, RS256), refused once they expired.
import { type KeyObject, verify } from 'node:crypto';
import { jsonReply, type Reply } from './reply.ts';

export type Tokens = ReturnType<typeof createTokens>;

const grant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

function claimsOf(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
}

export function createTokens({ publicKey, audience }: { publicKey: KeyObject; audience: string }) {
  const good = new Set<string>();
  let count = 0;

  function isTrue(statement: string): boolean {
    const [head = '', claims = '', signature = ''] = statement.split('.');
    if (!verify('RSA-SHA256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url')))
      return false;
    const { aud, scope, iat, exp } = claimsOf(claims);
    const seconds = Number(exp) - Number(iat);
    return (
      aud === audience && scope === 'https://www.googleapis.com/auth/drive.readonly' && seconds > 0 && seconds <= 3600
    );
  }

  return {
    give(body: string): Reply {
      const form = new URLSearchParams(body);
      if (form.get('grant_type') !== grant || !isTrue(form.get('assertion') ?? ''))
        return jsonReply({ error: 'invalid_grant', error_description: 'Invalid JWT Signature.' }, 400);
      count++;
      good.add(`Bearer stand-in-token-${count}`);
      return jsonReply({ access_token: `stand-in-token-${count}`, expires_in: 3599, token_type: 'Bearer' });
    },
    holds: (authorization: string): boolean => good.has(authorization),
    expire: (): void => good.clear(),
  };
}
