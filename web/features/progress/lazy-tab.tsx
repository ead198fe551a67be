// A tab that is fetched when it is first chosen, so that the page opens with the overview alone.
import { type ComponentType, useCallback, useState } from 'react';
import { useLazy } from '#web/lib/use-lazy.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The same props as what it loads; `load` is called once per choice, and what has come is kept by the browser. */
export function lazyTab<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return function LazyTab(props: Props) {
    const [failed, setFailed] = useState(false);
    const onFailed = useCallback(() => setFailed(true), []);
    const Content = useLazy({ load, wanted: !failed, onFailed });
    if (failed)
      return (
        <Failure
          message="This part could not be loaded. Check your connection and try again."
          onRetry={() => setFailed(false)}
        />
      );
    return Content ? <Content {...props} /> : <Skeleton className="h-96 rounded-card" />;
  };
}
