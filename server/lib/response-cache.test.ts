// When a ready answer may be given again, and when not.
import { describe, expect, it } from 'vitest';
import { createResponseCache, toCachedResponse } from './response-cache.ts';

const topics = ['sessions', 'users'] as const;
const forever = Number.POSITIVE_INFINITY;

function kept(now = () => 0) {
  const answers = createResponseCache(now);
  answers.hearing(true);
  const ready = toCachedResponse(Buffer.from('[]'), {});
  answers.keep('1 /api/sessions', { ready, stamp: answers.stamp(topics), until: forever });
  return { answers, ready };
}

describe('ready answers', () => {
  it('are given while none of their topics changed', () => {
    const { answers, ready } = kept();
    answers.changed(['disputes']);
    expect(answers.get('1 /api/sessions', topics)).toBe(ready);
  });

  it('are dropped as soon as one of their topics changed', () => {
    const { answers } = kept();
    answers.changed(['users']);
    expect(answers.get('1 /api/sessions', topics)).toBeNull();
  });

  it('are never given when a change overtook the reading of their rows', () => {
    const answers = createResponseCache();
    answers.hearing(true);
    const stamp = answers.stamp(topics);
    answers.changed(['sessions']);
    answers.keep('1 /x', { ready: toCachedResponse(Buffer.from('old'), {}), stamp, until: forever });
    expect(answers.get('1 /x', topics)).toBeNull();
  });

  it('are neither kept nor given while the process cannot hear of changes', () => {
    const { answers, ready } = kept();
    answers.hearing(false);
    expect(answers.get('1 /api/sessions', topics)).toBeNull();
    answers.keep('1 /api/sessions', { ready, stamp: answers.stamp(topics), until: forever });
    answers.hearing(true);
    expect(answers.get('1 /api/sessions', topics)).toBeNull();
  });

  it('go out of date with time when they say so', () => {
    let now = 0;
    const answers = createResponseCache(() => now);
    answers.hearing(true);
    answers.keep('1 /x', { ready: toCachedResponse(Buffer.from('1'), {}), stamp: answers.stamp(topics), until: 1000 });
    now = 1000;
    expect(answers.get('1 /x', topics)).not.toBeNull();
    now = 1001;
    expect(answers.get('1 /x', topics)).toBeNull();
  });

  it('stay within their room, least recently used out first', () => {
    const answers = createResponseCache();
    answers.hearing(true);
    const large = toCachedResponse(Buffer.alloc(4 * 1024 * 1024), {});
    const keep = (key: string) => answers.keep(key, { ready: large, stamp: answers.stamp(topics), until: forever });
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
