// When a ready answer may be given again, and when not.
import { describe, expect, it } from 'vitest';
import { createResponseCache, toCachedResponse } from './response-cache.ts';

const topics = ['sessions', 'users'] as const;
const forever = Number.POSITIVE_INFINITY;

function kept(now = () => 0) {
  const answers = createResponseCache(now);
  answers.setConnected(true);
  const response = toCachedResponse(Buffer.from('[]'), {});
  answers.set('1 /api/sessions', { response, version: answers.versionOf(topics), expiresAt: forever });
  return { answers, response };
}

describe('ready answers', () => {
  it('are given while none of their topics changed', () => {
    const { answers, response } = kept();
    answers.invalidate(['disputes']);
    expect(answers.get('1 /api/sessions', topics)).toBe(response);
  });

  it('are dropped as soon as one of their topics changed', () => {
    const { answers } = kept();
    answers.invalidate(['users']);
    expect(answers.get('1 /api/sessions', topics)).toBeNull();
  });

  it('are never given when a change overtook the reading of their rows', () => {
    const answers = createResponseCache();
    answers.setConnected(true);
    const before = answers.versionOf(topics);
    answers.invalidate(['sessions']);
    answers.set('1 /x', { response: toCachedResponse(Buffer.from('old'), {}), version: before, expiresAt: forever });
    expect(answers.get('1 /x', topics)).toBeNull();
  });

  it('are neither stored nor served while the database listener is away', () => {
    const { answers, response } = kept();
    answers.setConnected(false);
    expect(answers.get('1 /api/sessions', topics)).toBeNull();
    answers.set('1 /api/sessions', { response, version: answers.versionOf(topics), expiresAt: forever });
    answers.setConnected(true);
    expect(answers.get('1 /api/sessions', topics)).toBeNull();
  });

  it('go out of date with time when they say so', () => {
    let now = 0;
    const answers = createResponseCache(() => now);
    answers.setConnected(true);
    answers.set('1 /x', {
      response: toCachedResponse(Buffer.from('1'), {}),
      version: answers.versionOf(topics),
      expiresAt: 1000,
    });
    now = 1000;
    expect(answers.get('1 /x', topics)).not.toBeNull();
    now = 1001;
    expect(answers.get('1 /x', topics)).toBeNull();
  });

  it('stay within their room, least recently used out first', () => {
    const answers = createResponseCache();
    answers.setConnected(true);
    const large = toCachedResponse(Buffer.alloc(4 * 1024 * 1024), {});
    const keep = (key: string) =>
      answers.set(key, { response: large, version: answers.versionOf(topics), expiresAt: forever });
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) keep(key);
    answers.get('a', topics);
    keep('g');
    expect(answers.get('a', topics)).not.toBeNull();
    expect(answers.get('b', topics)).toBeNull();
  });

  it('have an ETag of what they say, paging included', () => {
    const body = Buffer.from('[]');
    expect(toCachedResponse(body, {}).etag).toBe(toCachedResponse(body, {}).etag);
    expect(toCachedResponse(body, { 'x-total-count': '1' }).etag).not.toBe(toCachedResponse(body, {}).etag);
  });
});
