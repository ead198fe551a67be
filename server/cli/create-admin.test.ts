// The claims about making an admin.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '#server/test-support/test-database.ts';
import { createAdmin, problemOf } from './create-admin.ts';

let home: TestDatabase;

beforeAll(async () => {
  home = await freshDatabase({ empty: true });
});
afterAll(() => home.drop());

const own = { passwordMin: 6 };
const ada = { username: 'ada', email: 'ada@x.ng', firstName: 'Ada', lastName: 'Obi', password: 'open sesame' };

test('an admin is made also where nothing was ever started, but not twice', async () => {
  expect(await createAdmin(home.database, ada, own)).toEqual({ username: 'ada' });
  await expect(createAdmin(home.database, { ...ada, username: 'ADA', email: 'b@x.ng' }, own)).rejects.toThrow(
    'username is taken',
  );
  await expect(createAdmin(home.database, { ...ada, username: 'bola', email: 'ADA@x.ng' }, own)).rejects.toThrow(
    'email address',
  );
});

test('what the form of the product would refuse is refused in its words', async () => {
  const wrong = createAdmin(home.database, { ...ada, username: 'a', password: 'abc' }, own);
  await expect(wrong).rejects.toThrow(
    'Username must be at least 3 characters. Password must be at least 6 characters.',
  );
  await expect(createAdmin(home.database, { ...ada, password: 'letmein' }, own)).rejects.toThrow('most used');
  await expect(createAdmin(home.database, ada, { passwordMin: 12 })).rejects.toThrow('at least 12 characters');
  expect(problemOf('email', 'nowhere')).toContain('email');
  expect(problemOf('email', 'ada@x.ng')).toBeNull();
});
