// Doing something on the server from a component, with what is said and refetched afterwards.
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Route } from '#contract/route.ts';
import { ApiError, isOutcomeUnknown, messageOf } from './api-error.ts';
import { call, type Input, newIdempotencyKey, type Response } from './http-client.ts';
import { redirectToLogin } from './login-redirect.ts';
import { invalidateTopics } from './queries.ts';
import { toast } from './toast.ts';

type Words = string | { title: string; description?: string | undefined };

type MutationOptions<R extends Route> = {
  /** Said after a success; nothing where it is left out. */
  done?: Words | ((reply: Response<R>) => Words) | undefined;
  /**
   * Said after a failure, in red. Text is the fallback under the title 'Error' when the server gave no sentence; as an object,
   * `title` replaces 'Error' and `description` is that fallback.
   */
  failed?: Words | undefined;
  onDone?: ((reply: Response<R>, input: Input<R>) => void) | undefined;
  /** Looks at a failure first; answers true where it has said it itself, as a form does beside its fields. */
  onFailed?: ((error: ApiError) => boolean | undefined) | undefined;
};

/** One try of a wish: its key, and the input as text. */
type Attempt = { key: string; input: string };

/**
 * `run(input)` calls, says `done` or `failed`, and refetches every shown query that shares a topic with the call. It answers
 * the reply, or undefined after a failure; it never rejects. While it runs a second `run` does nothing.
 * A call that creates carries an Idempotency-Key, the same again when the answer to the same input was lost (decisions §4).
 */
export function useMutation<R extends Route>(route: R, options: MutationOptions<R> = {}) {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<ApiError>();
  const running = useRef(false);
  const lost = useRef<Attempt>(undefined);

  async function run(input: Input<R>): Promise<Response<R> | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setPending(true);
    setError(undefined);
    const attempt = nextAttempt(lost.current, input);
    try {
      const reply = await call(route, input, route.status === 201 ? { idempotencyKey: attempt.key } : {});
      lost.current = undefined;
      invalidateTopics(client, route.topics);
      sayDone(options.done, reply);
      options.onDone?.(reply, input);
      return reply;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      lost.current = isOutcomeUnknown(thrown) ? attempt : undefined;
      setError(thrown);
      sayFailed(thrown, options);
      return undefined;
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  return { run, pending, error };
}

/** After a lost answer the same input is the same wish, and keeps its key. */
export function nextAttempt(lost: Attempt | undefined, given: unknown): Attempt {
  const input = JSON.stringify(given);
  return lost?.input === input ? lost : { key: newIdempotencyKey(), input };
}

function toWords(words: Words): { title: string; description?: string | undefined } {
  return typeof words === 'string' ? { title: words } : words;
}

function sayDone<R extends Route>(done: MutationOptions<R>['done'], reply: Response<R>): void {
  if (done) toast(toWords(typeof done === 'function' ? done(reply) : done));
}

function sayFailed<R extends Route>(
  error: ApiError,
  { failed, onFailed }: Pick<MutationOptions<R>, 'failed' | 'onFailed'>,
): void {
  if (error.status === 401) return redirectToLogin();
  if (onFailed?.(error)) return;
  const { title, description } = typeof failed === 'object' ? failed : { title: 'Error', description: failed };
  toast({ title, description: messageOf(error, description), variant: 'destructive' });
}
