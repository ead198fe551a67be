// The claims about passwords.
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPasswords, hashPassword, verifyPassword } from './password.ts';

test('a password is stored as argon2id with the settings OWASP names', async () => {
  const stored = await hashPassword('open sesame');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(stored, 'open sesame')).toBe(true);
  expect(await verifyPassword(stored, 'open barley')).toBe(false);
});

test('a stored text that is no hash lets nobody in', async () => {
  expect(await verifyPassword('', '')).toBe(false);
  expect(await verifyPassword('plain', 'plain')).toBe(false);
});

test('many at once all come out right', async () => {
  const words = Array.from({ length: 9 }, (_, index) => `word ${index}`);
  const stored = await Promise.all(words.map((word) => hashPassword(word)));
  const right = await Promise.all(words.map((word, index) => verifyPassword(stored[index] ?? '', word)));
  expect(right).toEqual(words.map(() => true));
});

/** A hash takes no core but two milliseconds; the stored text is the password. */
function quickPasswords() {
  let checks = 0;
  const passwords = createPasswords({
    hash: async (password) => password,
    async verify(stored, password) {
      checks++;
      await delay(2);
      return stored === password;
    },
  });
  return { ...passwords, checks: () => checks };
}

type Passwords = ReturnType<typeof quickPasswords>;

/** 450 connections from one address, each with another made-up name as soon as it was answered. */
function flood({ verifyPassword: check }: Passwords, address: string) {
  let on = true;
  let name = 0;
  async function connection(): Promise<void> {
    while (on) expect(await check(null, 'guess', { address, account: `name ${name++}` })).toBe(false);
  }
  const connections = Array.from({ length: 450 }, connection);
  return async () => {
    on = false;
    await Promise.all(connections);
  };
}

/** How many other checks were made before this one was answered. */
async function checksUntil(passwords: Passwords, given: { stored: string | null; address: string; account: string }) {
  const { stored, address, account } = given;
  const before = passwords.checks();
  const isRight = await passwords.verifyPassword(stored, 'right', { address, account });
  return { isRight, checks: passwords.checks() - before };
}

test('while one address floods, right passwords are let in from elsewhere and from there', async () => {
  const passwords = quickPasswords();
  const end = flood(passwords, 'bad');
  for (const address of ['good', 'bad', 'good', 'bad']) {
    await delay(5);
    const { isRight, checks } = await checksUntil(passwords, { stored: 'right', address, account: 'ada' });
    expect(isRight).toBe(true);
    expect(checks).toBeLessThan(12);
  }
  await end();
});

test('in a flood a wrong password of an account waits as long as a name that nobody has', async () => {
  const passwords = quickPasswords();
  const end = flood(passwords, 'bad');
  const [known, unknown] = await Promise.all([
    checksUntil(passwords, { stored: 'another', address: 'bad', account: 'ada' }),
    checksUntil(passwords, { stored: null, address: 'bad', account: 'nobody' }),
  ]);
  await end();
  expect([known.isRight, unknown.isRight]).toEqual([false, false]);
  expect(known.checks).toBeGreaterThan(400);
  expect(Math.abs(known.checks - unknown.checks)).toBeLessThan(5);
});

test('guesses at one account do not hold up the others of that address', async () => {
  const passwords = quickPasswords();
  const guesses = Array.from({ length: 200 }, () =>
    passwords.verifyPassword('another', 'guess', { address: 'office', account: 'ada' }),
  );
  const colleague = await checksUntil(passwords, { stored: 'right', address: 'office', account: 'bola' });
  expect(colleague.checks).toBeLessThan(12);
  await Promise.all(guesses);
});

test('an address that has too much waiting is refused, and no other', async () => {
  const { verifyPassword: check } = quickPasswords();
  const all = Array.from({ length: 1_100 }, (_, nth) =>
    check(null, 'guess', { address: 'bad', account: `name ${nth}` }),
  );
  const full = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
  expect(full).toHaveLength(98);
  expect(full[0]).toMatchObject({ reason: { status: 503, headers: { 'retry-after': '5' } } });
  expect(await check('right', 'right', { address: 'good', account: 'ada' })).toBe(true);
});
