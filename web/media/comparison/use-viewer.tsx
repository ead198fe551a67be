// A viewer that is fetched when it is first compared, and what stands in its place until then.
import { type ReactNode, useCallback, useState } from 'react';
import { useDynamicImport } from '#web/lib/use-dynamic-import.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from './loading.tsx';

/** `Viewer` is there when `instead` is null. */
export function useViewer<Viewer>(load: () => Promise<Viewer>): { Viewer: Viewer | undefined; instead: ReactNode } {
  const [failed, setFailed] = useState(false);
  const onFailed = useCallback(() => setFailed(true), []);
  const Viewer = useDynamicImport({ load, wanted: !failed, onFailed });
  if (failed)
    return {
      Viewer: undefined,
      instead: (
        <ErrorState
          message="This viewer could not be loaded. Check your connection and try again."
          onRetry={() => setFailed(false)}
        />
      ),
    };
  return { Viewer, instead: Viewer ? null : <Loading /> };
}
