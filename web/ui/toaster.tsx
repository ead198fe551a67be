// Where toasts appear. Mounted once; the part that shows them is fetched with the first toast.
import { useEffect, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '#web/lib/lazy-component.tsx';
import { currentToast, dismissToast, onToast, type ShownToast, toastDuration } from '#web/lib/toast.ts';
import { toastVariants } from './toast-variants.ts';

const view = lazyComponent(() => import('./toast-view.tsx').then((module) => module.ToastView));
const none = () => undefined;

export function Toaster() {
  const shown = useSyncExternalStore(onToast, currentToast, none);
  const [failedFor, setFailedFor] = useState<number>();
  const id = shown?.id;
  const View = view.useWhen(id !== undefined && id !== failedFor, () => setFailedFor(id));
  if (View) return <View shown={shown} />;
  return shown?.open && id === failedFor ? <PlainToast shown={shown} /> : null;
}

/** 'No connection' is shown just when the real toast cannot be fetched. */
function PlainToast({ shown }: { shown: ShownToast }) {
  useEffect(() => {
    const timer = setTimeout(dismissToast, toastDuration);
    return () => clearTimeout(timer);
  }, []);
  const classes = toastVariants(shown.variant);
  return (
    <div role="alert" className={classes.viewport}>
      <div className={classes.box}>
        <div>
          <div className="font-semibold">{shown.title}</div>
          {shown.description && <div className={classes.description}>{shown.description}</div>}
        </div>
      </div>
    </div>
  );
}
