// A part of a page that is fetched when it is first shown, so that the page opens without it.
import { type ComponentType, useCallback, useState } from 'react';
import { useDynamicImport } from '#web/lib/use-dynamic-import.ts';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * `lazySection(() => import('./map.tsx').then((m) => m.Map), 'h-96')`: the same props as what it loads. `place` is the size of what
 * will stand there; what has come is kept by the browser.
 */
export function lazySection<Props extends object>(load: () => Promise<ComponentType<Props>>, place = 'h-96') {
  return function LazyPart(props: Props) {
    const [failed, setFailed] = useState(false);
    const onFailed = useCallback(() => setFailed(true), []);
    const Part = useDynamicImport({ load, wanted: !failed, onFailed });
    if (failed)
      return (
        <ErrorState
          message="This part could not be loaded. Check your connection and try again."
          onRetry={() => setFailed(false)}
        />
      );
    return Part ? <Part {...props} /> : <Skeleton className={`${place} rounded-card`} />;
  };
}
