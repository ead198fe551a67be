// The forms say the specified sentence at the field that is wrong, and their limits lie exactly where they should.
import { describe, expect, it, test } from 'vitest';
import * as z from 'zod/mini';
import { Credentials, NewDemoRequest } from './accounts/auth-routes.ts';
import { NewUser, Profile, UserEdit } from './accounts/users-routes.ts';
import { NewDispute } from './disputes/routes.ts';
import { NewProject } from './projects/routes.ts';
import { NewSession, SessionEdit } from './sessions/routes.ts';

const login = { username: 'ada', password: 'secret' };
const demo = { name: 'Uche', email: 'uche@firm.example', company: 'Firm', projectBrief: 'Two towers' };
const session = { projectId: 1, captureDate: '2026-11-20' };
const concern = { sessionId: 1, reason: 'A crack' };
const site = { name: 'Block A', photographerId: 1 };
const project = { project: { name: 'Quiet Hill', clientId: 1 }, sites: [site] };
const profile = { firstName: 'Ada', lastName: 'Obi', email: 'ada@firm.example' };
const user = { ...profile, username: 'ada', password: 'secret', role: 'client' };
const userEdit = { ...profile, username: 'ada', role: 'client' };

/** A letter so many times. */
const letters = (count: number) => 'x'.repeat(count);
const link = (length: number) => 'https://media.example/'.padEnd(length, 'x');
const withSite = (field: object) => ({ ...project, sites: [{ ...site, ...field }] });
const withProject = (field: object) => ({ ...project, project: { ...project.project, ...field } });

const missing = 'Name, email, company, and project brief are required.';

