// A part of a page that is fetched when it is first shown, so that the page opens without it.
import { type ReactNode, useState } from 'react';
import { type LazyProps, lazyComponent } from '#web/lib/page/lazy-component.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { ErrorState } from './query-error.tsx';

const skeleton = <Skeleton className="h-96 rounded-card" />;

/** `lazySection(() => import('./map.tsx'), 'Map')`: the same props as what it loads, plus `preload`; `loading` stands there until it came. */
export function lazySection<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  loading: ReactNode = skeleton,
) {
  const section = lazyComponent(load, name);
  function LazySection(props: LazyProps<Module, Name> & object) {
    const [failed, setFailed] = useState(false);
    const Section = section.useWhen(!failed, () => setFailed(true));
    if (failed)
      return (
        <ErrorState
          message="This part could not be loaded. Check your connection and try again."
          onRetry={() => setFailed(false)}
        />
      );
    return Section ? <Section {...props} /> : loading;
  }
  LazySection.preload = () => void section.preload();
  return LazySection;
}
