// The claims about what a new password may not be.
import { expect, test } from 'vitest';
import { createPasswordRules } from './password-rules.ts';

const ada = { username: 'Ada.Obi', email: 'ada@example.org', firstName: 'Adaeze', lastName: 'Ọlájùmọ̀kẹ́' };
const company = async () => 'Skyline Works Ltd';
const faultOf = (password: string, min = 6) => createPasswordRules({ min, company }).faultOf({ ...ada, password });

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
    expect([password, await faultOf(password)]).toEqual([password, 'Password must not be the username or email']);
});

test('an operator may ask for more characters', async () => {
  expect(await faultOf('eleven char', 12)).toBe('Password must be at least 12 characters');
  expect(await faultOf('twelve chars', 12)).toBeNull();
});

test('one letter repeated and rows of a keyboard are refused, in both directions', async () => {
  for (const password of ['aaaaaa', '🏗🏗🏗🏗🏗🏗', 'xyxyxyxy', 'kozkoz'])
    expect([password, await faultOf(password)]).toEqual([password, expect.stringContaining('repeat the same')]);
  for (const password of ['sdfghjk', 'POIUYTRE', 'hijklmno', 'wertzuio', 'lkjhgfdsa'])
    expect([password, await faultOf(password)]).toEqual([password, expect.stringContaining('row of the keyboard')]);
});

test('the names of company, person and product are refused, with digits and signs too', async () => {
  for (const password of [
    'Topout2026',
    'skyline-works-ltd',
    'Skyline!1',
    'adaeze99',
    'OLAJUMOKE1',
    'Adaeze.Olajumoke',
    'ada.obi#1',
  ])
    expect([password, await faultOf(password)]).toEqual([password, expect.stringContaining('must not be a name')]);
  expect(await faultOf('adaeze climbs cranes')).toBeNull();
});
