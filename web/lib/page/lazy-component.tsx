// Code that is fetched when it is first needed: pages, dialogs and parts of pages. Kept once it came, fetched again after a failure.
import { type ComponentType, startTransition, use, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { useHeldKeys } from './held-keys.ts';
import { queueTask } from './task-queue.ts';
import { toastFailure } from './toast.ts';
import type { DialogControl } from './use-dialogs.tsx';

// Stands over the page from the press that opens a dialog until the dialog's code is there: taps and keys find nothing else.

/** Before that nobody waits. */
const unseenMs = 400;

export function Opening({ onCancel }: { onCancel: () => void }) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), unseenMs);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    // The focus stays where the dialog will bring it back to, and no dialog beneath takes this for a press beside it.
    // biome-ignore lint/a11y/noStaticElementInteractions: it acts on nothing.
    <div
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.preventDefault()}
      className="pointer-events-auto fixed inset-0 z-50 grid place-items-center"
    >
      <div role="status" hidden={!isSeen} className="rounded-card bg-raised p-4 text-center shadow-raised">
        {isSeen && (
          <>
            <p>Opening…</p>
            <button type="button" className="touch-target mt-2 font-medium text-accent-ink" onClick={onCancel}>
              Cancel
            </button>
          </>
        )}
      </div>
    </div>,
    document.body,
  );
}

export type LazyComponent<Props> = {
  /** For pages: the component; suspends while it loads, throws to the error boundary where it cannot be loaded. */
  use: () => ComponentType<Props>;
  /**
   * For parts of a page: the component once `wanted` has brought it, undefined until then. A failure breaks no page: `onError` is
   * called, and wanting the part anew tries again.
   */
  useWhen: (wanted: boolean, onError: () => void) => ComponentType<Props> | undefined;
  /** As `useWhen`, for what nobody can ask for anew: it is tried again until it is there. */
  useInTheEnd: (wanted: boolean) => ComponentType<Props> | undefined;
  /** Fetches it ahead of need, as when a link is hovered; resolves when it is there or cannot be loaded. */
  preload: () => Promise<void>;
};

const retryMs = 5000;

/** Starts each failed load anew. */
const failedLoads = new Set<() => void>();

/**
 * What has come never suspends. A failure is kept until somebody tries again, because React renders a failed part several times and
 * must not fetch each time. React's own lazy() keeps a failure forever.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | undefined;
  const reset = () => {
    loading = undefined;
  };
  function start(): Promise<ComponentType<Props>> {
    if (loading !== undefined) return loading;
    loading = load();
    loading.then(
      (component) => {
        loaded = component;
      },
      () => failedLoads.add(reset),
    );
    return loading;
  }

  function useWhen(wanted: boolean, onError: () => void) {
    // What came meanwhile was not there when the server rendered the page.
    const isHydrated = useIsHydrated();
    const [came, setComponent] = useState(() => (isHydrated ? loaded : undefined));
    // Fetched ahead it is there with the press that opens it.
    const component = came ?? (wanted && isHydrated ? loaded : undefined);
    const fail = useEffectEvent(onError);
    const missing = wanted && !component;
    useEffect(() => {
      if (!missing) return;
      let left = false;
      // A page shows many parts at once, and starting to fetch one takes a weak phone some milliseconds.
      queueTask(() => {
        if (left) return;
        if (failedLoads.delete(reset)) reset();
        start().then(
          // In slices: what came by itself may be drawn while somebody scrolls or types.
          (fetched) => !left && startTransition(() => setComponent(() => fetched)),
          () => !left && fail(),
        );
      });
      return () => {
        left = true;
      };
    }, [missing]);
    // What was shown once stays, as a dialog that is closing does.
    if (component && component !== came) setComponent(() => component);
    return component;
  }

  function useInTheEnd(wanted: boolean) {
    const [rests, setRests] = useState(false);
    useEffect(() => {
      if (!rests) return;
      const again = () => setRests(false);
      const timer = setTimeout(again, retryMs);
      addEventListener('online', again);
      return () => {
        clearTimeout(timer);
        removeEventListener('online', again);
      };
    }, [rests]);
    return useWhen(wanted && !rests, () => setRests(true));
  }

  const settled = () => undefined;
  return { use: () => loaded ?? use(start()), useWhen, useInTheEnd, preload: () => start().then(settled, settled) };
}

/** Lets everything that failed be fetched again when it is needed next. */
export function retryFailedLoads(): void {
  for (const reset of failedLoads) reset();
  failedLoads.clear();
}

/** The code is gone: no connection, or a newer version took its place on the server. */
export function isLoadError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /dynamically imported module|module script failed|preload CSS|Loading (CSS )?chunk/i.test(message);
}

/**
 * A dialog that is fetched when it is first opened: `lazyDialog(() => import('./edit-dialog.tsx'), 'EditDialog')`. The same props, plus
 * `preload` for a hover. Where it cannot be loaded it closes, and a toast says so. What is typed meanwhile is kept for it.
 */
export function lazyDialog<Name extends string, Props extends DialogControl>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const dialog = lazyComponent(() => load().then((module) => module[name]));
  function LazyDialog(props: Props) {
    const { open, onOpenChange } = props;
    const close = () => onOpenChange(false);
    const Dialog = dialog.useWhen(open, () => {
      close();
      showLoadError();
    });
    useHeldKeys({ open, isThere: Dialog !== undefined, onCancel: close });
    // The server's page is read before any dialog can come.
    const isHydrated = useIsHydrated();
    if (Dialog) return <Dialog {...props} />;
    return open && isHydrated ? <Opening onCancel={close} /> : null;
  }
  LazyDialog.preload = () => void dialog.preload();
  return LazyDialog;
}

export function showLoadError(): void {
  toastFailure('This part could not be loaded', 'Check your connection and try again.');
}
