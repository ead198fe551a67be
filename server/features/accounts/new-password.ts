// The password that an admin sets for somebody: checked by the rules, and hashed in the turn of the admin's address.
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { hashPassword, verifyPassword } from '#server/lib/secrets/password.ts';
import type { NewPassword, PasswordRules } from '#server/lib/secrets/password-rules.ts';

type Asked = { db: Kysely<Tables>; request: FastifyRequest };

/** The hash to be stored. `id`: an account that has a password already, which the new one may not be. @throws 400 */
export async function hashNewPassword(
  rules: PasswordRules,
  { db, request }: Asked,
  { id, ...chosen }: NewPassword & { id?: number },
): Promise<string> {
  const { password, username } = chosen;
  await rules.require(chosen, 'password');
  const turn = { address: clientIp(request), account: username };
  if (id !== undefined) {
    const former = await db.selectFrom('users').select('password').where('id', '=', id).executeTakeFirst();
    rules.refuseFormer(former !== undefined && (await verifyPassword(former.password, password, turn)), 'password');
  }
  return hashPassword(password, turn);
}
