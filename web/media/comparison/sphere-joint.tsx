// Two 360 pictures that turn together, fetched when they are first compared.
import { type RefObject, useCallback, useState } from 'react';
import type { MediaItem } from '#contract/media.ts';
import { useLazy } from '#web/lib/use-lazy.ts';
import type { SpherePairHandle, SpherePairProps } from '#web/media/sphere-pair.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { SideName } from './modes.ts';
import { Overlaid, type OverlaidProps } from './overlaid.tsx';

const load = () => import('#web/media/sphere-pair.tsx').then((module) => module.SpherePair);

export type JointProps<Handle> = Omit<OverlaidProps, 'children'> & {
  items: Record<SideName, MediaItem>;
  locked: boolean;
  view: readonly number[];
  onView: (view: readonly number[]) => void;
  handle: RefObject<Handle | null>;
};

export function SphereJoint({ items, locked, view, onView, handle, ...over }: JointProps<SpherePairHandle>) {
  const [failed, setFailed] = useState(false);
  const Pair = useLazy({ load, wanted: !failed, onFailed: useCallback(() => setFailed(true), []) });
  if (failed)
    return (
      <Failure message="The 360° viewer could not be loaded. Check your connection." onRetry={() => setFailed(false)} />
    );
  if (!Pair) return <Skeleton className="size-full rounded-none" />;
  return (
    <Overlaid {...over}>
      <Pair
        ref={handle}
        {...items}
        titles={over.titles}
        mode={over.mode}
        locked={locked}
        position={over.at}
        opacity={over.fade}
        shown={over.shown}
        view={sphereOf(view)}
        onView={({ yaw, pitch, zoom }) => onView([yaw, pitch, zoom])}
        className="size-full"
      />
    </Overlaid>
  );
}

function sphereOf([yaw, pitch, zoom]: readonly number[]): SpherePairProps['view'] {
  return yaw === undefined || pitch === undefined || zoom === undefined ? undefined : { yaw, pitch, zoom };
}
