// What came inside the page answers the first questions, and nothing after the first change.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDispute } from '#contract/disputes.ts';
import type { PreloadedState } from '#contract/preloaded-state.ts';
import { getSession, sessions } from '#contract/sessions.ts';

const first: PreloadedState = {
  cacheVersion: 'then',
  answers: {
    '/api/sessions/12': { body: { id: 12 } },
    '/api/sessions?limit=1': {
      body: [{ id: 12 }],
      link: '</api/sessions?limit=1&cursor=abc>; rel="next"',
      total: '41',
    },
  },
};
const asked = vi.fn<typeof fetch>();

/** A page of its own: what it brought is read once. */
async function open(text: string | null = JSON.stringify(first)) {
  vi.resetModules();
  vi.stubGlobal('document', { getElementById: () => (text === null ? null : { textContent: text }) });
  return { ...(await import('./http-client.ts')), ...(await import('./preloaded-state.ts')) };
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  asked.mockImplementation(async () => Response.json({ id: 13 }));
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a question that the page brought the answer to is not sent, however many ask it', async () => {
  const { call } = await open();
  expect(await call(getSession, { params: { id: 12 } })).toEqual({ id: 12 });
  expect(await call(getSession, { params: { id: 12 } })).toEqual({ id: 12 });
  expect(await call(sessions, { query: { limit: 1 } })).toEqual({ rows: [{ id: 12 }], next: 'abc', total: 41 });
  expect(asked).not.toHaveBeenCalled();
});

it('any other question is sent', async () => {
  const { call } = await open();
  expect(await call(getSession, { params: { id: 13 } })).toEqual({ id: 13 });
  expect(asked).toHaveBeenCalledTimes(1);
});

it('after a deed everything is asked anew', async () => {
  const { call } = await open();
  await call(createDispute, { body: { sessionId: 12, reason: 'Dust' } });
  expect(await call(getSession, { params: { id: 12 } })).toEqual({ id: 13 });
});

it('five seconds after the first look the start of the page is over', async () => {
  const { call, preloadedCacheVersion } = await open();
  expect(await call(getSession, { params: { id: 12 } })).toEqual({ id: 12 });
  vi.advanceTimersByTime(5000);
  expect(await call(getSession, { params: { id: 12 } })).toEqual({ id: 13 });
  expect(preloadedCacheVersion()).toBe('then');
});

it('a page that brought nothing asks, and knows no moment', async () => {
  const { call, preloadedCacheVersion } = await open(null);
  expect(await call(getSession, { params: { id: 12 } })).toEqual({ id: 13 });
  expect(preloadedCacheVersion()).toBeUndefined();
});
