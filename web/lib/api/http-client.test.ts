// What is sent, and what a refusal, a silence or a page of a list turns into.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { current } from '#contract/accounts/auth.ts';
import { createDispute } from '#contract/disputes/endpoints.ts';
import { sessions } from '#contract/sessions/endpoints.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { deadMs } from '#web/lib/device/timeouts.ts';
import { ApiError, isOutcomeUnknown, messageOf } from './api-error.ts';
import { call, callOrNull } from './http-client.ts';

const asked = vi.fn<typeof fetch>();
beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  return promise.then(
    () => expect.fail('it should have failed'),
    (error: unknown) => error as ApiError,
  );
}

describe('a request', () => {
  it('a body goes as JSON with its idempotency key', async () => {
    asked.mockResolvedValue(Response.json({ id: 1 }, { status: 201 }));
    await call(createDispute, { body: { sessionId: 3, reason: 'Dust' } }, { idempotencyKey: 'k1' });
    const [address, options] = asked.mock.calls[0]!;
    expect(address).toBe('/api/disputes');
    expect(options).toMatchObject({
      method: 'POST',
      body: '{"sessionId":3,"reason":"Dust"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k1' },
    });
  });

  it('two attempts never share a key', () => {
    const keys = new Set(Array.from({ length: 1000 }, randomKey));
    expect(keys.size).toBe(1000);
    expect([...keys].every((key) => /^[\x21-\x7e]{4,200}$/.test(key))).toBe(true);
  });
});

describe('what is answered', () => {
  it('a list answers its rows, the cursor of the next page and the whole count', async () => {
    asked.mockResolvedValue(
      Response.json([{ id: 2 }], {
        headers: { link: '</api/sessions?limit=1&cursor=abc%2B>; rel="next"', 'x-total-count': '41' },
      }),
    );
    expect(await call(sessions, {})).toEqual({ rows: [{ id: 2 }], next: 'abc+', total: 41 });
  });

  it('the last page has no next one, and later pages no count', async () => {
    asked.mockResolvedValue(Response.json([]));
    expect(await call(sessions, {})).toEqual({ rows: [], next: null, total: null });
  });

  it('nobody logged in is null, not a failure', async () => {
    asked.mockResolvedValue(Response.json({ message: 'Unauthorized: please log in' }, { status: 401 }));
    expect(await callOrNull(current, {})).toBeNull();
  });
});

describe('what goes wrong', () => {
  it('a refusal is STATUS: body, with the server’s sentence, code and issues apart', async () => {
    const body = {
      message: 'Site is required',
      code: 'invalid',
      issues: [{ path: 'siteId', message: 'Site is required' }],
    };
    asked.mockResolvedValue(Response.json(body, { status: 400 }));
    const error = await failureOf(call(sessions, {}));
    expect(error.message).toBe(`400: ${JSON.stringify(body)}`);
    expect(error).toMatchObject({ status: 400, detail: 'Site is required', code: 'invalid', issues: body.issues });
    expect(isOutcomeUnknown(error)).toBe(false);
  });

  it('an empty refusal says the status text, and has no sentence', async () => {
    asked.mockResolvedValue(new Response('', { status: 418, statusText: 'Teapot' }));
    const error = await failureOf(call(sessions, {}));
    expect(error.message).toBe('418: Teapot');
    expect(error.detail).toBeUndefined();
    expect(messageOf(error, 'Failed to delete session')).toBe('Failed to delete session');
  });

  it('a proxy’s page in place of an answer is put into plain words', async () => {
    asked.mockResolvedValue(new Response('<html>Bad gateway</html>', { status: 503 }));
    const error = await failureOf(call(sessions, {}));
    expect(messageOf(error)).toBe('The server is not available at the moment. Please try again in a few seconds.');
    expect(isOutcomeUnknown(error)).toBe(true);
  });

  it('no connection is put into plain words, and may have arrived', async () => {
    asked.mockRejectedValue(new TypeError('Failed to fetch'));
    const error = await failureOf(call(sessions, {}));
    expect(error).toMatchObject({ status: 0, code: 'no_answer' });
    expect(messageOf(error)).toBe('There is no connection to the server. Check your signal and try again.');
    expect(isOutcomeUnknown(error)).toBe(true);
  });

  it('a call that was given up is no failure of the server', async () => {
    const given = new AbortController();
    asked.mockImplementation(async () => {
      given.abort();
      throw new DOMException('Aborted', 'AbortError');
    });
    const error = await failureOf(call(sessions, {}, { signal: given.signal }));
    expect(error).not.toBeInstanceOf(ApiError);
  });
});

describe('a connection that takes everything and answers nothing', () => {
  const never = (signal: AbortSignal | null | undefined) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is given up, in the words for no connection', async () => {
    asked.mockImplementation((_, options) => never(options?.signal));
    const failure = failureOf(call(sessions, {}));
    await vi.advanceTimersByTimeAsync(deadMs);
    expect(await failure).toMatchObject({ status: 0, code: 'no_answer' });
  });

  it('in the middle of an answer too, but never while anything comes', async () => {
    let more: ReadableStreamDefaultController<Uint8Array> | undefined;
    asked.mockImplementation(async (_, options) => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          more = controller;
          options?.signal?.addEventListener('abort', () => controller.error(options.signal?.reason));
        },
      });
      return new Response(body);
    });
    let isOver = false;
    const failure = failureOf(call(sessions, {})).finally(() => {
      isOver = true;
    });
    for (const part of ['[{"id"', ':', '1'].map((text) => new TextEncoder().encode(text))) {
      await vi.advanceTimersByTimeAsync(deadMs - 1);
      more?.enqueue(part);
    }
    await vi.advanceTimersByTimeAsync(deadMs - 1);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ status: 0, code: 'no_answer' });
  });
});
