// What a new password may not be (behaviour §8.3), beyond the form's own rules.
import { invalid } from '#server/lib/problem.ts';

const listed = 10_000;

/** Fetched when somebody first chooses a password; a start needs none. */
let commonest: Promise<Set<string>> | null = null;
async function loadCommonest(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set((dictionary['passwords-common'] as string[]).slice(0, listed));
}

/** Rows of keyboards and the alphabet; they count in both directions. */
const rows = [
  '1234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb',
  'abcdefghijklmnopqrstuvwxyz',
];
const reversed = (text: string) => [...text].reverse().join('');
const runs = rows.flatMap((row) => [row + row, reversed(row + row)]);

/** One to four characters again and again. */
const isRepeated = (word: string) => /^(.{1,4}?)\1+$/su.test(word);
const isRun = (word: string) => runs.some((run) => run.includes(word));

/** Digits and signs around a name make no password of it. */
const bare = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '');

/** Whose password it will be. */
type PasswordOwner = { username: string; email: string | null; firstName?: string; lastName?: string | null };
export type NewPassword = PasswordOwner & { password: string };
export type PasswordRules = ReturnType<typeof createPasswordRules>;

/** The name, each of its words, and all of them together. */
const wordsOf = (name: string) => [name, ...name.split(/[\s.,&-]+/)].map(bare).filter((word) => word.length > 2);

/** `min`: characters that an operator asks for. `company`: its name. */
export function createPasswordRules({ min, company }: { min: number; company(): Promise<string> }) {
  async function isName(word: string, { username, email, firstName = '', lastName }: PasswordOwner) {
    const names = ['topout', username, email?.split('@')[0] ?? '', `${firstName} ${lastName ?? ''}`, await company()];
    return names.flatMap(wordsOf).includes(bare(word));
  }

  async function faultOf({ password, ...owner }: NewPassword): Promise<string | null> {
    const { username, email } = owner;
    if (password.trim() === '') return 'Password must not be blank';
    if ([...password].length < min) return `Password must be at least ${min} characters`;
    const word = password.trim().toLowerCase();
    if (word === username.toLowerCase() || word === email?.toLowerCase())
      return 'Password must not be the username or email';
    commonest ??= loadCommonest();
    if ((await commonest).has(word)) return 'This password is one of the most used: choose another';
    if (isRepeated(word)) return 'Password must not repeat the same characters: choose another';
    if (isRun(word)) return 'Password must not be a row of the keyboard: choose another';
    return (await isName(word, owner)) ? 'Password must not be a name, with or without digits: choose another' : null;
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
      if (isFormer) throw invalid(field, 'This is your previous password: choose another');
    },
  };
}
