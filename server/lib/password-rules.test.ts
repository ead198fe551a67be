// The claims about what a new password may not be.
import { expect, test } from 'vitest';
import { createPasswordRules } from './password-rules.ts';

const ada = { username: 'Ada.Obi', email: 'ada@example.org' };
const faultOf = (password: string, min = 6) => createPasswordRules({ min }).faultOf({ ...ada, password });

test('one of the 10,000 commonest passwords is refused in any case, and others are taken', async () => {
  const most = 'This password is one of the most used: choose another';
  for (const password of ['123456', 'password', 'QWERTY', ' iloveyou ', 'Football1'])
    expect([password, await faultOf(password)]).toEqual([password, most]);
  for (const password of ['scaffold on friday', 'topout-demo', 'a-good-password', 'größer!'])
    expect([password, await faultOf(password)]).toEqual([password, null]);
});

test('a blank one, the username and the e-mail are refused', async () => {
  expect(await faultOf('        ')).toBe('Password must not be blank');
  for (const password of ['ada.obi', 'ADA@example.org', ' Ada.Obi '])
    expect([password, await faultOf(password)]).toEqual([password, 'Password must not be the username or e-mail']);
});

test('an operator may ask for more characters', async () => {
  expect(await faultOf('eleven char', 12)).toBe('Password must be at least 12 characters');
  expect(await faultOf('twelve chars', 12)).toBeNull();
});
