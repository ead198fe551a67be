// The client of a new project who has no account yet: prepared before the transaction, made in that of the project (behaviour §1.8).
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Person } from '#contract/policy.ts';
import type { NewProject } from '#contract/projects/routes.ts';
import type { Config } from '#server/config.ts';
import type { Tables } from '#server/db/schema.ts';
import type { WriteContext } from '#server/db/transaction.ts';
import { addAccount, type NewAccount } from '#server/features/accounts/accounts.ts';
import { addInvited, hashOfNothing } from '#server/features/accounts/invite.ts';
import { hashNewPassword } from '#server/features/accounts/new-password.ts';
import { readyChannels } from '#server/features/notifications/deliveries.ts';
import { invalid } from '#server/lib/problem.ts';
import type { PasswordRules } from '#server/lib/secrets/password-rules.ts';

export type ClientDependencies = {
  rules: PasswordRules;
  config: Pick<Config, 'secret' | 'brand' | 'publicUrl' | 'smtp'>;
};
type Asked = { actor: Person; body: NewProject; db: Kysely<Tables>; request: FastifyRequest };
/** In the transaction; answers the id. */
type MakeClient = (context: WriteContext) => Promise<number>;

/** A username has at most 50 characters. */
function accountOf(client: NonNullable<NewProject['client']>): NewAccount {
  return { ...client, username: client.email.slice(0, 50), role: 'client' };
}

/** A typed password is hashed before the transaction begins; without one they are invited. Null where the project has a client already. */
export async function prepareClient(deps: ClientDependencies, asked: Asked): Promise<MakeClient | null> {
  const { actor, body, request } = asked;
  if (!body.client) return null;
  const account = accountOf(body.client);
  if (body.password !== undefined) {
    const chosen = { ...account, password: body.password };
    const password = await hashNewPassword(deps.rules, asked, chosen);
    return async (context) => (await addAccount(context, { by: actor.id, account, password })).id;
  }
  if (!readyChannels(deps.config).has('mail'))
    throw invalid('password', 'Choose a password for the client: no mail is sent from here');
  const password = await hashOfNothing(request, account.username);
  return async (context) => (await addInvited(context, deps, { by: actor.id, account, password })).user.id;
}
