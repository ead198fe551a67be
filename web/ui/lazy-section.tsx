// A part of a page that is fetched when it is first shown, so that the page opens without it.
import { type ComponentType, useCallback, useState } from 'react';
import { useLazy } from '#web/lib/use-dynamic-import.ts';
import { Failure } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/**
 * `lazyPart(() => import('./map.tsx').then((m) => m.Map), 'h-96')`: the same props as what it loads. `place` is the size of what
 * will stand there; what has come is kept by the browser.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>, place = 'h-96') {
  return function LazyPart(props: Props) {
    const [failed, setFailed] = useState(false);
    const onFailed = useCallback(() => setFailed(true), []);
    const Part = useLazy({ load, wanted: !failed, onFailed });
    if (failed)
      return (
        <Failure
          message="This part could not be loaded. Check your connection and try again."
          onRetry={() => setFailed(false)}
        />
      );
    return Part ? <Part {...props} /> : <Skeleton className={`${place} rounded-card`} />;
  };
}
