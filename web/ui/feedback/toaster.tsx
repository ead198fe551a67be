// Where toasts appear. Mounted once; the part that shows them is fetched with the first toast.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lazyComponent } from '#web/lib/page/lazy-component.tsx';
import {
  currentToast,
  dismissToast,
  makeToastRoom,
  onToast,
  type ShownToast,
  toastDuration,
} from '#web/lib/page/toast.ts';

const view = lazyComponent(() => import('./toast-view.tsx'), 'ToastView');
const none = () => undefined;

export function Toaster() {
  const shown = useSyncExternalStore(onToast, currentToast, none);
  const [failedFor, setFailedFor] = useState<number>();
  const id = shown?.id;
  const View = view.useWhen(id !== undefined && id !== failedFor, () => setFailedFor(id));
  // There from the start: a live region announces what comes into it, and dialogs hide no live region from screen readers.
  return (
    <section aria-live="polite" aria-label="Notifications (F8)" data-toasts="">
      {View && <View shown={shown} />}
      {!View && shown?.open && id === failedFor && <PlainToast shown={shown} />}
    </section>
  );
}

/** 'No connection' is shown just when the real toast cannot be fetched. */
function PlainToast({ shown }: { shown: ShownToast }) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    makeToastRoom(strip.current?.offsetHeight ?? 0);
    const timer = shown.stays ? undefined : setTimeout(dismissToast, toastDuration);
    return () => {
      clearTimeout(timer);
      makeToastRoom(0);
    };
  }, [shown.stays]);
  return (
    <div ref={strip} role="alert" className="fixed inset-x-0 top-0 z-60 bg-danger px-4 py-2 text-white shadow-raised">
      <div className="font-semibold">{shown.title}</div>
      {shown.description}
    </div>
  );
}
