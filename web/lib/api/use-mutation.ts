// Changing something on the server from a component: TanStack's useMutation with our toasts, refetching and idempotency keys.
import { type QueryClient, useQueryClient, useMutation as useTanstackMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Input, Response } from '#contract/core/request.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { type ToastText, toast, toastFailure } from '#web/lib/page/toast.ts';
import { ApiError, isOutcomeUnknown, messageOf } from './api-error.ts';
import { call } from './http-client.ts';
import type { Write } from './live-changes.ts';
import { redirectToLogin } from './login-redirect.ts';

type Text = string | Pick<ToastText, 'title' | 'description'>;

export type MutationOptions<E extends Endpoint> = {
  /** Shown after a success; no toast where it is left out. */
  successToast?: Text | ((reply: Response<E>) => Text) | undefined;
  /**
   * Shown after a failure, in red. A string is the fallback under the title 'Error' when the server sent no sentence. Of an object,
   * `title` replaces 'Error' and `description` is that fallback.
   */
  errorToast?: Text | undefined;
  onSuccess?: ((reply: Response<E>, input: Input<E>) => void) | undefined;
  /** Sends it another way than by one call (use-waiting-mutation.ts). */
  send?: ((input: Input<E>, key: string) => Promise<Response<E>>) | undefined;
  /** Sees a failure first; returns true where it has shown it itself, as a form does beside its fields. */
  onError?: ((error: ApiError) => boolean | undefined) | undefined;
};

/** One attempt to create or edit something: its idempotency key, and the input as text. */
type Attempt = { key: string; input: string };

/**
 * `run(input)` calls the server, shows a toast, and refetches every shown query that shares a topic with the call. It resolves with
 * the reply, or with undefined after a failure; an ApiError never rejects it. While it is pending a second `run` does nothing.
 * An idempotency key, where the endpoint has one, is the same again when the response to the same input was lost (behaviour §9.3).
 */
export function useMutation<E extends Endpoint>(route: E, options: MutationOptions<E> = {}) {
  const client = useQueryClient();
  // `isPending` is known at the next render only; two clicks may come before it.
  const running = useRef(false);
  const attempt = useRef<Attempt>(undefined);
  const { mutateAsync, isPending } = useTanstackMutation<Response<E>, Error, Input<E>>({
    networkMode: 'always',
    // Inputs may hold passwords: the cache drops it once no component uses it.
    gcTime: 0,
    mutationFn(input) {
      const { send } = options;
      if (!send && !route.idempotencyKey) return call(route, input);
      attempt.current = nextAttempt(attempt.current, input);
      const { key } = attempt.current;
      return send ? send(input, key) : call(route, input, { idempotencyKey: key });
    },
    async onSuccess(reply, input) {
      attempt.current = undefined;
      await showWritten(client, { route, input: input as Write['input'], reply });
      showSuccess(options.successToast, reply);
      options.onSuccess?.(reply, input);
    },
    onError(error) {
      if (!(error instanceof ApiError)) return;
      if (!isOutcomeUnknown(error) || error.code === 'kept') attempt.current = undefined;
      showError(error, options);
    },
    onSettled() {
      running.current = false;
    },
  });

  async function run(input: Input<E>): Promise<Response<E> | undefined> {
    if (running.current) return undefined;
    running.current = true;
    return mutateAsync(input).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    });
  }

  return { run, isPending };
}

/** What was written shows at once; whatever else it concerns is fetched again. Its code comes with that of the live channel. */
export async function showWritten(client: QueryClient, write: Write): Promise<void> {
  const loaded = await import('./live-changes.ts').catch(() => undefined);
  if (loaded) loaded.applyOwnWrite(client, write);
  else void client.invalidateQueries();
}

/** After a lost response the same input is the same attempt, and keeps its key. */
export function nextAttempt(lost: Attempt | undefined, body: unknown): Attempt {
  const input = JSON.stringify(body);
  return lost?.input === input ? lost : { key: randomKey(), input };
}

export function showSuccess<E extends Endpoint>(text: MutationOptions<E>['successToast'], reply: Response<E>): void {
  const shown = typeof text === 'function' ? text(reply) : text;
  if (shown) toast(typeof shown === 'string' ? { title: shown } : shown);
}

export function showError<E extends Endpoint>(
  error: ApiError,
  { errorToast, onError }: Pick<MutationOptions<E>, 'errorToast' | 'onError'>,
): void {
  if (error.status === 401) return redirectToLogin();
  if (onError?.(error)) return;
  const { title, description } =
    typeof errorToast === 'object' ? errorToast : { title: 'Error', description: errorToast };
  toastFailure(title, messageOf(error, description));
}
