// The toast itself: one at a time, 5 s, swiped away to the right, reached with F8 (behaviour §10.5).
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { classNames } from '#web/lib/class-names.ts';
import { dismissToast, type ShownToast, toastDuration } from '#web/lib/toast.ts';
import { toastVariants } from './toast-variants.ts';

const swipe =
  'data-[state=open]:animate-toast-in data-[state=closed]:animate-toast-out data-[swipe=end]:animate-toast-out data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)';

export function ToastView({ shown }: { shown: ShownToast | undefined }) {
  return (
    <Radix.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={50}>
      {shown && <Toast key={shown.id} shown={shown} />}
      <Radix.Viewport hotkey={['F8']} className={toastVariants('default').viewport} />
    </Radix.Provider>
  );
}

function Toast({ shown }: { shown: ShownToast }) {
  const { title, description, variant, open } = shown;
  const classes = toastVariants(variant);
  const destructive = variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => !next && dismissToast()}
      type={destructive ? 'foreground' : 'background'}
      className={classNames(classes.box, swipe)}
    >
      <Icon aria-hidden="true" className={classNames('mt-px size-5 shrink-0', !destructive && 'text-emerald-ink')} />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className={classes.description}>{description}</Radix.Description>}
      </div>
      <Radix.Close aria-label="Close" className={classes.close}>
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  );
}
