// The forms' check gives the contract's messages beside the right fields.
import { expect, test } from 'vitest';
import { NewUser } from '#contract/accounts/users-routes.ts';
import { formResolver } from './form-resolver.ts';

const draft = {
  username: 'ada',
  password: 'secret1',
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.org',
  role: 'client',
};
const options = { fields: {}, shouldUseNativeValidation: false };

test('each wrong field gets its first message', async () => {
  const { errors } = await formResolver(NewUser)({ ...draft, username: ' a ', email: 'ada' }, undefined, options);
  expect(errors).toEqual({
    username: { type: '', message: 'Username must be at least 3 characters' },
    email: { type: '', message: 'Valid email is required' },
  });
});

test('a right draft is handed on as it was typed', async () => {
  const typed = { ...draft, firstName: ' Ada ' };
  expect(await formResolver(NewUser)(typed, undefined, options)).toEqual({ values: typed, errors: {} });
});

test('what is checked is the body that the draft becomes', async () => {
  const check = formResolver<typeof draft>(NewUser, ({ role: _, ...rest }) => rest);
  expect((await check(draft, undefined, options)).errors).toEqual({
    role: { type: '', message: 'Role is required' },
  });
});
