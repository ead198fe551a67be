// Where the server's messages about a form land.
import { createFormControl } from 'react-hook-form';
import { expect, it } from 'vitest';
import { setFieldErrors } from './field-errors.ts';

const draft = { project: { clientId: '7' }, sites: [{ id: 3, photographerId: '' }] };

it('what the server says of a field lands on that field, of anything else nowhere', () => {
  const form = createFormControl({ defaultValues: draft });
  const message = 'No such person';
  const issues = ['project.clientId', 'sites.0.photographerId', 'sites.0.id', 'sites', 'createdBy', ''];
  expect(setFieldErrors({ issues: issues.map((path) => ({ path, message })) }, form)).toBe(true);
  expect(form.getFieldState('project.clientId').error?.message).toBe(message);
  expect(form.getFieldState('sites.0.photographerId').error?.message).toBe(message);
  expect(form.getFieldState('sites.0.id').error).toBeUndefined();
  expect(setFieldErrors({ issues: [{ path: 'createdBy', message }] }, form)).toBe(false);
});
