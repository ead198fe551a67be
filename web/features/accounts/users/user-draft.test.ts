// What an account's dialogs send and say.
import { expect, test } from 'vitest';
import { newUser, takenFieldOf, toNewUser, toUserEdit } from './user-fields.tsx';

const draft = { ...newUser, username: ' ada ', email: 'ada@example.org', company: 'Obi Ltd' };
const nameTaken = 'Username ada is already taken. Please choose a different username.';
const addressTaken = 'Email ada@example.org is already registered. Please use a different email address.';

test('the company is sent of a client only', () => {
  expect(toNewUser({ ...draft, role: 'client' })).toHaveProperty('company', 'Obi Ltd');
  expect(toNewUser({ ...draft, role: 'photographer' })).not.toHaveProperty('company');
});

test('an empty password is left out of an edit, a new one goes with it', () => {
  expect(toUserEdit(draft)).not.toHaveProperty('password');
  expect(toUserEdit({ ...draft, password: 'secret1' })).toHaveProperty('password', 'secret1');
});

test('a taken username or address is said in the specified words, by the code of the answer', () => {
  expect(takenFieldOf({ code: 'username_taken', message: '409: {}' }, draft)).toEqual({
    field: 'username',
    sentence: nameTaken,
  });
  expect(takenFieldOf({ code: 'email_taken', message: '409: {}' }, draft)).toEqual({
    field: 'email',
    sentence: addressTaken,
  });
});

test('without a code the words of the answer decide', () => {
  const sentenceOf = (message: string) => takenFieldOf({ code: undefined, message }, draft)?.sentence;
  expect(sentenceOf('500: duplicate key value violates unique constraint')).toBe(nameTaken);
  expect(sentenceOf('400: Username already exists')).toBe(nameTaken);
  expect(sentenceOf('400: Email already exists')).toBe(addressTaken);
  expect(sentenceOf('502: Bad Gateway')).toBeUndefined();
});

test('another refusal that mentions a username keeps its own sentence', () => {
  expect(takenFieldOf({ code: 'invalid', message: '400: Username may not hold spaces' }, draft)).toBeUndefined();
});
