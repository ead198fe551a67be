// The line below the links of a form.
import { expect, it } from 'vitest';
import { privateLink } from '#contract/media/endpoints.ts';
import { linkProgress } from './session-form.tsx';

const fine = { problem: null };
const hidden = { problem: privateLink };

it('says how many links were checked, and how many of them clients would not see', () => {
  expect(linkProgress([fine, hidden, fine, undefined])).toBe('3 of 4 links checked · 1 private');
  expect(linkProgress([{ problem: 'There is nothing at this address' }])).toBe(
    '1 of 1 link checked · 1 with a problem',
  );
  expect(linkProgress([undefined])).toBe('0 of 1 link checked');
  expect(linkProgress([])).toBeNull();
});
