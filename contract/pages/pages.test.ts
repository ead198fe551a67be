// Which page a path leads to.
import { describe, expect, it } from 'vitest';
import { initialUrl } from '#contract/core/preloaded-state.ts';
import { type Role, roles } from '#contract/policy.ts';
import { callsOfPage } from './page-calls.ts';
import { matchPage, matchPath, type Page, pages } from './pages.ts';

describe('a path against a pattern', () => {
  it('gives its parameters, with or without a slash at the end', () => {
    expect(matchPath('/projects/:id', '/projects/12')).toEqual({ id: '12' });
    expect(matchPath('/projects', '/projects/')).toEqual({});
  });

  it('is another page where a word or the length differs', () => {
    expect(matchPath('/projects', '/sessions')).toBeUndefined();
    expect(matchPath('/projects', '/projects/12')).toBeUndefined();
    expect(matchPath('/projects/:id', '/projects')).toBeUndefined();
  });

  it('takes only whole numbers for ids, so that /sessions/new is never a session', () => {
    expect(matchPath('/sessions/:id', '/sessions/new')).toBeUndefined();
    expect(matchPath('/sessions/:id', '/sessions/0')).toBeUndefined();
    expect(matchPath('/sessions/:id', '/sessions/12345678901')).toBeUndefined();
  });
});

describe('the pages', () => {
  it('are found by their paths, with their ids', () => {
    expect(matchPage('/sessions/12')).toMatchObject({ page: { name: 'session' }, params: { id: '12' } });
    expect(matchPage('/sessions/new')?.page).toBe(matchPage('/sessions')?.page);
    expect(matchPage('/nowhere')).toBeUndefined();
  });

  it('are another dashboard for each role', () => {
    const names = roles.map((role) => matchPage('/dashboard', role)?.page.name);
    expect(names).toEqual(['admin-dashboard', 'photographer-dashboard', 'client-dashboard']);
  });

  it('have each path once for a role', () => {
    const places = (pages as readonly Page[]).flatMap(({ paths, role }) => paths.map((path) => `${path} ${role}`));
    expect(new Set(places).size).toBe(places.length);
  });

  it('are the photographer’s for a role that nobody knows', () => {
    expect(matchPage('/dashboard', 'inspector' as Role)?.page.name).toBe('photographer-dashboard');
  });

  it('ask for what each of two ids in their path names', () => {
    const match = matchPage('/projects/7/viewpoints/31');
    expect(match && callsOfPage(match).map(initialUrl)).toEqual([
      '/api/viewpoints/31',
      '/api/projects/7/viewpoints?limit=500',
    ]);
  });

  it('ask for what the id in their path names', () => {
    const match = matchPage('/projects/7');
    expect(match && callsOfPage(match).map(initialUrl)).toEqual([
      '/api/projects/7',
      '/api/projects/7/next-visit',
      '/api/projects/7/sites?limit=500',
      '/api/sessions?limit=50&projectId=7&sort=captureDate',
    ]);
  });
});
