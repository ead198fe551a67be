// A device whose connection, login, server and process fail as a round of faults wants, over a real outbox and the real product.

import { demoPassword } from '#server/db/demo/cast.ts';
import { ApiError, networkError, toApiError } from '#web/lib/api/api-error.ts';
import { offlineCalls } from '#web/lib/offline/offline-calls.ts';
import { createOutbox } from '#web/lib/offline/outbox.ts';
import type { OutboxStore, Unsent } from '#web/lib/offline/outbox-store.ts';

export const faults = [
  'line lost before',
  'line lost during',
  'line lost after',
  'answer 401',
  'answer 429',
  'answer 500',
  'browser killed before',
  'browser killed after',
] as const;
/** Beside what a request meets: the clock is of the whole round, the storage of one thing, the conflict of one session. */
export const others = ['clock a day off', 'storage full', 'answer 409', 'answer 422'] as const;
export type Fault = (typeof faults)[number] | (typeof others)[number];

type Asked = { body?: unknown; key?: string; signal?: AbortSignal | undefined };
export type Ask = (what: string, asked?: Asked) => Promise<Response>;

/** The same rounds from the same seed. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { chance: (p: number) => next() < p, pick: <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T };
}

export type Random = ReturnType<typeof randomFrom>;

export async function personAt(url: string, username: string): Promise<Ask> {
  const json = { 'content-type': 'application/json' };
  const login = JSON.stringify({ username, password: demoPassword });
  const answer = await fetch(`${url}/api/login`, { method: 'POST', headers: json, body: login });
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  return (what, { body, key, signal } = {}) => {
    const [method = '', path = ''] = what.split(' ');
    return fetch(`${url}${path}`, {
      method,
      headers: { cookie, ...(body === undefined ? {} : json), ...(key ? { 'idempotency-key': key } : {}) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
    });
  };
}

const never = () => new Promise<never>(() => undefined);
const answered = (status: number) => new ApiError({ status, message: `${status}: made for this round` });

type Sent = Pick<Unsent, 'call' | 'input' | 'key'>;

async function requestOver(ask: Ask, { call, input, key }: Sent, signal?: AbortSignal): Promise<unknown> {
  const { method, path } = offlineCalls[call];
  const what = `${method} ${path.replace(':id', String(input.params?.id))}`;
  const answer = await ask(what, { body: input.body ?? {}, key, signal }).catch((cause: unknown) => {
    throw networkError(cause);
  });
  const text = await answer.text();
  if (!answer.ok) throw toApiError(answer, text);
  return JSON.parse(text) as unknown;
}

/** One device over what its storage holds; it may be killed at any request, and is then never heard of again. */
export function startDevice(options: {
  ask: Ask;
  store: OutboxStore;
  fault: () => Fault | undefined;
  /** The product itself refused something. */
  onRefused: (status: number) => unknown;
  now: () => number;
}) {
  const { ask, store, fault, onRefused, now } = options;
  const request = (item: Sent, signal?: AbortSignal) =>
    requestOver(ask, item, signal).catch((error: ApiError) => {
      onRefused(error.status);
      throw error;
    });
  let isKilled = false;
  let died: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    died = resolve;
  });
  const guarded =
    <Args extends unknown[], T>(step: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> =>
      isKilled ? never() : step(...args);
  const kill = () => {
    isKilled = true;
    died();
    return never();
  };
  async function send(item: Sent): Promise<unknown> {
    if (isKilled) return never();
    switch (fault()) {
      case 'line lost before':
        throw networkError('no line');
      case 'line lost during':
        return request(item, AbortSignal.timeout(3));
      case 'line lost after':
        await request(item);
        throw networkError('the answer was lost');
      case 'answer 401':
        throw answered(401);
      case 'answer 429':
        throw answered(429);
      case 'answer 500':
        throw answered(500);
      case 'browser killed before':
        return kill();
      case 'browser killed after':
        await request(item);
        return kill();
      default:
        return request(item);
    }
  }
  let last: Promise<unknown> = Promise.resolve();
  const outbox = createOutbox({
    store: {
      ...store,
      put: guarded(store.put),
      update: guarded(store.update),
      remove: guarded(store.remove),
    },
    send,
    exclusive<T>(work: () => Promise<T>) {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
    onSent: () => undefined,
    onEnded: () => undefined,
    now,
  });
  /** Until it is done, or the device is gone. */
  const until = (work: Promise<unknown>) => Promise.race([work, death]);
  return { outbox, until };
}
