// A part of the program that is fetched when it is first wanted.
import { useEffect, useState } from 'react';

type Lazy<Part> = { load: () => Promise<Part>; wanted: boolean; onFailed: () => void };

/** What has come, by what fetched it: a page that is opened again has it at once. */
const kept = new WeakMap<() => Promise<unknown>, unknown>();

/**
 * The part, once it has come. Unlike React's own lazy() a failure (the signal is gone) breaks no page: `onFailed` is told,
 * and wanting the part again tries again.
 */
export function useDynamicImport<Part>({ load, wanted, onFailed }: Lazy<Part>): Part | undefined {
  const [came, setCame] = useState(() => (kept.has(load) ? { part: kept.get(load) as Part } : undefined));
  const missing = wanted && !came;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    load().then(
      (part) => {
        kept.set(load, part);
        if (!left) setCame({ part });
      },
      () => !left && onFailed(),
    );
    return () => {
      left = true;
    };
  }, [missing, load, onFailed]);
  return came?.part;
}
