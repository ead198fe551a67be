// Logs say which page was asked for, never by which one-time link.
import { expect, test } from 'vitest';
import { redactPath } from './redact-path.ts';

test.each([
  ['/invite/abc-DEF_1', '/invite/…'],
  ['/reset/abc', '/reset/…'],
  ['/RESET/abc/more', '/reset/…'],
  ['/sessions/12', '/sessions/12'],
  ['/', '/'],
])('%s is logged as %s', (path, logged) => {
  expect(redactPath(path)).toBe(logged);
});
