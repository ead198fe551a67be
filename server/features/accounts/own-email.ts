// Changing one's own e-mail: it requires the password, and does not reveal which addresses others have.
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { can, type Person } from '#contract/policy.ts';
import type { Tables } from '#server/db/schema.ts';
import { createSharedRateLimit } from '#server/db/shared-rate-limit.ts';
import { clientIp } from '#server/http/security/client-ip.ts';
import { conflict, invalid, Problem } from '#server/lib/problem.ts';
import { verifyThrottled } from './throttle.ts';

type ProfileContext = {
  actor: Person;
  params: { id: number };
  body: { email: string; currentPassword?: string | undefined };
  db: Kysely<Tables>;
  request: FastifyRequest;
};

/**
 * People who may not see all accounts still learn with each try whether one address is taken; so they get few tries, whatever the result.
 */
const countTry = createSharedRateLimit({
  kind: 'email',
  max: 5,
  milliseconds: 3_600_000,
  sentence: 'Too many addresses were tried. Please ask an administrator, or try again in an hour.',
});

/** Checks a change of the actor's own e-mail. @throws 403 without their password, 400 for a wrong one, 429 after too many guesses */
export async function requirePasswordForEmail({ actor, params, body, db, request }: ProfileContext): Promise<void> {
  if (actor.id !== params.id) return;
  const me = await db
    .selectFrom('users')
    .select(['username', 'email', 'password'])
    .where('id', '=', actor.id)
    .executeTakeFirst();
  if (!me || me.email?.toLowerCase() === body.email.toLowerCase()) return;
  if (!body.currentPassword) {
    const message = 'Enter your password to change your e-mail';
    throw new Problem({ status: 403, code: 'password_needed', message });
  }
  const attempt = { account: me.username.toLowerCase(), address: clientIp(request), hash: me.password };
  if (!(await verifyThrottled(db, { ...attempt, password: body.currentPassword })))
    throw invalid('currentPassword', 'Your current password is not correct');
  if (!can.manageUsers(actor)) await countTry(db, actor.id);
}

/** Shown to somebody whose new e-mail belongs to another account. */
export function refusedEmail(actor: Person, error: unknown): unknown {
  if ((error as { constraint?: string }).constraint !== 'users_email_key' || can.manageUsers(actor)) return error;
  return conflict('This email cannot be used. Please ask an administrator.', 'email_refused');
}
