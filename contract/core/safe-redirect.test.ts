// Where a login may lead.
import { describe, expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

describe('where a login leads', () => {
  it('back to a path of ours', () => {
    expect(safeRedirect('/sessions/12?tab=videos#notes')).toBe('/sessions/12?tab=videos#notes');
  });

  it.each([
    null,
    '',
    'sessions',
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login?next=/login',
    '/api/user',
  ])('never to %j', (next) => {
    expect(safeRedirect(next)).toBe('/dashboard');
  });

  it('a tab or line break smuggled into the path opens no way out', () => {
    expect(safeRedirect('/\t/evil.example')).toBe('/dashboard');
    expect(safeRedirect('/.//evil.example')).toBe('/dashboard');
  });
});
