// Like use-mutation.ts, for calls that may wait on the device until it is online (behaviour §27.2).
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Input, Response } from '#contract/core/request.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { type MutationOptions, useMutation } from '#web/lib/api/use-mutation.ts';
import type { HeldDraft } from '#web/lib/forms/drafts.ts';
import { toast } from '#web/lib/page/toast.ts';
import { type OfflineCall, offlineCalls } from './offline-calls.ts';

type Waits<Name extends OfflineCall> = (typeof offlineCalls)[Name];

type WaitingOptions<Name extends OfflineCall> = MutationOptions<Waits<Name>> & {
  /** What it is about, for its author to know it again. */
  words: string | ((input: Input<Waits<Name>>) => string);
  /** It waits on the device: the form is done with it. */
  onKept?: ((input: Input<Waits<Name>>) => void) | undefined;
  /** Ends when the outbox has taken it, whatever becomes of the page: else it would offer what is sent by itself. */
  draft: HeldDraft;
};

export function useWaitingMutation<Name extends OfflineCall>(name: Name, options: WaitingOptions<Name>) {
  type Call = Waits<Name>;
  const client = useQueryClient();
  const { person } = useCurrentUser();
  const last = useRef<Input<Call>>(undefined);
  const { words, onKept, onError, draft, ...others } = options;
  return useMutation<Call>(offlineCalls[name], {
    ...others,
    async send(input, key) {
      last.current = input;
      const { outboxOf } = await import('./outbox-of.ts');
      const about = typeof words === 'function' ? words(input) : words;
      const written = { call: name, input: input as object, words: about, key, drafts: draft.forms };
      return (await outboxOf(client, person.id).submit(written, draft.taken)) as Response<Call>;
    },
    onError(error) {
      if (error.code !== 'kept') {
        draft.givenBack();
        return onError?.(error);
      }
      toast({ title: 'Not sent yet', description: "It is kept on this device and sent when you're online again." });
      onKept?.(last.current as Input<Call>);
      return true;
    },
  });
}
