// Asks before something that cannot be undone.
import * as Radix from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { overlayClass, panelClass } from './dialog.tsx';
import { useRestoreFocus } from './use-restore-focus.ts';

type ConfirmDialogProps = DialogControl & {
  title: string;
  /** What happens when it is confirmed. */
  sentence: ReactNode;
  confirmLabel: string;
  pending?: boolean | undefined;
  pendingLabel?: string | undefined;
  tone?: 'danger' | 'primary' | undefined;
  /** The dialog stays open until the caller closes it, so that a failure can be tried again. */
  onConfirm: () => void;
};

export function ConfirmDialog({ open, onOpenChange, tone = 'danger', ...rest }: ConfirmDialogProps) {
  const { title, sentence, confirmLabel, pending = false, pendingLabel, onConfirm } = rest;
  const focus = useRestoreFocus();
  return (
    <Radix.Root open={open} onOpenChange={(next) => !pending && onOpenChange(next)}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.restore}
          className={classNames(
            panelClass,
            'inset-x-2 bottom-2 max-h-[calc(100dvh-1rem-var(--toast-room))] overflow-y-auto rounded-card p-4 sm:inset-0 sm:top-(--toast-room) sm:m-auto sm:h-fit sm:max-w-md sm:p-6',
          )}
        >
          <Radix.Title className="font-semibold text-lg">{title}</Radix.Title>
          <Radix.Description className="mt-1.5 text-muted">{sentence}</Radix.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2 max-sm:*:grow">
            <Radix.Cancel asChild>
              <Button>Cancel</Button>
            </Radix.Cancel>
            <Button variant={tone} pending={pending} pendingLabel={pendingLabel} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