describe('a form', () => {
  it.each<[what: string, sentence: string, { schema: z.core.$ZodType; input: unknown; path: string }]>([
    [
      'a login without username',
      'Please fill in all fields',
      { schema: Credentials, input: { ...login, username: ' ' }, path: 'username' },
    ],
    [
      'a login without password',
      'Please fill in all fields',
      { schema: Credentials, input: { ...login, password: '' }, path: 'password' },
    ],
    ['a demo request without name', missing, { schema: NewDemoRequest, input: { ...demo, name: '' }, path: 'name' }],
    ['a demo request without email', missing, { schema: NewDemoRequest, input: { ...demo, email: '' }, path: 'email' }],
    [
      'a demo request without company',
      missing,
      { schema: NewDemoRequest, input: { ...demo, company: ' ' }, path: 'company' },
    ],
    [
      'a demo request without brief',
      missing,
      { schema: NewDemoRequest, input: { ...demo, projectBrief: '' }, path: 'projectBrief' },
    ],
    [
      'a new session without project',
      'Project is required',
      { schema: NewSession, input: { ...session, projectId: 0 }, path: 'projectId' },
    ],
    [
      'a new session without date',
      'Date is required',
      { schema: NewSession, input: { ...session, captureDate: '' }, path: 'captureDate' },
    ],
    [
      'an edit to project 0',
      'Project is required',
      { schema: SessionEdit, input: { projectId: 0 }, path: 'projectId' },
    ],
    ['an edit to site 0', 'Site is required', { schema: SessionEdit, input: { siteId: 0 }, path: 'siteId' }],
    [
      'an edit without date',
      'Date is required',
      { schema: SessionEdit, input: { captureDate: '' }, path: 'captureDate' },
    ],
    [
      'a concern without reason',
      'Please provide a reason for the dispute.',
      { schema: NewDispute, input: { ...concern, reason: ' ' }, path: 'reason' },
    ],
    [
      'a project without name',
      'Project name is required',
      { schema: NewProject, input: withProject({ name: '' }), path: 'project.name' },
    ],
    [
      'a project without client',
      'Client is required',
      { schema: NewProject, input: withProject({ clientId: 0 }), path: 'project.clientId' },
    ],
    [
      'a site without name',
      'Site name is required',
      { schema: NewProject, input: withSite({ name: '' }), path: 'sites.0.name' },
    ],
    [
      'a site without photographer',
      'Photographer is required',
      { schema: NewProject, input: withSite({ photographerId: 0 }), path: 'sites.0.photographerId' },
    ],
    [
      'a username of two letters',
      'Username must be at least 3 characters',
      { schema: NewUser, input: { ...user, username: 'ab' }, path: 'username' },
    ],
    [
      'a password of five letters',
      'Password must be at least 6 characters',
      { schema: NewUser, input: { ...user, password: 'abcde' }, path: 'password' },
    ],
    [
      'an account without first name',
      'First name is required',
      { schema: NewUser, input: { ...user, firstName: '' }, path: 'firstName' },
    ],
    [
      'an account without last name',
      'Last name is required',
      { schema: NewUser, input: { ...user, lastName: ' ' }, path: 'lastName' },
    ],
    [
      'an account without a valid email',
      'Valid email is required',
      { schema: NewUser, input: { ...user, email: 'ada' }, path: 'email' },
    ],
    [
      'an account of another role',
      'Role is required',
      { schema: NewUser, input: { ...user, role: 'guest' }, path: 'role' },
    ],
    [
      'an edit to a username of two letters',
      'Username must be at least 3 characters',
      { schema: UserEdit, input: { ...userEdit, username: 'ab' }, path: 'username' },
    ],
    [
      'an edit to a password of five letters',
      'Password must be at least 6 characters',
      { schema: UserEdit, input: { ...userEdit, password: 'abcde' }, path: 'password' },
    ],
    [
      'a profile without first name',
      'First name is required',
      { schema: Profile, input: { ...profile, firstName: '' }, path: 'firstName' },
    ],
    [
      'a profile without last name',
      'Last name is required',
      { schema: Profile, input: { ...profile, lastName: '' }, path: 'lastName' },
    ],
    [
      'a profile without a valid email',
      'Valid email is required',
      { schema: Profile, input: { ...profile, email: '@' }, path: 'email' },
    ],
  ])('refuses %s: “%s”', (_what, sentence, { schema, input, path }) => {
    const { error } = z.safeParse(schema, input);
    expect(error?.issues[0]?.message).toBe(sentence);
    expect([...new Set(error?.issues.map((issue) => issue.path.join('.')))]).toEqual([path]);
  });

  it.each<[what: string, { schema: z.core.$ZodType; fits: unknown; tooMuch: unknown }]>([
    [
      'a username of 3 characters',
      { schema: NewUser, fits: { ...user, username: 'ada' }, tooMuch: { ...user, username: 'ad' } },
    ],
    [
      'a username of 50 characters',
      { schema: NewUser, fits: { ...user, username: letters(50) }, tooMuch: { ...user, username: letters(51) } },
    ],
    [
      'a password of 6 characters',
      { schema: NewUser, fits: { ...user, password: 'abcdef' }, tooMuch: { ...user, password: 'abcde' } },
    ],
    [
      'a company of 255 characters',
      { schema: NewUser, fits: { ...user, company: letters(255) }, tooMuch: { ...user, company: letters(256) } },
    ],
    [
      'a phone of 20 characters',
      { schema: Profile, fits: { ...profile, phone: letters(20) }, tooMuch: { ...profile, phone: letters(21) } },
    ],
    [
      'a project name of 255 characters',
      { schema: NewProject, fits: withProject({ name: letters(255) }), tooMuch: withProject({ name: letters(256) }) },
    ],
    [
      'a site name of 255 characters',
      { schema: NewProject, fits: withSite({ name: letters(255) }), tooMuch: withSite({ name: letters(256) }) },
    ],
    [
      'a location of 500 characters',
      { schema: NewProject, fits: withSite({ location: letters(500) }), tooMuch: withSite({ location: letters(501) }) },
    ],
    [
      'a link of 1000 characters',
      {
        schema: NewSession,
        fits: { ...session, reportUrl: link(1000) },
        tooMuch: { ...session, reportUrl: link(1001) },
      },
    ],
  ])('takes %s, and no more', (_what, { schema, fits, tooMuch }) => {
    expect(z.safeParse(schema, fits).success).toBe(true);
    expect(z.safeParse(schema, tooMuch).success).toBe(false);
  });

  it.each<[what: string, { schema: z.core.$ZodType; form: object; fields: string[] }]>([
    [
      'phone and kind of project of a demo request',
      { schema: NewDemoRequest, form: demo, fields: ['phone', 'projectType'] },
    ],
    ['the company of an account', { schema: NewUser, form: user, fields: ['company'] }],
    ['phone, bio and company of a profile', { schema: Profile, form: profile, fields: ['phone', 'bio', 'company'] }],
    [
      'the notes and links of a session',
      { schema: NewSession, form: session, fields: ['notes', 'droneImagesUrl', 'videoUrl', 'reportUrl'] },
    ],
  ])('takes %s left out, null or empty', (_what, { schema, form, fields }) => {
    expect(z.safeParse(schema, form).success).toBe(true);
    for (const field of fields)
      for (const value of [null, '']) {
        const read = z.safeParse(schema, { ...form, [field]: value });
        expect([field, (read.data as Record<string, unknown> | undefined)?.[field]]).toEqual([field, null]);
      }
  });
});

test('description and location of sites and the description of a project may be left out or empty', () => {
  const empty = { ...project, project: { ...project.project, description: '' }, sites: [{ ...site, location: '' }] };
  expect(z.parse(NewProject, empty)).toMatchObject({ project: { description: null }, sites: [{ location: null }] });
  expect(z.parse(NewProject, { project: project.project }).sites).toBeUndefined();
});

test('a project is active and a concern of medium priority unless something else is chosen', () => {
  expect(z.parse(NewProject, project).project.status).toBe('active');
  expect(z.parse(NewDispute, concern).priority).toBe('medium');
});

test('an empty password in an edit is none', () => {
  expect(z.parse(UserEdit, { ...userEdit, password: '' }).password).toBe('');
  expect(z.parse(UserEdit, userEdit).password).toBeUndefined();
});
