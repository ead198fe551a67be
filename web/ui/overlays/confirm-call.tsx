// Asks before one call to the server, makes it, and closes once it is done; a failure leaves it open to be tried again.
import type { ComponentProps } from 'react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Input, Response } from '#contract/core/request.ts';
import { type MutationOptions, useMutation } from '#web/lib/api/use-mutation.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';

const ConfirmDialog = lazyDialog(() => import('./confirm-dialog.tsx'), 'ConfirmDialog');

type ConfirmCallProps<E extends Endpoint> = Omit<ComponentProps<typeof ConfirmDialog>, 'pending' | 'onConfirm'> &
  Pick<MutationOptions<E>, 'successToast' | 'errorToast'> & {
    route: E;
    input: Input<E>;
    /** Its subject may have changed or gone meanwhile: then this closes too, and its row says how it stands now. */
    followsRow?: true;
    onDone?: ((reply: Response<E>) => void) | undefined;
  };

export function ConfirmCall<E extends Endpoint>(props: ConfirmCallProps<E>) {
  const { route, input, followsRow, onDone, successToast, errorToast, ...dialog } = props;
  const { run, isPending } = useMutation(route, {
    successToast,
    errorToast,
    onSuccess(reply) {
      dialog.onOpenChange(false);
      onDone?.(reply);
    },
    onError({ status }) {
      if (followsRow && (status === 409 || status === 404)) dialog.onOpenChange(false);
      return false;
    },
  });
  return <ConfirmDialog {...dialog} pending={isPending} onConfirm={() => run(input)} />;
}
