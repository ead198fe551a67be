// Who may give which member role, and who is offered.
import { expect, it } from 'vitest';
import { noStanding, type Person } from '#contract/policy.ts';
import { rolesToGive, rolesToSet, toAdd } from './member-rules.ts';

const admin: Person = { kind: 'person', id: 1, role: 'admin' };
const photographer: Person = { kind: 'person', id: 3, role: 'photographer' };
const ofProject = (member: 'viewer' | 'contributor' | 'admin') => ({ ...noStanding, member });

it('an admin gives and takes every member role', () => {
  expect(rolesToGive(admin, noStanding)).toEqual(['viewer', 'contributor', 'admin']);
  expect(rolesToSet(admin, noStanding, 'admin')).toEqual(['viewer', 'contributor', 'admin']);
});

it('a project admin manages viewers and contributors and no other project admin', () => {
  expect(rolesToGive(photographer, ofProject('admin'))).toEqual(['viewer', 'contributor']);
  expect(rolesToSet(photographer, ofProject('admin'), 'viewer')).toEqual(['viewer', 'contributor']);
  expect(rolesToSet(photographer, ofProject('admin'), 'admin')).toEqual([]);
});

it('contributors and viewers manage nobody', () => {
  expect(rolesToGive(photographer, ofProject('contributor'))).toEqual([]);
  expect(rolesToSet(photographer, ofProject('viewer'), 'viewer')).toEqual([]);
});

it('nobody is offered twice, and no member again', () => {
  const ada = { id: 1, firstName: 'Ada', lastName: 'Obi' };
  const ngozi = { id: 4, firstName: 'Ngozi', lastName: 'Eze' };
  const musa = { id: 6, firstName: 'Musa', lastName: 'Danjuma' };
  expect(toAdd([ada, ngozi, ngozi, musa], [{ userId: 6 }])).toEqual([ngozi, ada]);
});
