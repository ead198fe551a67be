// What the profile dialog sends, and what it is called.
import { expect, test } from 'vitest';
import { profileTitle, toProfile } from './profile-dialog.tsx';

const draft = {
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'a@b.co',
  phone: '',
  company: 'Obi Ltd',
  bio: '',
  currentPassword: '',
};

test('only a client’s profile carries a company', () => {
  expect(toProfile(draft, { role: 'client' })).toHaveProperty('company', 'Obi Ltd');
  expect(toProfile(draft, { role: 'admin' })).not.toHaveProperty('company');
  expect(toProfile(draft, { role: 'admin' })).not.toHaveProperty('currentPassword');
});

test('the dialog is called by whose profile it is and what can be done with it', () => {
  const ada = { firstName: 'Ada', lastName: 'Obi' };
  expect(profileTitle(ada, { own: true, editing: true })).toBe('My Profile');
  expect(profileTitle(ada, { own: false, editing: true })).toBe('Edit Profile');
  expect(profileTitle(ada, { own: false, editing: false })).toBe("Ada Obi's Profile");
});
