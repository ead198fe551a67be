// The claims about passwords.
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

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
  const stored = await Promise.all(words.map(hashPassword));
  const right = await Promise.all(words.map((word, index) => verifyPassword(stored[index] ?? '', word)));
  expect(right).toEqual(words.map(() => true));
});
