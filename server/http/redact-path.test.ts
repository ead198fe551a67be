// Logs say which page was asked for, never by which link.
import { expect, test } from 'vitest';
import { redactPath } from './redact-path.ts';

test.each([
  ['/invite/abc-DEF_1', '/invite/…'],
  ['/reset/abc', '/reset/…'],
  ['/RESET/abc/more', '/reset/…'],
  ['/s/abc/pictures/1', '/s/…'],
  ['/%73/abc', '/s/…'],
  ['//s/abc', '/s/…'],
  ['/unsubscribe/abc', '/unsubscribe/…'],
  ['/mail-pictures/abc.def', '/mail-pictures/…'],
  ['/mail-pictures/concerns/abc.def', '/mail-pictures/…'],
  ['/sessions/12', '/sessions/12'],
  ['/', '/'],
])('%s is logged as %s', (path, logged) => {
  expect(redactPath(path)).toBe(logged);
});
