// A dialog that is one form: its fields below each other, Cancel, and the button that submits it.
import type { ComponentProps, FormEvent } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Dialog } from './dialog.tsx';

type FormDialogProps = Omit<ComponentProps<typeof Dialog>, 'footer' | 'onSubmit'> & {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  submitLabel: string;
  pendingLabel: string;
  pending: boolean;
  disabled?: boolean;
  tone?: 'primary' | 'danger';
};

export function FormDialog({
  submitLabel,
  pendingLabel,
  pending,
  disabled,
  tone = 'primary',
  children,
  ...dialog
}: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      footer={
        <>
          <Button onClick={() => dialog.onOpenChange(false)}>Cancel</Button>
          <Button type="submit" variant={tone} disabled={disabled} pending={pending} pendingLabel={pendingLabel}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">{children}</div>
    </Dialog>
  );
}
