// What a new password may not be (behaviour §8.3), beyond the form's own rules.
import { invalid } from './problem.ts';

const listed = 10_000;

/** Fetched when somebody first chooses a password; a start needs none. */
let commonest: Promise<Set<string>> | null = null;
async function loadCommonest(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set((dictionary['passwords-common'] as string[]).slice(0, listed));
}

/** Whose password it will be. */
export type PasswordOwner = { username: string; email: string | null };
export type NewPassword = PasswordOwner & { password: string };
export type PasswordRules = ReturnType<typeof createPasswordRules>;

/** `min`: characters that an operator asks for. */
export function createPasswordRules({ min }: { min: number }) {
  async function faultOf({ password, username, email }: NewPassword): Promise<string | null> {
    if (password.trim() === '') return 'Password must not be blank';
    if ([...password].length < min) return `Password must be at least ${min} characters`;
    const word = password.trim().toLowerCase();
    if (word === username.toLowerCase() || word === email?.toLowerCase())
      return 'Password must not be the username or e-mail';
    commonest ??= loadCommonest();
    return (await commonest).has(word) ? 'This password is one of the most used: choose another' : null;
  }

  return {
    faultOf,
    /** @throws 400 that names `field` */
    async require(chosen: NewPassword, field: string): Promise<void> {
      const fault = await faultOf(chosen);
      if (fault !== null) throw invalid(field, fault);
    },
    /** @throws 400 for the password that somebody has already */
    refuseFormer(isFormer: boolean, field: string): void {
      if (isFormer) throw invalid(field, 'This is the password before: choose another');
    },
  };
}
