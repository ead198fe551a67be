// Who may give which member role, and who is offered.
import { expect, it } from 'vitest';
import { noRelation, type Person } from '#contract/policy.ts';
import { assignableRoles, changeableRoles, toNewMember } from './member-rules.ts';

const admin: Person = { kind: 'person', id: 1, role: 'admin' };
const photographer: Person = { kind: 'person', id: 3, role: 'photographer' };
const ofProject = (member: 'viewer' | 'contributor' | 'admin') => ({ ...noRelation, member });

it('an admin gives and takes every member role', () => {
  expect(assignableRoles(admin, noRelation)).toEqual(['viewer', 'contributor', 'admin', 'checker']);
  expect(changeableRoles(admin, noRelation, 'admin')).toEqual(['viewer', 'contributor', 'admin', 'checker']);
});

it('a project admin manages viewers and contributors, and neither other project admins nor checkers', () => {
  expect(assignableRoles(photographer, ofProject('admin'))).toEqual(['viewer', 'contributor']);
  expect(changeableRoles(photographer, ofProject('admin'), 'viewer')).toEqual(['viewer', 'contributor']);
  expect(changeableRoles(photographer, ofProject('admin'), 'admin')).toEqual([]);
  expect(changeableRoles(photographer, ofProject('admin'), 'checker')).toEqual([]);
});

it('contributors and viewers manage nobody', () => {
  expect(assignableRoles(photographer, ofProject('contributor'))).toEqual([]);
  expect(changeableRoles(photographer, ofProject('viewer'), 'viewer')).toEqual([]);
});

it('nobody is offered twice, and no member again', () => {
  const ada = { id: 1, firstName: 'Ada', lastName: 'Obi' };
  const ngozi = { id: 4, firstName: 'Ngozi', lastName: 'Eze' };
  const musa = { id: 6, firstName: 'Musa', lastName: 'Danjuma' };
  expect(toNewMember([ada, ngozi, ngozi, musa], [{ userId: 6 }])).toEqual([ngozi, ada]);
});
