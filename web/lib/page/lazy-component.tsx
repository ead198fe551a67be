// Code that is fetched when first needed: pages, dialogs and parts of pages, cached once loaded and retried after a failure.
import { type FunctionComponent, startTransition, use, useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIsHydrated } from '#web/lib/device/hydrated.ts';
import { useHeldKeys } from './held-keys.ts';
import { toastFailure } from './toast.ts';
import type { DialogControl } from './use-dialogs.tsx';
import { useRetry } from './use-retry.ts';

// Work that a weak phone feels, such as starting to fetch a part: one piece in each task, so that the page answers in between.
const waiting: (() => unknown)[] = [];

/** What was asked for first is done first; one that throws keeps nothing after it from being done. */
export function queueTask(work: () => unknown): void {
  waiting.push(work);
  if (waiting.length === 1) schedule();
}

/** Timers of a page that nobody sees come once a second, and nothing has to answer there. */
function schedule(): void {
  if (document.hidden) queueMicrotask(doNext);
  else setTimeout(doNext);
}

function doNext(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) schedule();
  }
}

// Covers the page from the press that opens a dialog until its code is there: taps and keys reach nothing else.

/** Shorter waits show nothing. */
const unseenMs = 400;

export function Opening({ onCancel }: { onCancel: () => void }) {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), unseenMs);
    return () => clearTimeout(timer);
  }, []);
  return createPortal(
    // The focus stays where the dialog will return it to, and no dialog below takes this for a press outside.
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
  /** For pages: the component; suspends while it loads, throws to the error boundary if it cannot be loaded. */
  use: () => FunctionComponent<Props>;
  /**
   * For parts of a page: the component once `wanted` has loaded it, undefined until then. A failure breaks no page: `onError` is called,
   * and setting `wanted` again retries.
   */
  useWhen: (wanted: boolean, onError: () => void) => FunctionComponent<Props> | undefined;
  /** Like `useWhen`, for parts that nobody can request again: retries until it is loaded. */
  useInTheEnd: (wanted: boolean) => FunctionComponent<Props> | undefined;
  /** Fetches it ahead, as when a link is hovered; resolves when it is loaded or cannot be. */
  preload: () => Promise<void>;
};

const retryMs = 5000;

/** Restarts each failed load. */
const failedLoads = new Set<() => void>();

/** Of the component that the module exports under this name. */
export type LazyProps<Module, Name extends keyof Module> =
  Module[Name] extends FunctionComponent<infer Props> ? Props : never;

/**
 * `lazyComponent(() => import('./map.tsx'), 'Map')`: of all that is fetched late. Mostly one of its three uses suits: `lazyDialog` and
 * `lazyPart` below, and `lazySection` (web/ui/feedback/lazy-section.tsx). Loaded code never suspends. A failure is kept until somebody
 * retries, because React renders a failed part several times and must not fetch each time. React's own lazy() keeps a failure forever.
 */
export function lazyComponent<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  type Component = FunctionComponent<LazyProps<Module, Name>>;
  let loading: Promise<Component> | undefined;
  let loaded: Component | undefined;
  const reset = () => {
    loading = undefined;
  };
  function start(): Promise<Component> {
    if (loading !== undefined) return loading;
    loading = load().then((module) => module[name] as Component);
    loading.then(
      (component) => {
        loaded = component;
      },
      () => failedLoads.add(reset),
    );
    return loading;
  }

  function useWhen(wanted: boolean, onError: () => void) {
    // Code loaded meanwhile was not there when the server rendered the page.
    const isHydrated = useIsHydrated();
    const [came, setComponent] = useState(() => (isHydrated ? loaded : undefined));
    // If it was preloaded, it is there with the press that opens it.
    const component = came ?? (wanted && isHydrated ? loaded : undefined);
    const fail = useEffectEvent(onError);
    const missing = wanted && !component;
    useEffect(() => {
      if (!missing) return;
      let left = false;
      // A page shows many parts at once, and starting a fetch takes a slow phone some milliseconds.
      queueTask(() => {
        if (left) return;
        if (failedLoads.delete(reset)) reset();
        start().then(
          // In slices: parts that load by themselves may be rendered while somebody scrolls or types.
          (fetched) => !left && startTransition(() => setComponent(() => fetched)),
          () => !left && fail(),
        );
      });
      return () => {
        left = true;
      };
    }, [missing]);
    // A component that was shown once stays, as for a dialog that is closing.
    if (component && component !== came) setComponent(() => component);
    return component;
  }

  function useInTheEnd(wanted: boolean) {
    const [rests, setRests] = useState(false);
    useRetry(rests, () => setRests(false), retryMs);
    return useWhen(wanted && !rests, () => setRests(true));
  }

  const settled = () => undefined;
  const preload = () => start().then(settled, settled);
  const lazy: LazyComponent<LazyProps<Module, Name>> = {
    use: () => loaded ?? use(start()),
    useWhen,
    useInTheEnd,
    preload,
  };
  return lazy;
}

/** Lets everything that failed be fetched again when it is next needed. */
export function retryFailedLoads(): void {
  for (const reset of failedLoads) reset();
  failedLoads.clear();
}

/** The code is unavailable: no connection, or a newer version replaced it on the server. */
export function isLoadError(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  return /dynamically imported module|module script failed|preload CSS|Loading (CSS )?chunk/i.test(message);
}

/**
 * A dialog that is fetched when it is first opened: `lazyDialog(() => import('./edit-dialog.tsx'), 'EditDialog')`. The same props, plus
 * `preload` for a hover. If it cannot be loaded it closes, and a toast says so. What is typed meanwhile is kept for it.
 */
export function lazyDialog<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const dialog = lazyComponent(load, name);
  function LazyDialog(props: LazyProps<Module, Name> & DialogControl) {
    const { open, onOpenChange } = props;
    const close = () => onOpenChange(false);
    const Dialog = dialog.useWhen(open, () => {
      close();
      showLoadError();
    });
    useHeldKeys({ open, isThere: Dialog !== undefined, onCancel: close });
    // The server-rendered page is hydrated before any dialog can open.
    const isHydrated = useIsHydrated();
    if (Dialog) return <Dialog {...props} />;
    return open && isHydrated ? <Opening onCancel={close} /> : null;
  }
  LazyDialog.preload = () => void dialog.preload();
  return LazyDialog;
}

/**
 * A part that the page stands and reads well without, and that nobody can ask for again: nothing is in its place until it came, and it is
 * fetched until it does. Whoever shows one keeps its room.
 */
export function lazyPart<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) {
  const part = lazyComponent(load, name);
  return function LazyPart(props: LazyProps<Module, Name> & object) {
    const Part = part.useInTheEnd(true);
    return Part && <Part {...props} />;
  };
}

export function showLoadError(): void {
  toastFailure('This part could not be loaded', 'Check your connection and try again.');
}
