// A part of the program that is fetched when it is first needed, kept, and fetched again after a failure.
import { type ComponentType, use } from 'react';

export type LazyComponent<Props> = {
  /** The component; suspends while it is on its way, throws where it cannot be had. */
  use: () => ComponentType<Props>;
  /** Fetches it ahead of need, as when a link is hovered; resolves when it is there or cannot be had. */
  preload: () => Promise<void>;
};

const settled = () => undefined;

/** What starts anew those that failed. */
const failed = new Set<() => void>();

/**
 * What has come never suspends. A failure is kept until somebody asks to try again (React renders a failed part several times over,
 * and must not fetch each time), unlike with React's lazy(), which keeps it forever.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let coming: Promise<ComponentType<Props>> | undefined;
  const forget = () => {
    coming = undefined;
  };
  const start = () => {
    if (coming) return coming;
    const loading = load();
    loading.then(
      // As React itself marks what it has waited for.
      (component) => Object.assign(loading, { status: 'fulfilled', value: component }),
      () => failed.add(forget),
    );
    coming = loading;
    return loading;
  };
  return {
    use: () => use(start()),
    preload: () => start().then(settled, settled),
  };
}

/** What could not be fetched is fetched again when it is needed next. */
export function retryFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}

/** The code is not to be had: the signal is gone, or a newer version took its place on the server. */
export function isLoadError(error: unknown): boolean {
  const words = error instanceof Error ? error.message : '';
  return /dynamically imported module|module script failed|preload CSS|Loading (CSS )?chunk/i.test(words);
}
