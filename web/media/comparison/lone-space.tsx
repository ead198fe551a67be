// A 360 picture or a map that has no partner; its viewer is fetched when it is first shown.
import { type ComponentType, useCallback, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { useLazy } from '#web/lib/use-lazy.ts';
import { Failure } from '#web/ui/failure.tsx';
import { Waiting } from './waiting.tsx';

type SpaceProps = { item: MediaItem; title: string; className?: string | undefined };

const loads: Record<'sphere' | 'map', () => Promise<ComponentType<SpaceProps>>> = {
  sphere: () => import('#web/media/sphere.tsx').then((module) => module.Sphere),
  map: () => import('#web/media/map.tsx').then((module) => module.Orthomosaic),
};

export function LoneSpace({ is, ...rest }: SpaceProps & { is: 'sphere' | 'map' }) {
  const [failed, setFailed] = useState(false);
  const Space = useLazy({ load: loads[is], wanted: !failed, onFailed: useCallback(() => setFailed(true), []) });
  if (failed)
    return (
      <Failure
        message="This viewer could not be loaded. Check your connection and try again."
        onRetry={() => setFailed(false)}
      />
    );
  return Space ? <Space {...rest} className="size-full" /> : <Waiting />;
}
