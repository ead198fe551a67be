// A viewer that is fetched when it is first compared, and what stands in its place until then.
import { type ComponentType, type ReactNode, useState } from 'react';
import type { LazyComponent } from '#web/lib/lazy-component.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Loading } from './loading.tsx';

/** `Viewer` is there when `instead` is null. */
export function useViewer<Props>(viewer: LazyComponent<Props>): {
  Viewer: ComponentType<Props> | undefined;
  instead: ReactNode;
} {
  const [failed, setFailed] = useState(false);
  const Viewer = viewer.useWhen(!failed, () => setFailed(true));
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
