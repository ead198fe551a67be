// Which page a path leads to.
import { describe, expect, it } from 'vitest';
import { matchPath, matchRoute, routes } from './routes.ts';

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
    expect(matchRoute('/sessions/12')).toMatchObject({ page: { name: 'session' }, params: { id: '12' } });
    expect(matchRoute('/sessions/new')?.page).toBe(matchRoute('/sessions')?.page);
    expect(matchRoute('/nowhere')).toBeUndefined();
  });

  it('have each path once', () => {
    const paths = routes.flatMap((page) => page.paths);
    expect(new Set(paths).size).toBe(paths.length);
  });
});
