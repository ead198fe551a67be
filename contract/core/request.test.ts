// The address of a call, what its answer means, and when two calls share one cached answer.
import { hashKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { getSession, sessions } from '#contract/sessions/endpoints.ts';
import { dehydrateQuery } from './preloaded-state.ts';
import { nextCursor, pagesKeyOf, queryKeyOf, urlOf } from './request.ts';

it('params are written into the path and empty query values left out', () => {
  expect(urlOf(getSession, { params: { id: 12 } })).toBe('/api/sessions/12');
  expect(urlOf(sessions, { query: { q: '', status: undefined, phase: null, limit: 50 } })).toBe(
    '/api/sessions?limit=50',
  );
  expect(urlOf({ path: '/api/drive/folder/:folderId/images' }, { params: { folderId: 'a/b?' } })).toBe(
    '/api/drive/folder/a%2Fb%3F/images',
  );
});

it('only a link to the next page has its cursor', () => {
  expect(nextCursor('</api/sessions?limit=1&cursor=abc%2B>; rel="next"')).toBe('abc+');
  expect(nextCursor('</api/sessions?cursor=x>; rel="prev"')).toBeNull();
});

it('inputs that ask at one address have one key, and others another', () => {
  const key = queryKeyOf(sessions, { query: { status: 'pending', limit: 5 } });
  expect(queryKeyOf(sessions, { query: { q: '', limit: 5, siteId: undefined, status: 'pending' } })).toEqual(key);
  expect(queryKeyOf(sessions, { query: { limit: 5 } })).not.toEqual(key);
  expect(pagesKeyOf(sessions, { query: { status: 'pending', limit: 5 } })).not.toEqual(key);
});

it('a preloaded answer is hashed as the query library hashes its key', () => {
  const input = { query: { status: 'pending', limit: 5 } };
  for (const growing of [true, false]) {
    const { queryKey, queryHash } = dehydrateQuery({ endpoint: sessions, input, growing }, []);
    expect(queryHash).toBe(hashKey(queryKey));
  }
});
