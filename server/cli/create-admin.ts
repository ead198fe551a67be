// Creates an admin account, for a product that nobody can log in to yet.
import { NewUser } from '#contract/accounts/users-routes.ts';
import { migrate } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { StartupError } from '#server/db/startup-error.ts';
import { createTransactionRunner } from '#server/db/transaction.ts';
import { userColumns } from '#server/db/user-names.ts';
import { accountFacts, recordAccount } from '#server/features/audit/account-acts.ts';
import { hashPassword } from '#server/lib/secrets/password.ts';
import { createPasswordRules } from '#server/lib/secrets/password-rules.ts';

/** The fields of an account that the operator types in, in this order. */
export const fields = ['username', 'email', 'firstName', 'lastName', 'password'] as const;
export type Field = (typeof fields)[number];
export type Answers = Partial<Record<Field, string>>;

/** What is wrong with an answer, in the words of the product's own form; null when it is valid. */
export function problemOf(field: Field, answer: string): string | null {
  const parsed = NewUser.shape[field].safeParse(answer);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? `${field} is not valid`);
}

/**
 * Works beside a running server, which is notified, and on a new database without tables.
 *
 * @throws StartupError when a field is wrong, or the username or e-mail is taken.
 */
export async function createAdmin(
  database: Database,
  answers: Answers,
  { passwordMin }: { passwordMin: number },
): Promise<{ username: string }> {
  const parsed = NewUser.safeParse({ ...answers, role: 'admin' });
  if (!parsed.success) throw new StartupError(parsed.error.issues.map(({ message }) => `${message}.`).join(' '));
  const { username, email, firstName, lastName } = parsed.data;
  const fault = await createPasswordRules({ min: passwordMin, company: async () => '' }).faultOf(parsed.data);
  if (fault !== null) throw new StartupError(`${fault}.`);
  await migrate(database);
  const password = await hashPassword(parsed.data.password);
  const write = createTransactionRunner(database, () => undefined);
  const row = { username, email, first_name: firstName, last_name: lastName, password, role: 'admin' } as const;
  await write({ topics: ['users'] }, async (context) => {
    context.events.invalidateFor({ admins: true });
    const user = await context.tx.insertInto('users').values(row).returning(userColumns).executeTakeFirstOrThrow();
    await recordAccount(context, { by: null, act: 'userCreated', user, after: accountFacts(user) });
  }).catch(explain);
  return { username };
}

function explain(error: unknown): never {
  const { constraint } = error as { constraint?: string };
  if (constraint === 'users_username_key') throw new StartupError('This username is taken: choose another.');
  if (constraint === 'users_email_key') throw new StartupError('An account with this email address already exists.');
  throw error;
}
