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
  ['/S/abc', '/s/…'],
  ['//host/../s/abc', '/…'],
  ['/s%2Fabc', '/s/…'],
  ['/\\s/abc', '/…'],
  ['/sessions/../s/abc', '/…'],
  ['/some/abc', '/…'],
  ['/sessions/12', '/sessions/12'],
  ['/login', '/login'],
  ['/', '/'],
])('%s is logged as %s', (path, logged) => {
  expect(redactPath(path, undefined)).toBe(logged);
});

test('what met a route that holds no token is logged as it came', () => {
  expect(redactPath('/api/sessions/12', '/api/sessions/:id')).toBe('/api/sessions/12');
  expect(redactPath('/s/abc/visits/1', '/s/:token/visits/:id')).toBe('/s/…');
});
