// A part of the program that is fetched when it is first wanted.
import { useEffect, useState } from 'react';

type Lazy<Part> = { load: () => Promise<Part>; wanted: boolean; onFailed: () => void };

/**
 * The part, once it has come. Unlike React's own lazy() a failure (the signal is gone) breaks no page: `onFailed` is told,
 * and wanting the part again tries again.
 */
export function useLazy<Part>({ load, wanted, onFailed }: Lazy<Part>): Part | undefined {
  const [came, setCame] = useState<{ part: Part }>();
  const missing = wanted && !came;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    load().then(
      (part) => !left && setCame({ part }),
      () => !left && onFailed(),
    );
    return () => {
      left = true;
    };
  }, [missing, load, onFailed]);
  return came?.part;
}
