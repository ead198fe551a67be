// The claims about the bar beside a new password.
import { expect, test } from 'vitest';
import { passwordStrength } from './password-field.tsx';

test('longer is better, and what repeats or counts on is not longer', () => {
  const levels = [
    '',
    'house',
    'Scafld',
    'Lkj4prtw',
    'Lekki-towers',
    'scaffold on a friday',
    'aaaaaaaaaaaaaaaaaaaa',
    '12345678901234',
  ];
  expect(levels.map((password) => passwordStrength(password).level)).toEqual([0, 0, 1, 2, 3, 4, 0, 0]);
  expect(passwordStrength('Lekki-towers').label).toBe('Good');
});
